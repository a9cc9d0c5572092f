"""The numbers of an edition as its pages print them, in tables, and numbers that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Say, load_edition
from malle.core.paper import Derived, Leaf, Listed, Printed
from malle.core.titles import Naming
from malle.games.combinards.edition import CLASSIC, DUTIES, ROAD, Card, Kind, Numbers

REST = (
    "cash", "hand", "goal", "short", "prison", "faces", "indemnity", "tax", "tax_free", "charges", "customs_move",
    "customs_due", "given_up",
)  # fmt: skip
"""Values that are neither cards nor board."""
COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    "licit": ("price", "sales", "remission"),
    "illicit": ("price", "sales", "fine", "years", "remission"),
    "petrol": ("price", "sales", "bonus", "fine", "remission"),
}
"""The columns of each kind of card."""


def read(path: Path | None) -> Edition[Numbers]:
    """Read an edition file; `None` means the usual one."""
    return load_edition(path or CLASSIC, Numbers)


def groups(edition: Edition[Numbers]) -> tuple[Leaf, ...]:
    """Return the tables: other values, the board, summaries of the cards by price, and all cards by kind."""
    numbers = edition.data
    rest = tuple(Listed(Say(f"value-{name}"), (Printed(str(getattr(numbers, name)), name),)) for name in REST)
    return (
        Leaf("rest", Say("value-rest"), rest),
        Leaf("board", Say("value-board"), _board(numbers)),
        *(_classes(numbers, kind) for kind in COLUMNS),
        *(_cards(numbers, kind) for kind in COLUMNS),
    )


HEADS = ("melina", "flea-market")
"""Places of sale that have a short form for the heads of tables."""


def _inside(numbers: Numbers) -> tuple[str, ...]:
    """Return the places of sale on the inner ring."""
    return tuple(dict.fromkeys(kind for kind in numbers.inner if kind not in DUTIES))


def _classes(numbers: Numbers, kind: Kind) -> Leaf:
    """Return a table of the cards of a kind by their price, as the rulebook sums them up. Where cards
    of one price differ, a cell shows a range."""
    inside = _inside(numbers)
    places = [place for place in inside if any(place in card.sales for card in numbers.cards if card.kind == kind)]
    columns = [column for column in COLUMNS[kind] if column not in ("price", "sales")]
    after = ("refinery" if kind == "petrol" else "outside", *columns)
    heads = (
        *(Say(f"value-{head}") for head in ("price", "number")),
        *(Say(f"value-{place}" if place in HEADS else f"square-{place}") for place in places),
        *(Say(f"value-{head}") for head in after),
    )
    rows = []
    for price in sorted({card.price for card in numbers.cards if card.kind == kind}):
        cards = [card for card in numbers.cards if card.kind == kind and card.price == price]
        path = f"cards.{cards[0].name}"
        sales = [[card.sales[place] for card in cards if place in card.sales] for place in places]
        sales.append([each for card in cards for place, each in card.sales.items() if place not in inside])
        cells = [Printed(str(len(cards)), f"{path}.price"), *(Printed(_range(each), f"{path}.sales") for each in sales)]
        cells += [Printed(_range([getattr(card, column) for card in cards]), f"{path}.{column}") for column in columns]
        rows.append(Listed(str(price), tuple(cells), path=f"{path}.price"))
    return Leaf(f"classes-{kind}", Say(f"value-{kind}"), tuple(rows), heads)


def _range(values: list[int]) -> Say | str:
    """Return the lowest and the highest value as a range; as one number if they are equal, or 0 if
    there are none."""
    least, most = min(values, default=0), max(values, default=0)
    return str(least) if least == most else Say("value-range", {"least": least, "most": most})


def _cards(numbers: Numbers, kind: Kind) -> Leaf:
    """Return the table of all cards of a kind."""
    heads = (Say("value-card"), *(Say(f"value-{column}") for column in COLUMNS[kind]))
    rows = tuple(
        Listed(Say(f"card-{card.name}"), tuple(_cell(card, column) for column in COLUMNS[kind]))
        for card in numbers.cards
        if card.kind == kind
    )
    return Leaf(kind, Say(f"value-{kind}"), rows, heads)


def _cell(card: Card, column: str) -> Printed:
    """Return a cell of that table. The column `sales` lists every place of sale with its price."""
    path = f"cards.{card.name}.{column}"
    if column != "sales":
        return Printed(str(getattr(card, column)), path)
    sales = tuple(Say("sale", {"square": Say(f"square-{place}"), "sum": sum_}) for place, sum_ in card.sales.items())
    return Printed(Say("value-list", {"what": sales}), path)


def _board(numbers: Numbers) -> tuple[Listed, ...]:
    """Return the rows for the inner ring, and for each circuit its squares, its fork and its merge."""
    rows = [Listed(Say("value-inner"), (Printed(_squares(numbers.inner), "inner"),))]
    for circuit in numbers.circuits:
        name = {"circuit": circuit.name}
        rows.append(
            Listed(
                Say("value-circuit", {**name}),
                (Printed(_squares(circuit.squares), f"circuits.{circuit.name}.squares"),),
            )
        )
        for end in ("fork", "merge"):
            label = Say(f"value-{end}", {**name})
            rows.append(Listed(label, (Printed(f"I{getattr(circuit, end)}", f"circuits.{circuit.name}.{end}"),)))
    return tuple(rows)


def _squares(names: tuple[str, ...]) -> Say:
    """Return the names of squares as a list."""
    return Say("value-list", {"what": tuple(Say(f"square-{name}") for name in names)})


def derived(edition: Edition[Numbers]) -> Mapping[str, Derived]:
    """Return how many cards and squares there are, the printed prices, and the lowest price that may be
    announced."""
    numbers = edition.data
    kinds = [card.kind for card in numbers.cards]
    first = f"cards.{numbers.cards[0].name}.price"
    found = {f"cards.{kind}": Derived(kinds.count(kind), (first,)) for kind in COLUMNS}
    found |= {"cards": Derived(len(kinds), ("cash",)), "inner.squares": Derived(len(numbers.inner), ("inner",))}
    for circuit in numbers.circuits:
        found["circuit.squares"] = Derived(len(circuit.squares), (f"circuits.{circuit.name}.squares",))
    for number, price in enumerate(sorted({card.price for card in numbers.cards})):
        found[f"price.{number}"] = Derived(price, ("cash",))  # the rules give these six prices
    return found | {"one": Derived(1, (first,))}  # the lowest price that may be announced: our own ruling


def names(edition: Edition[Numbers]) -> tuple[Naming, ...]:
    """Return everything that can have a title: the game, the cards and the kinds of square."""
    numbers = edition.data
    cards = (Naming(card.name, (f"card-{card.name}",)) for card in numbers.cards)
    return (
        Naming("game", ("title",), halves=("board-title-above", "board-title-below")),
        *cards,
        *(_square(kind) for kind in dict.fromkeys(kind for kind, _ in numbers.squares())),
    )


def _square(kind: str) -> Naming:
    """Return a kind of square with the messages that say its title."""
    titles = (f"square-{kind}", *([f"value-{kind}"] if kind in (*HEADS, "refinery") else ()))
    return Naming(kind, titles, board="" if kind == ROAD else f"board-{kind}")
