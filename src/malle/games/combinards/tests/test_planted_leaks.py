"""Leaks planted in Les Joyeux Combinards: cards that somebody holds or buys are told to others, and found."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import Action, Event, GameInfo, Luck, Seat, Turn, Viewer, Waiting, load_edition
from malle.core.scene import Animation
from malle.games.combinards import GAME_INFO, drawing
from malle.games.combinards.edition import CLASSIC, ILLICIT, Numbers
from malle.games.combinards.events import Announced, CardSeen, ControlClean, ControlSeen, Doubted
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CombinardsView, Doubt, Now, State
from malle.games.combinards.tests import test_memory as memory
from malle.testing import check_contract, check_paired_rooms, check_sampled_laws, check_scenes
from malle.testing.planted_leaks import (
    LEAK_KINDS,
    LEAK_LAWS,
    broken_laws,
    fix_setting,
    plant_leaks,
    with_replaced_functions,
)


def odd(state: State) -> bool:
    """Is the card being bought, or else the first player's first one, one of every second?"""
    card = state.card if state.card >= 0 else state.hands[0][0] if state.hands[0] else 0
    return card % 2 == 1


@pytest.mark.parametrize("leak", LEAK_KINDS)
@pytest.mark.timeout(200)
def test_a_card_is_not_told_by(leak: str) -> None:
    """Half of the cards, told in thirteen ways."""
    found = check_paired_rooms(fix_setting(plant_leaks(GAME_INFO, odd)[leak], 3), pairs=400, stop_at_first=True)
    assert broken_laws(found) & LEAK_LAWS, found[:2]


class LongPack(Combinards):
    """With the booklet's way of drawing all see the card being bought."""

    def view(self, state: State, viewer: Viewer) -> CombinardsView:
        view = super().view(state, viewer)
        told = self.tables.is_pack_ordered and state.card >= 0 and not state.known
        return replace(view, now=replace(view.now, card=state.card)) if told else view


class PromiseOnTable(Combinards):
    """Open promises lie on the table: the number of cards given up counts them too."""

    def now(self, state: State, viewer: Viewer) -> Now:
        now = super().now(state, viewer)
        return replace(now, given=now.given + 10 * sum(bool(each) for each in state.promises))


def test_a_promise_on_the_table_is_found() -> None:
    """Whoever declared petrol must remember it, and so must the others."""
    assert "memory" in broken_laws(check_scenes(fix_setting(leaky(PromiseOnTable), 2, rounds=2)))
    assert not check_scenes(fix_setting(GAME_INFO, 2, rounds=2))


class SeatsTurned(Combinards):
    """The seats still asked stand in another order once somebody has doubted."""

    def turn(self, state: State) -> Turn:
        turn = super().turn(state)
        return Waiting(turn.seats[::-1]) if isinstance(turn, Waiting) and state.asked and state.yes else turn


class ClockDoubts(Combinards):
    """Out of time, a price below fifty is doubted for a card of fifty."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        lie = state.phase == "doubt" and self.numbers.cards[state.card].price == 50 > state.price
        return Doubt() if lie else super().default(state, seat, luck)


@pytest.mark.parametrize(("kind", "law"), [(SeatsTurned, "S2"), (ClockDoubts, "S1")])
@pytest.mark.timeout(200)
def test_sampled_laws_find(kind: type[Combinards], law: str) -> None:
    """What the order of those who are asked tells, and what the clock does, in pairs of worlds drawn at random."""
    found = check_sampled_laws(_make(kind, 4, GAME_INFO.complete_options(4, {}), None), pairs=2000)
    assert law in {each[:2] for each in broken_laws(found)}, found[:2]


def leaky(kind: type[Combinards]) -> GameInfo:
    return replace(GAME_INFO, make_game=partial(_make, kind))


def _make(kind: type[Combinards], seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinards:
    return kind(seats, options, load_edition(edition or CLASSIC, Numbers))


class CardHeard(CardSeen, frozen=True):
    """The card that somebody buys, for all to hear."""

    audience_field: ClassVar[str] = ""


class IllicitShown(Combinards):
    """An illicit card being bought is heard by all."""

    def apply(self, state: State, mover: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, heard = super().apply(state, mover, action)
        return after, tuple(
            CardHeard(each.seat, each.card)
            if isinstance(each, CardSeen) and self.tables.card_kinds[each.card] == ILLICIT
            else each
            for each in heard
        )


@pytest.mark.timeout(200)
def test_an_illicit_card_told_to_all_is_found() -> None:
    """Its class is none of the game's."""
    assert "audience" in broken_laws(check_contract(fix_setting(leaky(IllicitShown), 2)))


def test_the_price_at_the_deadline_is_named_as_telling() -> None:
    """Out of time the printed price is announced, which tells the card: the sheet says so, or it would be a fault."""
    assert "announce" in GAME_INFO.revealing_default_phases
    found = check_paired_rooms(
        fix_setting(replace(GAME_INFO, revealing_default_phases=()), 3), pairs=400, stop_at_first=True
    )
    assert "quiet default" in broken_laws(found), found[:2]


@pytest.mark.parametrize("kind", [Announced, Doubted])
def test_what_fades_no_more_is_found(kind: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    """The log keeps the price: the list of what fades, on file, says otherwise."""
    monkeypatch.setattr(kind, "shown_once", False)
    with pytest.raises(AssertionError):
        memory.test_memory_what_fades()


@pytest.mark.timeout(200)
def test_a_leak_under_one_option_is_found() -> None:
    """Every option is played, not only the usual ones."""
    found = check_paired_rooms(fix_setting(leaky(LongPack), 3, booklet=True), pairs=200, stop_at_first=True)
    assert "coupled rooms" in broken_laws(found), found[:2]


@pytest.mark.timeout(300)
def test_an_animation_that_remembers_a_controlled_card_is_found() -> None:
    """Its owner was shown it; the drawing keeps it, and shows it to all."""
    last: list[ControlSeen] = []

    def motion(game: Combinards, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        seen = [event for event in events if isinstance(event, ControlSeen)]
        last[:] = seen or last
        if last and not seen and any(isinstance(event, ControlClean) for event in events):
            events = (*events, *last)
        return drawing.animations(game, events)

    leaky = replace(GAME_INFO, drawing=with_replaced_functions(drawing, animations=motion))
    found = check_paired_rooms(fix_setting(leaky, 2), pairs=3000, stop_at_first=True)
    assert "coupled rooms" in broken_laws(found), found[:2]
