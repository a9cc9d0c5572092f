"""Rien à déclarer ?: the rules.

Edition and rulings: README.md beside this file; numbers: data/classic.toml. A comment "rule 7" cites the section of
the French rulebook, which `rulebook/` retells. The deviations are the rulings of the README, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
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
    Malformed,
    NotYourTurn,
    Over,
    Seat,
    Secret,
    Turn,
    Viewer,
    Waiting,
    places_by,
)
from malle.games.declarer import view as sight
from malle.games.declarer.bill import CLAIMED, Cashier, Payment
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, Numbers, dutiable, with_card, without_card
from malle.games.declarer.state import (
    ACTIONS,
    EVENTS,
    Accept,
    Accepted,
    BagClaimed,
    Believe,
    Believed,
    CardSeen,
    CardTaken,
    Claim,
    Declare,
    Declared,
    DeclarerView,
    Doubt,
    Doubted,
    Draw,
    GotAway,
    HandSeen,
    Lot,
    Now,
    OfficerDrawn,
    Paid,
    Phase,
    Reason,
    RoundBegan,
    RoundEnded,
    Search,
    Searched,
    State,
    Throw,
    Thrown,
)

Step = tuple[State, tuple[Event, ...]]

ANSWERS: dict[Phase, tuple[Action, ...]] = {"officer": (Believe(), Search()), "neighbour": (Accept(), Doubt())}

# A few thousand small hands exist, and each is met thousands of times.
_with_card = lru_cache(maxsize=None)(with_card)
_without_card = lru_cache(maxsize=None)(without_card)
_dutiable = lru_cache(maxsize=None)(dutiable)


@lru_cache(maxsize=20_000)
def _paid(payer: int, payee: int, amount: int, reason: Reason) -> Event:
    return Paid(payer, payee, amount, reason)


class Declarer:
    """The game, bound to a number of seats, options and an edition."""

    name = "declarer"
    version = 2
    codec = Codec(state=State, view=DeclarerView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = numbers = edition.data
        self.pack = numbers.pack
        self.hand = numbers.hand
        # Rule 1: everybody receives the same sum; what is left is set aside.
        self.share = numbers.money // seats // numbers.rounding * numbers.rounding
        self.rounds = options["rounds"] or seats  # rule 17: each is officer once
        self.limit = numbers.short if options["short"] else sum(self.pack)

        self.cashier = Cashier(numbers, options)
        self._throwable: dict[Cards, tuple[Action, ...]] = {}
        self._waiting = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self._travellers = tuple(
            tuple((officer + step) % seats for step in range(1, seats)) for officer in range(seats)
        )
        self._lots = tuple(Lot(seat) for seat in range(seats))
        self._draws = tuple(Draw(kind) for kind in range(len(self.pack)))
        self._throws = tuple(Throw(kind) for kind in range(len(self.pack)))
        self._declarations = tuple(self._said_of(cards) for cards in range(self.hand + 1))
        self._allowed = tuple(frozenset(each) for each in self._declarations)
        self._taken = tuple(tuple(self._hear_draw(seat, draw) for draw in self._draws) for seat in range(seats))
        self._next = tuple(tuple(self._left_of(seat, officer) for seat in range(seats)) for officer in range(seats))
        self._words = {self.write(action): action for action in self.alphabet()}
        self._apply: dict[type[Action], Callable[[State, Seat, Any], Step]] = {
            Lot: self._lot, Draw: self._draw, Declare: self._declare, Claim: self._claim, Believe: self._believe,
            Search: self._search, Accept: self._accept, Doubt: self._doubt, Throw: self._throw,
        }  # fmt: skip

    def _said_of(self, cards: int) -> tuple[Action, ...]:
        return (*(Declare(articles) for articles in self.numbers.declarations(cards)), Claim())

    def _hear_draw(self, seat: int, draw: Draw) -> tuple[Event, ...]:
        return (CardTaken(seat), CardSeen(seat, draw.kind))

    def _left_of(self, seat: int, officer: int) -> int:
        """The next traveller: the neighbour on the left, the officer skipped."""
        left = (seat + 1) % self.seats
        return left if left != officer else (left + 1) % self.seats

    # -- new, turn, legal, default

    def new(self) -> State:
        """Money is shared out; the first officer will be drawn by lot."""
        purses = (self.share,) * self.seats
        return State("lot", 0, -1, -1, purses, self.pack, self.limit, (), None, -1, (), ())

    def turn(self, state: State) -> Turn:
        """Who acts."""
        phase = state.phase
        if phase == "take" or phase == "draw":
            return Chance(self._draws, state.pack)
        if phase == "declare" or phase == "throw":
            return self._waiting[state.traveller]
        if phase == "officer":
            return self._waiting[state.officer]
        if phase == "neighbour":
            return self._waiting[self._next[state.officer][state.traveller]]
        if phase == "lot":
            return Chance(self._lots, (1,) * self.seats)
        return self._over(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """That seat's actions, in the order of the tariff."""
        turn = self.turn(state)
        if not isinstance(turn, Waiting) or turn.seats[0] != seat:
            return ()
        phase = state.phase
        if phase == "declare":
            return self._declarations[len(state.hand)]
        if phase == "throw":
            return self._may_throw(state.hand)
        return ANSWERS[phase]

    def _may_throw(self, hand: Cards) -> tuple[Action, ...]:
        # Rule 15: a diplomatic bag that was received must be the card thrown away.
        found = self._throwable.get(hand)
        if found is None:
            kinds = (BAG,) if BAG in hand else sorted(set(hand))
            found = self._throwable[hand] = tuple(self._throws[kind] for kind in kinds)
        return found

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """The truth; belief; trust; and the dearest dutiable card away, for the truth is declared about the rest."""
        if state.phase == "declare":
            return Claim() if BAG in state.hand else Declare(dutiable(state.hand))
        if state.phase == "throw" and (articles := dutiable(state.hand)) and BAG not in state.hand:
            return self._throws[max(articles, key=lambda kind: self.numbers.duty((kind,)))]
        return self.legal(state, seat)[0]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """The next state, and who heard what."""
        return self._apply[type(action)](state, mover, action)

    def _lot(self, state: State, mover: Seat, action: Lot) -> Step:
        self._need(state, mover, "lot", NATURE)
        if action not in self._lots:
            raise Illegal("there is no such seat")
        state, heard = self._begin_round(state, action.seat)
        return state, (OfficerDrawn(action.seat), *heard)

    def _draw(self, state: State, mover: Seat, action: Draw) -> Step:
        # Rule 3: four new cards, or what is left of the pack. Rule 11 A: one new card for the one thrown away.
        phase = state.phase
        if mover != NATURE or (phase != "take" and phase != "draw"):
            raise Illegal("no card is taken now")
        kind, pack = action.kind, state.pack
        if not pack[kind]:
            raise Illegal("the pack has no such card")
        less = list(pack)
        less[kind] -= 1
        hand = _with_card(state.hand, kind)
        left = state.left - 1
        if phase == "draw" or not left or len(hand) == self.hand:
            phase = "declare"
        traveller = state.traveller
        after = State(
            phase, state.round, state.officer, traveller, state.purses, tuple(less), left, hand, None,
            state.first, state.hands, state.thrown,
        )  # fmt: skip
        return after, self._taken[traveller][kind]

    def _declare(self, state: State, mover: Seat, action: Declare) -> Step:
        # Rule 4: truth is not required.
        self._need(state, mover, "declare", state.traveller)
        if action not in self._allowed[len(state.hand)]:
            raise Illegal(f"a declaration names at most {len(state.hand)} articles, and of each no more than exist")
        return self._claimed(state, action.articles), (Declared(mover, action.articles),)

    def _claim(self, state: State, mover: Seat, action: Claim) -> Step:
        # Rule 14: the bag may be claimed, held or not.
        self._need(state, mover, "declare", state.traveller)
        return self._claimed(state, CLAIMED), (BagClaimed(mover),)

    def _claimed(self, state: State, claim: Cards) -> State:
        return State(
            "officer", state.round, state.officer, state.traveller, state.purses, state.pack, state.left, state.hand,
            claim, state.first, state.hands, state.thrown,
        )  # fmt: skip

    def _believe(self, state: State, mover: Seat, action: Believe) -> Step:
        # Rule 5: the hand goes on, unseen.
        self._need(state, mover, "officer", state.officer)
        purses, paid = self._pay(state.purses, *self.cashier.believed(mover, state.traveller, state.claim or ()))
        after = State(
            "neighbour", state.round, mover, state.traveller, purses, state.pack, state.left, state.hand, state.claim,
            state.first, state.hands, state.thrown,
        )  # fmt: skip
        return after, (Believed(mover, state.traveller), *paid)

    def _search(self, state: State, mover: Seat, action: Search) -> Step:
        # Rules 6 to 9 and 14: the hand is shown to all and laid aside.
        self._need(state, mover, "officer", state.officer)
        traveller, claim = state.traveller, state.claim or ()
        fine = self._fine(state)
        purses, paid = self._pay(state.purses, *self.cashier.searched(mover, traveller, claim, fine))
        shown = Searched(mover, traveller, state.hand, fine is None, claim)
        after, heard = self._next_hand(state, purses)
        return after, (shown, *paid, *heard)

    def _accept(self, state: State, mover: Seat, action: Accept) -> Step:
        # Rule 11 A. After the round's last declaration, accepting means only not doubting.
        self._need(state, mover, "neighbour", self._next[state.officer][state.traveller])
        traveller = state.traveller
        passed: tuple[Event, ...] = (Accepted(mover, traveller),)
        if not _is_true(state):
            passed = (*passed, GotAway(traveller, state.hand, state.claim or ()))
        if not state.left:
            after, heard = self._next_hand(state, state.purses)
            return after, (*passed, *heard)
        after = State(
            "throw", state.round, state.officer, mover, state.purses, state.pack, state.left, state.hand, None,
            state.first, (*state.hands, state.hand), state.thrown,
        )  # fmt: skip
        return after, (*passed, HandSeen(mover, state.hand))

    def _doubt(self, state: State, mover: Seat, action: Doubt) -> Step:
        # Rule 11 B: the informer. Duty already paid is not given back.
        self._need(state, mover, "neighbour", self._next[state.officer][state.traveller])
        traveller, claim = state.traveller, state.claim or ()
        fine = self._fine(state)
        purses, paid = self._pay(state.purses, *self.cashier.doubted(state.officer, traveller, mover, claim, fine))
        shown = Doubted(mover, traveller, state.hand, fine is None, claim)
        after, heard = self._next_hand(state, purses)
        return after, (shown, *paid, *heard)

    def _throw(self, state: State, mover: Seat, action: Throw) -> Step:
        # Rule 11 A: one card is thrown away, face up.
        self._need(state, mover, "throw", state.traveller)
        if action not in self._may_throw(state.hand):
            raise Illegal(
                "the diplomatic bag must be thrown away" if BAG in state.hand else "that card is not in the hand"
            )
        after = State(
            "draw", state.round, state.officer, mover, state.purses, state.pack, state.left,
            _without_card(state.hand, action.kind), None, state.first, state.hands, (*state.thrown, action.kind),
        )  # fmt: skip
        return after, (Thrown(mover, action.kind),)

    # -- rounds, money, the end

    def _begin_round(self, state: State, officer: int) -> Step:
        """Rules 3 and 10: the full pack anew, and the traveller on the officer's left begins."""
        number, first = state.round + 1, (officer + 1) % self.seats
        after = State("take", number, officer, first, state.purses, self.pack, self.limit, (), None, first, (), ())
        return after, (RoundBegan(number, officer),)

    def _next_hand(self, state: State, purses: tuple[int, ...]) -> Step:
        """The hand has been laid aside. The next traveller takes new cards; or the round was over with it."""
        officer = state.officer
        if state.left:
            taker = self._next[officer][state.traveller]
            after = State("take", state.round, officer, taker, purses, state.pack, state.left, (), None, taker, (), ())
            return after, ()
        ended = RoundEnded(state.round)
        # Nothing of the cards matters any more, so the end of a round keeps none of them.
        over = State("over", state.round, officer, -1, purses, self.pack, 0, (), None, -1, (), ())
        if state.round == self.rounds:
            return over, (ended,)
        after, heard = self._begin_round(over, (officer + 1) % self.seats)
        return after, (ended, *heard)

    def _fine(self, state: State) -> int | None:
        """What the hand costs a liar; None: what was said of it is true."""
        return None if _is_true(state) else self.cashier.fine(state.claim or (), state.hand)

    def _pay(self, purses: tuple[int, ...], *bill: Payment) -> tuple[tuple[int, ...], tuple[Event, ...]]:
        """Rule 13: a purse may go below zero; the debt is settled by the final count."""
        after = list(purses)
        heard: list[Event] = []
        for payer, payee, amount, reason in bill:
            if amount:
                after[payer] -= amount
                after[payee] += amount
                heard.append(_paid(payer, payee, amount, reason))
        return tuple(after), tuple(heard)

    def _over(self, state: State) -> Over:
        """Rule 18: the richest has won; equal purses share the place."""
        places = places_by(state.purses)
        return Over(state.purses, places, "last-officer")

    def _need(self, state: State, mover: Seat, phase: Phase, seat: int) -> None:
        if mover != seat:
            raise NotYourTurn
        if state.phase != phase:
            raise Illegal("that is not what is being decided")

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        """What a viewer knows: see view.py."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where no card is being drawn"
        return sight.view(state, viewer, turn, self.pack, self.travellers(state.officer))

    def now(self, state: State, viewer: Viewer) -> Now:
        """What lies before a viewer: see view.py."""
        return sight.now(state, viewer, self.pack)

    def forget(self, state: State, luck: Luck) -> State:
        """Another state that lies alike on the table: the hand has come another way."""
        hands = tuple(tuple(sorted(luck.sample(range(len(self.pack)), len(hand)))) for hand in state.hands)
        return replace(state, hands=hands, thrown=state.thrown[::-1])

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        """A state with this view: see view.py."""
        return sight.imagine(view, luck, self.pack)

    def travellers(self, officer: int) -> tuple[int, ...]:
        """Everybody but the officer, in the order of play, from the officer's left."""
        return self._travellers[officer]

    def after(self, officer: int, traveller: int) -> int:
        """The traveller who follows this one."""
        return self._next[officer][traveller]

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """The travelling hand, and each hand as it was passed on."""
        return sight.secrets(state, self.travellers(state.officer))

    def phase(self, view: DeclarerView) -> str:
        """What is being decided."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """All actions that can ever occur."""
        answers = (answer for pair in ANSWERS.values() for answer in pair)
        return (*self._lots, *self._draws, *self._declarations[self.hand], *answers, *self._throws)

    def write(self, action: Action) -> str:
        """`declare 2 wine 1 watch`, `claim bag`, `throw luggage`, `officer 2`; answers are one word."""
        match action:
            case Declare(articles):
                kinds = sorted(set(articles))
                said = " ".join(f"{articles.count(kind)} {self.numbers.names[kind]}" for kind in kinds)
                return f"declare {said or 'nothing'}"
            case Claim():
                return "claim bag"
            case Draw(kind):
                return f"draw {self.numbers.names[kind]}"
            case Throw(kind):
                return f"throw {self.numbers.names[kind]}"
            case Lot(seat):
                return f"officer {seat + 1}"
        return type(action).__name__.lower()

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Notation back, in any order of articles; a number may be left out where it is 1."""
        action = self._words.get(text) or self._read_declaration(text)
        if action not in self.legal(state, seat):
            if self.legal(state, seat):
                raise Illegal(f"{text!r} is not possible now")
            raise NotYourTurn
        return action

    def _read_declaration(self, text: str) -> Action:
        words = text.lower().replace(",", " ").split()
        known = self._words.get(" ".join(words))
        if known is not None:
            return known
        match words:
            case ["declare", *said] if said:
                return Declare(self._read_articles(said, text))
        raise Malformed(f"{text!r} is not an action; try `declare 2 wine`, `claim bag`, `believe`, `accept`")

    def _read_articles(self, said: list[str], text: str) -> Cards:
        """A declaration costs money: half a one is refused, never guessed at."""
        names = self.numbers.names[FIRST_ARTICLE:]
        articles: list[int] = []
        number = 0
        for word in said:
            if word in names:
                articles += [FIRST_ARTICLE + names.index(word)] * (number or 1)
                number = 0
            elif word.isdecimal() and not number and 0 < len(word.lstrip("0")) < 3:
                number = int(word)
            elif word.isdecimal():
                raise Malformed(f"{word!r} in {text!r}: one number from 1 to 99 stands before an article")
            else:
                raise Malformed(f"{word!r} in {text!r} is not an article; there are {', '.join(names)}")
        if number:
            raise Malformed(f"{text!r} ends in a number; which article is it of?")
        return tuple(sorted(articles))


def _is_true(state: State) -> bool:
    """Article by article, not by value; a bag claimed is true when it is held."""
    if state.claim == CLAIMED:
        return BAG in state.hand
    return state.claim == _dutiable(state.hand)
