"""Liar's dice, the rules: bids rise until a player calls the last bidder a liar, and one of the two loses a die."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from malle.core import Action, Chance, Codec, Event, Luck, Over, Seat, Secret, Turn, View, Viewer, Waiting
from malle.core.game import places_from_scores
from malle.core.rules import Rules, next_seat


class Numbers(Struct, frozen=True):
    """What an edition file says: dice for each player, and faces of a die."""

    dice: Annotated[int, Meta(ge=1, le=5)]
    faces: Annotated[int, Meta(ge=2, le=6)]


class Roll(Action, frozen=True):
    """Chance: how the next die falls."""

    face: int


class Bid(Action, frozen=True, order=True):
    """There are at least `count` dice with this face under all cups together."""

    count: int
    face: int


class Call(Action, frozen=True):
    """The last bidder is a liar."""


class DieRolled(Event, frozen=True):
    """A die fell under a cup. Only its owner hears which face it shows."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    face: int


class BidMade(Event, frozen=True):
    """A player has bid."""

    seat: int
    bid: Bid


class Called(Event, frozen=True):
    """The last bidder was called a liar: all cups are lifted, and one of the two loses a die."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    last: BidMade
    cups: tuple[tuple[int, ...], ...]
    loser: int


class Table(Struct, frozen=True):
    """What all see: how many dice each seat has, whose turn it is, and the last bid."""

    dice: tuple[int, ...]
    turn: int
    last: BidMade | None = None


class State(Struct, frozen=True):
    """The table, and the faces under each cup, sorted, so that the order of the rolls is not kept."""

    table: Table
    cups: tuple[tuple[int, ...], ...]


class Now(Struct, frozen=True):
    """The table, and what is under the viewer's own cup."""

    table: Table
    cup: tuple[int, ...]


class LiarView(View, frozen=True):
    """What a viewer knows. There is nothing to remember: after a call all dice are rolled again."""

    now: Now
    memory: None


class Liar(Rules[State, LiarView, Numbers]):
    """The game, bound to a number of seats and an edition."""

    name = "liar"
    version = 1
    codec = Codec(state=State, view=LiarView, actions=(Roll, Bid, Call), events=(DieRolled, BidMade, Called))

    def alphabet(self) -> Sequence[Action]:
        """All that can ever be rolled, bid or called, rolls first."""
        faces = range(1, self.numbers.faces + 1)
        bids = (Bid(count, face) for count in range(1, self.seats * self.numbers.dice + 1) for face in faces)
        return (*map(Roll, faces), *bids, Call())

    def new(self) -> State:
        """Everybody has all dice, and none is rolled."""
        return State(Table((self.numbers.dice,) * self.seats, 0), ((),) * self.seats)

    def turn(self, state: State) -> Turn:
        """The dice are rolled, then bids go round, until only one seat has dice."""
        alive = tuple(int(number > 0) for number in state.table.dice)
        if sum(alive) == 1:
            return Over(alive, places_from_scores(alive), "last")
        if _rolling(state):
            return Chance(self.actions[: self.numbers.faces], (1,) * self.numbers.faces)
        return Waiting((Seat(state.table.turn),))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Every higher bid, and the call once there is a bid."""
        if self.turn(state) != Waiting((seat,)):
            return ()
        most, last = sum(state.table.dice), state.table.last
        bids = [each for each in self.actions if isinstance(each, Bid) and each.count <= most]
        return bids if last is None else (*(bid for bid in bids if bid > last.bid), Call())

    def play(self, state: State, mover: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        """One die, one bid, or the end of a round."""
        dice, last, cups = state.table.dice, state.table.last, list(state.cups)
        if isinstance(action, Roll):
            seat = _rolling(state)[0]
            cups[seat] = tuple(sorted((*cups[seat], action.face)))
            return State(state.table, tuple(cups)), (DieRolled(seat, action.face),)
        if isinstance(action, Bid):
            made = BidMade(mover, action)
            return State(Table(dice, next_seat(mover, dice), made), state.cups), (made,)
        assert last is not None
        true = sum(cup.count(last.bid.face) for cup in cups) >= last.bid.count
        loser = mover if true else last.seat
        dice = tuple(number - (seat == loser) for seat, number in enumerate(dice))
        table = Table(dice, loser if dice[loser] else next_seat(loser, dice))
        return State(table, ((),) * self.seats), (Called(mover, last, state.cups, loser),)

    def view(self, state: State, viewer: Viewer) -> LiarView:
        """The table, and one's own dice."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance)
        return LiarView(viewer, turn, Now(state.table, () if viewer is None else state.cups[viewer]), None)

    def imagine(self, view: LiarView, luck: Luck) -> State:
        """The dice of the others, rolled again."""
        numbers = (0,) * self.seats if isinstance(view.turn, Over) else view.now.table.dice
        cups = [tuple(sorted(1 + luck.pick((1,) * self.numbers.faces) for _ in range(number))) for number in numbers]
        if view.viewer is not None:
            cups[view.viewer] = view.now.cup
        return State(view.now.table, tuple(cups))

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """What is under each cup."""
        return {f"cup-{seat}": Secret(cup, frozenset({Seat(seat)})) for seat, cup in enumerate(state.cups) if cup}


def _rolling(state: State) -> list[Seat]:
    """The seats that have dice to roll."""
    return [Seat(seat) for seat, cup in enumerate(state.cups) if len(cup) < state.table.dice[seat]]
