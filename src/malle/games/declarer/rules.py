"""The rules of Rien à déclarer ?.

Edition and rulings: README.md beside this file; numbers: data/classic.toml. A comment "rule 7" cites the
section of the French rulebook, which `rulebook/` retells. Where the rules deviate from it, a ruling of the
README says so.
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
    places_from_scores,
)
from malle.games.declarer import view as sight
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, Numbers, add_card, dutiable_articles, remove_card
from malle.games.declarer.payments import BAG_CLAIM, Cashier, Payment
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
"""The state after an action, and the events that the action caused."""

ANSWERS: dict[Phase, tuple[Action, ...]] = {"officer": (Believe(), Search()), "neighbour": (Accept(), Doubt())}
"""The two answers in each phase in which a declaration is answered.

The first answer trusts the traveller.
"""

# There are a few thousand small hands, and each occurs thousands of times.
_add_card = lru_cache(maxsize=None)(add_card)
_remove_card = lru_cache(maxsize=None)(remove_card)
_dutiable_articles = lru_cache(maxsize=None)(dutiable_articles)


@lru_cache(maxsize=20_000)
def _paid_event(payer: int, payee: int, amount: int, reason: Reason) -> Event:
    """Return the event of a payment. Recent equal payments share one object."""
    return Paid(payer, payee, amount, reason)


class Declarer:
    """The rules of the game for a number of seats, one choice of options and one edition.

    It holds no state of play.
    """

    name = "declarer"
    version = 2
    codec = Codec(state=State, view=DeclarerView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        """Compute all values that depend only on seats, options and edition."""
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = numbers = edition.data
        self.pack = numbers.pack
        self.hand_size = numbers.hand
        # Rule 1: everybody receives the same sum; the rest is set aside.
        self.starting_money = numbers.money // seats // numbers.rounding * numbers.rounding
        self.rounds = options["rounds"] or seats  # rule 17: each is officer once
        self.cards_per_round = numbers.short if options["short"] else sum(self.pack)

        self.cashier = Cashier(numbers, options)
        self._throws_by_hand: dict[Cards, tuple[Action, ...]] = {}
        self._waiting_by_seat = tuple(Waiting((Seat(seat),)) for seat in range(seats))
        self._travellers_by_officer = tuple(
            tuple((officer + step) % seats for step in range(1, seats)) for officer in range(seats)
        )
        self._lots = tuple(Lot(seat) for seat in range(seats))
        self._draws = tuple(Draw(kind) for kind in range(len(self.pack)))
        self._throws = tuple(Throw(kind) for kind in range(len(self.pack)))
        self._declarations_by_size = tuple(self._possible_declarations(cards) for cards in range(self.hand_size + 1))
        self._declaration_sets = tuple(frozenset(each) for each in self._declarations_by_size)
        self._events_of_draws = tuple(
            tuple(self._draw_events(seat, draw) for draw in self._draws) for seat in range(seats)
        )
        self._next_travellers = tuple(
            tuple(self._traveller_to_the_left(seat, officer) for seat in range(seats)) for officer in range(seats)
        )
        self._actions_by_text = {self.write(action): action for action in self.alphabet()}
        self._handlers: dict[type[Action], Callable[[State, Seat, Any], Step]] = {
            Lot: self._apply_lot,
            Draw: self._apply_draw,
            Declare: self._apply_declare,
            Claim: self._apply_claim,
            Believe: self._apply_believe,
            Search: self._apply_search,
            Accept: self._apply_accept,
            Doubt: self._apply_doubt,
            Throw: self._apply_throw,
        }

    def _possible_declarations(self, hand_size: int) -> tuple[Action, ...]:
        """Return every action that declares a hand of `hand_size` cards: articles first, the claim
        of the bag last."""
        return (*(Declare(articles) for articles in self.numbers.possible_declarations(hand_size)), Claim())

    def _draw_events(self, seat: int, draw: Draw) -> tuple[Event, ...]:
        """Return the events when a seat takes a card: one for everybody, and one with the kind for
        that seat alone."""
        return (CardTaken(seat), CardSeen(seat, draw.kind))

    def _traveller_to_the_left(self, seat: int, officer: int) -> int:
        """Return the traveller after `seat`: the neighbour on the left, skipping the officer."""
        left = (seat + 1) % self.seats
        return left if left != officer else (left + 1) % self.seats

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state: the money is shared out, and the first officer has yet to be
        drawn by lot."""
        purses = (self.starting_money,) * self.seats
        return State("lot", 0, -1, -1, purses, self.pack, self.cards_per_round, (), None, -1, (), ())

    def turn(self, state: State) -> Turn:
        """Return the seat that acts, the outcomes of a draw with their weights, or the result of
        the game."""
        phase = state.phase
        if phase == "take" or phase == "draw":
            return Chance(self._draws, state.pack)
        if phase == "declare" or phase == "throw":
            return self._waiting_by_seat[state.traveller]
        if phase == "officer":
            return self._waiting_by_seat[state.officer]
        if phase == "neighbour":
            return self._waiting_by_seat[self._next_travellers[state.officer][state.traveller]]
        if phase == "lot":
            return Chance(self._lots, (1,) * self.seats)
        return self._game_result(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions; none if it is not the seat's turn.

        Declarations come shortest first, then in the order of the tariff; the claim of the bag
        comes last.
        """
        turn = self.turn(state)
        if not isinstance(turn, Waiting) or turn.seats[0] != seat:
            return ()
        phase = state.phase
        if phase == "declare":
            return self._declarations_by_size[len(state.hand)]
        if phase == "throw":
            return self._throw_actions(state.hand)
        return ANSWERS[phase]

    def _throw_actions(self, hand: Cards) -> tuple[Action, ...]:
        """Return the actions that throw away a card of `hand`, one for each kind that may go."""
        # Rule 15: a diplomatic bag that was received must be the card thrown away.
        actions = self._throws_by_hand.get(hand)
        if actions is None:
            kinds = (BAG,) if BAG in hand else sorted(set(hand))
            actions = self._throws_by_hand[hand] = tuple(self._throws[kind] for kind in kinds)
        return actions

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the action that is played when the time of a seat that acts is up.

        It declares the truth (claims the bag, if the seat holds it), believes, or accepts. It
        throws away the bag if it was received, otherwise the card with the highest duty.
        """
        if state.phase == "declare":
            return Claim() if BAG in state.hand else Declare(dutiable_articles(state.hand))
        if state.phase == "throw" and (articles := dutiable_articles(state.hand)) and BAG not in state.hand:
            return self._throws[max(articles, key=lambda kind: self.numbers.duty_on((kind,)))]
        return self.legal(state, seat)[0]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """Return the next state and the events. Raise `Illegal` or `NotYourTurn` if the action is
        not possible now.

        `mover` is `NATURE` for a lot or a drawn card.
        """
        return self._handlers[type(action)](state, mover, action)

    def _apply_lot(self, state: State, mover: Seat, action: Lot) -> Step:
        """Begin the first round with the seat that was drawn as officer.

        `Illegal` if there is no such seat.
        """
        self._require_turn(state, mover, "lot", NATURE)
        if action not in self._lots:
            raise Illegal("there is no such seat")
        state, events = self._begin_round(state, action.seat)
        return state, (OfficerDrawn(action.seat), *events)

    def _apply_draw(self, state: State, mover: Seat, action: Draw) -> Step:
        """Move a card of the drawn kind from the pack to the hand. `Illegal` if none is to be drawn
        or the pack has none.

        The traveller declares next if the hand is complete, if the card replaces a card thrown
        away, or if it is the last card of the round. Otherwise another card is taken.
        """
        # Rule 3: four new cards, or what is left of the pack. Rule 11 A: one new card for the one thrown away.
        phase = state.phase
        if mover != NATURE or (phase != "take" and phase != "draw"):
            raise Illegal("no card is taken now")
        kind, pack = action.kind, state.pack
        if not pack[kind]:
            raise Illegal("the pack has no such card")
        new_pack = list(pack)
        new_pack[kind] -= 1
        hand = _add_card(state.hand, kind)
        left = state.left - 1
        if phase == "draw" or not left or len(hand) == self.hand_size:
            phase = "declare"
        traveller = state.traveller
        after = State(
            phase, state.round, state.officer, traveller, state.purses, tuple(new_pack), left, hand, None,
            state.first, state.hands, state.thrown,
        )  # fmt: skip
        return after, self._events_of_draws[traveller][kind]

    def _apply_declare(self, state: State, mover: Seat, action: Declare) -> Step:
        """Record a declaration of articles; the officer answers next.

        `Illegal` if it names more articles than the hand has cards, or more of an article than
        exist.
        """
        # Rule 4: truth is not required.
        self._require_turn(state, mover, "declare", state.traveller)
        if action not in self._declaration_sets[len(state.hand)]:
            raise Illegal(f"a declaration names at most {len(state.hand)} articles, and of each no more than exist")
        return self._state_after_claim(state, action.articles), (Declared(mover, action.articles),)

    def _apply_claim(self, state: State, mover: Seat, action: Claim) -> Step:
        """Record a claim of the diplomatic bag, held or not; the officer answers next."""
        # Rule 14: the bag may be claimed, held or not.
        self._require_turn(state, mover, "declare", state.traveller)
        return self._state_after_claim(state, BAG_CLAIM), (BagClaimed(mover),)

    def _state_after_claim(self, state: State, claim: Cards) -> State:
        """Return the state in which the officer answers `claim`: what was just declared."""
        return State(
            "officer", state.round, state.officer, state.traveller, state.purses, state.pack, state.left, state.hand,
            claim, state.first, state.hands, state.thrown,
        )  # fmt: skip

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        """Let the hand pass unseen: the traveller pays the duty, and the next traveller answers."""
        # Rule 5: the hand goes on, unseen.
        self._require_turn(state, mover, "officer", state.officer)
        purses, paid = self._pay_bill(
            state.purses, *self.cashier.bill_if_believed(mover, state.traveller, state.claim or ())
        )
        after = State(
            "neighbour", state.round, mover, state.traveller, purses, state.pack, state.left, state.hand, state.claim,
            state.first, state.hands, state.thrown,
        )  # fmt: skip
        return after, (Believed(mover, state.traveller), *paid)

    def _apply_search(self, state: State, mover: Seat, action: Search) -> Step:
        """Let the officer search: show the hand to everybody, carry out the payments, and lay the
        hand aside."""
        # Rules 6 to 9 and 14: the hand is shown to all and laid aside.
        self._require_turn(state, mover, "officer", state.officer)
        traveller, claim = state.traveller, state.claim or ()
        fine = self._fine_if_false(state)
        purses, paid = self._pay_bill(state.purses, *self.cashier.bill_if_searched(mover, traveller, claim, fine))
        shown = Searched(mover, traveller, state.hand, fine is None, claim)
        after, events = self._lay_hand_aside(state, purses)
        return after, (shown, *paid, *events)

    def _apply_accept(self, state: State, mover: Seat, action: Accept) -> Step:
        """Give the hand to the next traveller (`mover`), who sees it and must then throw a card
        away.

        A liar is told that the lie passed. If no card is left to take, the hand is laid aside
        unseen instead, and the round ends.
        """
        # Rule 11 A. After the round's last declaration, accepting means only not doubting.
        self._require_turn(state, mover, "neighbour", self._next_travellers[state.officer][state.traveller])
        traveller = state.traveller
        passed: tuple[Event, ...] = (Accepted(mover, traveller),)
        if not _is_true_claim(state):
            passed = (*passed, GotAway(traveller, state.hand, state.claim or ()))
        if not state.left:
            after, events = self._lay_hand_aside(state, state.purses)
            return after, (*passed, *events)
        after = State(
            "throw", state.round, state.officer, mover, state.purses, state.pack, state.left, state.hand, None,
            state.first, (*state.hands, state.hand), state.thrown,
        )  # fmt: skip
        return after, (*passed, HandSeen(mover, state.hand))

    def _apply_doubt(self, state: State, mover: Seat, action: Doubt) -> Step:
        """Let the next traveller inform: show the hand to everybody, carry out the payments, lay
        the hand aside."""
        # Rule 11 B: the informer. Duty already paid is not given back.
        self._require_turn(state, mover, "neighbour", self._next_travellers[state.officer][state.traveller])
        traveller, claim = state.traveller, state.claim or ()
        fine = self._fine_if_false(state)
        purses, paid = self._pay_bill(
            state.purses, *self.cashier.bill_if_doubted(state.officer, traveller, mover, claim, fine)
        )
        shown = Doubted(mover, traveller, state.hand, fine is None, claim)
        after, events = self._lay_hand_aside(state, purses)
        return after, (shown, *paid, *events)

    def _apply_throw(self, state: State, mover: Seat, action: Throw) -> Step:
        """Throw a card of the accepted hand away; a new card is drawn next.

        `Illegal` if the hand has no such card, or if it has the bag, which must then be thrown
        away.
        """
        # Rule 11 A: one card is thrown away, face up.
        self._require_turn(state, mover, "throw", state.traveller)
        if action not in self._throw_actions(state.hand):
            raise Illegal(
                "the diplomatic bag must be thrown away" if BAG in state.hand else "that card is not in the hand"
            )
        after = State(
            "draw", state.round, state.officer, mover, state.purses, state.pack, state.left,
            _remove_card(state.hand, action.kind), None, state.first, state.hands, (*state.thrown, action.kind),
        )  # fmt: skip
        return after, (Thrown(mover, action.kind),)

    # -- rounds, money, the end

    def _begin_round(self, state: State, officer: int) -> Step:
        """Begin the next round with this officer and the full pack (rules 3 and 10).

        The traveller on the officer's left takes the first hand.
        """
        number, first = state.round + 1, (officer + 1) % self.seats
        after = State(
            "take", number, officer, first, state.purses, self.pack, self.cards_per_round, (), None, first, (), ()
        )
        return after, (RoundBegan(number, officer),)

    def _lay_hand_aside(self, state: State, purses: tuple[int, ...]) -> Step:
        """Return the state after the hand was laid aside, with these purses, and the events that
        follow.

        The next traveller takes new cards. If no card may be taken, the round ends: the next
        officer's round begins, or after the last round the game is over.
        """
        officer = state.officer
        if state.left:
            taker = self._next_travellers[officer][state.traveller]
            after = State("take", state.round, officer, taker, purses, state.pack, state.left, (), None, taker, (), ())
            return after, ()
        ended = RoundEnded(state.round)
        # The cards do not matter any more, so the state at the end of a round keeps none of them.
        over = State("over", state.round, officer, -1, purses, self.pack, 0, (), None, -1, (), ())
        if state.round == self.rounds:
            return over, (ended,)
        after, events = self._begin_round(over, (officer + 1) % self.seats)
        return after, (ended, *events)

    def _fine_if_false(self, state: State) -> int | None:
        """Return what the hand costs the traveller who declared it falsely, or `None` if the
        declaration is true."""
        return None if _is_true_claim(state) else self.cashier.fine_on_lie(state.claim or (), state.hand)

    def _pay_bill(self, purses: tuple[int, ...], *bill: Payment) -> tuple[tuple[int, ...], tuple[Event, ...]]:
        """Return the purses after the payments of a bill, and an event for each payment that is not
        0.

        A purse may go below zero; the debt counts at the end (rule 13).
        """
        after = list(purses)
        events: list[Event] = []
        for payer, payee, amount, reason in bill:
            if amount:
                after[payer] -= amount
                after[payee] += amount
                events.append(_paid_event(payer, payee, amount, reason))
        return tuple(after), tuple(events)

    def _game_result(self, state: State) -> Over:
        """Return the result of a finished game (rule 18).

        The scores are the purses; the richest wins, and equal purses share a place.
        """
        places = places_from_scores(state.purses)
        return Over(state.purses, places, "last-officer")

    def _require_turn(self, state: State, mover: Seat, phase: Phase, seat: int) -> None:
        """Raise `NotYourTurn` unless `mover` is `seat`, and `Illegal` unless the state is in `phase`."""
        if mover != seat:
            raise NotYourTurn
        if state.phase != phase:
            raise Illegal("that is not what is being decided")

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        """Return what a viewer knows of a state: see view.py.

        A seat must be acting, or the game be over.
        """
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where no card is being drawn"
        return sight.build_view(state, viewer, turn, self.pack, self.travellers(state.officer))

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what a viewer sees on the table: see view.py."""
        return sight.build_now(state, viewer, self.pack)

    def forget(self, state: State, luck: Luck) -> State:
        """Return another state that must look the same on the table, but differs in what players
        must remember.

        The hands that were passed on are replaced by random ones, and the order of the cards thrown
        away is reversed. The state need not be reachable; tests compare the pictures of both.
        """
        hands = tuple(tuple(sorted(luck.sample(range(len(self.pack)), len(hand)))) for hand in state.hands)
        return replace(state, hands=hands, thrown=state.thrown[::-1])

    def imagine(self, view: DeclarerView, luck: Luck) -> State:
        """Return a random state that has this view, with the probability that chance gives it: see
        view.py."""
        return sight.imagine_state(view, luck, self.pack)

    def travellers(self, officer: int) -> tuple[int, ...]:
        """Return all seats but the officer's in the order of play, from the officer's left."""
        return self._travellers_by_officer[officer]

    def next_traveller(self, officer: int, traveller: int) -> int:
        """Return the traveller who follows `traveller` while `officer` is the officer."""
        return self._next_travellers[officer][traveller]

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return the secrets: the travelling hand at every stage of its way, with the seats that
        know it. See view.py."""
        return sight.list_secrets(state, self.travellers(state.officer))

    def phase(self, view: DeclarerView) -> str:
        """Return the phase of the view, one of `Phase`: what is being decided."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur in this game, those of chance included."""
        answers = (answer for pair in ANSWERS.values() for answer in pair)
        return (*self._lots, *self._draws, *self._declarations_by_size[self.hand_size], *answers, *self._throws)

    def write(self, action: Action) -> str:
        """Return an action's notation: `declare 2 wine 1 watch`, `claim bag`, `throw luggage`,
        `draw wine`, `officer 2`.

        Answers are one word, such as `believe`. Seats are counted from 1.
        """
        match action:
            case Declare(articles):
                kinds = sorted(set(articles))
                said = " ".join(f"{articles.count(kind)} {self.numbers.kind_names[kind]}" for kind in kinds)
                return f"declare {said or 'nothing'}"
            case Claim():
                return "claim bag"
            case Draw(kind):
                return f"draw {self.numbers.kind_names[kind]}"
            case Throw(kind):
                return f"throw {self.numbers.kind_names[kind]}"
            case Lot(seat):
                return f"officer {seat + 1}"
        return type(action).__name__.lower()

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that `text` means.

        Articles may come in any order, and the number 1 may be left out. Raise `Malformed` if
        `text` is no action, `NotYourTurn` if the seat may not act, and `Illegal` if the action is
        not possible now.
        """
        action = self._actions_by_text.get(text) or self._parse_action(text)
        if action not in self.legal(state, seat):
            if self.legal(state, seat):
                raise Illegal(f"{text!r} is not possible now")
            raise NotYourTurn
        return action

    def _parse_action(self, text: str) -> Action:
        """Return the action that `text` means, legal or not. Raise `Malformed` if it is none.

        Capital letters, commas and extra blanks do not matter.
        """
        words = text.lower().replace(",", " ").split()
        known = self._actions_by_text.get(" ".join(words))
        if known is not None:
            return known
        match words:
            case ["declare", *article_words] if article_words:
                return Declare(self._parse_articles(article_words, text))
        raise Malformed(f"{text!r} is not an action; try `declare 2 wine`, `claim bag`, `believe`, `accept`")

    def _parse_articles(self, article_words: list[str], text: str) -> Cards:
        """Return the articles that the words name, in ascending order of kind. `text` is quoted in
        errors.

        Raise `Malformed` if a word is neither an article nor a number before one. Nothing is
        guessed, because an incomplete declaration costs money.
        """
        names = self.numbers.kind_names[FIRST_ARTICLE:]
        articles: list[int] = []
        number = 0
        for word in article_words:
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


def _is_true_claim(state: State) -> bool:
    """Return whether the declaration of the travelling hand is true.

    It must name exactly the dutiable articles in the hand. A claim of the bag is true if the hand
    has the bag.
    """
    if state.claim == BAG_CLAIM:
        return BAG in state.hand
    return state.claim == _dutiable_articles(state.hand)
