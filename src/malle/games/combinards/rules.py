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
from malle.games.combinards.ledger import add_event, pay_bill, replace_at
from malle.games.combinards.lookup_tables import (
    BUY,
    DOUBT,
    PASS,
    PAY,
    TAKE_MONEY,
    TAKE_YEARS,
    THROW,
    TRUST,
    EventList,
    LookupTables,
)
from malle.games.combinards.squares import end_turn, enter_phase, move_pawn, winners
from malle.games.combinards.state import (  # fmt: skip
    ACTIONS,
    NO_CARD,
    NO_SEAT,
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
)

AppliedAction = tuple[State, tuple[Event, ...]]
ActionHandler = Callable[[LookupTables, State, EventList, Seat, Any], State]


class Combinards:
    """The rules for a number of seats, options and an edition."""

    name = "combinards"
    version = 2
    codec = Codec(state=State, view=CombinardsView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        """Make the game. Raise `Refused` if the edition has too few cards to deal to all
        players."""
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        if seats * self.numbers.hand > len(self.numbers.cards):
            raise Refused(f"the edition has not enough cards for {seats} players")
        self.tables = LookupTables(seats, options, edition.data)
        self._action_by_notation = notation.actions_by_notation(self.tables)

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state. All players stand on the start with the same cash and no
        cards. The cards are dealt once it is known who begins."""
        seats, tables = self.seats, self.tables
        return State(
            phase="lot", round=0, first=NO_SEAT, seat=NO_SEAT, alive=tuple(range(seats)), at=(0,) * seats,
            cash=(self.numbers.cash,) * seats, years=(0,) * seats, hands=((),) * seats, pot=0, bag=tables.all_cards,
            under=(), dice=(), card=NO_CARD, price=0, asked=(), yes=(), target=NO_SEAT, given=0, known=False, gone=(),
            shown=((),) * seats, generation=0, origin=(0,) * len(tables.all_cards), trails=((),) * seats,
            promises=(None,) * seats,
        )  # fmt: skip

    def turn(self, state: State) -> Turn:
        """Return who acts next."""
        phase, tables = state.phase, self.tables
        if state.asked:
            return tables.waiting_by_seats[state.asked]
        if phase in _WAITING_PHASES:
            return tables.waiting_by_seat[state.seat]
        if phase in _DICE_PHASES:
            return tables.dice_chance
        if phase == "draw" or phase == "deal":
            cards = state.bag or state.under[:1]
            return Chance(tuple([tables.draw_actions[card] for card in cards]), tables.equal_weights[: len(cards)])
        if phase == "control" or phase == "search":
            hand = state.hands[state.target if phase == "search" else state.seat]
            return Chance(tuple([tables.check_actions[card] for card in hand]), tables.equal_weights[: len(hand)])
        if phase == "over":
            return self._final_result(state)
        if phase == "lot":
            return tables.lot_chance
        return tables.die_chance

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions; empty if the seat is not to act now. If one of them
        says no, trusts or ends the turn, it is the last."""
        phase, tables = state.phase, self.tables
        if state.asked:
            if seat not in state.asked:
                return ()
            return _DOUBT_ANSWERS if phase == "doubt" else (tables.denounce_actions[state.seat], PASS)
        if seat != state.seat or phase not in _WAITING_PHASES:
            return ()
        if phase in _FIXED_CHOICES:
            return _FIXED_CHOICES[phase]
        if phase == "announce":
            return tables.announce_actions[: state.cash[seat]]
        if phase == "fork":
            return tables.fork_actions[state.at[seat]][sum(state.dice)]
        return self._endable_choices(state, seat)

    def _endable_choices(self, state: State, seat: Seat) -> list[Action]:
        """Return the seat's actions in a phase that it may end with `PASS`: those with cards,
        seats or airports, and `PASS` as the last."""
        phase, tables, hand, square = state.phase, self.tables, state.hands[seat], state.at[seat]
        choices: list[Action]
        if phase == "station":
            choices = [tables.give_actions[card] for card in hand]
        elif phase == "stop":
            promise = state.promises[seat] or ()
            choices = [
                tables.declare_actions[card]
                for card in hand
                if tables.card_kinds[card] == PETROL and card not in promise
            ]
        elif phase == "inform":
            choices = [tables.denounce_actions[each] for each in state.alive if each != seat and state.hands[each]]
        elif phase == "fly":
            choices = [tables.fly_actions[airport] for airport in tables.board.airports if airport != square]
        else:
            sales = tables.sales_by_square[square]
            choices = [tables.sell_actions[card] for card in hand if card in sales]
        choices.append(PASS)
        return choices

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the harmless action for a seat whose time ran out: no, trust, stay on the inner
        ring, pay the tax, years off. For an announcement it is the printed price, or all the
        player's cash if that is less."""
        if state.phase == "announce":
            printed = self.numbers.cards[state.card].price
            return self.tables.announce_actions[min(printed, state.cash[seat], len(self.tables.announce_actions)) - 1]
        legal = self.legal(state, seat)
        return legal[0] if state.phase in ("fork", "tax", "reward") else legal[-1]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> AppliedAction:
        """Return the next state and the events. Raise `Illegal` or `NotYourTurn` if the action
        is not allowed."""
        events: EventList = []
        state = _HANDLERS[type(action)](self.tables, state, events, mover, action)
        return state, tuple(events)

    def _final_result(self, state: State) -> Over:
        """Return the result of a finished game. The winners are the last player left, or all
        with the goal and a clean record. After the last round they are the richest of those with
        a clean record, or the richest of all if nobody's is clean. Each winner scores 1 and is
        first; all others score 0 and are second."""
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
        """Return what a viewer knows; see view.py. Call it only when a player is to act or the
        game is over."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where nature does not act"
        return sight.build_view(state, viewer, turn)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what lies on the table before a viewer; see view.py."""
        return sight.build_now(state, viewer)

    def forget(self, state: State, luck: Luck) -> State:
        """Return another state that must look the same on the table: in it all that players must
        remember is different (promises, cards shown, notes about hands, cards out of the game,
        the number of reshuffles). It need not be reachable. The tests check that the pictures of
        both are equal."""
        promises = tuple(None if each else self.tables.all_cards[:1] for each in state.promises)
        shown = tuple(hand[: luck.randrange(len(hand) + 1)] for hand in state.hands)
        none = ((),) * self.seats
        return replace(state, promises=promises, shown=shown, trails=none, gone=(), generation=state.generation + 1)

    def imagine(self, view: CombinardsView, luck: Luck) -> State:
        """Return a state with this view, drawn at random; see view.py."""
        return sight.imagine_state(self.tables, view, luck)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return the secrets of a state by name: the cards of each hand that only its owner knows,
        the card being bought, and answers given while others are still asked. Cards that another
        player could work out are marked as public."""
        return sight.secrets_by_name(self.tables, state)

    def phase(self, view: CombinardsView) -> str:
        """Return the name of the phase: what is being decided."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur."""
        return self.tables.alphabet()

    def write(self, action: Action) -> str:
        """Return the action in notation; see notation.py."""
        return notation.format_action(self.tables, action)

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that a line of notation means, in capitals or not. Raise
        `Malformed` if it is unreadable, `Illegal` if it is not possible now, and `NotYourTurn`
        if the seat is not to act."""
        action = self._action_by_notation.get(text) or notation.parse_action(self._action_by_notation, text)
        legal = self.legal(state, seat)
        if action not in legal:
            raise Illegal(f"{text!r} is not possible now") if legal else NotYourTurn
        return action


# -- actions that are neither trade nor police


def _apply_lot(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Lot) -> State:
    """Set the seat that begins. It is dealt its cards first."""
    if mover != NATURE or state.phase != "lot" or action not in tables.lot_actions:
        raise Illegal("it is known who begins")
    add_event(events, FirstDrawn(action.seat))
    return replace(state, phase="deal", first=action.seat, seat=action.seat)


def _apply_draw(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Draw) -> State:
    """Take the card that chance drew. At the start it goes to the seat being dealt to: each seat
    receives its whole hand, in turn from the seat that begins. After the last hand, round 1
    begins. Later the card is a buyer's."""
    if state.phase != "deal":
        return trade.apply_draw(tables, state, events, mover, action)
    if mover != NATURE or action.card not in state.bag:
        raise Illegal("the pack does not give that card now")
    seat, card = state.seat, action.card
    at = state.bag.index(card)
    hand = tuple(sorted((*state.hands[seat], card)))
    add_event(events, CardDealt(seat, card))
    state = replace(state, bag=state.bag[:at] + state.bag[at + 1 :], hands=replace_at(state.hands, seat, hand))
    if len(hand) < tables.numbers.hand:
        return state
    after = (seat + 1) % tables.seats
    done = after == state.first
    return replace(state, phase="roll" if done else "deal", round=int(done), seat=state.first if done else after)


def _apply_go(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Go) -> State:
    """Move the pawn to the chosen square from a fork. Raise `Illegal` if the roll does not lead
    there."""
    trade.require_phase(state, mover, "fork")
    for path in tables.board.paths_by_roll[state.at[mover]][sum(state.dice)]:
        if path[-1] == action.square:
            return move_pawn(tables, state, events, path, state.dice)
    raise Illegal("the roll does not lead there")


def _apply_pass(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Pass) -> State:
    """At customs, answer that the mover denounces nobody. In any other phase where one may pass,
    end the turn. Raise `NotYourTurn` for another seat than that on turn, and `Illegal` in all
    other phases."""
    if state.phase == "denounce":
        return _record_answer(tables, state, events, mover, yes=False)
    if mover != state.seat or state.phase not in _ENDABLE_PHASES:
        trade.require_phase(state, mover, "")
    add_event(events, Passed(mover))
    return end_turn(tables, state, events)


def _apply_trust(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Trust) -> State:
    """Answer the buyer that the announced price may stand."""
    return _record_answer(tables, state, events, mover, yes=_require_window(state, "doubt", yes=False))


def _apply_doubt(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Doubt) -> State:
    """Answer the buyer that the card is to be shown."""
    return _record_answer(tables, state, events, mover, yes=_require_window(state, "doubt", yes=True))


def _apply_denounce(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Denounce) -> State:
    """At customs, answer that the mover denounces the player on turn. In any other phase, inform
    in a flying control (`police.apply_inform`)."""
    if state.phase != "denounce":
        return police.apply_inform(tables, state, events, mover, action)
    if action.seat != state.seat:
        raise Illegal("only the player at customs can be denounced")
    return _record_answer(tables, state, events, mover, yes=True)


def _require_window(state: State, phase: str, *, yes: bool) -> bool:
    """Return `yes` as it is; raise `Illegal` if the state is in another phase than `phase`."""
    if state.phase != phase:
        raise Illegal("that is not what is being decided")
    return yes


def _record_answer(tables: LookupTables, state: State, events: EventList, mover: Seat, *, yes: bool) -> State:
    """Record the mover's answer to the question whether they doubt or denounce. Nobody hears
    which answer it is. The last answer settles the question: of those who said yes, only the
    first in order of play after the player on turn counts. Raise `NotYourTurn` if the mover is
    not asked or has answered."""
    if mover not in state.asked:
        raise NotYourTurn
    add_event(events, Answered(mover))
    asked = tuple(seat for seat in state.asked if seat != mover)
    answers = tuple(sorted((*state.yes, mover))) if yes else state.yes
    if asked:
        return replace(state, asked=asked, yes=answers)
    seat = state.seat
    first = min(answers, key=lambda each: (each - seat) % tables.seats) if answers else None
    settle = trade.settle_doubt if state.phase == "doubt" else police.settle_customs
    return settle(tables, replace(state, asked=(), yes=()), events, first)


def _apply_fly(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Fly) -> State:
    """Fly to an airport and end the turn: the square of arrival has no effect. A promise to sell
    petrol ends if the flight leaves its circuit."""
    trade.require_phase(state, mover, "fly")
    square, here = action.square, state.at[mover]
    if square not in tables.board.airports or square == here:
        raise Illegal("a flight goes to another airport")
    add_event(events, Flown(mover, here, square))
    ring, promises = tables.board.ring_of_square, state.promises
    if promises[mover] is not None and ring[square] != ring[here]:
        promises = replace_at(promises, mover, None)
    return end_turn(tables, replace(state, at=replace_at(state.at, mover, square), promises=promises), events)


def _apply_pay(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Pay) -> State:
    """Pay the tax into the pot, and end the turn."""
    trade.require_phase(state, mover, "tax")
    return end_turn(tables, pay_bill(tables, state, events, mover, (POT, tables.numbers.tax, "tax")), events)


def _apply_throw(tables: LookupTables, state: State, events: EventList, mover: Seat, action: Throw) -> State:
    """Decide to throw dice for the tax; chance throws them next."""
    trade.require_phase(state, mover, "tax")
    return enter_phase(state, "tax-roll")


_HANDLERS: Mapping[type[Action], ActionHandler] = {
    Lot: _apply_lot,
    Draw: _apply_draw,
    Dice: police.apply_dice,
    Die: police.apply_die,
    Check: police.apply_check,
    Go: _apply_go,
    Pass: _apply_pass,
    Buy: trade.apply_buy,
    Announce: trade.apply_announce,
    Trust: _apply_trust,
    Doubt: _apply_doubt,
    Sell: trade.apply_sell,
    Declare: trade.apply_declare,
    Give: trade.apply_give,
    Denounce: _apply_denounce,
    Fly: _apply_fly,
    Pay: _apply_pay,
    Throw: _apply_throw,
    TakeYears: police.apply_take_years,
    TakeMoney: police.apply_take_money,
}

_DOUBT_ANSWERS = (DOUBT, TRUST)
_FIXED_CHOICES: Mapping[str, tuple[Action, ...]] = {
    "buy": (BUY, PASS),
    "tax": (PAY, THROW),
    "reward": (TAKE_YEARS, TAKE_MONEY),
}
_DICE_PHASES = frozenset({"roll", "tax-roll", "customs"})
_ENDABLE_PHASES = frozenset({"buy", "sell", "refinery", "stop", "station", "inform", "fly"})
_WAITING_PHASES = _ENDABLE_PHASES | {"fork", "announce", "tax", "reward"}
