"""The printed numbers of Rien à déclarer ?: its values in tables, and the numbers in the rulebook that follow
from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Message, load_edition
from malle.core.editions.printed_numbers import DerivedNumber, TableCell, TableRow, ValueTable
from malle.core.editions.titles import TitledThing
from malle.games.declarer.edition import CLASSIC, Numbers

MONEY_VALUES = frozenset({"compensation", "reward", "bag_fine", "money", "rounding"})
"""The values that are sums of money."""
EXAMPLE_ARTICLES = ("wine", "cigars", "watch")
"""The articles in the hand that the rulebook uses as an example."""
OTHER_VALUES = ("hand", "luggage", "bags", "compensation", "reward", "bag_fine", "money", "rounding", "short")
"""The values in the second table, in order."""


def read_edition(path: Path | None) -> Edition[Numbers]:
    """Return the edition of a file; `None` means the classic edition.

    Raise `Refused` if the file is wrong.
    """
    return load_edition(path or CLASSIC, Numbers)


def value_tables(edition: Edition[Numbers]) -> tuple[ValueTable, ...]:
    """Return two tables: the tariff (cards, duty and fine of each article), and all other
    values."""
    numbers = edition.data
    heads = tuple(Message(key) for key in ("tariff-article", "value-cards", "tariff-duty", "tariff-fine"))
    tariff = tuple(
        TableRow(
            Message(f"name-{each.name}"),
            (
                TableCell(str(each.cards), f"articles.{each.name}.cards"),
                TableCell(_money_message(each.duty), f"articles.{each.name}.duty"),
                TableCell(_money_message(each.fine), f"articles.{each.name}.fine"),
            ),
            each.name,
        )
        for each in numbers.articles
    )
    rest = tuple(
        TableRow(Message(f"value-{name}"), (TableCell(_format_value(numbers, name), name),)) for name in OTHER_VALUES
    )
    return ValueTable("tariff", Message("tariff"), tariff, heads), ValueTable("rest", Message("value-rest"), rest)


def derived_numbers(edition: Edition[Numbers]) -> Mapping[str, DerivedNumber]:
    """Return the numbers in the rulebook that are computed from the edition, by the name used in
    its text.

    Each comes with the names of the values from which it is computed. The number `example` is left
    out if the edition lacks one of `EXAMPLE_ARTICLES`.
    """
    numbers = edition.data
    names = [each.name for each in numbers.articles]
    cards, duties, fines = (tuple(f"articles.{name}.{what}" for name in names) for what in ("cards", "duty", "fine"))
    pack = sum(numbers.pack)
    free = numbers.luggage + numbers.bags
    mean_duty = numbers.hand * sum(each.cards * each.duty for each in numbers.articles) / pack
    mean_fine = numbers.hand * sum(each.cards * each.fine for each in numbers.articles) / pack
    shares = {
        f"share.{seats}": DerivedNumber(
            numbers.money // seats // numbers.rounding * numbers.rounding, ("money", "rounding")
        )
        for seats in (3, 4, 5, 6)
    }
    if set(EXAMPLE_ARTICLES) <= set(names):
        total = sum(each.fine for each in numbers.articles if each.name in EXAMPLE_ARTICLES)
        shares["example"] = DerivedNumber(total, tuple(f"articles.{name}.fine" for name in EXAMPLE_ARTICLES))
    return shares | {
        "pack": DerivedNumber(pack, ("luggage",)),  # the number of all cards is given
        "dutiable": DerivedNumber(pack - free, ("luggage", "bags")),
        "free": DerivedNumber(free, ("luggage", "bags")),
        "mean.duty": DerivedNumber(round(mean_duty), (*cards, *duties)),
        "mean.fine": DerivedNumber(round(mean_fine), (*cards, *fines)),
        "searched": DerivedNumber(-(-pack // numbers.hand), ("hand", "luggage")),
        "passed": DerivedNumber(pack - numbers.hand + 1, ("hand", "luggage")),
    }


def titled_things(edition: Edition[Numbers]) -> tuple[TitledThing, ...]:
    """Return the things of the edition that may have a title of their own: the game and each kind
    of card."""
    cards = (TitledThing(name, (f"name-{name}",), f"card-{name}") for name in edition.data.kind_names)
    return TitledThing("game", ("title",)), *cards


def _format_value(numbers: Numbers, name: str) -> Message | str:
    """Return the value with this name as text, or as a sum of money if it is one."""
    value = getattr(numbers, name)
    return _money_message(value) if name in MONEY_VALUES else str(value)


def _money_message(amount: int) -> Message:
    """Return the message for a sum of money."""
    return Message("money", {"amount": amount})
