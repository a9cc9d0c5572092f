"""The whole suite: rules, papers, drawing, golden records and the leak test."""

from malle.testing import check_all
from malle_liar import GAME_INFO


def test_nothing_is_found() -> None:
    assert not check_all(GAME_INFO)
