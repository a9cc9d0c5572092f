"""Learning the table: regret matching in the game that is actually played, by the rules themselves.

At every declaration each choice is weighed by what officer and neighbour would answer just now: their odds stand in the
table too, so that only the way of a hand after it was accepted has to be played out. What the rest of the round is
worth once a hand has been laid aside is learnt besides, by cards left and by role. Whoever regrets not having chosen
something chooses it more often; what was chosen on average is the table. Later games count for more, in proportion to
their number: what is regretted after a thousand games is about play that is no longer played after ten thousand.

Every robot of a game reads its own seat's view, here as at a table.
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
"""The share of throws that are learnt from: each takes several hands played out."""
SLOWEST = 0.002
"""The worth of the rest of a round is a mean over the last five hundred or so."""
CURIOUS = ((2_000, 0.06), (8_000, 0.02), (inf, 0.004))
"""How often any declaration is tried, until which game."""
KEPT = 1000
"""Weights on file add up to about this."""

BELIEVE, SEARCH, ACCEPT, DOUBT = Believe(), Search(), Accept(), Doubt()
Values = list[float]
"""By seat."""


class Trainer:
    """Regrets, what was chosen on average, and the worth of the rest of a round."""

    def __init__(self, game: Declarer, seed: int) -> None:
        self.game = game
        self._sets = Sets(game)
        self.luck = Luck(f"learn {game.seats} {seed}")
        self._regrets: dict[Key, Values] = {}
        self.chosen: dict[Key, Values] = {}
        self.worth = [[0.0] * game.seats for _ in range(game.limit + 1)]
        """Of the rest of a round, by cards left and role: the officer, the traveller who takes a hand next, …"""
        self._seen = [[0] * game.seats for _ in range(game.limit + 1)]
        self.curious = 0.0
        self.weight = 1
        """Of what is learnt now, beside what was learnt before."""

    # -- a game

    def play(self) -> None:
        """One game, learnt from."""
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
        """A declaration, its answers and what comes of them: the state when the hand has been laid aside, and what it
        was worth to every seat on average over the answers."""
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
            """What a seat has of this declaration if it is searched, doubted, accepted."""
            duty, fine, informed = bills[index]
            paid = _gain(duty, seat)
            return _gain(fine, seat) + rest[seat], paid + _gain(informed, seat) + rest[seat], paid + after[seat]

        def mean(index: int, seat: int) -> float:
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
        """What becomes of a hand that is let through and accepted."""
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
        """The state after an answer. What is only tried nobody hears."""
        state, events = self.game.apply(state, seat, action)
        if really:
            self.hear(events)
        return state

    def hear(self, events: tuple[Event, ...]) -> None:
        """An answer in the game that is played. Whoever learns the table does not listen."""

    def roll(self, state: State, luck: Luck) -> Values:
        """What a hand on its way brings every seat until it is laid aside, and the rest of the round after it."""
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
        """The seats that learn."""
        return range(self.game.seats)

    def sets(self, seat: Seat) -> Sets:
        """What a seat tells apart."""
        return self._sets

    def odds(self, state: State, seat: Seat, key: Key, number: int) -> Values:
        """How often a seat takes each choice: by its regret, if there is any."""
        regrets = self._regrets.get(key)
        if regrets is None:
            return [1 / number] * number
        positive = [each if each > 0 else 0.0 for each in regrets]
        total = sum(positive)
        return [each / total for each in positive] if total else [1 / number] * number

    def learn(self, seat: Seat, key: Key, odds: Values, worths: Values, weight: float) -> None:
        """What each choice would have been worth to a seat that takes them by these odds."""
        mean = sum(share * each for share, each in zip(odds, worths, strict=True))
        regrets = self._regrets.setdefault(key, [0.0] * len(odds))
        chosen = self.chosen.setdefault(key, [0.0] * len(odds))
        weight *= self.weight
        for index, each in enumerate(worths):
            regrets[index] += weight * (each - mean)
            chosen[index] += weight * odds[index]

    # -- the rest of a round

    def _rest(self, state: State, taker: int) -> Values:
        row, game = self.worth[state.left], self.game
        return [row[_role(game, state.officer, taker, seat)] for seat in range(game.seats)]

    def _learn_rest(self, left: int, officer: int, taker: int, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        for seat in self.learners():
            role = _role(self.game, officer, taker, seat)
            self._seen[left][role] += 1
            step = max(SLOWEST, 1 / self._seen[left][role])
            self.worth[left][role] += step * (after[seat] - before[seat] - self.worth[left][role])

    # -- the rules

    def _bills(self, state: State, claim: Cards, informer: int) -> tuple[Bill, Bill, Bill]:
        """What is due on a declaration, after a search, and after a doubt."""
        officer, traveller, cashier = state.officer, state.traveller, self.game.cashier
        true = BAG in state.hand if claim == CLAIMED else claim == dutiable(state.hand)
        fine = None if true else cashier.fine(claim, state.hand)
        return (
            cashier.believed(officer, traveller, claim),
            cashier.searched(officer, traveller, claim, fine),
            cashier.doubted(officer, traveller, informer, claim, fine),
        )

    def _mover(self, state: State) -> Seat:
        if state.phase == "officer":
            return Seat(state.officer)
        later = state.phase == "neighbour"
        return Seat(self.game.after(state.officer, state.traveller) if later else state.traveller)

    def _deal(self, state: State, luck: Luck) -> State:
        while isinstance(turn := self.game.turn(state), Chance):
            state, _ = self.game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
        return state


class Kept(msgspec.Struct):
    """All that somebody who learns needs to go on tomorrow."""

    seats: int
    seed: int
    games: int
    luck: tuple[int, tuple[int, ...], float | None]
    regrets: dict[str, Values]
    chosen: dict[str, Values]
    worth: list[Values]
    seen: list[list[int]]


class Learner(Trainer):
    """All seats learn the same table, for as long as one likes."""

    def __init__(self, game: Declarer, seed: int, kept: bytes = b"") -> None:
        super().__init__(game, seed)
        self._seed = seed
        self.games = 0
        """Played so far."""
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
        """One game more."""
        self.games += 1
        self.weight = self.games
        self.curious = next(share for until, share in CURIOUS if self.games <= until)
        super().play()

    def table(self) -> dict[str, tuple[int, ...]]:
        """What was chosen on average so far."""
        return {written(key): _shares(row) for key, row in self.chosen.items() if sum(row) > 0}

    def kept(self) -> bytes:
        """For another day."""
        regrets = {written(key): row for key, row in self._regrets.items()}
        chosen = {written(key): row for key, row in self.chosen.items()}
        luck = self.luck.getstate()
        kept = Kept(self.game.seats, self._seed, self.games, luck, regrets, chosen, self.worth, self._seen)
        return msgspec.json.encode(kept)


def learner(game: AnyGame, *, seed: int, kept: bytes = b"") -> Learner:
    """Somebody who has learnt nothing, or goes on from what was kept."""
    assert isinstance(game, Declarer)
    return Learner(game, seed, kept)


def _shares(row: Values) -> tuple[int, ...]:
    return tuple(round(KEPT * each / sum(row)) for each in row)


def _read(key: str) -> Key:
    """What `written` wrote. Yes and no have become 1 and 0, which are the same key."""
    name, *numbers = key.split(" ")
    return (name, *map(int, numbers))


def _claim(action: Action) -> Cards:
    return CLAIMED if isinstance(action, Claim) else _articles(action)


def _articles(action: Any) -> Cards:
    assert isinstance(action, Declare)
    return action.articles


def _gain(bill: Bill, seat: int) -> int:
    """What a bill brings a seat."""
    gain = 0
    for payer, payee, amount, _ in bill:
        if payer == seat:
            gain -= amount
        elif payee == seat:
            gain += amount
    return gain


def _role(game: Declarer, officer: int, taker: int, seat: int) -> int:
    if seat == officer:
        return 0
    order = game.travellers(officer)
    return 1 + (order.index(seat) - order.index(taker)) % len(order)


def _drawn(odds: Values, luck: Luck) -> int:
    mark = luck.random()
    for index, share in enumerate(odds):
        mark -= share
        if mark < 0:
            return index
    return len(odds) - 1
