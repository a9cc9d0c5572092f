"""The leak test is proved by leaks planted for it: each tells something, and is found by its law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import (
    Action,
    Chance,
    Codec,
    Event,
    Game,
    Illegal,
    Luck,
    Malformed,
    MalleError,
    Seat,
    Secret,
    Turn,
    Viewer,
    Waiting,
    parse_edition,
)
from malle.games.declarer import GAME_INFO
from malle.games.declarer.edition import BAG, CLASSIC, TINY, Numbers, dutiable_articles
from malle.games.declarer.rules import Declarer, Step
from malle.games.declarer.state import (
    ACTIONS,
    EVENTS,
    Accept,
    Believe,
    CardSeen,
    CardTaken,
    DeclarerView,
    Doubt,
    HandSeen,
    Lot,
    Now,
    State,
)
from malle.testing import check_exact_laws, check_sampled_laws
from malle.testing.violations import Violation


def lies(state: State) -> bool:
    """Is the declaration on the table a lie?"""
    return state.claim is not None and state.claim not in (
        dutiable_articles(state.hand),
        (BAG,) if BAG in state.hand else None,
    )


class CardHeard(CardSeen, frozen=True):
    """A card that somebody took, for all to hear."""

    audience_field: ClassVar[str] = ""


class HandHeard(HandSeen, frozen=True):
    """A hand, for all to hear."""

    audience_field: ClassVar[str] = ""


AND_TO_ALL = Codec(state=State, view=DeclarerView, actions=ACTIONS, events=(*EVENTS, CardHeard, HandHeard))
"""Who lists an event means it: then the list of classes holds no leak, and the odds must find it."""


class ShowsTheOfficer(Declarer):
    """The officer sees the hand."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        return replace(view, now=replace(view.now, hand=state.hand)) if viewer == state.officer else view


class ShowsTheSpectator(Declarer):
    """The spectator sees the hand."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        return replace(view, now=replace(view.now, hand=state.hand)) if viewer is None else view


class ScreensShowAll(Declarer):
    """What screens are drawn from has the hand in it; no view does."""

    def now(self, state: State, viewer: Viewer) -> Now:
        return replace(super().now(state, viewer), hand=state.hand)


class CountsTooMuch(Declarer):
    """The number of cards left in the pack gives the diplomatic bag away."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        return replace(view, now=replace(view.now, left=state.left + (BAG in state.hand)))


class OrderTells(Declarer):
    """The articles of a lie are shown in another order."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        if state.claim is None or not lies(state):
            return view
        return replace(view, now=replace(view.now, claim=(*state.claim[::-1], *state.claim[:1])))


class FewerAnswers(Declarer):
    """Nobody is offered a doubt where the declaration is true: the length of the list tells."""

    def legal(self, state: State, seat: Seat) -> Any:
        legal = super().legal(state, seat)
        return (Accept(),) if legal and state.phase == "neighbour" and not lies(state) else legal


class AnswersTurned(Declarer):
    """The officer's answers stand in another order before a liar."""

    def legal(self, state: State, seat: Seat) -> Any:
        legal = super().legal(state, seat)
        return tuple(reversed(legal)) if state.phase == "officer" and lies(state) else legal


class DefaultKnows(Declarer):
    """When the next traveller's time runs out, the clock doubts the liars."""

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        return Doubt() if state.phase == "neighbour" and lies(state) else super().default(state, seat, luck)


class RefusalTells(Declarer):
    """The text of a refusal names what is in the hand."""

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        try:
            return super().apply(state, mover, action)
        except MalleError as error:
            raise Illegal(f"{error} ({len(dutiable_articles(state.hand))})") from error


class NotationTells(Declarer):
    """The text for an unreadable line names what is in the hand."""

    def read(self, text: str, state: State, seat: Seat) -> Action:
        try:
            return super().read(text, state, seat)
        except Malformed as error:
            raise Malformed(f"{error} ({len(dutiable_articles(state.hand))})") from error


class WrongAudience(Declarer):
    """Everybody hears which card was drawn; no view shows it."""

    codec = AND_TO_ALL

    def _draw_events(self, seat: int, draw: Any) -> tuple[Event, ...]:
        return (CardTaken(seat), CardHeard(seat, draw.kind))


class EventTellsMore(Declarer):
    """When the officer believes, all hear the hand, and no view shows it."""

    codec = AND_TO_ALL

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        return after, (*heard, HandHeard(mover, state.hand))


class EventTellsOne(Declarer):
    """When the officer believes, the next traveller hears how many articles they are about to accept."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        turn = self.turn(after)
        assert isinstance(turn, Waiting)
        return after, (*heard, HandSeen(turn.seats[0], (0,) * len(dutiable_articles(state.hand))))


class SilenceTells(Declarer):
    """A lie that is believed is not announced."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        return after, heard[1:] if lies(state) else heard


class OneEntryMore(Declarer):
    """A lie that is believed writes one entry more: no word of it is heard, but the log grows."""

    def turn(self, state: State) -> Turn:
        return Chance((Lot(0),), (1,)) if state.phase == "neighbour" and state.round > 100 else super().turn(state)

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        return (replace(after, round=after.round + 200) if lies(state) else after), heard

    def _apply_lot(self, state: State, mover: Seat, action: Lot) -> Step:
        return (
            (replace(state, round=state.round - 200), ())
            if state.round > 100
            else super()._apply_lot(state, mover, action)
        )


class Peeks(Declarer):
    """`imagine` gives back the world that was looked at last."""

    looked: State

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        self.looked = state
        return super().view(state, viewer)

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        return self.looked


class AllTell(WrongAudience):
    """Event, view and `imagine` agree with one another, and all of them tell: everybody knows every hand."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        stages = (*state.hands, state.hand) if state.phase in ("declare", "officer", "neighbour") else state.hands
        return replace(view, memory=replace(view.memory, seen=tuple(enumerate(stages))))


class Forgets(Declarer):
    """The view forgets which cards were thrown away from the hand, and with them what can be worked out."""

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        return replace(view, memory=replace(view.memory, seen=(), thrown=()))


class ForgetsTheBag(Declarer):
    """`imagine` overlooks that a bag received must be thrown away: possible hands, wrong odds or impossible hands."""

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        world = super().imagine(view, luck)
        stages = [(hand, away) for hand, away in zip(world.hands, world.thrown, strict=False) if away != BAG]
        free = [number for number, (hand, _) in enumerate(stages) if BAG not in hand and world.pack[BAG] and 0 in hand]
        if not free or view.memory.seen:
            return world
        hands = list(world.hands)
        at = hands[free[0]].index(0)
        hands[free[0]] = tuple(sorted((*hands[free[0]][:at], BAG, *hands[free[0]][at + 1 :])))
        return replace(world, hands=tuple(hands)) if luck.pick((1, 1)) else world


class OthersRememberNothing(Declarer):
    """`imagine` draws the cards but not what the others remember of them."""

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        world = super().imagine(view, luck)
        seen: Mapping[int, Any] = dict(view.memory.seen)
        hands = tuple(seen.get(stage, world.hand) for stage in range(len(world.hands)))
        return replace(world, hands=hands)


class SaysClosed(Declarer):
    """The list of secrets never calls one open, though the pack has run out."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        return {name: replace(secret, is_public=False) for name, secret in super().secrets(state).items()}


class SaysOpen(Declarer):
    """The list of secrets calls a hand open while one kind is left in the pack, though nobody can work it out."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        few = sum(number > 0 for number in state.pack) < 2
        return {name: replace(secret, is_public=few) for name, secret in super().secrets(state).items()}


class SaysKnown(Declarer):
    """The list of secrets says that everybody knows every hand: nobody would look whether they do."""

    def secrets(self, state: State) -> Mapping[str, Secret]:
        everybody = frozenset(map(Seat, range(self.seats)))
        return {name: replace(secret, knowers=everybody) for name, secret in super().secrets(state).items()}


EXACT = {
    ShowsTheOfficer: "E1", ShowsTheSpectator: "E1", CountsTooMuch: "E1", OrderTells: "E1", FewerAnswers: "E4",
    AnswersTurned: "E4", DefaultKnows: "E4", RefusalTells: "E4", NotationTells: "E4", WrongAudience: "E2",
    EventTellsMore: "E2", EventTellsOne: "E2", SilenceTells: "E2", OneEntryMore: "E2", Peeks: "E3", Forgets: "E3",
    ForgetsTheBag: "E3", OthersRememberNothing: "E3", SaysClosed: "E5", SaysOpen: "E5",
    SaysKnown: "E5",
}  # fmt: skip
"""Each leak, and the exact law that finds it."""

SAMPLED = {
    ShowsTheOfficer: "S1", ShowsTheSpectator: "S1", CountsTooMuch: "S1", OrderTells: "S1", FewerAnswers: "S1",
    AnswersTurned: "S1", DefaultKnows: "S1", RefusalTells: "S1", NotationTells: "S1", OneEntryMore: "S2",
    SilenceTells: "S2", Peeks: "S3", AllTell: "S3", ScreensShowAll: "S1",
}  # fmt: skip
"""Each leak that shows on the full edition, and the sampled law that finds it."""


FOUR_CARDS = TINY.read_text("utf-8").replace("cards = { rebuilt = 2 }", "cards = { rebuilt = 1 }")
"""The tiny edition with one card of wine less: enough for every leak here, and quicker."""


def game(kind: type[Declarer], edition: str, seats: int, **options: Any) -> Game[State, DeclarerView]:
    return kind(seats, GAME_INFO.complete_options(seats, options), parse_edition(edition, Numbers))


def laws(faults: list[Violation]) -> set[str]:
    return {fault.law[:2] for fault in faults}


@pytest.mark.parametrize("leak", EXACT, ids=lambda leak: leak.__name__)
@pytest.mark.timeout(200)
def test_exact_laws_find(leak: type[Declarer]) -> None:
    """On the tiny edition, by full enumeration."""
    found = check_exact_laws(game(leak, FOUR_CARDS, 3, rounds=1), stop_at_first=True)
    assert EXACT[leak] in laws(found), found[:2]


@pytest.mark.parametrize("leak", SAMPLED, ids=lambda leak: leak.__name__)
def test_sampled_laws_find(leak: type[Declarer]) -> None:
    """On the full edition, by sampling."""
    found = check_sampled_laws(game(leak, CLASSIC.read_text("utf-8"), 4), pairs=1500)
    assert SAMPLED[leak] in laws(found), found[:2]


def test_only_the_list_of_secrets_finds_what_all_tell() -> None:
    """Event, view and imagine tell together: every exact law holds, and ignorance alone is broken."""
    assert laws(check_sampled_laws(game(AllTell, CLASSIC.read_text("utf-8"), 4), pairs=1500)) == {"S3"}


def test_twelve_kinds_of_leak_and_more() -> None:
    """Different in kind: view, list, order, audience, event, spectator, count, text, default, notation, imagine."""
    assert len(EXACT.keys() | SAMPLED.keys()) >= 12
