"""The material: every number of the box with its mark, and editions that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from malle.core import Refused, load_edition, parse_edition
from malle.games import load_game
from malle.games.declarer.edition import CLASSIC, Numbers
from malle.games.declarer.tests.notation import Customs

TARIFF = [
    # article, cards, duty, fine, and the marks of the three
    ("wine", 4, 25, 50, "deduced rebuilt given"),
    ("cigars", 4, 50, 100, "deduced rebuilt given"),
    ("cognac", 4, 75, 150, "deduced rebuilt rebuilt"),
    ("perfume", 4, 100, 200, "deduced rebuilt rebuilt"),
    ("watch", 4, 150, 300, "deduced rebuilt given"),
    ("camera", 4, 200, 400, "deduced rebuilt rebuilt"),
    ("necklace", 4, 300, 600, "deduced rebuilt rebuilt"),
    ("crown", 1, 500, 1000, "given given given"),
]


@pytest.mark.parametrize(("article", "cards", "duty", "fine", "marks"), TARIFF)
def test_each_article_has_its_cards_duty_fine_and_marks(
    article: str, cards: int, duty: int, fine: int, marks: str
) -> None:
    """The tariff: what is printed on the green and the red band, and how we know it."""
    edition = load_edition(CLASSIC, Numbers)
    row = next(each for each in edition.data.articles if each.name == article)
    assert (row.cards, row.duty, row.fine) == (cards, duty, fine)
    assert [edition.marks[f"articles.{article}.{value}"] for value in ("cards", "duty", "fine")] == marks.split()


@pytest.mark.parametrize(
    ("value", "number", "mark"),
    [
        ("hand", 4, "given"),
        ("compensation", 200, "given"),
        ("reward", 1000, "given"),
        ("bag_fine", 200, "given"),
        ("luggage", 26, "given"),
        ("bags", 1, "given"),
        ("money", 50000, "rebuilt"),
        ("rounding", 50, "rebuilt"),
        ("short", 28, "rebuilt"),
    ],
)
def test_each_sum_has_its_mark(value: str, number: int, mark: str) -> None:
    """The other numbers of the box: what the booklet says, and what we chose."""
    edition = load_edition(CLASSIC, Numbers)
    assert getattr(edition.data, value) == number
    assert edition.marks[value] == mark


def test_no_number_is_without_a_test_of_its_mark() -> None:
    """The two tests above name every marked value of the edition: 9 sums, and 3 numbers for each of 8 articles."""
    assert len(load_edition(CLASSIC, Numbers).marks) == 9 + 3 * len(TARIFF)


def test_the_pack_has_56_cards() -> None:
    """56 cards are given: 26 luggage, the bag, the crown, and so 28 for seven articles: four of each."""
    numbers = load_edition(CLASSIC, Numbers).data
    assert sum(numbers.pack) == 56
    assert numbers.short == 28


def test_duty_is_half_the_fine() -> None:
    """As for the crown, the only article of which both are given."""
    for article in load_edition(CLASSIC, Numbers).data.articles:
        assert 2 * article.duty == article.fine


def _changed(old: str, new: str) -> str:
    text = CLASSIC.read_text("utf-8")
    assert text.count(old) == 1, "the change must hit one place"
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "classic"\n', "", 'an edition starts with name = "…"'),
        ("hand = { given = 4 }", "hand = 4", "hand = 4 has no mark"),
        ("hand = { given = 4 }", "hand = { guessed = 4 }", "has no mark"),
        ("hand = { given = 4 }", "hand = { given = ", "not TOML"),
        ("hand = { given = 4 }", "", "hand"),
        ("hand = { given = 4 }", 'hand = { given = "four" }', "hand"),
        ("hand = { given = 4 }", "hand = { given = 0 }", "must be at least 1"),
        ("luggage = { given = 26 }", "luggage = { given = 0 }", "must be at least 1"),
        ("rounding = { rebuilt = 50 }", "rounding = { rebuilt = 0 }", "must be at least 1"),
        ("cards = { given = 1 }", "cards = { given = 0 }", "must be at least 1"),
        ("bags = { given = 1 }", "bags = { given = 2 }", "one diplomatic bag"),
        ("short = { rebuilt = 28 }", "short = { rebuilt = 57 }", "short must be between"),
        ("short = { rebuilt = 28 }", "short = { rebuilt = 0 }", "short must be between"),
        ('name = "wine"', 'name = "crown"', "names of their own"),
        ('name = "wine"', 'name = "bag"', "names of their own"),
        ('name = "wine"', 'name = "red wine"', "one word"),
        ('name = "wine"', 'name = "Wine"', "one word"),
        ('name = "wine"', 'name = "12"', "one word"),
        ("duty = { given = 500 }", "duty = { given = -500 }", "below zero"),
        ("reward = { given = 1000 }", "reward = { given = -1 }", "below zero"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(old: str, new: str, said: str) -> None:
    """An owner of the box may write their own file; what is wrong with it is said in a sentence."""
    with pytest.raises(Refused, match=said):
        parse_edition(_changed(old, new), Numbers)


def test_an_edition_of_ones_own_is_played(tmp_path: Path) -> None:
    """Rules read the numbers from the file and have none of their own."""
    file = tmp_path / "mine.toml"
    file.write_text(_changed("reward = { given = 1000 }", "reward = { given = 700 }"), "utf-8")
    mine, usual = load_game("declarer")(4, edition=file), load_game("declarer")(4)
    assert mine.edition != usual.edition
    play = Customs("officer 1; draw luggage ×4; declare 1 wine; believe; doubt", edition=file)
    assert play.payments == ["1 pays 3 700 reward"]


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (2, {}, "is for 3, 4, 5, 6 players, not 2"),
        (7, {}, "is for 3, 4, 5, 6 players, not 7"),
        (4, {"long": True}, "has no option 'long'"),
        (4, {"short": 1}, "option short may be false, true"),
        (4, {"rounds": 7}, "option rounds may be"),
    ],
)
def test_a_table_that_cannot_be_played_at_is_refused(seats: int, options: dict[str, object], said: str) -> None:
    """3 to 6 play, with the options there are."""
    with pytest.raises(Refused, match=said):
        load_game("declarer")(seats, options)
