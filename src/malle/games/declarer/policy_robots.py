"""Robots that play by a learned policy: how often to lie, to search and to doubt in each situation.

`training.py` learns the policy, and `data/learnt-*.json` holds it. Robots draw their choices with
their own luck, so opponents cannot foresee the choices. The robot of the level wily also keeps a
record of its opponents, and deviates from the policy accordingly. The robot of the level regular
forgets what has to be remembered, and sometimes chooses at random.

A robot's lean is how much likelier than by the policy it takes any choice but the first, in
log-odds. The first choice is to trust or to tell the truth; the others are to lie, search or doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp

from malle.core import Action, Event, Luck, Seat
from malle.core.robots.learned_policy import load_policy, policy_path
from malle.games.declarer import opponent_model
from malle.games.declarer.edition import CLASSIC
from malle.games.declarer.opponent_model import OpponentRecord
from malle.games.declarer.rules import Declarer
from malle.games.declarer.situations import SituationKey, Situations
from malle.games.declarer.state import DeclarerView

FIRST_CHOICE_FACTOR = 4
"""Where nothing was learned, the first choice (the truth, belief) is taken this many times as often as all
others together."""

POLICY_SEATS = 4
"""The number of players for which the policy was learned. Robots use it with other numbers too."""

LEAN_PER_SURPRISE = 2.0
"""The lean of a robot is its surprise (see `opponent_model.py`) times this number."""
MAX_LEAN = 3.0
"""The largest lean in either direction, in log-odds."""
ANSWER_SITUATIONS = ("officer", "officer-bag", "neighbour", "neighbour-bag")
"""The situations in which another player's declaration is answered."""
ADDED_WEIGHT_SHARE = 0.01
"""A choice that the robot leans towards gets this share of the mean weight in addition.

Otherwise the robot would never make a choice that the policy never makes.
"""


class PolicyRobot:
    """A robot without memory that plays by the learned policy."""

    def __init__(
        self, *, forget_rate: float = 0.0, random_choice_rate: float = 0.0, daring: float = 0.0, suspicion: float = 0.0
    ) -> None:
        """Set how the robot deviates from the policy; the default is not at all.

        It makes the share `forget_rate` of its decisions without what has to be remembered, and the
        share `random_choice_rate` at random. `daring` is how much more often than the policy it
        lies, `suspicion` how much more often it searches and doubts, in log-odds.
        """
        self._forget_rate = forget_rate
        self._random_choice_rate = random_choice_rate
        self._daring = daring
        self._suspicion = suspicion

    def __call__(self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Return one of the legal actions, drawn by the policy or at random."""
        forgetful, choose_at_random = luck.random() < self._forget_rate, luck.random() < self._random_choice_rate
        key, choices = situations_of_game(game).situation_and_choices(view, forgetful=forgetful)
        if choose_at_random:
            return luck.choice(choices)
        return choices[
            luck.pick(apply_lean(choice_weights(load_choice_weights(), key, len(choices)), self._lean_in(key)))
        ]

    def _lean_in(self, key: SituationKey) -> float:
        """Return the robot's lean in a situation: `daring` for a declaration, `suspicion` for an
        answer.

        It is 0 if the declaration to be answered is a certain lie, and in all other situations.
        """
        if key[0] == "declare":
            return self._daring
        return self._suspicion if key[0] in ANSWER_SITUATIONS and not is_certain_lie(key) else 0.0


class RecordKeepingRobot:
    """A robot that plays by the learned policy, and leans away from it by its record of the
    opponents."""

    def new_memory(self, game: Declarer, seat: Seat) -> OpponentRecord:
        """Return the empty record of a new game."""
        return opponent_model.empty_record(game.seats)

    def observe(self, game: Declarer, memory: OpponentRecord, events: tuple[Event, ...]) -> OpponentRecord:
        """Return the record after those events of one more log entry that the seat heard."""
        return opponent_model.update_record(memory, events)

    def choose(
        self, game: Declarer, view: DeclarerView, legal: tuple[Action, ...], memory: OpponentRecord, luck: Luck
    ) -> Action:
        """Return one of the legal actions, drawn by the policy and the lean that the record suggests."""
        key, choices = situations_of_game(game).situation_and_choices(view)
        weights = choice_weights(load_choice_weights(), key, len(choices))
        lean = lean_in_situation(key, memory, view.now.officer, view.now.traveller, game)
        return choices[luck.pick(apply_lean(weights, lean))]


def lean_in_situation(key: SituationKey, memory: OpponentRecord, officer: int, traveller: int, game: Declarer) -> float:
    """Return the lean that a record suggests in a situation, from `-MAX_LEAN` to `MAX_LEAN`.

    A robot lies more to an officer and a next traveller who let much pass. It searches and doubts a
    traveller more who was found lying in such declarations. The lean is 0 if the declaration to be
    answered is certainly a lie, and in all other situations. `memory` is the record.
    """
    if is_certain_lie(key):
        return 0.0
    match key:
        case ("declare", *_):
            surprise = opponent_model.trust_surprise(memory, officer, game.next_traveller(officer, traveller))
        case ("officer", _, int(articles), *_) | ("neighbour", _, _, int(articles), *_):
            surprise = opponent_model.lying_surprise(memory, traveller, articles)
        case ("officer-bag" | "neighbour-bag", *_):
            surprise = opponent_model.lying_surprise(memory, traveller, None)
        case _:
            return 0.0
    return max(-MAX_LEAN, min(MAX_LEAN, LEAN_PER_SURPRISE * surprise))


def apply_lean(weights: tuple[int, ...], lean: float) -> tuple[int, ...]:
    """Return the weights with every choice but the first made likelier by `lean`, in log-odds.

    With a negative `lean` these choices become less likely. What becomes likelier never keeps the
    weight zero. Unless `lean` is 0, the sum of the weights changes.
    """
    if not lean:
        return weights
    first, *others = weights
    added_weight = ADDED_WEIGHT_SHARE * sum(weights) / len(weights)
    if lean < 0:
        return (round(1000 * (first + added_weight)), *(round(1000 * each * exp(lean)) for each in others))
    return (1000 * first, *(round(1000 * (each + added_weight) * exp(lean)) for each in others))


def choice_weights(policy: Mapping[str, tuple[int, ...]], key: SituationKey, number: int) -> tuple[int, ...]:
    """Return the weights of the `number` choices in a situation, as `policy` has them.

    A declaration that is certainly a lie is always searched or doubted: (0, 1). In a situation that
    was never learned, the first choice has `FIRST_CHOICE_FACTOR` times the weight of all others
    together.
    """
    if is_certain_lie(key):
        return (0, 1)
    default_weights = (FIRST_CHOICE_FACTOR * max(1, number - 1), *(1,) * (number - 1))
    return policy.get(format_key(key), default_weights)


def is_certain_lie(key: SituationKey) -> bool:
    """Return whether the situation is an answer to a declaration that is certainly false.

    That is known if it hides an article that the answering next traveller knows to be in the hand,
    or if the claimed bag lies face up.
    """
    match key:
        case ("neighbour", _, lies, *_):
            return bool(lies)
        case ("officer-bag", _, bag, *_) | ("neighbour-bag", bag, *_):
            return not bag
    return False


def format_key(key: SituationKey) -> str:
    """Return a situation as text for the policy file, such as `officer 0 1 2 1 3 0`."""
    return " ".join(part if isinstance(part, str) else str(int(part)) for part in key)


@lru_cache(maxsize=1)
def load_choice_weights() -> Mapping[str, tuple[int, ...]]:
    """Return the learned policy, read from its file once: the weights of the choices by situation
    (`format_key`)."""
    return load_policy(policy_path(CLASSIC.parent.parent, POLICY_SEATS)).choices


@lru_cache(maxsize=32)
def situations_of_game(game: Declarer) -> Situations:
    """Return the situations that robots tell apart in a game.

    They are cached: every call with the same game returns the same object.
    """
    return Situations(game)


REGULAR = PolicyRobot(forget_rate=1.0, random_choice_rate=0.1)
BOLD = PolicyRobot(forget_rate=1.0, random_choice_rate=0.1, daring=0.5, suspicion=-0.3)
WARY = PolicyRobot(forget_rate=1.0, random_choice_rate=0.1, daring=-0.5, suspicion=0.3)
WILY = RecordKeepingRobot()
