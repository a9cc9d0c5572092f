"""Learning the policy: regret matching in the real game, by the rules themselves.

At every declaration, each choice is valued by what officer and next traveller would answer now. The
probabilities of their answers are learned too, so only what happens to an accepted hand has to be
played out. The value of the rest of a round after a hand has been laid aside is learned as well, by
cards left and by role. The regret of a choice is how much more it would have brought than the
average choice. A choice with more regret is taken more often; the average of all that was chosen is
the policy. The n-th game counts n times as much as the first, because early regrets are about play
that has since disappeared.

Every robot of a game uses its own seat's view, here as at a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import msgspec

from malle.core import NATURE, Action, AnyGame, Chance, Event, Luck, Refused, Seat
from malle.games.declarer.edition import BAG, Cards, dutiable_articles
from malle.games.declarer.payments import BAG_CLAIM, Bill
from malle.games.declarer.policy_robots import format_key
from malle.games.declarer.rules import Declarer
from malle.games.declarer.situations import SituationKey, Situations
from malle.games.declarer.state import Accept, Believe, Claim, Declare, Doubt, Search, State

LEARNED_THROW_SHARE = 0.4
"""The share of throws that are learned from. Learning from one means playing out several hands."""
MIN_STEP_SIZE = 0.002
"""The smallest step of a running mean: the value of the rest of a round is a mean over about the
last five hundred observations."""
RANDOM_DECLARATION_SCHEDULE = ((2_000, 0.06), (8_000, 0.02), (inf, 0.004))
"""(last game, share of declarations made at random), in the order of games."""
POLICY_WEIGHT_SUM = 1000
"""The weights of a situation in the policy file add up to about this number."""

BELIEVE, SEARCH, ACCEPT, DOUBT = Believe(), Search(), Accept(), Doubt()
Values = list[float]
"""Numbers by seat, or by choice in a situation."""


class Trainer:
    """Plays games and learns from them: regrets, what was chosen on average, and the value of the
    rest of a round."""

    def __init__(self, game: Declarer, seed: int) -> None:
        """Prepare a trainer that has learned nothing. The same seed gives the same games."""
        self.game = game
        self._situations = Situations(game)
        self.luck = Luck(f"learn {game.seats} {seed}")
        self._regrets: dict[SituationKey, Values] = {}
        self.choice_sums: dict[SituationKey, Values] = {}
        self.rest_values = [[0.0] * game.seats for _ in range(game.cards_per_round + 1)]
        """What the rest of a round brings on average: by number of cards left, then by role
        (`_role_of_seat`)."""
        self._rest_counts = [[0] * game.seats for _ in range(game.cards_per_round + 1)]
        self.random_declaration_rate = 0.0
        self.game_weight = 1
        """The weight of what is learned from the present game, relative to the first game."""

    # -- a game

    def play_game(self) -> None:
        """Play one game and learn from it."""
        state = self._resolve_chance(self.game.new(), self.luck)
        for number in range(1, self.game.rounds + 1):
            hands = []
            while state.phase != "over" and state.round == number:
                hands.append((state.left + len(state.hand), state.officer, state.traveller, state.purses))
                end, _ = self.play_hand(state)
                state = self._resolve_chance(end, self.luck)
            for left, officer, taker, purses in hands:
                self._learn_rest_of_round(left, officer, taker, purses, state.purses)

    def play_hand(self, state: State) -> tuple[State, Values]:
        """Play a hand from its declaration until it has been laid aside, and learn from it.

        `state` is the one before the declaration. Return the state at the end, and what the chosen
        declaration was worth to every seat, averaged over the possible answers.
        """
        game, luck = self.game, self.luck
        traveller, officer = Seat(state.traveller), Seat(state.officer)
        neighbour = Seat(game.next_traveller(officer, traveller))
        key, choices = self.situations_for(traveller).situation_and_choices(game.view(state, traveller))
        claimed_states = [game.apply(state, traveller, action)[0] for action in choices]
        before_officer = game.view(claimed_states[0], officer)
        before_neighbour = game.view(game.apply(claimed_states[0], officer, BELIEVE)[0], neighbour)
        rest = self._rest_of_round(state, neighbour) if state.left else [0.0] * game.seats

        probabilities = self.choice_probabilities(state, traveller, key, len(choices))
        chosen = (
            luck.randrange(len(choices))
            if luck.random() < self.random_declaration_rate
            else _draw_index(probabilities, luck)
        )
        claims = [_claim_of_action(action) for action in choices]
        bills = [self._possible_bills(state, claim, neighbour) for claim in claims]
        officer_keys = [self.situations_for(officer).answer_situation(before_officer, claim) for claim in claims]
        neighbour_keys = [self.situations_for(neighbour).answer_situation(before_neighbour, claim) for claim in claims]
        searches = [self.choice_probabilities(state, officer, each, 2)[1] for each in officer_keys]
        doubts = [self.choice_probabilities(state, neighbour, each, 2)[1] for each in neighbour_keys]
        acceptance_probability = (1 - searches[chosen]) * (1 - doubts[chosen])
        is_accepted = luck.random() < acceptance_probability
        end, after = self._follow_accepted_hand(claimed_states[chosen], officer, neighbour, learn=is_accepted)

        def ends(index: int, seat: int) -> tuple[float, float, float]:
            """Return what a seat gets from the choice `index`: if it is searched, if doubted, and
            if accepted."""
            duty, fine, informed = bills[index]
            paid = _gain_of_seat(duty, seat)
            return (
                _gain_of_seat(fine, seat) + rest[seat],
                paid + _gain_of_seat(informed, seat) + rest[seat],
                paid + after[seat],
            )

        def mean(index: int, seat: int) -> float:
            """Return what a seat gets from the choice `index`, averaged over the possible
            answers."""
            search, doubt, accept = ends(index, seat)
            passed = doubts[index] * doubt + (1 - doubts[index]) * accept
            return searches[index] * search + (1 - searches[index]) * passed

        if len(choices) > 1:
            self.learn_situation(
                traveller, key, probabilities, [mean(index, traveller) for index in range(len(choices))], 1.0
            )
        search, doubt, accept = ends(chosen, officer)
        passed = doubts[chosen] * doubt + (1 - doubts[chosen]) * accept
        self.learn_situation(
            officer, officer_keys[chosen], [1 - searches[chosen], searches[chosen]], [passed, search], 1.0
        )
        _, doubt, accept = ends(chosen, neighbour)
        self.learn_situation(
            neighbour,
            neighbour_keys[chosen],
            [1 - doubts[chosen], doubts[chosen]],
            [accept, doubt],
            1 - searches[chosen],
        )

        if not is_accepted:
            if luck.random() * (1 - acceptance_probability) < searches[chosen]:
                end = self._apply_answer(claimed_states[chosen], officer, SEARCH)
            else:
                end = self._apply_answer(self._apply_answer(claimed_states[chosen], officer, BELIEVE), neighbour, DOUBT)
        return end, [mean(chosen, seat) for seat in range(game.seats)]

    def _follow_accepted_hand(
        self, claimed: State, officer: Seat, neighbour: Seat, *, learn: bool
    ) -> tuple[State, Values]:
        """Let a claimed hand be believed and accepted. Return a state, and what each seat gains
        from then on.

        With `learn` the game goes on until the hand is laid aside, and is learned from; the
        state is that end. Otherwise the gain is from one trial, and the state is right after
        acceptance. If acceptance ends the round, the gains are 0, and the state is right after
        acceptance.
        """
        game = self.game
        state = self._apply_answer(self._apply_answer(claimed, officer, BELIEVE, learn), neighbour, ACCEPT, learn)
        if state.phase != "throw":
            return state, [0.0] * game.seats
        if not learn:
            return state, self.play_out_hand(state, Luck(self.luck.getrandbits(64)))
        key, choices = self.situations_for(neighbour).situation_and_choices(game.view(state, neighbour))
        probabilities = self.choice_probabilities(state, neighbour, key, len(choices))
        if len(choices) > 1 and self.luck.random() < LEARNED_THROW_SHARE:
            future = self.luck.getrandbits(64)
            thrown = (game.apply(state, neighbour, action)[0] for action in choices)
            self.learn_situation(
                neighbour,
                key,
                probabilities,
                [self.play_out_hand(after, Luck(future))[neighbour] for after in thrown],
                1.0,
            )
        state, _ = game.apply(state, neighbour, choices[_draw_index(probabilities, self.luck)])
        return self.play_hand(self._resolve_chance(state, self.luck))

    def _apply_answer(self, state: State, seat: Seat, action: Action, is_real: bool = True) -> State:
        """Return the state after an answer.

        If `is_real`, its events are passed to `on_events`; otherwise the answer is only tried.
        """
        state, events = self.game.apply(state, seat, action)
        if is_real:
            self.on_events(events)
        return state

    def on_events(self, events: tuple[Event, ...]) -> None:
        """Receive the events of an answer that was really given, not only tried.

        This method does nothing; a subclass may keep a record of them.
        """

    def play_out_hand(self, state: State, luck: Luck) -> Values:
        """Play a travelling hand on trial, without learning, until it is laid aside or its round
        ends.

        Return what every seat gains from `state` on, the estimated value of the rest of the round
        included.
        """
        game, round_number, purses = self.game, state.round, state.purses
        while state.round == round_number and state.phase not in ("take", "over"):
            if state.phase == "draw":
                state = self._resolve_chance(state, luck)
                continue
            seat = self._seat_to_act(state)
            key, choices = self.situations_for(seat).situation_and_choices(game.view(state, seat))
            state, _ = game.apply(
                state, seat, choices[_draw_index(self.choice_probabilities(state, seat, key, len(choices)), luck)]
            )
        round_continues = state.round == round_number and state.phase == "take"
        rest = self._rest_of_round(state, state.traveller) if round_continues else [0.0] * game.seats
        return [after - before + more for after, before, more in zip(state.purses, purses, rest, strict=True)]

    # -- regrets

    def learning_seats(self) -> Sequence[int]:
        """Return the seats that learn: all, unless a subclass says otherwise."""
        return range(self.game.seats)

    def situations_for(self, seat: Seat) -> Situations:
        """Return the situations that a seat tells apart: here the same for all seats."""
        return self._situations

    def choice_probabilities(self, state: State, seat: Seat, key: SituationKey, choice_count: int) -> Values:
        """Return the probability with which a seat takes each of the `choice_count` choices of
        situation `key`.

        Probabilities are in proportion to the positive regrets, or equal if no regret is positive.
        """
        regrets = self._regrets.get(key)
        if regrets is None:
            return [1 / choice_count] * choice_count
        positive = [each if each > 0 else 0.0 for each in regrets]
        total = sum(positive)
        return [each / total for each in positive] if total else [1 / choice_count] * choice_count

    def learn_situation(
        self, seat: Seat, key: SituationKey, probabilities: Values, values: Values, weight: float
    ) -> None:
        """Update the regrets and the average choices of a situation.

        `values` has the value of each choice to the seat, which takes the choices by
        `probabilities`. `weight` is the weight of this observation within its game.
        """
        mean = sum(share * each for share, each in zip(probabilities, values, strict=True))
        regrets = self._regrets.setdefault(key, [0.0] * len(probabilities))
        chosen = self.choice_sums.setdefault(key, [0.0] * len(probabilities))
        weight *= self.game_weight
        for index, each in enumerate(values):
            regrets[index] += weight * (each - mean)
            chosen[index] += weight * probabilities[index]

    # -- the rest of a round

    def _rest_of_round(self, state: State, taker: int) -> Values:
        """Return what the rest of the round is estimated to bring each seat if `taker` takes the
        next hand."""
        row, game = self.rest_values[state.left], self.game
        return [row[_role_of_seat(game, state.officer, taker, seat)] for seat in range(game.seats)]

    def _learn_rest_of_round(
        self, left: int, officer: int, taker: int, purses_before: tuple[int, ...], purses_after: tuple[int, ...]
    ) -> None:
        """Update the value of the rest of a round, for the roles of the seats that learn.

        Before `taker` took a hand, `left` cards were left and the purses were `purses_before`. At
        the end of the round the purses were `purses_after`.
        """
        for seat in self.learning_seats():
            role = _role_of_seat(self.game, officer, taker, seat)
            self._rest_counts[left][role] += 1
            step = max(MIN_STEP_SIZE, 1 / self._rest_counts[left][role])
            self.rest_values[left][role] += step * (
                purses_after[seat] - purses_before[seat] - self.rest_values[left][role]
            )

    # -- the rules

    def _possible_bills(self, state: State, claim: Cards, informer: int) -> tuple[Bill, Bill, Bill]:
        """Return the bills if `claim` is declared of the travelling hand: believed, searched, and
        doubted by `informer`."""
        officer, traveller, cashier = state.officer, state.traveller, self.game.cashier
        true = BAG in state.hand if claim == BAG_CLAIM else claim == dutiable_articles(state.hand)
        fine = None if true else cashier.fine_on_lie(claim, state.hand)
        return (
            cashier.bill_if_believed(officer, traveller, claim),
            cashier.bill_if_searched(officer, traveller, claim, fine),
            cashier.bill_if_doubted(officer, traveller, informer, claim, fine),
        )

    def _seat_to_act(self, state: State) -> Seat:
        """Return the seat that acts.

        The state must be in a phase in which a seat acts, not chance.
        """
        if state.phase == "officer":
            return Seat(state.officer)
        later = state.phase == "neighbour"
        return Seat(self.game.next_traveller(state.officer, state.traveller) if later else state.traveller)

    def _resolve_chance(self, state: State, luck: Luck) -> State:
        """Play all chance (cards, first officer) until a seat acts or the game is over; return the
        state."""
        while isinstance(turn := self.game.turn(state), Chance):
            state, _ = self.game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
        return state


class Checkpoint(msgspec.Struct):
    """All that a `PolicyLearner` needs to continue on another day; it is stored as JSON."""

    seats: int
    seed: int
    games: int
    """The number of games played so far."""
    luck: tuple[int, tuple[int, ...], float | None]
    """The state of the random numbers."""
    regrets: dict[str, Values]
    """The regret of each choice, by situation (`format_key`)."""
    chosen: dict[str, Values]
    """The weighted sums of the probabilities of each choice, by situation."""
    worth: list[Values]
    """`Trainer.rest_values`."""
    seen: list[list[int]]
    """How many observations each number of `worth` comes from."""


class PolicyLearner(Trainer):
    """A training in which all seats learn one common policy, for as many games as wanted."""

    def __init__(self, game: Declarer, seed: int, checkpoint: bytes = b"") -> None:
        """Start from nothing, or continue from `checkpoint` if it is not empty.

        Raise `Refused` if it was written for another number of seats or another seed.
        """
        super().__init__(game, seed)
        self._seed = seed
        self.games_played = 0
        """The number of games played so far, those before the checkpoint included."""
        if checkpoint:
            earlier = msgspec.json.decode(checkpoint, type=Checkpoint)
            if (earlier.seats, earlier.seed) != (game.seats, seed):
                raise Refused(f"what was kept is for {earlier.seats} players and seed {earlier.seed}: move it aside")
            self.games_played = earlier.games
            self.luck.setstate(earlier.luck)
            self._regrets = {_parse_key(key): row for key, row in earlier.regrets.items()}
            self.choice_sums = {_parse_key(key): row for key, row in earlier.chosen.items()}
            self.rest_values, self._rest_counts = earlier.worth, earlier.seen

    def play_game(self) -> None:
        """Play one more game and learn from it.

        What is learned is weighted by the number of the game.
        """
        self.games_played += 1
        self.game_weight = self.games_played
        self.random_declaration_rate = next(
            share for until, share in RANDOM_DECLARATION_SCHEDULE if self.games_played <= until
        )
        super().play_game()

    def policy(self) -> dict[str, tuple[int, ...]]:
        """Return the policy: how often each choice was taken on average, as whole weights, by
        situation (`format_key`)."""
        return {format_key(key): _policy_weights(row) for key, row in self.choice_sums.items() if sum(row) > 0}

    def checkpoint(self) -> bytes:
        """Return a `Checkpoint` of all that was learned, as JSON."""
        regrets = {format_key(key): row for key, row in self._regrets.items()}
        chosen = {format_key(key): row for key, row in self.choice_sums.items()}
        luck = self.luck.getstate()
        checkpoint = Checkpoint(
            self.game.seats, self._seed, self.games_played, luck, regrets, chosen, self.rest_values, self._rest_counts
        )
        return msgspec.json.encode(checkpoint)


def make_learner(game: AnyGame, *, seed: int, checkpoint: bytes = b"") -> PolicyLearner:
    """Return a learner that continues from `checkpoint`, or has learned nothing if it is empty.

    See `PolicyLearner`.
    """
    assert isinstance(game, Declarer)
    return PolicyLearner(game, seed, checkpoint)


def _policy_weights(row: Values) -> tuple[int, ...]:
    """Return the numbers of `row` in proportion, as whole numbers that add up to about
    `POLICY_WEIGHT_SUM`."""
    return tuple(round(POLICY_WEIGHT_SUM * each / sum(row)) for each in row)


def _parse_key(key: str) -> SituationKey:
    """Return the situation that `format_key` wrote as `key`.

    True and False come back as 1 and 0, which equal them as parts of a dictionary key.
    """
    name, *numbers = key.split(" ")
    return (name, *map(int, numbers))


def _claim_of_action(action: Action) -> Cards:
    """Return the articles that a `Declare` action declares, or `BAG_CLAIM` for a claim of the
    bag."""
    return BAG_CLAIM if isinstance(action, Claim) else _declared_articles(action)


def _declared_articles(action: Any) -> Cards:
    """Return the articles of a `Declare` action; any other action fails an assertion."""
    assert isinstance(action, Declare)
    return action.articles


def _gain_of_seat(bill: Bill, seat: int) -> int:
    """Return what a bill brings a seat in all, negative if the seat pays more than it gets."""
    gain = 0
    for payer, payee, amount, _ in bill:
        if payer == seat:
            gain -= amount
        elif payee == seat:
            gain += amount
    return gain


def _role_of_seat(game: Declarer, officer: int, taker: int, seat: int) -> int:
    """Return a seat's role: 0 for the officer, 1 for the traveller who takes the next hand, then the others
    in order of play."""
    if seat == officer:
        return 0
    order = game.travellers(officer)
    return 1 + (order.index(seat) - order.index(taker)) % len(order)


def _draw_index(probabilities: Values, luck: Luck) -> int:
    """Draw an index by `probabilities`, which add up to 1."""
    remaining = luck.random()
    for index, share in enumerate(probabilities):
        remaining -= share
        if remaining < 0:
            return index
    return len(probabilities) - 1
