"""Robots for research, each a smuggler with one profile, to measure robots that play customs.

As customs they play like the simple robot, because only their play as smugglers matters.
"""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Action, Event, Luck, Seat
from malle.games.chasse import robot, smuggler_profiles
from malle.games.chasse.edition import SMUGGLER
from malle.games.chasse.opponent_model import STACK_SHARES
from malle.games.chasse.robot_expert import choose_hide, choose_smuggler_move
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smuggler_profiles import SmugglerProfile
from malle.games.chasse.state import ChasseView, Move


class ProfileSmuggler:
    """A robot that plays the smuggler by one profile, and customs like the simple robot. It has no
    memory.

    `stack_shares` says how often it hides the counters in one stack, in two, … A stack is the
    counters of one pawn.
    """

    def __init__(self, profile: SmugglerProfile, stack_shares: tuple[int, ...] = STACK_SHARES) -> None:
        self._profile = profile
        self._stack_shares = stack_shares

    def new_memory(self, game: Chasse, seat: Seat) -> None:
        """Return `None`: this robot has no memory."""

    def observe(self, game: Chasse, memory: None, events: tuple[Event, ...]) -> None:
        """Return `None`: this robot remembers nothing."""

    def choose(self, game: Chasse, view: ChasseView, legal: tuple[Action, ...], memory: None, luck: Luck) -> Action:
        """Return a legal action: as the smuggler by the profile, as customs the action of the
        simple robot."""
        if len(legal) == 1 or view.viewer != SMUGGLER:
            return robot.choose(game, view, legal, luck)
        if view.now.phase == "hide":
            return choose_hide(game, view, legal, luck, self._stack_shares)
        moves = [action for action in legal if isinstance(action, Move)]
        return choose_smuggler_move(game, view, moves, luck, self._profile)


RESEARCH_SMUGGLERS: Mapping[str, ProfileSmuggler] = {
    "simple": ProfileSmuggler(smuggler_profiles.SIMPLE),
    "afraid": ProfileSmuggler(smuggler_profiles.AFRAID),
    "careful": ProfileSmuggler(smuggler_profiles.CAREFUL),
    "bold": ProfileSmuggler(smuggler_profiles.BOLD),
    "poker": ProfileSmuggler(smuggler_profiles.POKER),
    "half-poker": ProfileSmuggler(smuggler_profiles.HALF_POKER),
    "blind": ProfileSmuggler(smuggler_profiles.BLIND),
    "drip": ProfileSmuggler(smuggler_profiles.DRIP),
    "leaky": ProfileSmuggler(smuggler_profiles.LEAKY),
    "wary": ProfileSmuggler(smuggler_profiles.WARY),
    "open": ProfileSmuggler(smuggler_profiles.OPEN),
    "one-stack": ProfileSmuggler(smuggler_profiles.LEAKY, (1, 0, 0, 0, 0)),
    "five-stacks": ProfileSmuggler(smuggler_profiles.LEAKY, (0, 0, 0, 0, 1)),
    "random": ProfileSmuggler(smuggler_profiles.RANDOM),
    "empty-first": ProfileSmuggler(smuggler_profiles.EMPTY_FIRST, (20, 37, 40, 10, 20)),
    "empty-ahead": ProfileSmuggler(smuggler_profiles.EMPTY_AHEAD, (18, 21, 22, 58, 9)),
    "loaded-first": ProfileSmuggler(smuggler_profiles.LOADED_FIRST, (27, 54, 21, 28, 45)),
    "slow": ProfileSmuggler(smuggler_profiles.SLOW, (9, 31, 44, 20, 13)),
}
"""The robots by name, as `malle lab match chasse NAME …` takes them."""
