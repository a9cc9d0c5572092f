"""The robots of a run: a client at one seat, which plays anything legal and notes everything."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec

from malle import games
from malle.config.game_library import GameLibrary
from malle.core import GameInfo
from malle.core.codec import encode
from malle.protocol.messages import ActMessage, StateMessage, TakenMessage
from malle.testing import example_game
from tests.server.history import Seen, Wish, digest
from tests.server.player import Player
from tests.server.runnable import answer_to

if TYPE_CHECKING:
    from tests.server.faults import Run


def sheet_of(name: str) -> GameInfo:
    """The games of a run: those of the house, and parley for its windows."""
    return example_game.GAME_INFO if name == "parley" else games.load_game_info(name)


LIBRARY = GameLibrary(sheet_of)


class Bot:
    """A client at one seat, which plays anything legal and notes everything."""

    def __init__(
        self,
        run: Run,
        player: Player,
        table: str,
        seat: int,
        game: str,
        seats: int,
        options: dict[str, object],
        *,
        silent: bool,
    ) -> None:
        self.run, self.player, self.table, self.seat, self.silent = run, player, table, seat, silent
        self.game = LIBRARY.game(game, 1, seats, sheet_of(game).complete_options(seats, options))
        self.seen = Seen(table, seat)
        self.unseen = 0
        self.top = -1
        run.history.seen.append(self.seen)
        player.on_state = self.look
        player.on_taken = self.note
        self.luck = random.Random(f"{run.plan.seed} {table} {seat}")

    def look(self, state: StateMessage) -> None:
        """Notes what is shown, and how long after its answer."""
        self.seen.digests[state.seq].add(digest(bytes(state.view)))
        now = time.monotonic()
        acked = self.run.acked[self.table]
        while self.unseen < len(acked) and acked[self.unseen][0] <= state.seq:
            seq, since = acked[self.unseen]
            self.unseen += 1
            if seq <= self.top:
                continue  # seen before its answer came
            down = sum(max(0.0, min(now, end) - max(since, began)) for began, end in self.run.down)
            wall = time.time() - now
            waited = self.run.waits.between(wall + since, wall + now)
            self.seen.lag = max(self.seen.lag, now - since - down - waited)
        self.top = max(self.top, state.seq)

    def note(self, taken: TakenMessage) -> None:
        """From now on everybody should see it soon."""
        acked = self.run.acked[self.table]
        if not acked or acked[-1][0] < taken.seq:
            acked.append((taken.seq, time.monotonic()))

    def choices(self) -> list[object]:
        state = self.player.state
        return (_list(bytes(state.legal)) or []) if state is not None else []

    async def play(self) -> None:
        """Until the run stops or the game is over."""
        run, player = self.run, self.player
        while not run.stopping and not self.silent:
            with contextlib.suppress(TimeoutError):
                await player.wait(lambda: run.stopping or bool(self.choices()), 1)
            choices = self.choices()
            if not choices or run.stopping:
                continue
            await asyncio.sleep(self.luck.random() * run.plan.think)
            state = player.state
            choices = self.choices()
            if state is None or not choices or run.stopping:
                continue
            action = self.game.codec.action(encode(self.luck.choice(choices)))
            await self.act(state.seq, self.game.write(action))

    async def act(self, seq: int, text: str) -> None:
        run, player = self.run, self.player
        wish = Wish(self.table, self.seat, str(uuid4()), text, seq, time.monotonic())
        run.history.wishes.append(wish)
        port_before, quiet = player.connections, run.quiet
        act = ActMessage(seq, text, wish.key)
        answer = await answer_to(player, act, run.waits)
        if answer is None:
            run.history.faults.append(f"stuck: no answer to {wish}")
            return
        wish.answered = time.monotonic()
        wish.resent = player.connections != port_before
        wish.quiet = quiet and run.quiet
        if not isinstance(answer, TakenMessage):
            wish.refused = answer.slug
            return
        wish.taken = answer.seq
        if self.luck.random() < 0.03:
            await self.again(act, answer)
        while not run.stopping and (player.state is None or player.state.seq < answer.seq):
            with contextlib.suppress(TimeoutError):
                await player.until(answer.seq, 1)

    async def again(self, act: ActMessage, answer: TakenMessage) -> None:
        """Sends a move that was taken once more, and its key with something else: neither may change anything."""
        repeat = await answer_to(self.player, act, self.run.waits)
        if repeat != answer:
            self.run.history.faults.append(f"answers: {answer} became {repeat}")
        other = await answer_to(self.player, ActMessage(act.seq, act.text + " ", act.key), self.run.waits)
        if isinstance(other, TakenMessage):
            self.run.history.faults.append(f"answers: a key was taken for something else: {other}")


_list: Callable[[bytes], list[object] | None] = msgspec.json.Decoder(list[object] | None).decode
