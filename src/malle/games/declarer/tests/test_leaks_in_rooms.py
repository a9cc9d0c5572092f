"""Leaks that show only where worlds are shown side by side, as on a server: each is found by coupled rooms.

Most of them remember: the game object, the drawing or a kept piece has seen more than the viewer whom it serves.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import Action, GameInfo, Luck, MalleError, Seat, Viewer, load_edition
from malle.games.declarer import GAME_INFO
from malle.games.declarer.edition import BAG, CLASSIC, Numbers, dutiable_articles
from malle.games.declarer.rules import Declarer, Step
from malle.games.declarer.state import Accept, Believe, Claim, DeclarerView, State
from malle.testing import check_contract, check_paired_rooms, check_scenes
from malle.testing.planted_leaks import LEAK_KINDS, LEAK_LAWS, broken_laws, fix_setting, plant_leaks


def lies(state: State | None) -> bool:
    """Is the declaration on the table a lie?"""
    if state is None or state.claim is None:
        return False
    return state.claim not in (dutiable_articles(state.hand), (BAG,) if BAG in state.hand else None)


class Remembers(Declarer):
    """Keeps the state that was reached last, whoever asks next: no leak yet."""

    last: ClassVar[State | None] = None

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        after, heard = super().apply(state, mover, action)
        type(self).last = after
        return after, heard


class ViewFromLast(Remembers):
    """The officer's view counts rounds otherwise where the last state reached has a lie in it."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        told = viewer == state.officer and lies(self.last)
        return replace(view, now=replace(view.now, round=view.now.round + 100)) if told else view


class LastFromLast(Remembers):
    """Officer and next traveller see "the last declaration" turned round where the last state reached has a lie."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        told = viewer != state.traveller and lies(self.last)
        return replace(view, now=replace(view.now, last=not view.now.last)) if told else view


class TypoTells(Declarer):
    """Only a declaration of a number with two figures is answered with what is in the hand."""

    def read(self, text: str, state: State, seat: Seat) -> Action:
        try:
            return super().read(text, state, seat)
        except MalleError as error:
            if re.search(r"\d\d", text):
                raise type(error)(f"{error} ({len(dutiable_articles(state.hand))})") from error
            raise


class Sleeps(Declarer):
    """Belief in a lie takes three milliseconds longer."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        if lies(state):
            time.sleep(0.003)
        return super()._apply_believe(state, mover, action)


class DefaultTells(Declarer):
    """Out of time, whoever holds something dear claims the bag."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        dear = state.phase == "declare" and any(kind > 4 for kind in state.hand)
        return Claim() if dear else super().default(state, seat, luck)


class OnlyCapped(Declarer):
    """With the option `capped` nobody is offered a doubt where the declaration is true."""

    def legal(self, state: State, seat: Seat) -> Any:
        legal = super().legal(state, seat)
        hides = self.options["capped"] and state.phase == "neighbour" and not lies(state)
        return (Accept(),) if legal and hides else legal


def make(kind: type[Declarer], seats: int, options: Mapping[str, Any], edition: Path | None) -> Declarer:
    return kind(seats, options, load_edition(edition or CLASSIC, Numbers))


def leaky(kind: type[Declarer], calls: int = sys.maxsize) -> GameInfo:
    """The game with a leak; whatever the leak itself asks for is not counted."""
    return replace(GAME_INFO, make_game=partial(make, kind), max_call_difference=calls)


OWN: Mapping[str, type[Declarer]] = {
    "view from the last state": ViewFromLast,
    "last declaration from the last state": LastFromLast,
    "refusal of a slip": TypoTells,
    "fewer answers with one option": OnlyCapped,
}


@pytest.mark.parametrize("leak", LEAK_KINDS)
@pytest.mark.timeout(200)
def test_a_lie_is_not_told_by(leak: str) -> None:
    """Whether the declaration on the table is true, told in thirteen ways."""
    found = check_paired_rooms(fix_setting(plant_leaks(GAME_INFO, lies)[leak], 4), pairs=400, stop_at_first=True)
    assert broken_laws(found) & LEAK_LAWS, found[:2]


@pytest.mark.parametrize("leak", OWN)
@pytest.mark.timeout(200)
def test_coupled_rooms_find(leak: str) -> None:
    """With four players; the one that needs an option, with that."""
    sheet = fix_setting(leaky(OWN[leak]), 4, capped="option" in leak)
    found = check_paired_rooms(sheet, pairs=400, stop_at_first=True)
    assert "coupled rooms" in broken_laws(found), found[:2]


def test_a_wait_is_found_by_counting_calls() -> None:
    """No clock is read: a call more is enough."""
    found = check_paired_rooms(
        fix_setting(leaky(Sleeps, GAME_INFO.max_call_difference), 4), pairs=600, stop_at_first=True
    )
    assert "calls" in broken_laws(found), found[:2]


def test_a_telling_phase_hides_what_else_its_deadline_tells() -> None:
    """The one planted leak that no law finds: the truth at the deadline tells by design, and so does a lie. Without the
    sheet's word for it the phase is a fault, leak or not."""
    assert GAME_INFO.revealing_default_phases == ("declare",)
    assert not check_paired_rooms(fix_setting(leaky(DefaultTells), 4), pairs=100)
    found = check_paired_rooms(
        fix_setting(replace(GAME_INFO, revealing_default_phases=()), 4), pairs=400, stop_at_first=True
    )
    assert "quiet default" in broken_laws(found), found[:2]


def test_what_only_remembers_is_no_leak() -> None:
    assert not check_paired_rooms(fix_setting(leaky(Remembers), 4), pairs=150)


@pytest.mark.parametrize("leak", ["a panel for all", "an animation", "a line of the log", "a robot that peeks"])
def test_the_older_suites_do_not_see(leak: str) -> None:
    """Why this law is worth its time."""
    sheet = fix_setting(plant_leaks(GAME_INFO, lies)[leak], 4)
    assert not [*check_contract(sheet), *check_scenes(sheet)]
