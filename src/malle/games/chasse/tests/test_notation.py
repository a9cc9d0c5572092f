"""Notation there and back, and an edition file that is refused for what is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from malle.core import Action, Illegal, Malformed, MalleError, NotYourTurn, Refused, Seat, parse_edition
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.tests.notation import APART, Hunt


def test_every_square_has_its_name() -> None:
    """There and back, all 169."""
    numbers = Hunt().game.numbers
    assert [numbers.square_named(numbers.name_of(square)) for square in range(numbers.square_count)] == list(range(169))
    assert (numbers.name_of(0), numbers.name_of(168), numbers.name_of(13)) == ("a1", "m13", "a2")
    assert [numbers.square_named(name) for name in ("a0", "a14", "n1", "A1", "a01", "", "aa", "a1 ")] == [None] * 8


def test_every_legal_action_reads_back() -> None:
    """In the hiding, at the start and half-way, for both sides."""
    half_way = Hunt.at("e10:2 h9:1 c4 h4:1 g11:1 b12", "j2 a3 f6 d7 k7", moves="customs")
    for hunt in (Hunt(), Hunt(APART), half_way):
        seat = Seat(hunt.awaited_seats[0] - 1)
        legal = hunt.game.legal(hunt.state, seat)
        assert [hunt.game.read(hunt.game.write(action), hunt.state, seat) for action in legal] == list(legal)


def test_nothing_is_read_that_is_not_legal() -> None:
    """Of all actions there are, for both sides; a corner that says nothing is left out."""
    barred = Hunt.at("e10:2 h9:1 c4 h4:1 g11:1 b12", "j2 a3 f6 d7 k7 e9", moves="smuggler")
    for hunt in (Hunt("hide c13"), Hunt(APART), barred):
        game, state = hunt.game, hunt.state
        for seat in (Seat(0), Seat(1)):
            legal, found = set(game.legal(state, seat)), set[Action]()
            refusal = Illegal if legal else NotYourTurn
            for action in game.alphabet():
                try:
                    found.add(game.read(game.write(action), state, seat))
                except refusal:
                    assert action not in legal
            assert found == legal


@pytest.mark.parametrize("text", ["L12-L11", "  l12-l11 ", "l12-l11"])
def test_reading_is_patient(text: str) -> None:
    """Capitals and spaces do not matter."""
    hunt = Hunt(APART)
    assert hunt.game.write(hunt.game.read(text, hunt.state, Seat(0))) == "l12-l11"


@pytest.mark.parametrize(
    "text", ["", "l12", "l12l11", "l12-", "l12-l11-l10-l9", "hide", "hide z9", "hide a1", "x1-x2", "l12-l99"]
)
def test_what_cannot_be_read(text: str) -> None:
    """Is malformed, with a hint."""
    hunt = Hunt(APART)
    with pytest.raises(Malformed, match="try"):
        hunt.game.read(text, hunt.state, Seat(0))


@pytest.mark.parametrize("text", ["l12-l10", "a3-a4", "g1-g2", "pass", "hide a13", "l12-l11-l11", "a13-b13-b12"])
def test_what_is_not_possible(text: str) -> None:
    """Is illegal, also by a corner that is not on the way."""
    hunt = Hunt(APART)
    with pytest.raises(Illegal):
        hunt.game.read(text, hunt.state, Seat(0))
    with pytest.raises(NotYourTurn):
        hunt.game.read("a3-a4", hunt.state, Seat(1))


@given(st.text(alphabet="abm1239-hide pas", max_size=14))
def test_reading_never_breaks(text: str) -> None:
    """Whatever is typed: an action that is legal, or a refusal."""
    hunt = Hunt(APART)
    try:
        action = hunt.game.read(text, hunt.state, Seat(0))
    except MalleError:
        return
    assert action in hunt.game.legal(hunt.state, Seat(0))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "c"', 'name = "d"', "columns are named"),
        ("rows = { reported = 13 }", "rows = { reported = 2 }", "3 to 99 rows"),
        ("plates = { given = 5 }", "plates = { given = 0 }", "at least 1"),
        ("deduced = [5, 1]", "deduced = []", "at least 1 for each side"),
        ("deduced = [5, 1]", "deduced = [5, 5]", "no number twice"),
        ('"a3", "b2"', '"a3", "a3"', "twice"),
        ('"a3", "b2"', '"a3", "b1"', "'b1' is not a square"),
        ('"a13"', '"a14"', "'a14' is not a square"),
        ("pawn = { given = 50 }", "pawn = 50", "has no mark"),
    ],
)
def test_a_wrong_edition_is_refused(old: str, new: str, message: str) -> None:
    """With a sentence that says what is wrong."""
    text = CLASSIC.read_text("utf-8")
    assert old in text
    with pytest.raises(Refused, match=message):
        parse_edition(text.replace(old, new), Numbers)
