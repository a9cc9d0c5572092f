"""Editions: every value has its mark, and a wrong file is refused with a word about what is wrong."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from malle.core import Refused, parse_edition


class Item(msgspec.Struct, frozen=True):
    name: str
    price: int


class Data(msgspec.Struct, frozen=True):
    size: int
    items: tuple[Item, ...] = ()

    def check(self) -> None:
        if self.size < 1:
            raise Refused("size must be at least 1")


GOOD = """
name = "mine"
size = { given = 4 }
[[items]]
name = "hat"
price = { rebuilt = 25 }
"""


def test_values_marks_and_digest() -> None:
    edition = parse_edition(GOOD, Data)
    assert edition.name == "mine"
    assert edition.data == Data(4, (Item("hat", 25),))
    assert edition.marks == {"size": "given", "items.hat.price": "rebuilt"}
    assert parse_edition(GOOD + "# a comment", Data).digest != edition.digest


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("size = {", "not TOML"),
        ("size = { given = 4 }", "name"),
        ('name = "x"\nsize = 4', "size = 4 has no mark"),
        ('name = "x"\nsize = { given = "four" }', "Expected `int`"),
        ('name = "x"\nsize = { guessed = 4 }', "has no mark"),
        ('name = "x"\n', "size"),
        ('name = "x"\nsize = { given = 0 }', "at least 1"),
        ('name = "x"\nsize = { given = 4 }\nitems = [{ price = { given = 1 } }]', "name"),
    ],
)
def test_a_wrong_file_is_refused_and_told_why(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        parse_edition(text, Data)


@given(st.text())
def test_any_text_is_an_edition_or_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_edition(text, Data)
