"""A table of Les Joyeux Combinards, as a test looks at it: a position, notes played from it, and all that changed.

Seats are counted from 1, as in notation. `Deals(hands={1: "ivory soaps"}, at={1: "A4"})` deals the named cards, fills
hands up to nothing else, and puts pawns, cash and years where the test wants them; then the notes begin with a roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from malle.games import load_game
from malle.games.combinards.ledger import hidden_cards
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CombinardsView, Memory, Now, State
from malle.testing.script import Script

Changes = dict[str, int | str]


class Deals(Script):
    """A game played from notes, from a position of its own; seat 1 is to roll unless told otherwise."""

    state: State

    def __init__(
        self,
        script: str = "",
        *,
        seats: int = 3,
        edition: Path | None = None,
        hands: Mapping[int, str] | None = None,
        at: Mapping[int, str] | None = None,
        cash: Mapping[int, int] | None = None,
        years: Mapping[int, int] | None = None,
        pot: int = 0,
        pack: str | None = None,
        under: str = "",
        turn: int = 1,
        **options: Any,
    ) -> None:
        self.rules = cast(Combinards, load_game("combinards")(seats, options, edition))
        self.player_names = [card.name for card in self.rules.numbers.cards]
        super().__init__(self.rules)
        held = tuple(self.cards((hands or {}).get(seat + 1, "")) for seat in range(seats))
        below = tuple(self.player_names.index(name) for name in under.split())
        placed = {*below, *(card for hand in held for card in hand)}
        bag = (
            tuple(card for card in self.rules.tables.all_cards if card not in placed)
            if pack is None
            else self.cards(pack)
        )
        squares = self.rules.tables.board.square_names
        self.state = replace(
            self.state,
            phase="roll",
            round=1,
            first=turn - 1,
            seat=turn - 1,
            at=tuple(squares.index((at or {}).get(seat + 1, "I0")) for seat in range(seats)),
            cash=tuple((cash or {}).get(seat + 1, self.rules.numbers.cash) for seat in range(seats)),
            years=tuple((years or {}).get(seat + 1, 0) for seat in range(seats)),
            hands=held,
            pot=pot,
            bag=bag,
            under=below,
            gone=tuple(card for card in self.rules.tables.all_cards if card not in placed and card not in bag),
        )
        self.before = self.state
        self.play(script)

    def cards(self, names: str) -> tuple[int, ...]:
        """Cards by their names."""
        return tuple(sorted(self.player_names.index(name) for name in names.split()))

    def words(self, cards: Any) -> str:
        """The names of cards."""
        return " ".join(self.player_names[card] for card in cards)

    @property
    def now(self) -> Now:
        """What lies on the table for everybody to see."""
        return cast(CombinardsView, self.view()).now

    @property
    def memory(self) -> Memory:
        """What everybody could have written down."""
        return cast(CombinardsView, self.view()).memory

    def hand(self, seat: int) -> str:
        """A player's cards."""
        return self.words(self.state.hands[seat - 1])

    def hidden(self, seat: int) -> str:
        """Those that its owner alone knows."""
        return self.words(hidden_cards(self.state, seat - 1))

    def square(self, seat: int) -> str:
        """Where a pawn stands."""
        return self.rules.tables.board.square_names[self.state.at[seat - 1]]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.seat + 1

    @property
    def changes(self) -> Changes:
        """All that has changed hands since the position: cash, years, hands, pot, bank, pack, what lies under it, and
        cards out of the game. What is not there has not changed. Money never appears from nowhere but the bank."""
        old, new = self.before, self.state
        found: Changes = {}
        for seat in range(self.rules.seats):
            _number(found, f"cash {seat + 1}", new.cash[seat] - old.cash[seat])
            _number(found, f"years {seat + 1}", new.years[seat] - old.years[seat])
            _cards(found, f"hand {seat + 1}", self._difference(old.hands[seat], new.hands[seat]))
        _number(found, "pot", new.pot - old.pot)
        _number(found, "bank", sum(old.cash) + old.pot - sum(new.cash) - new.pot)
        _number(found, "pack", len(new.bag) - len(old.bag))
        _cards(found, "under", self._difference(old.under, new.under))
        _cards(found, "gone", self._difference(old.gone, new.gone))
        assert self._everything(old) == self._everything(new), "a card was lost, or is there twice"
        return found

    def _difference(self, old: tuple[int, ...], new: tuple[int, ...]) -> str:
        lost = [f"-{self.player_names[card]}" for card in old if card not in new]
        won = [f"+{self.player_names[card]}" for card in new if card not in old]
        return " ".join((*lost, *won))

    def _everything(self, state: State) -> list[int]:
        bought = (state.card,) if state.card >= 0 else ()
        held = [card for hand in state.hands for card in hand]
        return sorted((*held, *state.bag, *state.under, *state.gone, *bought))


def _number(found: Changes, name: str, value: int) -> None:
    if value:
        found[name] = value


def _cards(found: Changes, name: str, value: str) -> None:
    if value:
        found[name] = value
