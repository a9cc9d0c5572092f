"""The values of an edition file: the board, the cards and the sums, and the checks that they can be
played with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from malle.core import Refused

Cards = tuple[int, ...]
"""Cards by their number in the edition, from 0. They are sorted unless a rule depends on their
order."""

Kind = Literal["licit", "illicit", "petrol"]

LICIT, ILLICIT, PETROL = range(3)
KINDS: tuple[Kind, ...] = ("licit", "illicit", "petrol")

ROAD = "road"
"""A stretch of road. It counts as a step, and nothing happens on it."""

KINDS_WITH_RULE = frozenset({
    "start", "purchase", "police-station", "refund", "control", "flying-control", "airport", "income-tax", "levy",
    "bank-charges", "stop", "customs", "refinery", ROAD,
})  # fmt: skip
"""Kinds of square with a rule of their own. Every other kind is a place of sale."""

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
CLASSIC_1 = Path(__file__).parent / "data" / "classic_1.toml"
"""The edition of version 1 of the rules."""
TINY = Path(__file__).parent / "data" / "tiny.toml"


class Card(Struct, frozen=True):
    """A card: goods that can be bought and sold."""

    name: str
    kind: Kind
    price: int
    """The printed price. A player who is wrong in a doubt pays it to the bank."""
    sales: dict[str, int]
    """What the bank pays for the card, by kind of square (places of sale, or `refinery` for
    petrol)."""
    remission: int
    """Years taken off the police record when the card is given up at the police station."""
    fine: int = 0
    """The fine when a control finds the card; for petrol, when a broken promise is denounced."""
    years: int = 0
    """Years of prison when a control finds the card; only illicit cards cost any."""
    bonus: int = 0
    """The export bonus for petrol declared at a stop."""


class Circuit(Struct, frozen=True):
    """An outer circuit. Pawns enter it at its stop and leave it at its customs."""

    name: str
    squares: tuple[str, ...]
    fork: int
    """Index of the square of the inner ring from which the stop is entered."""
    merge: int
    """Index of the square of the inner ring that follows the customs."""


class Numbers(Struct, frozen=True, kw_only=True):
    """The values of an edition file. Sums are millions of francs.

    `cash` and `hand` are the money and the number of cards that each player starts with. `goal` and
    `short` are the cash that wins a usual and a short game. `prison` is the highest number of years
    with which a player stays in the game. `faces` are the faces of a die. `indemnity` is what a
    player who wrongly doubts or denounces pays to the other player. `tax` is the sum that a player
    may pay instead of throwing dice; a roll of at most `tax_free` pays no tax. `charges` are the
    bank charges. At customs a roll of at least `customs_move` is a move; a lower one costs
    `customs_due` for each card in hand. `given_up` is how many cards a player may give up in one
    visit to the police station.
    """

    cash: int
    hand: int
    goal: int
    short: int
    prison: int
    faces: int
    indemnity: int
    tax: int
    tax_free: int
    charges: int
    customs_move: int
    customs_due: int
    given_up: int
    inner: tuple[str, ...]
    cards: tuple[Card, ...]
    circuits: tuple[Circuit, ...] = ()

    def check(self) -> None:
        """Raise `Refused` if the rules cannot be played with these values."""
        self._check_sums()
        self._check_board()
        names: set[str] = set()
        squares = {kind for kind, _ in self.squares()}
        for index, card in enumerate(self.cards):
            if card.name in names or not _is_slug(card.name):
                reason = "cards need names of their own, each one word of letters, digits and hyphens"
                raise Refused(f"cards.{index}.name: {reason}")
            names.add(card.name)
            self._check_card(card, squares)

    def _check_card(self, card: Card, squares: set[str]) -> None:
        """Raise `Refused` if a card has impossible sums or places of sale. `squares` are the
        kinds of square on the board."""
        path = f"cards.{card.name}"
        if unknown_places := sorted(set(card.sales) - squares):
            raise Refused(f"{path}.sales: it is sold at {unknown_places[0]}, which is not on the board")
        if (card.kind == "petrol") != (set(card.sales) == {"refinery"}):
            raise Refused(f"{path}.sales: petrol is sold at refineries only, and nothing else is sold there")
        if card.price < 1:
            raise Refused(f"{path}.price must be at least 1")
        sums = {"sales": min(card.sales.values(), default=0)}
        sums |= {name: getattr(card, name) for name in ("remission", "fine", "years", "bonus")}
        if low := next((name for name, sum_ in sums.items() if sum_ < 0), None):
            raise Refused(f"{path}.{low}: no sum is below 0")

    def _check_sums(self) -> None:
        """Raise `Refused` if a value that must be positive is below 1, or a sum that may be 0 is
        negative. `tax_free` and `customs_move` may have any value."""
        for name in ("cash", "hand", "goal", "short", "faces", "given_up"):
            if getattr(self, name) < 1:
                raise Refused(f"{name} must be at least 1")
        for name in ("prison", "indemnity", "tax", "charges", "customs_due"):
            if getattr(self, name) < 0:
                raise Refused(f"{name}: no sum is below 0")

    def _check_board(self) -> None:
        """Raise `Refused` if the inner ring, a circuit or the name of a square is malformed."""
        if not self.inner:
            raise Refused("inner: the inner ring has no square")
        if {"stop", "customs"} & set(self.inner):
            raise Refused("inner: stop and customs belong to outer circuits")
        names = {"I"}
        for index, circuit in enumerate(self.circuits):
            if circuit.name in names or not circuit.name.isalpha():
                reason = "circuits need names of their own, in letters, other than I, the inner ring's"
                raise Refused(f"circuits.{index}.name: {reason}")
            names.add(circuit.name)
            where = f"circuits.{circuit.name}"
            if len(circuit.squares) < 2 or circuit.squares[0] != "stop" or circuit.squares[-1] != "customs":
                raise Refused(f"{where}.squares: it begins with its stop and ends with its customs")
            for end in ("fork", "merge"):
                if not 0 <= getattr(circuit, end) < len(self.inner):
                    raise Refused(f"{where}.{end}: the inner ring has no such square")
        rings = {"inner": self.inner} | {f"circuits.{each.name}.squares": each.squares for each in self.circuits}
        for where, kinds in rings.items():
            if not all(map(_is_slug, kinds)):
                raise Refused(f"{where}: a square's name is one word of letters, digits and hyphens")

    def squares(self) -> tuple[tuple[str, str], ...]:
        """Return every square as (kind, name), in the order of their numbers: the inner ring as I0, I1,
        …, then each circuit, for example as A0, A1, …"""
        rings: Mapping[str, tuple[str, ...]] = {"I": self.inner} | {each.name: each.squares for each in self.circuits}
        return tuple((kind, f"{ring}{index}") for ring, kinds in rings.items() for index, kind in enumerate(kinds))


def _is_slug(name: str) -> bool:
    """Return whether a name has only letters, digits and hyphens, with at least one letter or digit."""
    return name.replace("-", "").isalnum()


def with_card(cards: Cards, card: int) -> Cards:
    """Return the cards and `card`, sorted."""
    return tuple(sorted((*cards, card)))


def without_card(cards: Cards, card: int) -> Cards:
    """Return the cards without `card`, in the same order. Raise `ValueError` if it is not among
    them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
