"""A window looks the same, byte for byte, whatever there is to find out: views, turns, actions, defaults, refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from malle.core import Luck, MalleError, Seat, encode
from malle.core.play import events_for_viewer
from malle.games.combinards.events import Answered
from malle.games.combinards.tests.notation import Deals


def shown(play: Deals, seat: int | None) -> tuple[bytes, ...]:
    """All that reaches a viewer without an event, as bytes: view, turn, legal actions, default, refusals."""
    game, state = play.rules, play.state
    found = [encode(play.view(seat)), encode(game.turn(state))]
    if seat is not None:
        own = Seat(seat - 1)
        legal = game.legal(state, own)
        found.append(encode(legal))
        found.append(encode(game.default(state, own, Luck(1))) if legal else b"")
        found.append("\n".join(refusals(play, own)).encode())
    return tuple(found)


def refusals(play: Deals, seat: Seat) -> Iterator[str]:
    """What the game answers to every action there is, tried by this seat."""
    for action in play.rules.alphabet():
        try:
            play.rules.apply(play.state, seat, action)
            yield "taken"
        except MalleError as error:
            yield f"{error.slug} {error}"


def heard(play: Deals, seat: int) -> bytes:
    """Everything this seat has heard, entry by entry."""
    return encode([events_for_viewer(Seat(seat - 1), entry.events) for entry in play.log])


PRICES = ("corks", "soaps", "alarm-clocks", "pianos", "stolen-diamonds", "petrol-8")
"""Printed at 1, 1, 2, 20, 50 and 50; 10 is announced."""


@pytest.mark.parametrize("answers", ["", "3: trust", "3: doubt", "3: doubt; 4: trust"])
def test_window_of_a_price_is_alike_true_or_false(answers: str) -> None:
    """The announcement may be true or a lie: nobody but the buyer could tell by a single byte."""
    plays = [Deals(f"dice 1 3; buy; draw {card}; announce 10; {answers}", seats=4) for card in PRICES]
    for seat in (2, 3, 4, None):
        assert len({shown(play, seat) for play in plays}) == 1, seat
    for seat in (2, 3, 4):
        assert len({heard(play, seat) for play in plays}) == 1, seat


def test_window_of_a_price_the_buyer_knows_his_own_card() -> None:
    """The check above can fail: the buyer's own view does differ."""
    plays = [Deals(f"dice 1 3; buy; draw {card}; announce 10", seats=4) for card in PRICES]
    assert len({shown(play, 1) for play in plays}) == len(PRICES)


HANDS = ("petrol-1 petrol-8", "soaps corks", "ivory caviar", "petrol-1 soaps")


@pytest.mark.parametrize("answers", ["", "3: pass", "3: denounce 1"])
def test_window_at_customs_is_alike_with_petrol_and_without(answers: str) -> None:
    """Petrol in hand or not, the question at customs is the same."""
    plays = [Deals(f"dice 1 1; {answers}", hands={1: hand}, at={1: "A13"}, seats=3) for hand in HANDS]
    for seat in (2, 3, None):
        assert len({shown(play, seat) for play in plays}) == 1, seat


def test_window_at_customs_is_alike_on_the_table_promise_or_not() -> None:
    """A promise open, kept or never made: what lies on the table (and all a screen is drawn from) is the same; only a
    good memory knows."""
    play = Deals("dice 1 1", hands={1: "petrol-1 soaps"}, at={1: "A13"})
    promised = (play.state.promises, ((play.player_names.index("petrol-1"),), None, None), ((), None, None))
    tables = set()
    for promises in promised:
        play.state = replace(play.state, promises=promises)
        for seat in (Seat(1), Seat(2)):
            view = play.rules.view(play.state, seat)
            tables.add(
                (
                    seat,
                    encode(view.now),
                    encode(play.rules.turn(play.state)),
                    encode(play.rules.legal(play.state, seat)),
                )
            )
    assert len(tables) == 2  # one for each of the two others


@pytest.mark.parametrize("window", [
    ("dice 1 3; buy; draw pianos; announce 10", "doubt", "trust"),
    ("dice 1 1", "denounce 1", "pass"),
])  # fmt: skip
def test_window_answers_are_secret(window: tuple[str, str, str]) -> None:
    """Until all have answered, everybody else sees and hears the same, whatever was answered; the answerer knows."""
    text, yes, no = window
    at = {1: "A13"} if text == "dice 1 1" else {}
    plays = [Deals(f"{text}; 3: {answer}", seats=4, at=at) for answer in (yes, no)]
    for seat in (1, 2, 4, None):
        assert len({shown(play, seat) for play in plays}) == 1
        assert [play.heard_events(seat) for play in plays] == [[Answered(2)], [Answered(2)]]
    assert [play.view(3).now.answer for play in plays] == [True, False]


def test_window_writes_one_entry_an_answer() -> None:
    """The log grows by one entry an answer, whatever it is."""
    for answers in ("2: doubt; 3: trust", "2: trust; 3: trust", "3: doubt; 2: doubt"):
        play = Deals(f"dice 1 3; buy; draw pianos; announce 10; {answers}")
        assert len(play.log) == 6
