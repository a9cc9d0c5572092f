"""Leaks planted in La chasse aux contrebandiers: where the plates are is told to the customs, and found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import Action, Event, Luck, Message, Seat, Secret, Viewer, load_edition
from malle.games.chasse import GAME_INFO, event_messages
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.rules import ApplyResult, Chasse
from malle.games.chasse.state import ChasseView, Hide, Move, PlatePlaced, State, Why
from malle.testing import check_contract, check_paired_rooms, check_sampled_laws, check_scenes, check_secrecy_baseline
from malle.testing.planted_leaks import (
    LEAK_KINDS,
    LEAK_LAWS,
    broken_laws,
    fix_setting,
    plant_leaks,
    with_replaced_functions,
)


def left(state: State) -> bool:
    """Is there a plate under one of the first pawns?"""
    return sum(state.plates[: len(state.plates) // 2]) > 1


class EmptyFirst(Chasse):
    """Out of time an empty pawn moves rather than a loaded one: the pawns before it are loaded."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        loaded = {square for square, plates in zip(state.smugglers, state.plates, strict=True) if plates}
        legal = self.legal(state, seat)
        if state.phase != "smuggler":
            return super().default(state, seat, luck)
        return next((each for each in legal if isinstance(each, Move) and each.origin not in loaded), legal[0])


class SameSquares(Chasse):
    """Out of time the plates go under every second pawn, always: the customs hear nothing, and know it all the same."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        legal = self.legal(state, seat)
        return legal[min(2, len(legal) - 1)] if state.phase == "hide" else super().default(state, seat, luck)


@pytest.mark.parametrize("kind", [EmptyFirst, SameSquares])
def test_the_answer_at_the_deadline_is_quiet(kind: type[Chasse]) -> None:
    """The customs would hear another move in a world that they cannot tell apart; or know what they do not hear."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
        return kind(options, load_edition(edition or CLASSIC, Numbers))

    found = check_paired_rooms(fix_setting(replace(GAME_INFO, make_game=make), 2), pairs=300, stop_at_first=True)
    assert "quiet default" in broken_laws(found), found[:2]


def test_sentences_do_not_remember_for_the_smuggler() -> None:
    """With the option `memory` the table in sentences still says where the plates are."""

    def sentences(game: Chasse, view: ChasseView) -> tuple[Message, ...]:
        return event_messages.table_sentences(game, replace(view, now=replace(view.now, plates=view.memory.plates)))

    leaky = fix_setting(
        replace(GAME_INFO, messages=with_replaced_functions(event_messages, table_sentences=sentences)), 2, memory=True
    )
    assert "memory" in broken_laws(check_scenes(leaky))
    assert not check_scenes(fix_setting(GAME_INFO, 2, memory=True))


class CountsStacks(Chasse):
    """To hide a plate takes a step for each pawn that hides one, as it once did."""

    def _apply_hide(self, state: State, mover: Seat, action: Hide) -> ApplyResult:
        max((pawn for pawn, plates in enumerate(state.plates) if plates), default=0)
        return super()._apply_hide(state, mover, action)


class LooksUntilFound(Chasse):
    """After a control the plates that are on the way are looked for until one is found, as they once were."""

    def _reason_of_end(self, state: State) -> Why:
        pairs = zip(state.smugglers, state.plates, strict=True)
        all(square < self.numbers.width for square, plates in pairs if plates)
        return super()._reason_of_end(state)


@pytest.mark.parametrize("kind", [CountsStacks, LooksUntilFound])
def test_steps_that_a_clock_could_count_are_found(kind: type[Chasse]) -> None:
    """The rules as they are take as many calls, whatever is hidden."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
        return kind(options, load_edition(edition or CLASSIC, Numbers))

    assert GAME_INFO.max_call_difference == 0
    found = check_paired_rooms(fix_setting(replace(GAME_INFO, make_game=make), 2), pairs=300, stop_at_first=True)
    assert "calls" in broken_laws(found), found[:2]


class PlateHeard(PlatePlaced, frozen=True):
    """Where a plate was hidden, for all to hear."""

    audience_field: ClassVar[str] = ""


class NineOfThirteen(Chasse):
    """Everybody hears what is hidden under the first nine pawns."""

    def apply(self, state: State, mover: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        told = isinstance(action, Hide) and action.pawn < 9
        return after, tuple(
            PlateHeard(each.seat, each.square) if told and isinstance(each, PlatePlaced) else each for each in heard
        )


def test_plates_told_to_all_are_found() -> None:
    """The class is none of the game's."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
        return NineOfThirteen(options, load_edition(edition or CLASSIC, Numbers))

    assert "audience" in broken_laws(check_contract(fix_setting(replace(GAME_INFO, make_game=make), 2), games=4))


class PeeksAtNine(Chasse):
    """`imagine` gives back what is hidden under the first nine pawns, as if everybody had seen it."""

    looked: State

    def view(self, state: State, viewer: Viewer) -> ChasseView:
        self.looked = state
        return super().view(state, viewer)

    def imagine(self, view: ChasseView, luck: Luck) -> State:
        world = super().imagine(view, luck)
        if view.memory.plates is not None:
            return world
        first, rest = self.looked.plates[:9], self.looked.plates[9:]
        under = luck.pick((1,) * len(rest))
        return replace(world, plates=(*first, *rest[under:], *rest[:under]))


class NobodyMayKnow(Chasse):
    """The list of secrets says that the customs know the plates too: nobody looks whether they do."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        everybody = frozenset(map(Seat, range(self.seats)))
        return {name: replace(each, knowers=everybody) for name, each in super().secrets(state).items()}


class SecretsLeftOut(Chasse):
    """The list of secrets is empty once somebody was controlled."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        return {} if state.cleared or state.seized else super().secrets(state)


@pytest.mark.parametrize("kind", [PeeksAtNine, NobodyMayKnow, SecretsLeftOut])
@pytest.mark.timeout(200)
def test_what_is_on_file_is_more_than_that(kind: type[Chasse]) -> None:
    """The plates vary among imagined worlds, or are not looked at, so that S3 is content; but there is less to know."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
        return kind(options, load_edition(edition or CLASSIC, Numbers))

    assert "ignorance" in broken_laws(check_secrecy_baseline(replace(GAME_INFO, make_game=make)))
    found = check_sampled_laws(make(2, GAME_INFO.complete_options(2, {}), None), pairs=300)
    assert "S3 ignorance" not in broken_laws(found), found


@pytest.mark.parametrize("leak", LEAK_KINDS)
@pytest.mark.timeout(200)
def test_the_plates_are_not_told_by(leak: str) -> None:
    """On which side most of them are, told in thirteen ways."""
    found = check_paired_rooms(fix_setting(plant_leaks(GAME_INFO, left)[leak], 2), pairs=400, stop_at_first=True)
    assert broken_laws(found) & LEAK_LAWS, found[:2]
