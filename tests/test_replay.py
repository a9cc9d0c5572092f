"""A finished game stepped through: its moments are the frames that were sent, and what was undone is not among them."""

from __future__ import annotations

import asyncio
import json
import math
import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from malle.config.settings import Config
from malle.core import Event, Message, Seat, Viewer
from malle.core.dealer import Dealer, seal_of_seed
from malle.core.randomness import Luck
from malle.core.record import TABLE_MOVER
from malle.games import OWN_GAMES, load_game_info
from malle.games.chasse.state import Controlled
from malle.games.combinards.events import Announced
from malle.protocol.replay_messages import ReplayRange
from malle.runtime.history import replay
from malle.runtime.history.log_record import build_record_from_log
from malle.runtime.history.replay import ITEMS_PER_TURN, MOMENTS_PER_BLOCK, Replay, ReplayBuilder, ReplayCache
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.views import frames
from malle.storage.store import TableId
from malle.table import Entry, Setup, Step, Table, open_table
from malle.testing import example_game
from malle.web.pages.record_file import export_record
from malle.web.pages.replay_page import load_story
from malle.web.security.quotas import MAX_QUESTIONS, Quotas
from malle.web.security.rate_limits import TooFast

SHORT = {"declarer": {"rounds": 1}, "combinards": {"rounds": 2}}
"""Options that make a game short enough for every day."""


class Played:
    """A game as it went at a table with people who look on all the time."""

    def __init__(self, name: str, seed: int, *, usual: bool = False, undo: float = 0.0) -> None:
        facts = load_game_info(name)
        seats = min(3, max(facts.seats))
        options = facts.complete_options(seats, {} if usual else SHORT.get(name, {}))
        self.seed = seed.to_bytes(32, "big")
        setup = Setup(
            table="t", game=name, version=facts.version, seats=seats, options=options, seal=seal_of_seed(self.seed, "t")
        )
        self.first = open_table(setup, facts.make_game(seats, options, None), Dealer(self.seed, "t"))
        self.room = Room(TableId(1), "t", self.first, facts)
        self.room.set_names(("Ann", "Bob", "Eve")[:seats])
        self.room.remote_presence[0] = ((1 << seats) - 1, 0, 0, math.inf)
        self.entries: list[Entry] = []
        self.frames: dict[tuple[int, Viewer], bytes] = {}
        self.undone = 0
        luck, dice = random.Random(seed), Luck(seed)
        for seat in range(seats):
            self._go(self.table.sit(Seat(seat), "person"))
        while self.table.awaited:
            seat = luck.choice(self.table.awaited)
            view = self.table.view(seat)
            assert view is not None
            action = facts.robot(self.table.game, view, self.table.legal(seat), dice)
            self._go(self.table.act(seat, self.table.game.write(action), self.table.seq))
            if luck.random() < undo / 3 and self.table.awaited:
                for on in (True, False):
                    self._go(self.table.pause(on=on))
            if luck.random() < undo and self.table.undo_to is not None and self.table.awaited:
                older = Entry(
                    self.table.seq + 1, TABLE_MOVER, (f"undo {seat + 1}",)
                )  # where it may not be asked for now
                asked = self.table.may_undo(seat)
                self._go(self.table.undo(seat, self.table.seq) if asked else self.table.follow(older))
                self.undone += 1

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return None, *map(Seat, range(self.table.game.seats))

    def _go(self, step: Step) -> None:
        assert self.room.advance(step)
        self.entries.append(step.entry)

    def frame(self, viewer: Viewer) -> bytes:
        """What this viewer was sent last."""
        return frames.build_frame(self.room, viewer, self.table.seq - 1, robot=False, first=False)

    def reel(self) -> Replay:
        winder = ReplayBuilder(self.first)
        for entry in self.entries:
            winder.add_entry(entry)
        return Replay(self.room, tuple(winder.steps))


class Archive:
    """A house of one finished game, whose log is at every table; it is given away when the gate is open."""

    def __init__(self, played: Played) -> None:
        self.played, self.loads = played, 0
        self.gate = asyncio.Event()
        library = SimpleNamespace(edition_name=lambda digest: "usual")
        stored = SimpleNamespace(entries=played.entries, setup=played.first.setup)

        async def load(table: TableId, *, whole_log: bool) -> Any:
            self.loads += 1
            await self.gate.wait()
            return stored

        store = SimpleNamespace(load_table=load)
        made = SimpleNamespace(
            store=store,
            library=library,
            build_initial_table=lambda stored: played.first,
            decrypt_seed=lambda stored: played.seed,
        )
        self.house = cast(TableService, made)

    def room(self, number: int) -> Room:
        """Another table, where the same was played."""
        return Room(TableId(number), "t", self.played.table, self.played.room.game_info)


async def turns(times: int = 20) -> None:
    """Everybody else has their turn."""
    for _ in range(times):
        await asyncio.sleep(0)


def shown(reel: Replay, eyes: replay.Perspective, at: int) -> ReplayRange:
    return asyncio.run(replay.build_moments(reel, eyes, at, "build"))


def check_last_frame(name: str, seeds: range, *, usual: bool) -> None:
    """From every seat, and for those who look on."""
    for seed in seeds:
        played = Played(name, seed, usual=usual, undo=0.1)
        reel = played.reel()
        for viewer in played.viewers:
            block = shown(reel, "public" if viewer is None else viewer, len(reel.steps))
            assert bytes(block.states[-1]) == played.frame(viewer), (name, seed, viewer)
            assert block.first + len(block.states) == block.count


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_last_moment_is_the_last_frame(name: str) -> None:
    check_last_frame(name, range(2), usual=False)


@pytest.mark.long
@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_last_moment_is_the_last_frame_two_hundred_times(name: str) -> None:
    check_last_frame(name, range(1000, 1200), usual=True)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_what_was_undone_is_not_there(name: str) -> None:
    """The moves of the reel are those of the record, which leaves out what was undone; pauses are not moments."""
    undone = 0
    for seed in range(4):
        played = Played(name, seed, undo=0.5)
        undone += played.undone
        entries = [*played.entries, played.table.continue_at("another").entry]
        winder = ReplayBuilder(played.first)
        for entry in entries:
            winder.add_entry(entry)
        record = build_record_from_log(played.first, entries, played.seed)
        moves = [(step.entry.mover, step.entry.lines[0]) for step in winder.steps if step.entry.mover >= 0]
        assert moves == [(line.mover, line.text) for line in record.lines if line.mover >= 0]
        assert winder.steps[-1].table.over is not None
        assert all(one.table.seq < two.table.seq for one, two in pairwise(winder.steps))
        assert not any(step.table.paused for step in winder.steps)
    assert undone


def test_a_seat_that_changed_hands_is_lent_though_a_move_was_taken_back_over_it() -> None:
    """Ann bids, Bob gives up his seat and Eve is let in, Ann takes her bid back: no moment with the robot is left."""
    setup = Setup(table="t", game="parley", version=1, seats=3, options={}, seal="")
    game = example_game.GAME_INFO.make_game(3, example_game.GAME_INFO.complete_options(3, {}), None)
    winder = ReplayBuilder(open_table(setup, game, Dealer(bytes(32), "t")))
    for seat in map(Seat, range(3)):
        winder.add_entry(winder.table.sit(seat, "person").entry)
    assert not winder.robot_seats
    winder.add_entry(winder.table.act(Seat(0), "bid 1", winder.table.seq).entry)
    winder.add_entry(winder.table.give_up(Seat(1)).entry)
    winder.add_entry(winder.table.give_robot_seat(Seat(1)).entry)
    winder.add_entry(winder.table.undo(Seat(0), winder.table.seq).entry)
    assert {step.table.seat_kinds for step in winder.steps} == {("person",) * 3}
    assert [replay.events_of_person(seat, winder.steps, winder.robot_seats) is None for seat in range(3)] == [
        False,
        True,
        False,
    ]


def test_blocks_cover_the_game_and_everything_is_every_seat() -> None:
    played = Played("declarer", 5)
    reel = played.reel()
    found = 0
    while found < len(reel.steps):
        block = shown(reel, "all", found)
        assert block.first == found
        assert len(block.states) <= MOMENTS_PER_BLOCK
        for at, (state, owns) in enumerate(zip(block.states, block.owns, strict=True)):
            room = reel.room_at(found + at)
            assert tuple(owns) == tuple(frames.seat_part(room, Seat(seat)) for seat in range(3))
            assert json.loads(bytes(state))["seq"] == reel.steps[found + at].table.seq
        found += len(block.states)
    assert shown(reel, "public", 10_000).first == shown(reel, "public", len(reel.steps) - 1).first
    assert any(b'"private":true' in bytes(own) for own in shown(reel, "all", 0).owns[0]), "a hand is shown"


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_story_is_told_of_the_same_moves(name: str) -> None:
    """A fact names a moment of the reel, and whoever tells it was handed the events of just these moments."""
    reel = Played(name, 7, undo=0.3).reel()
    story = reel.make_story()
    assert story.notes
    assert all(-1 <= fact.move < len(reel.steps) for fact in story.facts)


@pytest.mark.parametrize(("name", "seed", "asked"), [("chasse", 7, Controlled), ("combinards", 13, Announced)])
def test_the_story_tells_what_a_robot_thought_and_nothing_of_people(name: str, seed: int, asked: type[Event]) -> None:
    """The same game, as if robots had played it: what each of them was surest of is told, at a move at which it had to
    think so, and of nobody twice."""
    reel = Played(name, seed).reel()
    title = Message("thought-title")
    assert title not in [fact.title for fact in reel.make_story().facts]

    def with_robots(table: Table) -> Table:
        return replace(table, seat_kinds=("robot",) * table.game.seats, setup=replace(table.setup, level="wily"))

    first = replace(reel.steps[0], table=with_robots(reel.steps[0].table))
    room = Room(reel.room.id, reel.room.id_text, with_robots(reel.room.table), reel.room.game_info)
    told = [fact for fact in Replay(room, (first, *reel.steps[1:])).make_story().facts if fact.title == title]
    moves = [move for move, step in enumerate(reel.steps) for event in step.heard if isinstance(event, asked)]
    seats = [fact.text.args["seat"] for fact in told if isinstance(fact.text, Message)]
    assert told
    assert len({*seats}) == len(told)
    assert {fact.move for fact in told} <= {*moves}


async def test_a_record_lets_everybody_else_have_their_turn() -> None:
    """The whole game is played again for it, in the process where others play."""
    archive, had = Archive(Played("chasse", 3)), 0
    archive.gate.set()
    made = asyncio.create_task(export_record(archive.house, archive.room(1)))
    while not made.done():
        await asyncio.sleep(0)
        had += 1
    assert "result: " in made.result()
    assert had >= len(archive.played.entries) // ITEMS_PER_TURN


async def test_a_game_is_wound_once_whoever_asks_meanwhile() -> None:
    """And goes on being wound though the one who asked first has left."""
    archive = Archive(Played("chasse", 3))
    reels, room = ReplayCache(archive.house), archive.room(1)
    asking = [asyncio.create_task(reels.get_replay(room)) for _ in range(3)]
    await turns()
    asking[0].cancel()
    await turns()
    archive.gate.set()
    one, two = await asyncio.gather(*asking[1:])
    assert one is two
    assert (await reels.get_replay(room)) is one
    assert archive.loads == 1


async def test_tables_that_wait_for_their_story_are_few_and_nothing_is_wound_for_them() -> None:
    """One is made at a time. Who asks for one more is told to come back before anything is done; who asks for one that
    is in line is told it with the others."""
    archive = Archive(Played("chasse", 3))
    reels, quotas = (
        ReplayCache(archive.house),
        Quotas(Config(table_databases={}, people_database="", nats_url="", keyring=cast(Any, None))),
    )
    rooms = [archive.room(number) for number in range(MAX_QUESTIONS)]
    asking = [asyncio.create_task(load_story(reels, room, quotas, f"203.0.113.{room.id}")) for room in (*rooms, *rooms)]
    await turns()
    assert (reels.story_queue_length, archive.loads) == (MAX_QUESTIONS, 1)
    with pytest.raises(TooFast):
        await load_story(reels, archive.room(MAX_QUESTIONS), quotas, "198.51.100.1")
    assert archive.loads == 1
    archive.gate.set()
    stories = await asyncio.gather(*asking)
    assert all(story.notes for story in stories)
    await turns()
    assert (reels.story_queue_length, archive.loads, quotas.open_stories.total_in_use) == (0, MAX_QUESTIONS, 0)
    assert reels.is_story_requested(rooms[-1])
    assert await load_story(reels, rooms[-1], quotas, "198.51.100.1") is stories[-1]
