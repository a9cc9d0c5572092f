"""Robots for research, each a smuggler with one profile, to measure robots that play customs.

As customs they play like the simple robot, because only their play as smugglers matters.
"""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Action, Event, Luck, Seat
from malle.games.chasse import manners, robot
from malle.games.chasse.belief import FIRST
from malle.games.chasse.edition import SMUGGLER
from malle.games.chasse.manners import Manner
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Move
from malle.games.chasse.wily import hide, smuggle


class Smuggler:
    """A robot that plays the smuggler by one profile. It has no memory.

    `stack_shares` says how often it hides the counters in one stack, in two, …
    """

    def __init__(self, manner: Manner, stacks: tuple[int, ...] = FIRST) -> None:
        self._manner = manner
        self._stacks = stacks

    def notes(self, game: Chasse, seat: Seat) -> None:
        """Return `None`: this robot has no memory."""

    def hear(self, game: Chasse, notes: None, events: tuple[Event, ...]) -> None:
        """Return `None`; nothing is remembered."""

    def choose(self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], notes: None, luck: Luck) -> Action:
        """Return an action by the profile, or as customs the action of the simple robot."""
        if len(legal) == 1 or view.viewer != SMUGGLER:
            return robot.choose(game, view, legal, luck)
        if view.now.phase == "hide":
            return hide(game, view, legal, luck, self._stacks)
        moves = [action for action in legal if isinstance(action, Move)]
        return smuggle(game, view, moves, luck, self._manner)


SMUGGLERS: Mapping[str, Smuggler] = {
    "simple": Smuggler(manners.SIMPLE),
    "afraid": Smuggler(manners.AFRAID),
    "careful": Smuggler(manners.CAREFUL),
    "bold": Smuggler(manners.BOLD),
    "poker": Smuggler(manners.POKER),
    "half-poker": Smuggler(manners.HALF_POKER),
    "blind": Smuggler(manners.BLIND),
    "drip": Smuggler(manners.DRIP),
    "leaky": Smuggler(manners.LEAKY),
    "wary": Smuggler(manners.WARY),
    "open": Smuggler(manners.OPEN),
    "one-stack": Smuggler(manners.LEAKY, (1, 0, 0, 0, 0)),
    "five-stacks": Smuggler(manners.LEAKY, (0, 0, 0, 0, 1)),
    "random": Smuggler(manners.RANDOM),
    "empty-first": Smuggler(manners.EMPTY_FIRST, (20, 37, 40, 10, 20)),
    "empty-ahead": Smuggler(manners.EMPTY_AHEAD, (18, 21, 22, 58, 9)),
    "loaded-first": Smuggler(manners.LOADED_FIRST, (27, 54, 21, 28, 45)),
    "slow": Smuggler(manners.SLOW, (9, 31, 44, 20, 13)),
}
"""The robots by name, as `malle research match chasse NAME …` takes them."""
