"""Les Joyeux Combinards: the rules.

README.md beside this file has the edition and the rulings; data/classic.toml has the numbers. The rules
deviate from the French rulebook, which `rulebook/` retells, only by these rulings. The squares are in
squares.py, trade.py and police.py; money, years and cards change place in ledger.py.

The code keeps the literal words of the French booklet. Where the English rulebook for players says
inspection, spot check, legal, illegal and oil, the code says control, flying control, licit, illicit
and petrol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from malle.core import (
    NATURE,
    Action,
    Chance,
    Codec,
    Edition,
    Event,
    Illegal,
    Luck,
    NotYourTurn,
    Over,
    Refused,
    Seat,
    Secret,
    Turn,
    Viewer,
)  # fmt: skip
from malle.games.combinards import notation, police, trade
from malle.games.combinards import view as sight
from malle.games.combinards.edition import PETROL, Numbers
from malle.games.combinards.events import EVENTS, POT, Answered, CardDealt, FirstDrawn, Flown, Passed
from malle.games.combinards.ledger import pay, put, tell
from malle.games.combinards.squares import end_turn, enter, move, winners
from malle.games.combinards.state import (
    ACTIONS,
    NO_CARD,
    NOBODY,
    Announce,
    Buy,
    Check,
    CombinardsView,
    Declare,
    Denounce,
    Dice,
    Die,
    Doubt,
    Draw,
    Fly,
    Give,
    Go,
    Lot,
    Now,
    Pass,
    Pay,
    Sell,
    State,
    TakeMoney,
    TakeYears,
    Throw,
    Trust,
)  # fmt: skip
from malle.games.combinards.tables import BUY, DOUBT, PASS, PAY, TAKE_MONEY, TAKE_YEARS, THROW, TRUST, Said, Tables

Step = tuple[State, tuple[Event, ...]]
Handler = Callable[[Tables, State, Said, Seat, Any], State]


class Combinards:
    """The rules for a number of seats, options and an edition."""

    name = "combinards"
    version = 2
    codec = Codec(state=State, view=CombinardsView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        if seats * self.numbers.hand > len(self.numbers.cards):
            raise Refused(f"the edition has not enough cards for {seats} players")
        self.tables = Tables(seats, options, edition.data)
        self._words = notation.words(self.tables)

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state. All players stand at the start with the same cash. Cards are dealt
        once it is known who begins."""
        seats, tables = self.seats, self.tables
        return State(
            phase="lot", round=0, first=NOBODY, seat=NOBODY, alive=tuple(range(seats)), at=(0,) * seats,
            cash=(self.numbers.cash,) * seats, years=(0,) * seats, hands=((),) * seats, pot=0, bag=tables.pack,
            under=(), dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NOBODY, given=0, known=False, gone=(),
            shown=((),) * seats, generation=0, origin=(0,) * len(tables.pack), trails=((),) * seats,
            promises=(None,) * seats,
        )  # fmt: skip

    def turn(self, state: State) -> Turn:
        """Return who acts next."""
        phase, tables = state.phase, self.tables
        if state.asked:
            return tables.windows[state.asked]
        if phase in _WAITING:
            return tables.waiting[state.seat]
        if phase in _DICE:
            return tables.dice_chance
        if phase == "draw" or phase == "deal":
            cards = state.bag or state.under[:1]
            return Chance(tuple([tables.draws[card] for card in cards]), tables.ones[: len(cards)])
        if phase == "control" or phase == "search":
            hand = state.hands[state.target if phase == "search" else state.seat]
            return Chance(tuple([tables.checks[card] for card in hand]), tables.ones[: len(hand)])
        if phase == "over":
            return self._over(state)
        if phase == "lot":
            return tables.lot_chance
        return tables.die_chance

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions; empty if it is not awaited. If one of them says no or ends
        the turn, it is the last."""
        phase, tables = state.phase, self.tables
        if state.asked:
            if seat not in state.asked:
                return ()
            return _ANSWERS if phase == "doubt" else (tables.denounces[state.seat], PASS)
        if seat != state.seat or phase not in _WAITING:
            return ()
        if phase in _FIXED:
            return _FIXED[phase]
        if phase == "announce":
            return tables.announces[: state.cash[seat]]
        if phase == "fork":
            return tables.forks[state.at[seat]][sum(state.dice)]
        return self._choices(state, seat)

    def _choices(self, state: State, seat: Seat) -> list[Action]:
        """Return the actions with cards or seats in a phase that may be ended, with `PASS` as the last."""
        phase, tables, hand, square = state.phase, self.tables, state.hands[seat], state.at[seat]
        choices: list[Action]
        if phase == "station":
            choices = [tables.gives[card] for card in hand]
        elif phase == "stop":
            promise = state.promises[seat] or ()
            choices = [tables.declares[card] for card in hand if tables.kind[card] == PETROL and card not in promise]
        elif phase == "inform":
            choices = [tables.denounces[each] for each in state.alive if each != seat and state.hands[each]]
        elif phase == "fly":
            choices = [tables.flights[airport] for airport in tables.board.airports if airport != square]
        else:
            sales = tables.sales[square]
            choices = [tables.sells[card] for card in hand if card in sales]
        choices.append(PASS)
        return choices

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the harmless action for a seat whose time ran out: no, trust, stay on the inner ring,
        pay the tax, years off. For an announcement it is the printed price, or all the player's cash if
        that is less."""
        if state.phase == "announce":
            printed = self.numbers.cards[state.card].price
            return self.tables.announces[min(printed, state.cash[seat], len(self.tables.announces)) - 1]
        legal = self.legal(state, seat)
        return legal[0] if state.phase in ("fork", "tax", "reward") else legal[-1]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """Return the next state and the events. Raises `Illegal` or `NotYourTurn` if the action is not
        allowed."""
        said: Said = []
        state = _APPLY[type(action)](self.tables, state, said, mover, action)
        return state, tuple(said)

    def _over(self, state: State) -> Over:
        """Return the end of the game. The winners are the last player, or all with the goal and a clean
        record. After the last round they are the richest of those with a clean record, or the richest
        of all if nobody's is clean."""
        won = winners(self.tables, state)
        if len(state.alive) == 1:
            won, why = state.alive, "last-one"
        elif won:
            why = "goal"
        else:
            best = max((not state.years[seat], state.cash[seat]) for seat in state.alive)
            won = tuple(seat for seat in state.alive if (not state.years[seat], state.cash[seat]) == best)
            why = "rounds"
        scores = tuple(int(seat in won) for seat in range(self.seats))
        return Over(scores, tuple(2 - score for score in scores), why)

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> CombinardsView:
        """Return what a viewer knows; see view.py. Call it only where chance does not act."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where nature does not act"
        return sight.view(state, viewer, turn)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what lies before a viewer; see view.py."""
        return sight.now(state, viewer)

    def forget(self, state: State, luck: Luck) -> State:
        """Return another state that looks the same on the table: other petrol was promised, other cards
        were shown, and no hand has a trail. The tests check that nothing drawn differs between the two."""
        promises = tuple(None if each else self.tables.pack[:1] for each in state.promises)
        shown = tuple(hand[: luck.randrange(len(hand) + 1)] for hand in state.hands)
        none = ((),) * self.seats
        return replace(state, promises=promises, shown=shown, trails=none, gone=(), generation=state.generation + 1)

    def imagine(self, view: CombinardsView, luck: Luck) -> State:
        """Return a state with this view, drawn at random; see view.py."""
        return sight.imagine(self.tables, view, luck)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return hands, the card being bought and answers in an open window, as secrets by name."""
        return sight.secrets(self.tables, state)

    def phase(self, view: CombinardsView) -> str:
        """Return what is being decided."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur."""
        return self.tables.alphabet()

    def write(self, action: Action) -> str:
        """Return the action in notation; see notation.py."""
        return notation.write(self.tables, action)

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that a line of notation means, in capitals or not. Raises `Malformed`
        if it is unreadable, `Illegal` if it is not possible now, and `NotYourTurn` if the seat is not
        awaited."""
        action = self._words.get(text) or notation.read(self._words, text)
        legal = self.legal(state, seat)
        if action not in legal:
            raise Illegal(f"{text!r} is not possible now") if legal else NotYourTurn
        return action


# -- actions that are neither trade nor police


def _lot(tables: Tables, state: State, said: Said, mover: Seat, action: Lot) -> State:
    """Set the seat that begins."""
    if mover != NATURE or state.phase != "lot" or action not in tables.lots:
        raise Illegal("it is known who begins")
    tell(said, FirstDrawn(action.seat))
    return replace(state, phase="deal", first=action.seat, seat=action.seat)


def _draw(tables: Tables, state: State, said: Said, mover: Seat, action: Draw) -> State:
    """Draw a card. At the start, give it to the seat being dealt to; each seat receives its whole hand,
    in turn from the one that begins. Later it is a buyer's card."""
    if state.phase != "deal":
        return trade.draw(tables, state, said, mover, action)
    if mover != NATURE or action.card not in state.bag:
        raise Illegal("the pack does not give that card now")
    seat, card = state.seat, action.card
    at = state.bag.index(card)
    hand = tuple(sorted((*state.hands[seat], card)))
    tell(said, CardDealt(seat, card))
    state = replace(state, bag=state.bag[:at] + state.bag[at + 1 :], hands=put(state.hands, seat, hand))
    if len(hand) < tables.numbers.hand:
        return state
    after = (seat + 1) % tables.seats
    done = after == state.first
    return replace(state, phase="roll" if done else "deal", round=int(done), seat=state.first if done else after)


def _go(tables: Tables, state: State, said: Said, mover: Seat, action: Go) -> State:
    """Move to the chosen square at a fork."""
    trade.need(state, mover, "fork")
    for path in tables.board.ways[state.at[mover]][sum(state.dice)]:
        if path[-1] == action.square:
            return move(tables, state, said, path, state.dice)
    raise Illegal("the roll does not lead there")


def _pass(tables: Tables, state: State, said: Said, mover: Seat, action: Pass) -> State:
    """At customs, answer no in the window. In any other phase where one may pass, end the turn.
    `Illegal` elsewhere."""
    if state.phase == "denounce":
        return _answer(tables, state, said, mover, yes=False)
    if mover != state.seat or state.phase not in _PASSABLE:
        trade.need(state, mover, "")
    tell(said, Passed(mover))
    return end_turn(tables, state, said)


def _trust(tables: Tables, state: State, said: Said, mover: Seat, action: Trust) -> State:
    """Answer in the window of a purchase that the price may stand."""
    return _answer(tables, state, said, mover, yes=_in_window(state, "doubt", yes=False))


def _doubt(tables: Tables, state: State, said: Said, mover: Seat, action: Doubt) -> State:
    """Answer in the window of a purchase that the card is to be shown."""
    return _answer(tables, state, said, mover, yes=_in_window(state, "doubt", yes=True))


def _denounce(tables: Tables, state: State, said: Said, mover: Seat, action: Denounce) -> State:
    """Answer yes in the window at customs; in any other phase, inform in a flying control."""
    if state.phase != "denounce":
        return police.inform(tables, state, said, mover, action)
    if action.seat != state.seat:
        raise Illegal("only the player at customs can be denounced")
    return _answer(tables, state, said, mover, yes=True)


def _in_window(state: State, phase: str, *, yes: bool) -> bool:
    """Return `yes`; raise `Illegal` if the state is in another phase than `phase`."""
    if state.phase != phase:
        raise Illegal("that is not what is being decided")
    return yes


def _answer(tables: Tables, state: State, said: Said, mover: Seat, *, yes: bool) -> State:
    """Record an answer in a window. Nobody hears which answer it is. The last answer closes the window.
    If several said yes, only the first of them who sits after the player on turn counts."""
    if mover not in state.asked:
        raise NotYourTurn
    tell(said, Answered(mover))
    asked = tuple(seat for seat in state.asked if seat != mover)
    answers = tuple(sorted((*state.yes, mover))) if yes else state.yes
    if asked:
        return replace(state, asked=asked, yes=answers)
    seat = state.seat
    first = min(answers, key=lambda each: (each - seat) % tables.seats) if answers else None
    settle = trade.settle_doubt if state.phase == "doubt" else police.settle_customs
    return settle(tables, replace(state, asked=(), yes=()), said, first)


def _fly(tables: Tables, state: State, said: Said, mover: Seat, action: Fly) -> State:
    """Fly to an airport and end the turn: nothing happens on arrival. Leaving a circuit ends the
    promise made in it."""
    trade.need(state, mover, "fly")
    square, here = action.square, state.at[mover]
    if square not in tables.board.airports or square == here:
        raise Illegal("a flight goes to another airport")
    tell(said, Flown(mover, here, square))
    ring, promises = tables.board.ring, state.promises
    if promises[mover] is not None and ring[square] != ring[here]:
        promises = put(promises, mover, None)
    return end_turn(tables, replace(state, at=put(state.at, mover, square), promises=promises), said)


def _pay(tables: Tables, state: State, said: Said, mover: Seat, action: Pay) -> State:
    """Pay the tax into the pot, and end the turn."""
    trade.need(state, mover, "tax")
    return end_turn(tables, pay(tables, state, said, mover, (POT, tables.numbers.tax, "tax")), said)


def _throw(tables: Tables, state: State, said: Said, mover: Seat, action: Throw) -> State:
    """Have the dice thrown for the tax."""
    trade.need(state, mover, "tax")
    return enter(state, "tax-roll")


_APPLY: Mapping[type[Action], Handler] = {
    Lot: _lot, Draw: _draw, Dice: police.dice, Die: police.die, Check: police.check, Go: _go, Pass: _pass,
    Buy: trade.buy, Announce: trade.announce, Trust: _trust, Doubt: _doubt, Sell: trade.sell, Declare: trade.declare,
    Give: trade.give, Denounce: _denounce, Fly: _fly, Pay: _pay, Throw: _throw, TakeYears: police.take_years,
    TakeMoney: police.take_money,
}  # fmt: skip

_ANSWERS = (DOUBT, TRUST)
_FIXED: Mapping[str, tuple[Action, ...]] = {"buy": (BUY, PASS), "tax": (PAY, THROW), "reward": (TAKE_YEARS, TAKE_MONEY)}
_DICE = frozenset({"roll", "tax-roll", "customs"})
_PASSABLE = frozenset({"buy", "sell", "refinery", "stop", "station", "inform", "fly"})
_WAITING = _PASSABLE | {"fork", "announce", "tax", "reward"}
