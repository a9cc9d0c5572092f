"""What a viewer is told of a world, byte for byte: frames, answers, refusals, pages, and what a newcomer would be sent.

`tell` plays one world of a `Pair` on a real server. What hangs on the clock and not on the table is made the same
(`made_alike`): whole seconds left, and the ids of the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from malle.config.settings import Config
from malle.core import Seat
from malle.games import game_names as offered
from malle.protocol.messages import (
    EmoteMessage,
    NudgeMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    StandInMessage,
    TableCommandMessage,
    TakenMessage,
)
from malle.runtime.views.compression import decompress_frame
from malle.storage.store import format_table_id, parse_table_id
from tests.server.player import GONE, Packing, Player, Wish, call
from tests.server.worlds import AWAY, HOST, STRANGER, Pair, device_at

TIMED = ("let", "pause")
"""Ways on which frames have seconds in them."""
NOBODY = 31
"""A seat that no table has."""


def fetch(
    port: int, path: str, headers: Mapping[str, str] | None = None, method: str = "GET"
) -> tuple[int, list[tuple[str, str]], bytes]:
    """One request, answered as it is: a redirection is not followed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers=dict(headers or {}))
    answer = connection.getresponse()
    found = answer.status, sorted((name.lower(), value) for name, value in answer.getheaders()), answer.read()
    connection.close()
    return found


def made_alike(data: bytes, ids: Sequence[str]) -> bytes:
    """Without what may differ: the tables' ids, seconds left, and the time of day."""
    for each in ids:
        data = data.replace(each.encode(), b"?" * 13)
    return re.sub(rb'("(?:seconds|clock|nudged)":)\d+', rb"\g<1>0", data)


def without_sweeps(data: bytes) -> bytes:
    """When somebody is missed, for how many seconds, and whether the viewer's own voice is shown before it has decided,
    hangs on when a sweep comes by."""
    return re.sub(rb'"yes":\[\d+\]', b'"yes":[]', data).rstrip(b" ")


def without_others(page: str) -> str:
    """Home without the tables that others have opened to all, which come and go."""
    return re.sub(r'<section class="panel opens".*?</section>', "", page, flags=re.DOTALL)


class _World:
    """A world being played."""

    def __init__(self, pair: Pair, world: int, ports: Sequence[int], config: Config, packing: Packing | None) -> None:
        self.pair = pair
        self.world = world
        self.table = (pair.one, pair.two)[world]
        self.text = format_table_id(pair.ids[world])
        self.ids = (self.text, format_table_id(pair.before[world]))
        self.moving, self.looking = ports[0], ports[-1]
        self.config = config
        self.packing = packing
        self.robots = [config.worker_config().robot_key.seat_token(self.text, seat) for seat in range(pair.seats)]
        self.tokens = [HOST if seat == pair.host else token for seat, token in enumerate(self.robots)]
        self.told: list[bytes] = []
        self.keys = self._keys()
        self.helpers: dict[str, Player] = {}
        self.shown = pair.shown(world, pair.viewer)

    def _keys(self) -> Iterator[str]:
        """The same in both worlds: answers repeat them."""
        noise = random.Random(len(self.pair.lines))
        while True:
            yield str(UUID(int=noise.getrandbits(128), version=4))

    async def play(self, token: str) -> list[bytes]:
        pair = self.pair
        async with AsyncExitStack() as self.stack:
            if pair.host is not None and pair.way != AWAY:
                await self.helper(HOST)
            if pair.way == "let":
                await self.helper(STRANGER)
            if pair.way == "match":
                token = await asyncio.to_thread(self.come_by, token)
            elif not pair.person:
                token = "" if pair.viewer is None else self.robots[pair.viewer]
            self.token = token
            await self.look()
            if pair.way == AWAY:
                await self.until_missed()
            await self.probe(0)
            for number, line in enumerate(pair.lines):
                seq = self.table.seq + number
                await (self.act(number, seq) if line.what == "act" else self.note(number, seq))
                await self.player.until(self.shown[number + 1])
                if pair.way in ("let", "leave"):
                    self.collect(any_order=True, between=line.what)
                if pair.way == "reload":
                    await self.look()
                await self.probe(number + 1)
            await self.newcomer()
        return sorted(set(map(without_sweeps, self.told))) if pair.way == AWAY else self.told

    # The viewer

    async def look(self) -> None:
        """Opens the viewer's page, anew if it was open."""
        known = getattr(self, "player", None)
        if known is not None:
            await known.__aexit__()
            if self.pair.person:
                await self.until_gone()
            elif self.pair.viewer is None:
                await self.until_watched_by(0)
        self.player = Player([self.looking], self.text, self.token, packing=self.packing)
        self.player.raw = []
        await self.stack.enter_async_context(self.player)
        shown = self.table.seq if known is None or known.state is None else known.state.seq
        await self.player.until(self.shown[0] if known is None else shown)

    async def until_gone(self) -> None:
        """Until the server has seen that the page is closed: how many frames come after depends on it."""
        viewer = self.pair.viewer or 0
        while (await asyncio.to_thread(self.public))["seats"][viewer]["presence"] != "gone":
            await asyncio.sleep(0.01)

    async def until_watched_by(self, count: int) -> None:
        """The same of a spectator: so many of them are left."""
        while (await asyncio.to_thread(self.public))["watching"] != count:
            await asyncio.sleep(0.01)

    async def until_missed(self) -> None:
        """Until somebody who is not there is missed; the viewer gives signs meanwhile, so that they are not."""
        while not (absent := public_of(self.player).get("absent")) or absent[0]["seat"] != self.pair.host:
            if self.player.is_connected:
                with contextlib.suppress(*GONE):
                    await self.player.look(away=False)
            await asyncio.sleep(0.05)

    def public(self) -> dict[str, Any]:
        found: dict[str, Any] = call(self.looking, f"/api/tables/{self.text}")[1]
        return found

    async def probe(self, number: int) -> None:
        """The home page, an emote, and what cannot be done."""
        pair, seq = self.pair, self.shown[number]
        if pair.person:
            self.keep(await asyncio.to_thread(self.home))
        text = pair.probes[number]
        for move, at in (("nonsense", seq), (text, seq), (text, 0), (text, seq + 9)):
            assert isinstance(await self.player.act(move, seq=at, key=next(self.keys)), RefusedMessage)
        for wish in (NudgeMessage(NOBODY, next(self.keys)), StandInMessage(NOBODY, True, next(self.keys))):
            assert isinstance(await self.player.send(wish), RefusedMessage)
        await self.player.send(EmoteMessage("wink", next(self.keys)))  # taken from people who owe no answer
        self.collect()

    async def newcomer(self) -> None:
        """What the same viewer would be sent who comes now, at either process, and anybody who asks by HTTP."""
        looks_on = self.pair.viewer is None  # so that everybody is shown one spectator more
        shown = looks_on and self.pair.way != "late"
        count = (await asyncio.to_thread(self.public))["watching"]
        for port in {self.looking, self.moving}:
            seq = self.player.state.seq if self.player.state is not None else 0
            async with Player([port], self.text, self.token, packing=self.packing) as late:
                late.raw = []
                await late.until(seq)
                self.keep(late.raw[0])
                if shown:
                    await self.player.wait(partial(is_watched_by, self.player, count + 1))
            if shown:
                await self.player.wait(partial(is_watched_by, self.player, count))
            await self.until_watched_by(count)
        _, _, body = await asyncio.to_thread(fetch, self.looking, f"/api/tables/{self.text}")
        self.keep(body)
        self.collect()

    def collect(self, *, any_order: bool = False, between: str = "") -> None:
        """What has come since; in any order, where an answer and a frame wait for the database each on its own. Between
        a question and its end (`let`), and between a seat that is taken again and its page (`return`), there are more
        frames or fewer: the process looks who has agreed, and who is there."""
        begin = len(self.told)
        for each in self.player.raw or []:
            self.keep(each)
        self.player.raw = []
        if between == "return":
            self.told[begin:] = self.told[-1:]
        if between == "let":
            states = [each for each in self.told[begin:] if b'"type":"state"' in each]
            first = next(each for each in states if b'"asking":{' in each)
            self.told[begin:] = [each for each in self.told[begin:] if each not in states] + [first, states[-1]]
        if any_order:
            self.told[begin:] = sorted(self.told[begin:])

    def keep(self, data: bytes) -> None:
        if self.pair.way in TIMED and self.packing is not None:
            data = decompress_frame(data, self.packing.dictionary)
        self.told.append(made_alike(data, self.ids))

    def come_by(self, token: str) -> str:
        """From the table before this one, with the cookie that this had: the token of the device from then on."""
        old = format_table_id(self.pair.before[self.world])
        headers = {"cookie": f"malle-{old}={token}"} if self.pair.person else {}
        status, answered, body = fetch(self.looking, f"/tables/{old}/next", headers)
        shown = [(name, re.sub(r"malle=[\w-]{43}", "malle=!", value)) for name, value in answered if name != "date"]
        self.keep(repr((status, shown, body)).encode())
        assert dict(shown)["location"].endswith(self.text)
        given = re.search(r"malle=([\w-]{43})", repr(answered))
        return given[1] if given else ""

    def home(self) -> bytes:
        """The home page of somebody who sits at this table; if the site offers the game, a ticket leads back to it.

        Without what is not of this table: tables that others have opened, and minutes, which go by from one world to
        the next. That minutes count from what was shown is for `test_mine.py` to say."""
        device = self.token if self.pair.way == "match" else device_at(parse_table_id(self.text))
        headers = {"cookie": f"malle={device}"}
        page: str = call(self.looking, "/?lang=en", headers=headers)[1]
        assert ('class="run' in page) == (self.table.setup.game in offered())
        games: str = call(self.looking, "/mine?lang=en", headers=headers)[1]
        assert f"/tables/{self.text}" in games
        shown = without_others(page) + games
        return re.sub(r"for \d+ (?:min|hours?)\w*", "for some time", shown).encode()

    # The others

    async def helper(self, token: str) -> Player:
        """Somebody else with a page."""
        if token not in self.helpers:
            player = self.helpers[token] = Player([self.looking], self.text, token)
            await self.stack.enter_async_context(player)
            await player.wait(lambda: player.state is not None)
        return self.helpers[token]

    async def act(self, number: int, seq: int) -> None:
        seat, text = self.pair.made(self.world, number)
        if seat == self.pair.viewer:
            assert isinstance(await self.player.act(text, seq=seq, key=next(self.keys)), TakenMessage)
            return
        body = {"type": "act", "seq": seq, "text": text, "key": str(uuid4())}
        path = f"/api/tables/{self.text}/acts"
        answer = await asyncio.to_thread(call, self.moving, path, body, token=self.tokens[seat])
        assert answer[0] == 200, answer

    async def note(self, number: int, seq: int) -> None:
        """Something about the table itself."""
        seat, what = self.pair.lines[number].seat, self.pair.lines[number].what
        if what == "let":
            await self.let(seat)
            return
        if what == "away":
            await taken(self.player, NudgeMessage(seat, next(self.keys)))
            await self.player.wait(lambda: public_of(self.player)["absent"][0]["nudged"] is not None)
            await taken(self.player, StandInMessage(seat, True, next(self.keys)))
            self.tokens[seat] = self.robots[seat]
            return
        player = self.player if seat == self.pair.viewer else await self.helper(self.tokens[seat])
        if what == "return":
            player = self.helpers[HOST]
        await player.until(self.pair.shown(self.world, None if what == "return" else seat)[number])
        key = next(self.keys) if player is self.player else str(uuid4())
        await taken(player, TableCommandMessage(seq, what, key))  # type: ignore[arg-type]
        if what in ("resign", "return"):
            wanted = seat if what == "return" else None
            await player.wait(lambda: player.state is not None and player.state.viewer == wanted)
            self.tokens[seat] = HOST if what == "return" else self.robots[seat]
        if what == "resign":  # they look on, and are counted
            await self.player.wait(partial(is_watched_by, self.player, 1 + (self.pair.viewer is None)))
        if what == "return":
            await self.player.wait(partial(is_here, self.player, seat))

    async def let(self, seat: Seat) -> None:
        """A stranger asks for a robot's seat, and whoever is there agrees."""
        stranger = self.helpers[STRANGER]
        wish = SeatRequestMessage(seat, "Eve", self.config.keyring.invitation_token(self.text), next(self.keys))
        await taken(stranger, wish)
        await self.player.wait(lambda: asked(self.player) == [])
        there = self.player if self.pair.person else self.helpers[HOST]
        await taken(there, SeatAnswerMessage(wish.key, True, next(self.keys)))
        await stranger.wait(lambda: stranger.state is not None and stranger.state.viewer == seat)
        self.tokens[seat] = STRANGER
        await self.player.wait(lambda: is_here(self.player, seat) and asked(self.player) is None)


async def taken(player: Player, wish: Wish) -> None:
    """Sends something that is done."""
    answer = await player.send(wish)
    assert isinstance(answer, TakenMessage), (wish, answer)


def public_of(player: Player) -> dict[str, Any]:
    """What somebody is shown that everybody may know."""
    found: dict[str, Any] = {} if player.state is None else json.loads(bytes(player.state.table))
    return found


def asked(player: Player) -> list[int] | None:
    """The seats that have agreed to what is being asked; None: nobody asks."""
    agreed: list[int] | None = (public_of(player).get("asking") or {}).get("yes")
    return agreed


def is_here(player: Player, seat: int) -> bool:
    """Is somebody shown at this seat, and there?"""
    shown = public_of(player)["seats"][seat] if player.state is not None else {}
    return bool(shown and shown["kind"] == "person" and shown["presence"] == "here")


def is_watched_by(player: Player, count: int) -> bool:
    """Are so many spectators shown?"""
    return public_of(player).get("watching") == count


async def tell(
    pair: Pair, ports: Sequence[int], config: Config, token: str, packing: Packing | None = None
) -> list[list[bytes]]:
    """What the viewer was sent in each world. The first port is that of the movers, the last the viewer's."""
    return [await _World(pair, world, ports, config, packing).play(token) for world in range(2)]
