"""A new release rehearsed over tables in play: every planted difference is found, and sorted by who could tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from malle.cli.operator.upgrade_check import TableDigests, compare_table, digest_table
from malle.cli.operator.verify_logs import StoredTable, find_log_fault
from malle.config.game_library import GameLibrary
from malle.config.settings import read_config
from malle.core import Action, Chance, Event, GameInfo, Luck, Malformed, Seat, Turn, Viewer, Waiting
from malle.core.dealer import Dealer, seal_of_seed
from malle.table import Entry, Setup, Step, open_table
from malle.testing import example_game
from malle.testing.example_game import Bid, Bids, Keep, Kept, Now, Parley, ParleyState, Shown
from tests.versions import LOST, RENUMBERED, SECOND

CONFIG = read_config({"MALLE_DATABASES": "1=postgresql://a@127.0.0.1/b", "MALLE_KEY": "00" * 32})
SEED = bytes(range(32))
Applied = tuple[ParleyState, tuple[Event, ...]]


def library(game: type[Parley]) -> GameLibrary:
    """A release with these rules of parley, under the same version."""
    sheet = replace(example_game.GAME_INFO, make_game=lambda seats, options, edition: game(seats, options))
    return GameLibrary(lambda name: sheet)


def kept(number: int, moves: int, *, seats: int = 3) -> StoredTable:
    """A table some moves into its game, as the database would have it."""
    name = f"{number:013}"
    setup = Setup(
        table=name,
        game="parley",
        version=1,
        seats=seats,
        options={"rounds": 10},
        seal=seal_of_seed(SEED, name),
        numbers="none",
    )
    table = open_table(setup, Parley(seats, setup.options), Dealer(SEED, name))
    entries: list[Entry] = []

    def take(step: Step) -> Step:
        entries.append(step.entry)
        return step

    for seat in range(seats):
        table = take(table.sit(Seat(seat), "robot")).table
    luck = Luck(bytes(31) + bytes([number]))
    for _ in range(moves):
        seat = luck.choice(table.awaited)
        table = take(table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq)).table
    sealed = CONFIG.keyring.seed_cipher().encrypt(SEED, name)
    return StoredTable(setup, sealed, table.seq, False, entries, None, 0)


TABLES = [kept(number, moves) for number, moves in enumerate((0, 2, 3, 7, 11, 18))]
OLD = library(Parley)


def noted(each: StoredTable, at: int | None = None) -> TableDigests:
    table = each.initial_table(OLD, CONFIG.keyring.seed_cipher()).replay(
        each.entries[: at if at is not None else each.seq]
    )
    return digest_table(table, CONFIG.keyring.upgrade_check_key())


NOTES = [noted(each) for each in TABLES]


def sorts(new: GameLibrary) -> set[str]:
    return {compare_table(each, note, CONFIG, new)[0] for each, note in zip(TABLES, NOTES, strict=True)}


class Legal(Parley):
    def legal(self, state: ParleyState, seat: Seat) -> Sequence[Action]:
        return self.changed(tuple(super().legal(state, seat)))

    def changed(self, found: tuple[Action, ...]) -> tuple[Action, ...]:
        return found


class Reversed(Legal):
    def changed(self, found: tuple[Action, ...]) -> tuple[Action, ...]:
        return found[::-1]


class Twice(Legal):
    def changed(self, found: tuple[Action, ...]) -> tuple[Action, ...]:
        return (*found, *found[:1])


class Applying(Parley):
    def apply(self, state: ParleyState, mover: Seat, action: Action) -> Applied:
        return self.changed(state, mover, action, super().apply(state, mover, action))

    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        return done


class Doubled(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        points = tuple(2 * now - then for now, then in zip(done[0].points, before.points, strict=True))
        return replace(done[0], points=points), done[1]


class Kind(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        points = tuple(max(now, then) for now, then in zip(done[0].points, before.points, strict=True))
        return replace(done[0], points=points), done[1]


class LastWins(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        if done[0].bidder is None:
            return done
        bids = [bid or 0 for bid in done[0].bids]
        return replace(done[0], bidder=len(bids) - 1 - bids[::-1].index(max(bids))), done[1]


class Untold(Applying):
    gone: type[Event] = Bids

    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        return done[0], tuple(each for each in done[1] if not isinstance(each, self.gone))


class ShownUntold(Untold):
    gone = Shown


class KeptUntold(Untold):
    gone = Kept


class ToldTwice(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        return done[0], done[1] * 2


class Looking(Parley):
    def now(self, state: ParleyState, viewer: Viewer) -> Now:
        return self.changed(super().now(state, viewer), state, viewer)

    def changed(self, now: Now, state: ParleyState, viewer: Viewer) -> Now:
        return now


class NoPoints(Looking):
    def changed(self, now: Now, state: ParleyState, viewer: Viewer) -> Now:
        return replace(now, points=())


class Leaking(Looking):
    def changed(self, now: Now, state: ParleyState, viewer: Viewer) -> Now:
        return replace(now, number=state.numbers[0]) if viewer is None and state.numbers else now


class NobodyAnswered(Looking):
    def changed(self, now: Now, state: ParleyState, viewer: Viewer) -> Now:
        return replace(now, answered=tuple(False for _ in now.answered))


class OneMore(Parley):
    def __init__(self, seats: int, options: Any) -> None:
        super().__init__(seats, options)
        self.rounds = 4  # some tables are over by these rules, others soon


class Turning(Parley):
    def turn(self, state: ParleyState) -> Turn:
        return self.changed(super().turn(state))

    def changed(self, turn: Turn) -> Turn:
        return turn


class InTurns(Turning):
    def changed(self, turn: Turn) -> Turn:
        return Waiting(turn.seats[:1]) if isinstance(turn, Waiting) else turn


class Loaded(Turning):
    def changed(self, turn: Turn) -> Turn:
        return Chance(turn.outcomes, (9, *turn.weights[1:])) if isinstance(turn, Chance) else turn


class OtherOrder(Turning):
    def changed(self, turn: Turn) -> Turn:
        return Chance(turn.outcomes[::-1], turn.weights) if isinstance(turn, Chance) else turn


class HeadStart(Parley):
    def new(self) -> ParleyState:
        return replace(super().new(), points=(1,) * self.seats)


class Wider(ParleyState, frozen=True):
    """With something in it that nobody is shown."""

    spare: int = 0


class Unseen(Parley):
    def new(self) -> ParleyState:
        return Wider(**msgspec.structs.asdict(super().new()), spare=7)


class UnseenLater(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        if isinstance(action, Keep) and done[0].round > 2:
            return Wider(**msgspec.structs.asdict(done[0])), done[1]
        return done


class Unread(Parley):
    def read(self, text: str, state: ParleyState, seat: Seat) -> Action:
        if text == "show":
            raise Malformed("say reveal")
        return super().read(text, state, seat)


class Breaking(Applying):
    def changed(self, before: ParleyState, mover: Seat, action: Action, done: Applied) -> Applied:
        return ({} if isinstance(action, Bid) and action.amount == 2 else {2: done})[2] if mover >= 0 else done


PLANTS: dict[str, tuple[Callable[[], GameLibrary], str]] = {
    **{
        kind.__name__: (lambda kind=kind: library(kind), "differs for somebody")  # type: ignore[misc]
        for kind in (
            Reversed, Twice, Doubled, Kind, Untold, ShownUntold, KeptUntold, ToldTwice, NoPoints, Leaking,
            NobodyAnswered, Loaded, OtherOrder, HeadStart,
        )
    },
    "Unseen": (lambda: library(Unseen), "differs unseen"),
    "UnseenLater": (lambda: library(UnseenLater), "differs unseen"),
    "OneMore": (lambda: library(OneMore), "fails"),
    "InTurns": (lambda: library(InTurns), "fails"),
    "LastWins": (lambda: library(LastWins), "fails"),
    "Unread": (lambda: library(Unread), "fails"),
    "Breaking": (lambda: library(Breaking), "fails"),
    "rules thrown away": (lambda: GameLibrary(lambda name: LOST), "fails"),
    "other numbers": (lambda: GameLibrary(lambda name: RENUMBERED), "fails"),
}  # fmt: skip


def test_the_same_release_is_the_same() -> None:
    assert sorts(OLD) == {"same"}


def test_a_raised_version_that_keeps_the_old_rules_is_the_same() -> None:
    sheet: GameInfo = replace(
        SECOND, earlier_versions=(replace(SECOND.earlier_versions[0], robot=example_game.GAME_INFO.robot),)
    )
    assert sorts(GameLibrary(lambda name: sheet)) == {"same"}


@pytest.mark.parametrize("plant", PLANTS)
def test_every_planted_difference_is_found(plant: str) -> None:
    make, sort = PLANTS[plant]
    found = sorts(make())
    assert sort in found
    worse = ["same", "differs unseen", "differs for somebody", "fails"]
    assert max(found, key=worse.index) == sort


def test_there_are_twenty_of_them() -> None:
    assert len(PLANTS) >= 20


def test_a_table_that_went_on_since_is_compared_where_it_was_noted() -> None:
    last = TABLES[-1]
    early = noted(last, last.seq - 4)
    assert compare_table(last, early, CONFIG, OLD)[0] == "same"
    assert compare_table(last, early, CONFIG, library(Doubled))[0] == "differs for somebody"
    assert compare_table(last, None, CONFIG, OLD)[0] == "not noted"


def test_these_tables_are_by_their_seals() -> None:
    assert [find_log_fault(each, OLD, CONFIG.keyring.seed_cipher()) for each in TABLES] == [""] * len(TABLES)
