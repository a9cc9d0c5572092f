"""Several things are chosen together, in any order: the five plates of La chasse, by taps, by dragging, by keys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket

from malle.runtime.timing import reveal_delay
from tests.browser.conftest import TWO, Open, Screen, one_a_day
from tests.browser.stage import Stage
from tests.browser.test_acting import _by_finger, _drag, _focus, _walk_to

pytestmark = pytest.mark.browser

PLATES = ("C13", "E13", "E13", "H12", "K13")
ELSEWHERE = ("M13", "A13", "B12", "M13", "M13")
ORDERS = [random.Random(seed).sample(PLATES, 5) for seed in range(10)]
WHOLE = '.confirm.choosing .go:not([aria-disabled="true"])'
CUT = """
const send = WebSocket.prototype.send;
let acts = 0;
WebSocket.prototype.send = function (data) {
  if (JSON.parse(new TextDecoder().decode(data)).type === "act" && ++acts === 3) { window.__cut = 1; this.close(); }
  else send.call(this, data);
};
"""
"""The third act of this page is lost, with its socket."""


def hide(ada: Screen, order: Sequence[str]) -> None:
    """By taps, and one more."""
    ada.wait(".cell.can")
    for square in order:
        ada.press(f'[data-cell="{square}"]')
    ada.wait(WHOLE)
    assert ada.acts() == []
    ada.press(".confirm .go")
    ada.until("!document.querySelector('.confirm.choosing, .confirm.pending')")


def sent_to_customs(house: Stage, screen: Open, order: Sequence[str], *, cut: bool = False) -> list[bytes]:
    """Every byte that the other side is sent while one hides so; but, where the socket is cut, who is there."""
    table, raw = house.set_up("chasse", TWO), list[bytes]()

    def note(page: Page) -> None:
        page.on("websocket", listen)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: raw.append(data if isinstance(data, bytes) else data.encode()))

    marius = screen(table, 1, lang="en", before=note)
    ada = screen(table, 0, before=(lambda page: page.add_init_script(CUT)) if cut else None)
    marius.until("!document.querySelector('.presence')")
    before = len(raw)
    hide(ada, order)
    marius.until("document.body.innerText.includes('(5 of 5)')")
    acts = list(dict.fromkeys(message["key"] for message in ada.sent if message["type"] == "act"))
    assert (house.table(table).seq, len(acts)) == (7, 5)
    assert ada.script("window.__cut") == (1 if cut else None)
    ada.context.close()
    marius.wait(".presence")  # whatever was sent before is here then
    marius.context.close()
    heard = zip(raw[before:], marius.received[before:], strict=True)
    there = [(frame, state["seq"]) for frame, state in heard if state["table"]["seats"][0]["presence"] == "here"]
    assert cut or all(seq > 2 for _, seq in there)
    return [frame for frame, seq in there if seq > 2]


def test_the_other_side_learns_neither_where_nor_in_which_order(house: Stage, screen: Open) -> None:
    """One frame, and the same one: also where the socket breaks after the second act, and the page sends the rest."""
    plain = sent_to_customs(house, screen, ORDERS[0])
    assert len(plain) == 1
    assert sent_to_customs(house, screen, ELSEWHERE, cut=True) == plain


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("cut", [False, True])
def test_ten_orders_are_one_to_the_other_side(house: Stage, screen: Open, cut: bool) -> None:
    plain = sent_to_customs(house, screen, PLATES)
    assert [sent_to_customs(house, screen, order, cut=cut) for order in ORDERS] == [plain] * 10


@pytest.mark.long
def test_a_part_that_is_shown_would_be_found(house: Stage, screen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault that is planted: each act is shown when it is in the log."""
    monkeypatch.setattr(reveal_delay, "is_incomplete_group", lambda room, step: False)
    assert len(sent_to_customs(house, screen, PLATES)) > 1


def opened(house: Stage, screen: Open, **how: Any) -> Screen:
    ada = screen(house.set_up("chasse", TWO), 0, lang="en", **how)
    ada.wait(".cell.can")
    return ada


def badges(ada: Screen) -> dict[str, str]:
    """The numbers on the pawns, by square."""
    found: dict[str, str] = ada.script(
        """Object.fromEntries([...document.querySelectorAll(".board .cell[aria-pressed]")].map((cell) =>
          [cell.dataset.cell, document.querySelector(`.piece[data-item="${cell.dataset.ref}"] .pip`).textContent]))"""
    )
    return found


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_plates_are_placed_and_taken_back_by_taps(house: Stage, screen: Open, phone: bool) -> None:
    """Nothing is sent before the last tap, and the board stays where it is under the finger."""
    ada = opened(house, screen, phone=phone)
    board = ada.at("svg.board").bounding_box()
    for square in ("K13", "C13", "K13"):
        ada.press(f'[data-cell="{square}"]')
    assert badges(ada) == {"C13": "1", "K13": "2"}
    assert ada.text(".choosing .what") == "3 of 5 placed C13, K13 ×2"
    assert ada.text("[aria-live=polite]").endswith("K13: 2 chosen. 3 of 5 placed")
    ada.press('[data-item="plate.0.1"]')  # the plate that went to C13
    assert badges(ada) == {"K13": "2"}
    ada.press(".choosing .undo")
    assert ada.text(".choosing .what") == "1 of 5 placed K13"
    ada.press(".choosing .go")
    assert "4 more to choose." in ada.text(".notice")
    for square in ("A13", "B12", "B12", "M13"):
        ada.press(f'[data-cell="{square}"]')
    assert ada.at("svg.board").bounding_box() == board
    ada.press('[data-cell="C13"]')
    assert "take it back first" in ada.text(".notice")
    assert ada.acts() == []
    ada.press(".choosing .go")
    ada.until("!document.querySelector('.confirm.choosing, .confirm.pending')")
    assert ada.acts() == ["hide a13", "hide b12", "hide b12", "hide k13", "hide m13"]


def test_a_tap_beside_a_pawn_means_the_nearest(house: Stage, screen: Open) -> None:
    """Squares are small on a phone, and what is placed can be taken back: nobody is asked which one was meant."""
    ada = opened(house, screen)
    one, two = (ada.at(f'[data-cell="{square}"]').bounding_box() for square in ("C13", "D12"))
    assert one is not None
    assert two is not None
    x, y = (one["x"] + two["x"] + one["width"]) / 2, (one["y"] + two["y"] + one["height"]) / 2
    ada.page.touchscreen.tap(x - 2, y + 2)
    assert badges(ada) == {"C13": "1"}
    ada.page.touchscreen.tap(x + 2, y - 2)
    assert badges(ada) == {"C13": "1", "D12": "1"}
    assert "Which one?" not in ada.text(".confirm")


def test_a_plate_is_dragged_by_finger(house: Stage, screen: Open) -> None:
    """Onto a pawn, from pawn to pawn, and nowhere."""
    ada = opened(house, screen)

    def drag(source: str, target: str, *, aside: int = 0) -> None:
        one, two = (ada.at(each).first.bounding_box() for each in (source, target))
        assert one is not None
        assert two is not None
        x, y = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2
        right, down = two["x"] + two["width"] / 2 - x, two["y"] + two["height"] / 2 - y - aside
        down += 40  # what is lifted is seen above the finger
        _by_finger(ada, x, y, ((0, -14), (round(right / 2), round(down / 2)), (round(right), round(down))))

    drag('[data-item="plate.0.0"]', '[data-cell="G13"]')
    drag('[data-item="plate.0.1"]', '[data-cell="H12"]')
    assert badges(ada) == {"G13": "1", "H12": "1"}
    drag('[data-item="plate.0.0"]', '[data-cell="M13"]')  # it lies under G13 now
    assert badges(ada) == {"H12": "1", "M13": "1"}
    drag('[data-item="plate.0.3"]', '[data-cell="G13"]', aside=180)
    assert badges(ada) == {"H12": "1", "M13": "1"}
    assert ada.acts() == []


@pytest.mark.long
def test_a_plate_is_dragged_by_mouse(house: Stage, screen: Open) -> None:
    ada = opened(house, screen, phone=False)
    _drag(ada, '[data-item="plate.0.0"]', '[data-cell="C13"]', drop=False)
    lifted = ada.at(".lifted .pieceface").bounding_box()
    assert lifted is not None
    assert max(lifted["width"], lifted["height"]) <= 60
    ada.page.mouse.up()
    _drag(ada, '[data-cell="C13"]', '[data-cell="I13"]')
    assert badges(ada) == {"I13": "1"}


@pytest.mark.long
def test_plates_are_placed_by_keys(house: Stage, screen: Open) -> None:
    """Enter places one, Delete takes it back; a screen reader is told where and how many."""
    ada = opened(house, screen, phone=False)
    _focus(ada, "[data-cell]")
    for square in ("M13", "C13", "B12"):
        _walk_to(ada, square)
        ada.page.keyboard.press("Enter")
    assert ada.script("document.activeElement.getAttribute('aria-pressed')") == "true"
    ada.page.keyboard.press("Delete")
    assert ada.script("document.activeElement.getAttribute('aria-pressed')") is None
    assert ada.text("[aria-live=polite]").endswith("B12: taken back. 2 of 5 placed")
    _walk_to(ada, "M13")
    assert ada.script("document.activeElement.getAttribute('aria-label')") == "M13, Smuggler 1"
    for _ in range(3):
        ada.page.keyboard.press("Enter")
    _focus(ada, WHOLE)
    ada.page.keyboard.press("Enter")
    ada.until("!document.querySelector('.confirm.choosing, .confirm.pending')")
    assert ada.acts() == ["hide c13", *["hide m13"] * 4]


@pytest.mark.long
def test_a_typed_move_is_played_at_once_and_the_choice_stays(house: Stage, screen: Open) -> None:
    ada = opened(house, screen, phone=False)
    for square in ("A13", "M13", "M13"):
        ada.press(f'[data-cell="{square}"]')
    ada.press(".btn:has-text('Log'), [role=tab]:has-text('Log')")
    ada.page.fill("#command", "hide e13")
    ada.page.keyboard.press("Enter")
    ada.until("document.querySelector('.choosing .what')?.innerText.startsWith('3 of 5')")
    assert badges(ada) == {"M13": "2"}, "A13 is left of E13"
    assert ada.acts() == ["hide e13"]


@pytest.mark.long
def test_what_was_hidden_together_is_taken_back_together(house: Stage, screen: Open) -> None:
    """And is there to be changed, as it was."""
    ada = opened(house, screen)
    hide(ada, PLATES)
    ada.press(".confirm .undo")
    ada.wait(WHOLE)
    assert badges(ada) == {"C13": "1", "E13": "2", "H12": "1", "K13": "1"}
    ada.press('[data-item="plate.0.0"]')
    ada.press('[data-cell="A13"]')
    ada.press(".confirm .go")
    ada.until("!document.querySelector('.confirm.choosing, .confirm.pending')")
    assert ada.acts()[5:] == ["hide a13", "hide e13", "hide e13", "hide h12", "hide k13"]
