"""What one seat alone may hear, told to all or to nobody: found by the list of events, in play too."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from malle.core import Bug, Event, Luck, Seat
from malle.core.play import resolve_chance
from malle.games.declarer import GAME_INFO
from malle.games.declarer.edition import BAG
from malle.games.declarer.rules import Declarer, Step
from malle.games.declarer.state import Believe, HandSeen, State
from malle.games.declarer.tests.test_leaks_in_rooms import lies, make
from malle.games.declarer.tests.test_planted_leaks import AllTell, HandHeard
from malle.testing import check_contract
from malle.testing.imagined_twins import table_at
from malle.testing.planted_leaks import broken_laws, fix_setting


class Rumour(Declarer):
    """Something more is heard of a hand that is believed."""

    def more(self, state: State) -> tuple[Event, ...]:
        return ()

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        return after, (*heard, *self.more(state))


class UndoTells(Rumour):
    """A lie is news that nobody hears: the officer could not take back what they said."""

    def more(self, state: State) -> tuple[Event, ...]:
        return (HandSeen(-1, ()),) if lies(state) else ()


class OnlyShort(Rumour):
    """All hear the hand, with the option `short`."""

    def more(self, state: State) -> tuple[Event, ...]:
        return (HandHeard(0, state.hand),) if self.options["short"] else ()


class SaysOpen(AllTell):
    """All hear every card, event, view and imagine agree, and the list of secrets calls them open."""

    codec = Declarer.codec

    def secrets(self, state: State):  # type: ignore[no-untyped-def]
        return {name: replace(secret, is_public=True) for name, secret in super().secrets(state).items()}


class CrownAndBag(Rumour):
    """All hear a hand with the crown and the bag: one in a thousand."""

    def more(self, state: State) -> tuple[Event, ...]:
        return (HandHeard(0, state.hand),) if {BAG, len(self.pack) - 1} <= {*state.hand} else ()


class ThreeOfAKind(Rumour):
    """All hear a hand with three of one article."""

    def more(self, state: State) -> tuple[Event, ...]:
        return (HandHeard(0, state.hand),) if any(state.hand.count(kind) > 2 for kind in state.hand) else ()


class LastOfGame(Rumour):
    """All hear the last hand of the game."""

    def more(self, state: State) -> tuple[Event, ...]:
        return (HandHeard(0, state.hand),) if state.round == self.rounds and not state.left else ()


@pytest.mark.parametrize("kind", [UndoTells, OnlyShort, SaysOpen], ids=lambda kind: kind.__name__)
def test_the_contract_suite_finds(kind: type[Declarer]) -> None:
    leaky = fix_setting(replace(GAME_INFO, make_game=partial(make, kind)), 4, short=kind is OnlyShort)
    assert "audience" in broken_laws(check_contract(leaky))


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        (CrownAndBag, {"hand": (0, BAG, 5, 9)}),
        (ThreeOfAKind, {"hand": (0, 2, 2, 2)}),
        (LastOfGame, {"round": 4, "left": 0}),
    ],
)
def test_what_no_test_would_meet_is_never_shown(kind: type[Rumour], changed: dict[str, object]) -> None:
    """In play the table refuses it, and says no more than that it is our fault."""
    game = make(kind, 4, GAME_INFO.complete_options(4, {}), None)
    state = resolve_chance(game, game.new(), Luck(1).pick)[0]
    traveller = Seat(state.traveller)
    state = game.apply(state, traveller, game.default(state, traveller, Luck(1)))[0]
    assert state.phase == "officer"
    plain = replace(state, hand=(0, 1, 3, 4))
    assert table_at(game, plain).act(Seat(state.officer), "believe", 1).heard
    with pytest.raises(Bug) as found:
        table_at(game, replace(plain, **changed)).act(Seat(state.officer), "believe", 1)
    assert str(found.value) == str(Bug())
