"""The 24 tiles and the joker follow from the counts of the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from malle.core import Edition, Refused, load_edition, parse_edition
from malle.games.combinus.edition import CLASSIC, Numbers, junction_count, rotations, sides_fit

ALIKE = CLASSIC.parent / "alike.toml"


def classic() -> Edition[Numbers]:
    return load_edition(CLASSIC, Numbers)


def three_state_squares() -> set[str]:
    """Every side blank, `a` or `b`; turned tiles are the same tile, mirror images are not."""
    found: set[str] = set()
    for sides in product("-ab", repeat=4):
        code = "".join(sides)
        if not found & {code[quarter:] + code[:quarter] for quarter in range(4)}:
            found.add(code)
    return found


def test_the_counts_of_the_rulebook_are_those_of_the_three_state_squares() -> None:
    """6 tiles with four junctions, 8 with three, 7 with two, 2 with one, 1 blank."""
    assert Counter(4 - code.count("-") for code in three_state_squares()) == {4: 6, 3: 8, 2: 7, 1: 2, 0: 1}


def test_the_data_file_has_exactly_these_tiles() -> None:
    tiles = classic().data.tiles
    derived = {frozenset(rotations(code)) for code in three_state_squares()}
    assert {frozenset(rotations(code)) for code in tiles} == derived
    assert len(tiles) == len(derived) == 24
    assert classic().data.tile_names[-1] == "joker"


def test_no_smaller_or_larger_family_has_these_counts() -> None:
    """One place for a junction gives 6 tiles in all; three places give 24 with four junctions alone."""
    for places, four in (("a", 1), ("abc", 24)):
        codes = {min(rotations("".join(sides))) for sides in product(places, repeat=4)}
        assert len(codes) == four


def test_sides_of_all_tiles_together() -> None:
    assert Counter("".join(classic().data.tiles)) == {"-": 32, "a": 32, "b": 32}
    assert len(classic().data.pose_codes) == 3**4 + 1


def test_every_value_of_the_edition_says_where_it_comes_from() -> None:
    assert classic().marks == {
        "rows": "given", "columns": "given", "joker": "given", "fit": "deduced", "tiles": "deduced",
    }  # fmt: skip
    assert load_edition(ALIKE, Numbers).marks["fit"] == "rebuilt"


def test_the_fitting_rule_is_a_switch_of_the_edition() -> None:
    alike = load_edition(ALIKE, Numbers).data
    assert (classic().data.fit, alike.fit) == ("coincide", "alike")
    assert alike.tiles == classic().data.tiles


@pytest.mark.parametrize(
    ("one", "other", "coincide", "alike"),
    [
        ("-", "-", True, True), ("-", "a", False, False), ("b", "-", False, False), ("a", "b", True, False),
        ("a", "a", False, True), ("b", "b", False, True), ("j", "-", True, True), ("a", "j", True, True),
    ],
)  # fmt: skip
def test_two_sides_fit_or_not(one: str, other: str, coincide: bool, alike: bool) -> None:
    assert sides_fit(one, other, "coincide") is coincide
    assert sides_fit(one, other, "alike") is alike


def test_junctions_are_counted() -> None:
    assert [junction_count(code) for code in ("abab", "-bab", "-a-b", "---b", "----", "joker")] == [4, 3, 2, 1, 0, 4]


@pytest.mark.parametrize(
    ("tiles", "complaint"),
    [
        ('["aaaa", "abc-"]', "four sides"),
        ('["aaaa", "a---"]', "'---a'"),
        ('["aaaa", "aaaa"]', "differ"),
        ('["aaaa"]', "2 to 60"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(tiles: str, complaint: str) -> None:
    text = f"""name = "wrong"
    rows = {{ rebuilt = 2 }}
    columns = {{ rebuilt = 2 }}
    joker = {{ rebuilt = false }}
    fit = {{ rebuilt = "coincide" }}
    tiles = {{ rebuilt = {tiles} }}"""
    with pytest.raises(Refused, match=complaint):
        parse_edition(text, Numbers)
