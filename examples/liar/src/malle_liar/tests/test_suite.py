"""The whole suite: rules, papers, drawing, golden records and the leak test."""

from malle.testing import check_all
from malle_liar import SHEET


def test_nothing_is_found() -> None:
    assert not check_all(SHEET)
