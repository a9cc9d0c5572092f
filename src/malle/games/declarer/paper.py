"""The printed numbers of Rien à déclarer ?: its values in tables, and the numbers in the rulebook that follow
from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Say, load_edition
from malle.core.paper import Derived, Leaf, Listed, Printed
from malle.core.titles import Naming
from malle.games.declarer.edition import CLASSIC, Numbers

SUMS = frozenset({"compensation", "reward", "bag_fine", "money", "rounding"})
"""The values that are sums of money."""
EXAMPLE = ("wine", "cigars", "watch")
"""The articles in the hand that the rulebook uses as an example."""
REST = ("hand", "luggage", "bags", "compensation", "reward", "bag_fine", "money", "rounding", "short")
"""The values in the second table, in order."""


def read(path: Path | None) -> Edition[Numbers]:
    """Return the edition in a file; `None` means the classic edition."""
    return load_edition(path or CLASSIC, Numbers)


def groups(edition: Edition[Numbers]) -> tuple[Leaf, ...]:
    """Return the tables of the edition's values: the tariff, and all other values."""
    numbers = edition.data
    heads = tuple(Say(key) for key in ("tariff-article", "value-cards", "tariff-duty", "tariff-fine"))
    tariff = tuple(
        Listed(
            Say(f"name-{each.name}"),
            (
                Printed(str(each.cards), f"articles.{each.name}.cards"),
                Printed(_money(each.duty), f"articles.{each.name}.duty"),
                Printed(_money(each.fine), f"articles.{each.name}.fine"),
            ),
            each.name,
        )
        for each in numbers.articles
    )
    rest = tuple(Listed(Say(f"value-{name}"), (Printed(_value(numbers, name), name),)) for name in REST)
    return Leaf("tariff", Say("tariff"), tariff, heads), Leaf("rest", Say("value-rest"), rest)


def derived(edition: Edition[Numbers]) -> Mapping[str, Derived]:
    """Return the numbers of the rulebook that follow from the edition, with the values they come from. The
    example is left out if the edition lacks one of its articles."""
    numbers = edition.data
    names = [each.name for each in numbers.articles]
    cards, duties, fines = (tuple(f"articles.{name}.{what}" for name in names) for what in ("cards", "duty", "fine"))
    pack = sum(numbers.pack)
    free = numbers.luggage + numbers.bags
    mean_duty = numbers.hand * sum(each.cards * each.duty for each in numbers.articles) / pack
    mean_fine = numbers.hand * sum(each.cards * each.fine for each in numbers.articles) / pack
    shares = {
        f"share.{seats}": Derived(numbers.money // seats // numbers.rounding * numbers.rounding, ("money", "rounding"))
        for seats in (3, 4, 5, 6)
    }
    if set(EXAMPLE) <= set(names):
        total = sum(each.fine for each in numbers.articles if each.name in EXAMPLE)
        shares["example"] = Derived(total, tuple(f"articles.{name}.fine" for name in EXAMPLE))
    return shares | {
        "pack": Derived(pack, ("luggage",)),  # the number of all cards is given
        "dutiable": Derived(pack - free, ("luggage", "bags")),
        "free": Derived(free, ("luggage", "bags")),
        "mean.duty": Derived(round(mean_duty), (*cards, *duties)),
        "mean.fine": Derived(round(mean_fine), (*cards, *fines)),
        "searched": Derived(-(-pack // numbers.hand), ("hand", "luggage")),
        "passed": Derived(pack - numbers.hand + 1, ("hand", "luggage")),
    }


def names(edition: Edition[Numbers]) -> tuple[Naming, ...]:
    """Return the things that an edition may title: the game and its kinds of card."""
    cards = (Naming(name, (f"name-{name}",), f"card-{name}") for name in edition.data.names)
    return Naming("game", ("title",)), *cards


def _value(numbers: Numbers, name: str) -> Say | str:
    """Return a value as text, or as a sum of money."""
    value = getattr(numbers, name)
    return _money(value) if name in SUMS else str(value)


def _money(amount: int) -> Say:
    """Return the message for a sum of money."""
    return Say("money", {"amount": amount})
