"""Parley: a game of a few lines for tests of tables and servers, because it has all that is hard about them.

Each round, chance deals every seat a number that only that seat sees. Then all seats bid at once, and no bid is
revealed before the last one. The highest bidder (the first of equals) shows or keeps their number. They score the bid
if the number is at least twice as high, else they lose it. After the last round, most points win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from malle.core import (
    NATURE,
    Action,
    AnyGame,
    Chance,
    Codec,
    Event,
    GameInfo,
    Illegal,
    Luck,
    Malformed,
    Message,
    NotYourTurn,
    Option,
    Over,
    PlayerRef,
    Seat,
    Secret,
    Turn,
    View,
    Viewer,
    Waiting,
    places_from_scores,
)

HIGHEST_NUMBER = 6


class Deal(Action, frozen=True):
    """Chance deals the next seat its number."""

    number: int


class Bid(Action, frozen=True):
    """A seat bids; the bid stays hidden until all seats have bid."""

    amount: int


class Show(Action, frozen=True):
    """The highest bidder shows their number."""


class Keep(Action, frozen=True):
    """The highest bidder keeps their number secret."""


class Dealt(Event, frozen=True):
    """A seat received its number; only that seat hears which."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    number: int


class Bids(Event, frozen=True):
    """All seats have bid; everybody hears the bids."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    bids: tuple[int, ...]


class Shown(Event, frozen=True):
    """The highest bidder showed their number."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    number: int


class Kept(Event, frozen=True):
    """The highest bidder kept their number secret; the points show whether it was high enough."""

    reveals_secret: ClassVar[bool] = True
    needs_reading_time: ClassVar[bool] = True
    seat: int
    points: int
    """The points won; negative if lost."""


class ParleyState(Struct, frozen=True):
    """The complete state of a game of Parley."""

    round: int
    """The round being played, counted from 1."""
    numbers: tuple[int, ...]
    """The numbers dealt so far in this round, by seat."""
    bids: tuple[int | None, ...]
    """By seat: the bid of this round, or `None` before it."""
    bidder: int | None
    """The seat of the highest bidder once all seats have bid, else `None`."""
    points: tuple[int, ...]


class Now(Struct, frozen=True):
    """What lies before a viewer: all that they see of a state."""

    round: int
    number: int | None
    """The viewer's own number; `None` for a spectator."""
    bid: int | None
    """The viewer's own bid, or `None` if they have not bid."""
    answered: tuple[bool, ...]
    """By seat: whether it has bid in this round."""
    bids: tuple[int, ...]
    """All bids once every seat has bid, else empty."""
    bidder: int | None
    points: tuple[int, ...]


class ParleyView(View, frozen=True):
    """A viewer's knowledge: all of it lies before them, so there is no memory."""

    now: Now
    memory: None


_BIDS = tuple(Bid(amount) for amount in range(4))
_DEALS = tuple(Deal(number) for number in range(1, HIGHEST_NUMBER + 1))
_SHOW_OR_KEEP = (Show(), Keep())
_CODEC = Codec(state=ParleyState, view=ParleyView, actions=(Deal, Bid, Show, Keep), events=(Dealt, Bids, Shown, Kept))


class Parley:
    """The rules of Parley for one number of seats and one choice of options. The methods are those
    of the `Game` contract."""

    name = "parley"
    version = 1
    edition = "none"
    codec = _CODEC

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.rounds: int = options["rounds"]

    def new(self) -> ParleyState:
        return ParleyState(1, (), (None,) * self.seats, None, (0,) * self.seats)

    def turn(self, state: ParleyState) -> Turn:
        """Return chance while numbers are dealt, then all seats without a bid, then the highest
        bidder. After the last round, return the result."""
        if state.round > self.rounds:
            best_score = max(state.points)
            places = places_from_scores(state.points)
            return Over(state.points, places, "rounds" if best_score else "nobody")
        if len(state.numbers) < self.seats:
            return Chance(_DEALS, (1,) * HIGHEST_NUMBER)
        if state.bidder is not None:
            return Waiting((Seat(state.bidder),))
        return Waiting(tuple(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None))

    def legal(self, state: ParleyState, seat: Seat) -> Sequence[Action]:
        """Return the legal actions of a seat, or nothing if it is not awaited."""
        turn = self.turn(state)
        if not isinstance(turn, Waiting) or seat not in turn.seats:
            return ()
        return _BIDS if state.bidder is None else _SHOW_OR_KEEP

    def apply(self, state: ParleyState, mover: Seat, action: Action) -> tuple[ParleyState, tuple[Event, ...]]:
        """Return the next state and the events of the action. `Illegal` if the action is not
        possible now."""
        if isinstance(action, Deal) and mover == NATURE:
            seat = len(state.numbers)
            after = replace(state, numbers=(*state.numbers, action.number))
            return after, (Dealt(seat, action.number),)
        if action not in self.legal(state, mover):
            raise Illegal(f"{self.write(action)} is not possible now")
        if isinstance(action, Bid):
            bids_by_seat = (*state.bids[:mover], action.amount, *state.bids[mover + 1 :])
            bids = tuple(bid for bid in bids_by_seat if bid is not None)
            if len(bids) < self.seats:
                return replace(state, bids=bids_by_seat), ()
            return replace(state, bids=bids_by_seat, bidder=bids.index(max(bids))), (Bids(bids),)
        number = state.numbers[mover]
        bid = state.bids[mover] or 0
        score_change = bid if number >= 2 * bid else -bid
        points = (*state.points[:mover], state.points[mover] + score_change, *state.points[mover + 1 :])
        event = Shown(mover, number) if isinstance(action, Show) else Kept(mover, score_change)
        return ParleyState(state.round + 1, (), (None,) * self.seats, None, points), (event,)

    def view(self, state: ParleyState, viewer: Viewer) -> ParleyView:
        """Return the view of a seat or the spectator. Chance must not be to act."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance)
        return ParleyView(viewer, turn, self.now(state, viewer), None)

    def now(self, state: ParleyState, viewer: Viewer) -> Now:
        """Return what the viewer sees. A number is seen by its own seat alone, and so is a bid
        until all seats have bid."""
        number = state.numbers[viewer] if viewer is not None and state.numbers else None
        bid = state.bids[viewer] if viewer is not None else None
        bids = tuple(seat_bid for seat_bid in state.bids if seat_bid is not None) if state.bidder is not None else ()
        answered = tuple(seat_bid is not None for seat_bid in state.bids)
        return Now(state.round, number, bid, answered, bids, state.bidder, state.points)

    def imagine(self, view: ParleyView, luck: Luck) -> ParleyState:
        """Return a random state that fits the view: the numbers and hidden bids of other seats are
        drawn uniformly."""
        now = view.now
        if now.round > self.rounds:
            return ParleyState(now.round, (), (None,) * self.seats, None, now.points)
        own_seat_number_bid = (None if view.viewer is None else view.viewer, now.number, now.bid)
        numbers = tuple(
            own_seat_number_bid[1]
            if seat == own_seat_number_bid[0] and own_seat_number_bid[1]
            else 1 + luck.pick((1,) * HIGHEST_NUMBER)
            for seat in range(self.seats)
        )
        bids: tuple[int | None, ...] = now.bids or tuple(
            None
            if not has_bid
            else own_seat_number_bid[2]
            if seat == own_seat_number_bid[0]
            else luck.pick((1,) * len(_BIDS))
            for seat, has_bid in enumerate(now.answered)
        )
        return ParleyState(now.round, numbers, bids, now.bidder, now.points)

    def default(self, state: ParleyState, seat: Seat, luck: Luck) -> Action:
        """Return the default action: bid 0, or keep the number. `NotYourTurn` if the seat is not
        awaited."""
        if seat not in self._awaited(state):
            raise NotYourTurn()
        return _BIDS[0] if state.bidder is None else _SHOW_OR_KEEP[1]

    def _awaited(self, state: ParleyState) -> tuple[Seat, ...]:
        """Return the seats to act; empty during chance and after the end."""
        turn = self.turn(state)
        return turn.seats if isinstance(turn, Waiting) else ()

    def write(self, action: Action) -> str:
        """Return the notation of an action, such as `bid 2`."""
        match action:
            case Deal(number=number):
                return f"deal {number}"
            case Bid(amount=amount):
                return f"bid {amount}"
            case Show():
                return "show"
            case _:
                return "keep"

    def read(self, text: str, state: ParleyState, seat: Seat) -> Action:
        """Return the action written as `text`. `Malformed` if no seat's action is written so,
        `Illegal` if it is not possible now."""
        action_by_notation: dict[str, Action] = {self.write(action): action for action in (*_BIDS, *_SHOW_OR_KEEP)}
        if text not in action_by_notation:
            raise Malformed("say bid 0 to bid 3, show or keep")
        if action_by_notation[text] not in self.legal(state, seat):
            raise Illegal(f"{text} is not possible now")
        return action_by_notation[text]

    def phase(self, view: ParleyView) -> str:
        """Return "bid", "show" or "over"."""
        return "over" if isinstance(view.turn, Over) else "bid" if view.now.bidder is None else "show"

    def secrets(self, state: ParleyState) -> Mapping[str, Secret]:
        """Return each dealt number as a secret that only its own seat knows."""
        return {f"number {seat}": Secret(number, frozenset({Seat(seat)})) for seat, number in enumerate(state.numbers)}

    def alphabet(self) -> Sequence[Action]:
        return (*_DEALS, *_BIDS, *_SHOW_OR_KEEP)


def event_message(game: AnyGame, event: Event) -> Message:
    """Return the log's message for an event. If the event has a seat, the message names its player
    as `who`."""
    seat = getattr(event, "seat", None)
    return Message(f"event-{type(event).__name__.lower()}", {} if seat is None else {"who": PlayerRef(seat)})


def action_label(game: AnyGame, action: Action) -> Message:
    """Return the message on the button for an action."""
    return Message(f"action-{game.write(action).replace(' ', '-')}")


def table_sentences(game: AnyGame, view: View) -> tuple[Message, ...]:
    """Return what the table shows as messages: only the name of the phase."""
    return (Message(f"phase-{game.phase(view)}"),)


def statistics(game: AnyGame, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return no figures: simulations count nothing in this game."""
    return {}


def choose_at_random(game: AnyGame, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return a random legal action: the game's robot."""
    return luck.choice(legal)


class _Messages:
    """The game's messages, as `GameInfo.messages` wants them."""

    event_message = staticmethod(event_message)
    action_label = staticmethod(action_label)
    table_sentences = staticmethod(table_sentences)
    statistics = staticmethod(statistics)


GAME_INFO = GameInfo(
    name="parley",
    version=1,
    seats=(2, 3, 4, 5, 6),
    options=(Option("rounds", 10, (1, 2, 10, 100, 1000)),),
    has_hidden_information=True,
    score_sum="general",
    folder=Path(__file__).parent,
    make_game=lambda seats, options, edition: Parley(seats, options),
    make_tiny_game=lambda: Parley(2, {"rounds": 1}),
    messages=_Messages(),
    robot=choose_at_random,
    games_per_match=2,
)
