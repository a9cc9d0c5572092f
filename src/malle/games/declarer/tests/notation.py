"""The table of a customs game, as a test looks at it: purses, hands and suitcase in the game's own words. Seats are
counted from 1, as in notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from malle.games import load_game
from malle.games.declarer.edition import Cards
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import DeclarerView, Memory, Now, Paid, RoundBegan, State
from malle.testing.script import Script


class Customs(Script):
    """A game of Rien à déclarer ? played from notes. Four play unless told otherwise, with 12,500 F each."""

    state: State

    def __init__(
        self,
        script: str = "",
        *,
        seats: int = 4,
        edition: Path | None = None,
        version: int | None = None,
        **options: Any,
    ) -> None:
        self.rules = cast(Declarer, load_game("declarer", version)(seats, options, edition))
        super().__init__(self.rules, script)

    @property
    def now(self) -> Now:
        """What lies on the table for everybody to see."""
        return cast(DeclarerView, self.view()).now

    @property
    def purses(self) -> tuple[int, ...]:
        """The money of each seat."""
        return self.state.purses

    @property
    def gains(self) -> tuple[int, ...]:
        """What each seat has won or lost since the money was shared out."""
        return tuple(purse - self.rules.starting_money for purse in self.purses)

    @property
    def officers(self) -> list[int]:
        """The officer of each round so far."""
        began = (event for entry in self.log for event in entry.events)
        return [event.officer + 1 for event in began if isinstance(event, RoundBegan)]

    @property
    def left(self) -> int:
        """Cards that may still be taken in this round."""
        return self.state.left

    @property
    def suitcase(self) -> str:
        """The cards lying face up in the open suitcase."""
        return self.words(tuple(kind for kind, number in enumerate(self.now.laid) for _ in range(number)))

    @property
    def payments(self) -> list[str]:
        """What the last entry made whom pay, as `2 pays 1 200 compensation`."""
        paid = (event for event in self.heard_events() if isinstance(event, Paid))
        return [f"{each.payer + 1} pays {each.payee + 1} {each.amount} {each.reason}" for each in paid]

    def hand(self, seat: int) -> str:
        """The faces that this seat has before it; empty if it has none."""
        return self.words(cast(DeclarerView, self.view(seat)).now.hand or ())

    def memory(self, seat: int | None) -> Memory:
        """What a seat remembers of the hand on its way."""
        return cast(DeclarerView, self.view(seat)).memory

    def remembers(self, seat: int | None) -> list[str]:
        """The hands this seat has seen of the one on its way, oldest first."""
        return [self.words(hand) for _, hand in self.memory(seat).seen]

    def words(self, cards: Cards) -> str:
        """Cards as notation has them: `3 luggage 1 wine`."""
        names = self.rules.numbers.kind_names
        return " ".join(f"{cards.count(kind)} {names[kind]}" for kind in sorted(set(cards)))
