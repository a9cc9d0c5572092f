"""The numbers of an edition as its pages print them, in tables, and numbers that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Message, load_edition
from malle.core.editions.printed_numbers import DerivedNumber, TableCell, TableRow, ValueTable
from malle.core.editions.titles import TitledThing
from malle.games.combinards.edition import CLASSIC, KINDS_WITH_RULE, ROAD, Card, Kind, Numbers

OTHER_VALUES = (
    "cash", "hand", "goal", "short", "prison", "faces", "indemnity", "tax", "tax_free", "charges", "customs_move",
    "customs_due", "given_up",
)  # fmt: skip
"""Names of the values in `Numbers` that are neither cards nor board."""
COLUMNS_BY_KIND: Mapping[Kind, tuple[str, ...]] = {
    "licit": ("price", "sales", "remission"),
    "illicit": ("price", "sales", "fine", "years", "remission"),
    "petrol": ("price", "sales", "bonus", "fine", "remission"),
}
"""The columns of the table of cards, by kind of card."""


def read_edition(path: Path | None) -> Edition[Numbers]:
    """Read an edition file; `None` means the classic one. Raise `Refused` if the file is wrong."""
    return load_edition(path or CLASSIC, Numbers)


def value_tables(edition: Edition[Numbers]) -> tuple[ValueTable, ...]:
    """Return the tables: other values, the board, summaries of the cards by price, and all cards by kind."""
    numbers = edition.data
    rest = tuple(
        TableRow(Message(f"value-{name}"), (TableCell(str(getattr(numbers, name)), name),)) for name in OTHER_VALUES
    )
    return (
        ValueTable("rest", Message("value-rest"), rest),
        ValueTable("board", Message("value-board"), _board_rows(numbers)),
        *(_price_summary(numbers, kind) for kind in COLUMNS_BY_KIND),
        *(_card_table(numbers, kind) for kind in COLUMNS_BY_KIND),
    )


PLACES_WITH_SHORT_HEAD = ("melina", "flea-market")
"""Places of sale that have a short form for the heads of tables."""


def _inner_sale_places(numbers: Numbers) -> tuple[str, ...]:
    """Return the places of sale on the inner ring."""
    return tuple(dict.fromkeys(kind for kind in numbers.inner if kind not in KINDS_WITH_RULE))


def _price_summary(numbers: Numbers, kind: Kind) -> ValueTable:
    """Return a table of the cards of a kind with one row for each printed price, as the rulebook
    sums them up. Where cards of one price differ, a cell shows a range."""
    inside = _inner_sale_places(numbers)
    places = [place for place in inside if any(place in card.sales for card in numbers.cards if card.kind == kind)]
    columns = [column for column in COLUMNS_BY_KIND[kind] if column not in ("price", "sales")]
    after = ("refinery" if kind == "petrol" else "outside", *columns)
    heads = (
        *(Message(f"value-{head}") for head in ("price", "number")),
        *(Message(f"value-{place}" if place in PLACES_WITH_SHORT_HEAD else f"square-{place}") for place in places),
        *(Message(f"value-{head}") for head in after),
    )
    rows = []
    for price in sorted({card.price for card in numbers.cards if card.kind == kind}):
        cards = [card for card in numbers.cards if card.kind == kind and card.price == price]
        path = f"cards.{cards[0].name}"
        sales = [[card.sales[place] for card in cards if place in card.sales] for place in places]
        sales.append([each for card in cards for place, each in card.sales.items() if place not in inside])
        cells = [
            TableCell(str(len(cards)), f"{path}.price"),
            *(TableCell(_range_text(each), f"{path}.sales") for each in sales),
        ]
        cells += [
            TableCell(_range_text([getattr(card, column) for card in cards]), f"{path}.{column}") for column in columns
        ]
        rows.append(TableRow(str(price), tuple(cells), path=f"{path}.price"))
    return ValueTable(f"classes-{kind}", Message(f"value-{kind}"), tuple(rows), heads)


def _range_text(values: list[int]) -> Message | str:
    """Return the lowest and the highest value as a range; a single number if they are equal, and
    0 if there are no values."""
    least, most = min(values, default=0), max(values, default=0)
    return str(least) if least == most else Message("value-range", {"least": least, "most": most})


def _card_table(numbers: Numbers, kind: Kind) -> ValueTable:
    """Return the table of all cards of a kind, one row for each."""
    heads = (Message("value-card"), *(Message(f"value-{column}") for column in COLUMNS_BY_KIND[kind]))
    rows = tuple(
        TableRow(Message(f"card-{card.name}"), tuple(_card_cell(card, column) for column in COLUMNS_BY_KIND[kind]))
        for card in numbers.cards
        if card.kind == kind
    )
    return ValueTable(kind, Message(f"value-{kind}"), rows, heads)


def _card_cell(card: Card, column: str) -> TableCell:
    """Return the cell of a card and a column, for `_card_table`. The column `sales` lists every
    place of sale with its price."""
    path = f"cards.{card.name}.{column}"
    if column != "sales":
        return TableCell(str(getattr(card, column)), path)
    sales = tuple(
        Message("sale", {"square": Message(f"square-{place}"), "sum": sum_}) for place, sum_ in card.sales.items()
    )
    return TableCell(Message("value-list", {"what": sales}), path)


def _board_rows(numbers: Numbers) -> tuple[TableRow, ...]:
    """Return the rows of the table of the board: one for the inner ring, and three for each
    circuit (its squares, its fork and its merge)."""
    rows = [TableRow(Message("value-inner"), (TableCell(_square_names(numbers.inner), "inner"),))]
    for circuit in numbers.circuits:
        name = {"circuit": circuit.name}
        rows.append(
            TableRow(
                Message("value-circuit", {**name}),
                (TableCell(_square_names(circuit.squares), f"circuits.{circuit.name}.squares"),),
            )
        )
        for end in ("fork", "merge"):
            label = Message(f"value-{end}", {**name})
            rows.append(TableRow(label, (TableCell(f"I{getattr(circuit, end)}", f"circuits.{circuit.name}.{end}"),)))
    return tuple(rows)


def _square_names(names: tuple[str, ...]) -> Message:
    """Return a message that lists squares of these kinds by name."""
    return Message("value-list", {"what": tuple(Message(f"square-{name}") for name in names)})


def derived_numbers(edition: Edition[Numbers]) -> Mapping[str, DerivedNumber]:
    """Return numbers that follow from the edition, by name, each with the values it follows
    from: how many cards and squares there are, the printed prices, and the lowest price that may
    be announced."""
    numbers = edition.data
    kinds = [card.kind for card in numbers.cards]
    first = f"cards.{numbers.cards[0].name}.price"
    found = {f"cards.{kind}": DerivedNumber(kinds.count(kind), (first,)) for kind in COLUMNS_BY_KIND}
    found |= {
        "cards": DerivedNumber(len(kinds), ("cash",)),
        "inner.squares": DerivedNumber(len(numbers.inner), ("inner",)),
    }
    for circuit in numbers.circuits:
        found["circuit.squares"] = DerivedNumber(len(circuit.squares), (f"circuits.{circuit.name}.squares",))
    for number, price in enumerate(sorted({card.price for card in numbers.cards})):
        found[f"price.{number}"] = DerivedNumber(price, ("cash",))  # the rules give these six prices
    return found | {"one": DerivedNumber(1, (first,))}  # the lowest price that may be announced: our own ruling


def titled_things(edition: Edition[Numbers]) -> tuple[TitledThing, ...]:
    """Return everything that can have a title of its own: the game, the cards and the kinds of
    square."""
    numbers = edition.data
    cards = (TitledThing(card.name, (f"card-{card.name}",)) for card in numbers.cards)
    return (
        TitledThing("game", ("title",), halves=("board-title-above", "board-title-below")),
        *cards,
        *(_titled_square(kind) for kind in dict.fromkeys(kind for kind, _ in numbers.squares())),
    )


def _titled_square(kind: str) -> TitledThing:
    """Return a kind of square as something with a title, with the ids of the messages that name
    it."""
    titles = (f"square-{kind}", *([f"value-{kind}"] if kind in (*PLACES_WITH_SHORT_HEAD, "refinery") else ()))
    return TitledThing(kind, titles, board="" if kind == ROAD else f"board-{kind}")
