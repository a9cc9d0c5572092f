"""The contract suite is proved by faults planted for it: each breaks one promise, and is found under its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import force_setattr, replace

from malle.core import Action, AnyGame, Event, GameInfo, Illegal, Luck, Message, Over, Seat, Secret, View, load_edition
from malle.games.declarer import GAME_INFO, event_messages
from malle.games.declarer.edition import CLASSIC, Numbers
from malle.games.declarer.payments import Payment
from malle.games.declarer.rules import Declarer, Step
from malle.games.declarer.state import Accept, Believe, DeclarerView, Draw, Now, Search, State
from malle.testing import check_contract, check_game_folder
from malle.testing.violations import Violation


class NeverEnds(Declarer):
    """Cards that are taken do not run out."""

    def _apply_draw(self, state: State, mover: Seat, action: Draw) -> Step:
        after, heard = super()._apply_draw(state, mover, action)
        return replace(after, left=state.left, pack=state.pack), heard


class NothingToDo(Declarer):
    """The officer is awaited and has no answer when the declaration names nothing."""

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return () if state.phase == "officer" and state.round == 2 else super().legal(state, seat)


class RestlessList(Declarer):
    """The answers change places each time they are asked for."""

    asked = count()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        legal = super().legal(state, seat)
        return legal[::-1] if next(self.asked) % 2 else legal


class ListedTwice(Declarer):
    """An answer stands in the list twice."""

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        legal = super().legal(state, seat)
        return (*legal, legal[0]) if state.phase == "neighbour" and legal else legal


class Mutates(Declarer):
    """A belief changes the state it was given."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        step = super()._apply_believe(state, mover, action)
        force_setattr(state, "purses", step[0].purses)
        return step


class NotJson(Declarer):
    """A claim is kept as a list: it comes back from JSON as something else."""

    def _state_after_claim(self, state: State, claim: Any) -> State:
        return replace(super()._state_after_claim(state, claim), claim=list(claim))


class Mumbles(Declarer):
    """The notation of a card thrown away does not parse back."""

    def read(self, text: str, state: State, seat: Seat) -> Action:
        return super().read(text.replace("throw", "throw away"), state, seat)


class SaysTheSame(Declarer):
    """Believing and searching are written alike."""

    def write(self, action: Action) -> str:
        return "answer" if isinstance(action, Believe | Search) else super().write(action)


class BadDefault(Declarer):
    """The clock answers for the wrong seat."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        return Accept() if state.phase == "officer" else super().default(state, seat, luck)


class LosesMoney(Declarer):
    """Payments leave one purse and never arrive."""

    def _pay_bill(self, purses: tuple[int, ...], *bill: Payment) -> tuple[tuple[int, ...], tuple[Event, ...]]:
        after, heard = super()._pay_bill(purses, *bill)
        return tuple(map(min, purses, after)), heard


class Impure(Declarer):
    """The purses depend on how often anything was applied."""

    applied = count()

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        extra = next(self.applied)
        return replace(after, purses=(after.purses[0] + extra, after.purses[1] - extra, *after.purses[2:])), heard


class TakesAnything(Declarer):
    """Anybody may answer for the officer."""

    def _require_turn(self, state: State, mover: Seat, phase: str, seat: int) -> None:
        if phase != state.phase:
            raise Illegal


class DealsWhatIsNotThere(Declarer):
    """A card is drawn of which the pack has none left."""

    def _apply_draw(self, state: State, mover: Seat, action: Draw) -> Step:
        if mover == -1 and state.phase in ("take", "draw") and not state.pack[action.kind]:
            return state, ()
        return super()._apply_draw(state, mover, action)


class ImaginesElsewhere(Declarer):
    """An imagined world lies in another round."""

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        world = super().imagine(view, luck)
        return replace(world, round=world.round % 3 + 1)


class NobodyWins(Declarer):
    """Places are counted from 2."""

    def _game_result(self, state: State) -> Over:
        over = super()._game_result(state)
        return replace(over, places=tuple(place + 1 for place in over.places))


class PoorestWins(Declarer):
    """A lower score has the better place."""

    def _game_result(self, state: State) -> Over:
        over = super()._game_result(state)
        return replace(over, places=tuple(self.seats + 1 - place for place in over.places))


class SmallAlphabet(Declarer):
    """An action that occurs is not in the alphabet."""

    def alphabet(self) -> Sequence[Action]:
        return tuple(action for action in super().alphabet() if not isinstance(action, Accept))


class OtherTurn(Declarer):
    """The view says that nobody is awaited."""

    def view(self, state: State, viewer: Any) -> DeclarerView:
        return replace(super().view(state, viewer), turn=None)


class OtherScreen(Declarer):
    """What screens are drawn from is not what the view says."""

    def now(self, state: State, viewer: Any) -> Now:
        return replace(super().now(state, viewer), cards=0)


class PhaseRemembers(Declarer):
    """It takes a memory to tell what is being decided."""

    def phase(self, view: DeclarerView) -> str:
        return "over" if cast(object, view.memory) is None else super().phase(view)


RULES: dict[type[Declarer], str] = {
    NeverEnds: "ends", NothingToDo: "legal", RestlessList: "legal", ListedTwice: "legal", Mutates: "mutation",
    NotJson: "json", Mumbles: "notation", SaysTheSame: "notation", BadDefault: "default", LosesMoney: "outcome",
    Impure: "pure", TakesAnything: "refusal", DealsWhatIsNotThere: "refusal", ImaginesElsewhere: "imagine",
    NobodyWins: "outcome", PoorestWins: "outcome", SmallAlphabet: "alphabet", OtherTurn: "view",
    OtherScreen: "now", PhaseRemembers: "phase",
}  # fmt: skip
"""Each fault in the rules, and the law that it breaks."""


def laws(faults: list[Violation]) -> set[str]:
    return {fault.law for fault in faults}


def planted(kind: type[Declarer]) -> GameInfo:
    """The fact sheet with a faulty game behind it, for three players without options."""

    def make(seats: int, options: Mapping[str, Any], edition: Path | None) -> AnyGame:
        return kind(seats, options, load_edition(CLASSIC, Numbers))

    return replace(
        GAME_INFO,
        make_game=make,
        seats=(3,),
        options=tuple(replace(o, choices=(o.default,)) for o in GAME_INFO.options),
    )


@pytest.mark.parametrize("fault", RULES, ids=lambda fault: fault.__name__)
def test_the_suite_finds(fault: type[Declarer]) -> None:
    """A broken promise is found, under its name. (A whole game of three has fewer than 2,000 entries.)"""
    found = laws(check_contract(planted(fault), max_entries=2_000))
    assert RULES[fault] in found, found


def test_the_suite_finds_a_robot_that_cheats_or_dithers() -> None:
    """A robot answers with a legal action, and the same view and luck give the same answer."""

    def cheat(game: AnyGame, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
        return Draw(0)

    dice = Luck(3)

    def dither(game: AnyGame, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
        return dice.choice(legal)

    for robot in (cheat, dither):
        assert "robot" in laws(check_contract(replace(planted(Declarer), robot=robot)))


def test_the_suite_finds_missing_words() -> None:
    """Every sentence exists in every language."""

    class Mute:
        event_message = staticmethod(lambda game, event: Message("no-such-message"))
        action_label = staticmethod(event_messages.action_label)
        table_sentences = staticmethod(event_messages.table_sentences)
        statistics = staticmethod(event_messages.statistics)

    assert "words" in laws(check_contract(replace(planted(Declarer), messages=Mute())))


class NamesNoSecret(Declarer):
    """A game of hidden hands that names none of them."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        return {}


def test_a_game_without_its_folder_tiny_edition_or_secrets_fails(tmp_path: Path) -> None:
    """No golden record, no tiny edition, no list of secrets: no game."""

    def fail() -> AnyGame:
        raise FileNotFoundError

    def nameless() -> AnyGame:
        return NamesNoSecret(3, GAME_INFO.complete_options(3, {"rounds": 1}), load_edition(CLASSIC, Numbers))

    assert {"folder", "golden", "tiny"} <= laws(
        check_game_folder(replace(GAME_INFO, folder=tmp_path, make_tiny_game=fail))
    )
    assert {"secrets", "tiny"} <= laws(check_game_folder(replace(GAME_INFO, make_tiny_game=nameless)))


def test_ten_kinds_of_fault_and_more() -> None:
    """Different promises, each broken once."""
    assert len(RULES) >= 10
    assert len(set(RULES.values())) >= 10
