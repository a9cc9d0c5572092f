"""The end of a game in a browser: whoever looks is told what it is to them, before anything else."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.browser.conftest import Open, Screen
from tests.browser.pictures import NAMES, set_up
from tests.browser.stage import Stage
from tests.browser.test_access import _axe

pytestmark = pytest.mark.browser

SAID = {
    "fr": ("Vous avez gagné.", "Vous avez perdu.", "{} a gagné."),
    "en": ("You won.", "You lost.", "{} won."),
}


def marks(me: Screen) -> list[str]:
    """The marks under the names."""
    return [str(use.get_attribute("href")) for use in me.at(".beats use").all()]


@pytest.mark.parametrize(("lang", "phone", "dark"), [("fr", True, True), ("en", False, False)])
def test_the_end_says_who_won_and_who_lost(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    """As the headline; the winner's row is marked, the laurel is theirs alone, and every place has its sum."""
    house.robots_play = False
    table = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1))
    over = house.table(table).over
    assert over is not None
    winner, loser = over.places.index(1), over.places.index(max(over.places))
    name = NAMES[winner]
    for seat, said in zip((winner, loser, None), SAID[lang], strict=True):
        me = screen(table, seat, phone=phone, lang=lang, dark=dark)
        me.wait(".end .scores")
        assert me.text(".result .big") == said.format(name)
        assert me.at(".laurel").count() == (0 if seat == loser else 1)
        assert me.at(".scores .first").count() == 1
        assert [row.inner_text() for row in me.at(".scores .place").all()] == ["1", "2", "3", "4"]
        me.wait(".beats")
        assert me.at(".beats").count() == 4, "what each of them did, mark by mark"
        assert me.at(".key svg").count() == len({*marks(me)}), "and what the marks mean"
        assert _axe(me) == []
