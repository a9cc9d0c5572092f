"""Learning the policy: regret matching in the real game, by the rules themselves.

At every declaration each choice is valued by what officer and next traveller would answer now. Their
probabilities are in the policy too, so only what happens to an accepted hand has to be played out. The value
of the rest of a round after a hand has been laid aside is learned as well, by cards left and by role. A
choice that is regretted is chosen more often; the average of what was chosen is the policy. Later games count
for more, in proportion to their number: regrets of the thousandth game are about play that has disappeared by
the ten-thousandth.

Every robot of a game uses its own seat's view, here as at a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import msgspec

from malle.core import NATURE, Action, AnyGame, Chance, Event, Luck, Refused, Seat
from malle.games.declarer.bill import CLAIMED, Bill
from malle.games.declarer.edition import BAG, Cards, dutiable
from malle.games.declarer.rules import Declarer
from malle.games.declarer.sets import Key, Sets
from malle.games.declarer.state import Accept, Believe, Claim, Declare, Doubt, Search, State
from malle.games.declarer.table import written

THROWN = 0.4
"""The share of throws that are learned from. Learning from one means playing out several hands."""
SLOWEST = 0.002
"""The smallest step of a running mean: the value of the rest of a round is a mean over about the last five
hundred."""
CURIOUS = ((2_000, 0.06), (8_000, 0.02), (inf, 0.004))
"""(last game, share of declarations made at random), in the order of games."""
KEPT = 1000
"""The weights of a situation in the policy file add up to about this number."""

BELIEVE, SEARCH, ACCEPT, DOUBT = Believe(), Search(), Accept(), Doubt()
Values = list[float]
"""Numbers by seat, or by choice."""


class Trainer:
    """Learns by playing: regrets, the average of what was chosen, and the value of the rest of a round."""

    def __init__(self, game: Declarer, seed: int) -> None:
        """Prepare a trainer that has learned nothing. The same seed gives the same games."""
        self.game = game
        self._sets = Sets(game)
        self.luck = Luck(f"learn {game.seats} {seed}")
        self._regrets: dict[Key, Values] = {}
        self.chosen: dict[Key, Values] = {}
        self.worth = [[0.0] * game.seats for _ in range(game.limit + 1)]
        """The value of the rest of a round to each role, by cards left. Roles are those of `_role`."""
        self._seen = [[0] * game.seats for _ in range(game.limit + 1)]
        self.curious = 0.0
        self.weight = 1
        """The weight of what is learned now, beside what was learned before."""

    # -- a game

    def play(self) -> None:
        """Play one game and learn from it."""
        state = self._deal(self.game.new(), self.luck)
        for number in range(1, self.game.rounds + 1):
            hands = []
            while state.phase != "over" and state.round == number:
                hands.append((state.left + len(state.hand), state.officer, state.traveller, state.purses))
                end, _ = self.hand(state)
                state = self._deal(end, self.luck)
            for left, officer, taker, purses in hands:
                self._learn_rest(left, officer, taker, purses, state.purses)

    def hand(self, state: State) -> tuple[State, Values]:
        """Play a hand until it has been laid aside, from its declaration on, and learn from it.

        Return the state at the end, and what the declaration was worth to every seat on average over the
        possible answers.
        """
        game, luck = self.game, self.luck
        traveller, officer = Seat(state.traveller), Seat(state.officer)
        neighbour = Seat(game.after(officer, traveller))
        key, choices = self.sets(traveller).of(game.view(state, traveller))
        said = [game.apply(state, traveller, action)[0] for action in choices]
        before_officer = game.view(said[0], officer)
        before_neighbour = game.view(game.apply(said[0], officer, BELIEVE)[0], neighbour)
        rest = self._rest(state, neighbour) if state.left else [0.0] * game.seats

        odds = self.odds(state, traveller, key, len(choices))
        at = luck.randrange(len(choices)) if luck.random() < self.curious else _drawn(odds, luck)
        claims = [_claim(action) for action in choices]
        bills = [self._bills(state, claim, neighbour) for claim in claims]
        first = [self.sets(officer).answer(before_officer, claim) for claim in claims]
        second = [self.sets(neighbour).answer(before_neighbour, claim) for claim in claims]
        searches = [self.odds(state, officer, each, 2)[1] for each in first]
        doubts = [self.odds(state, neighbour, each, 2)[1] for each in second]
        through = (1 - searches[at]) * (1 - doubts[at])
        on = luck.random() < through
        end, after = self._accepted(said[at], officer, neighbour, learn=on)

        def ends(index: int, seat: int) -> tuple[float, float, float]:
            """Return what a seat gets from this declaration if it is searched, doubted, accepted."""
            duty, fine, informed = bills[index]
            paid = _gain(duty, seat)
            return _gain(fine, seat) + rest[seat], paid + _gain(informed, seat) + rest[seat], paid + after[seat]

        def mean(index: int, seat: int) -> float:
            """Return what a seat gets from this declaration on average over the possible answers."""
            search, doubt, accept = ends(index, seat)
            passed = doubts[index] * doubt + (1 - doubts[index]) * accept
            return searches[index] * search + (1 - searches[index]) * passed

        if len(choices) > 1:
            self.learn(traveller, key, odds, [mean(index, traveller) for index in range(len(choices))], 1.0)
        search, doubt, accept = ends(at, officer)
        passed = doubts[at] * doubt + (1 - doubts[at]) * accept
        self.learn(officer, first[at], [1 - searches[at], searches[at]], [passed, search], 1.0)
        _, doubt, accept = ends(at, neighbour)
        self.learn(neighbour, second[at], [1 - doubts[at], doubts[at]], [accept, doubt], 1 - searches[at])

        if not on:
            if luck.random() * (1 - through) < searches[at]:
                end = self._answered(said[at], officer, SEARCH)
            else:
                end = self._answered(self._answered(said[at], officer, BELIEVE), neighbour, DOUBT)
        return end, [mean(at, seat) for seat in range(game.seats)]

    def _accepted(self, said: State, officer: Seat, neighbour: Seat, *, learn: bool) -> tuple[State, Values]:
        """Play out a hand that was believed and accepted. Return the state, and what the hand brings every
        seat from now on.

        With `learn` the game really goes on this way, so the state is the one after the hand was laid aside.
        Otherwise the value is estimated, and the state is the one before a card is thrown away.
        """
        game = self.game
        state = self._answered(self._answered(said, officer, BELIEVE, learn), neighbour, ACCEPT, learn)
        if state.phase != "throw":
            return state, [0.0] * game.seats
        if not learn:
            return state, self.roll(state, Luck(self.luck.getrandbits(64)))
        key, choices = self.sets(neighbour).of(game.view(state, neighbour))
        odds = self.odds(state, neighbour, key, len(choices))
        if len(choices) > 1 and self.luck.random() < THROWN:
            future = self.luck.getrandbits(64)
            thrown = (game.apply(state, neighbour, action)[0] for action in choices)
            self.learn(neighbour, key, odds, [self.roll(after, Luck(future))[neighbour] for after in thrown], 1.0)
        state, _ = game.apply(state, neighbour, choices[_drawn(odds, self.luck)])
        return self.hand(self._deal(state, self.luck))

    def _answered(self, state: State, seat: Seat, action: Action, really: bool = True) -> State:
        """Return the state after an answer. The events are passed to `on_events` only if `is_real`; otherwise
        the answer is only tried."""
        state, events = self.game.apply(state, seat, action)
        if really:
            self.hear(events)
        return state

    def hear(self, events: tuple[Event, ...]) -> None:
        """Receive the events of an answer in the game that is played. Does nothing here; a subclass may keep
        a record."""

    def roll(self, state: State, luck: Luck) -> Values:
        """Play a travelling hand out until it is laid aside or its round ends. Return what it brings every
        seat, the rest of the round included."""
        game, number, purses = self.game, state.round, state.purses
        while state.round == number and state.phase not in ("take", "over"):
            if state.phase == "draw":
                state = self._deal(state, luck)
                continue
            seat = self._mover(state)
            key, choices = self.sets(seat).of(game.view(state, seat))
            state, _ = game.apply(state, seat, choices[_drawn(self.odds(state, seat, key, len(choices)), luck)])
        going = state.round == number and state.phase == "take"
        rest = self._rest(state, state.traveller) if going else [0.0] * game.seats
        return [after - before + more for after, before, more in zip(state.purses, purses, rest, strict=True)]

    # -- regrets

    def learners(self) -> Sequence[int]:
        """Return the seats that learn: here all."""
        return range(self.game.seats)

    def sets(self, seat: Seat) -> Sets:
        """Return the situations that a seat tells apart."""
        return self._sets

    def odds(self, state: State, seat: Seat, key: Key, number: int) -> Values:
        """Return how often a seat takes each of the `choice_count` choices: in proportion to its positive
        regrets, or equally often without any."""
        regrets = self._regrets.get(key)
        if regrets is None:
            return [1 / number] * number
        positive = [each if each > 0 else 0.0 for each in regrets]
        total = sum(positive)
        return [each / total for each in positive] if total else [1 / number] * number

    def learn(self, seat: Seat, key: Key, odds: Values, worths: Values, weight: float) -> None:
        """Update regrets and average choices of a situation. `values` has the value of each choice to the
        seat, which takes the choices by `probabilities`."""
        mean = sum(share * each for share, each in zip(odds, worths, strict=True))
        regrets = self._regrets.setdefault(key, [0.0] * len(odds))
        chosen = self.chosen.setdefault(key, [0.0] * len(odds))
        weight *= self.weight
        for index, each in enumerate(worths):
            regrets[index] += weight * (each - mean)
            chosen[index] += weight * odds[index]

    # -- the rest of a round

    def _rest(self, state: State, taker: int) -> Values:
        """Return the estimated value of the rest of the round to each seat, when `taker` takes the next hand."""
        row, game = self.worth[state.left], self.game
        return [row[_role(game, state.officer, taker, seat)] for seat in range(game.seats)]

    def _learn_rest(self, left: int, officer: int, taker: int, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        """Update the value of the rest of a round from the purses then and at its end, for the seats that learn."""
        for seat in self.learners():
            role = _role(self.game, officer, taker, seat)
            self._seen[left][role] += 1
            step = max(SLOWEST, 1 / self._seen[left][role])
            self.worth[left][role] += step * (after[seat] - before[seat] - self.worth[left][role])

    # -- the rules

    def _bills(self, state: State, claim: Cards, informer: int) -> tuple[Bill, Bill, Bill]:
        """Return the bills of a declaration if it is believed, if it is searched, and if it is doubted."""
        officer, traveller, cashier = state.officer, state.traveller, self.game.cashier
        true = BAG in state.hand if claim == CLAIMED else claim == dutiable(state.hand)
        fine = None if true else cashier.fine(claim, state.hand)
        return (
            cashier.believed(officer, traveller, claim),
            cashier.searched(officer, traveller, claim, fine),
            cashier.doubted(officer, traveller, informer, claim, fine),
        )

    def _mover(self, state: State) -> Seat:
        """Return the seat that acts in a phase in which a seat acts."""
        if state.phase == "officer":
            return Seat(state.officer)
        later = state.phase == "neighbour"
        return Seat(self.game.after(state.officer, state.traveller) if later else state.traveller)

    def _deal(self, state: State, luck: Luck) -> State:
        """Draw cards, or the first officer, until a seat has to act or the game is over."""
        while isinstance(turn := self.game.turn(state), Chance):
            state, _ = self.game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
        return state


class Kept(msgspec.Struct):
    """The checkpoint of a learner, from which it can continue on another day."""

    seats: int
    seed: int
    games: int
    luck: tuple[int, tuple[int, ...], float | None]
    regrets: dict[str, Values]
    chosen: dict[str, Values]
    worth: list[Values]
    seen: list[list[int]]


class Learner(Trainer):
    """All seats learn one policy, for as many games as wanted."""

    def __init__(self, game: Declarer, seed: int, kept: bytes = b"") -> None:
        """Start from nothing, or continue from `checkpoint`. `Refused` if it was written for other seats or
        another seed."""
        super().__init__(game, seed)
        self._seed = seed
        self.games = 0
        """Games played so far."""
        if kept:
            old = msgspec.json.decode(kept, type=Kept)
            if (old.seats, old.seed) != (game.seats, seed):
                raise Refused(f"what was kept is for {old.seats} players and seed {old.seed}: move it aside")
            self.games = old.games
            self.luck.setstate(old.luck)
            self._regrets = {_read(key): row for key, row in old.regrets.items()}
            self.chosen = {_read(key): row for key, row in old.chosen.items()}
            self.worth, self._seen = old.worth, old.seen

    def play(self) -> None:
        """Play one more game and learn from it."""
        self.games += 1
        self.weight = self.games
        self.curious = next(share for until, share in CURIOUS if self.games <= until)
        super().play()

    def table(self) -> dict[str, tuple[int, ...]]:
        """Return the policy: the average of what was chosen so far, by situation."""
        return {written(key): _shares(row) for key, row in self.chosen.items() if sum(row) > 0}

    def kept(self) -> bytes:
        """Return a checkpoint as JSON."""
        regrets = {written(key): row for key, row in self._regrets.items()}
        chosen = {written(key): row for key, row in self.chosen.items()}
        luck = self.luck.getstate()
        kept = Kept(self.game.seats, self._seed, self.games, luck, regrets, chosen, self.worth, self._seen)
        return msgspec.json.encode(kept)


def learner(game: AnyGame, *, seed: int, kept: bytes = b"") -> Learner:
    """Return a learner that has learned nothing, or that continues from `checkpoint`."""
    assert isinstance(game, Declarer)
    return Learner(game, seed, kept)


def _shares(row: Values) -> tuple[int, ...]:
    """Return the shares of the choices as whole numbers that add up to about `POLICY_WEIGHT_SUM`."""
    return tuple(round(KEPT * each / sum(row)) for each in row)


def _read(key: str) -> Key:
    """Return the situation that `format_key` wrote. True and False come back as 1 and 0, which make the same
    key."""
    name, *numbers = key.split(" ")
    return (name, *map(int, numbers))


def _claim(action: Action) -> Cards:
    """Return what an action declares; `BAG_CLAIM` for a claim of the bag."""
    return CLAIMED if isinstance(action, Claim) else _articles(action)


def _articles(action: Any) -> Cards:
    """Return the articles of a `Declare` action; any other action fails an assertion."""
    assert isinstance(action, Declare)
    return action.articles


def _gain(bill: Bill, seat: int) -> int:
    """Return what a bill brings a seat, negative if the seat pays."""
    gain = 0
    for payer, payee, amount, _ in bill:
        if payer == seat:
            gain -= amount
        elif payee == seat:
            gain += amount
    return gain


def _role(game: Declarer, officer: int, taker: int, seat: int) -> int:
    """Return a seat's role: 0 for the officer, 1 for the traveller who takes the next hand, then the others
    in order of play."""
    if seat == officer:
        return 0
    order = game.travellers(officer)
    return 1 + (order.index(seat) - order.index(taker)) % len(order)


def _drawn(odds: Values, luck: Luck) -> int:
    """Draw an index by probabilities that add up to 1."""
    mark = luck.random()
    for index, share in enumerate(odds):
        mark -= share
        if mark < 0:
            return index
    return len(odds) - 1
