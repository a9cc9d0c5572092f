"""Moments of games worth a picture, and how a page comes to show them; `tests/browser/take.py` takes the pictures.

A game names its moments in `tests/pictures.py` of its folder, as `PICTURES` or as a function `moments`. Each has a `name`,
the `seat` that looks (None: a spectator), and what leads there: the `seed` of the deal, `moves` in notation, then so many
moves by `robots` (-1: to the end). `press` are squares or selectors that are pressed, `last` is a move that is played
while the page looks on, `wait` what must be there. `before` are the scores of a match's games before this one. A moment
with a `path` is a page of its own, and `kept` is what the browser remembers when it opens it. `lamps` says whether it is
seen by day, by night, or both.

What is no moment of one game (pages, a table that is being filled, who is away, a phone on its side) is in
`tests/browser/screens.py`.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from playwright.sync_api import Page

from malle.core import Luck, Seat, Waiting
from malle.core.dealer import Dealer
from malle.games import load_game_info
from malle.table import Setup, Table, open_table
from tests.browser.stage import Stage

NAMES = ("Camille", "Léa", "Paul", "Inès", "Zoé", "Max")


def moments_of(name: str) -> tuple[Any, ...]:
    """The moments that a game names, if it does."""
    module = f"malle.games.{name}.tests.pictures"
    if find_spec(module) is None:
        return ()
    named = import_module(module)
    return tuple(named.moments()) if hasattr(named, "moments") else tuple(named.PICTURES)


def set_up(house: Stage, name: str, moment: Any, **how: Any) -> str:
    """A table as it stands at that moment; `how` are further wishes for the stage."""
    seats, seed = how.pop("seats", min(4, max(load_game_info(name).seats))), getattr(moment, "seed", 1)
    options = getattr(moment, "options", {})
    moves = [*getattr(moment, "moves", ())]
    left = getattr(moment, "robots", 0)
    if left:
        now, luck = _rehearse(name, seats, options, seed, moves), Luck(seed)
        while left and isinstance(now.turn, Waiting):
            seat = Seat(now.awaited[0])
            view = now.view(seat)
            assert view is not None
            moves.append(now.game.write(load_game_info(name).robot(now.game, view, now.legal(seat), luck)))
            now = now.act(seat, moves[-1], now.seq).table
            left -= 1
    before = getattr(moment, "before", ())
    return house.set_up(name, NAMES[:seats], moves, options=options, seed=seed, before=before, **how)


def _rehearse(name: str, seats: int, options: dict[str, Any], seed: int, moves: list[str]) -> Table:
    """The same table without a house, dealt as the stage deals."""
    facts = load_game_info(name)
    settled = facts.complete_options(seats, options)
    setup = Setup(table="stage", game=name, version=facts.version, seats=seats, options=settled, seal="")
    now = open_table(setup, facts.make_game(seats, settled, None), Dealer(seed.to_bytes(32, "big"), "stage"))
    for seat in range(seats):
        now = now.sit(Seat(seat), "person").table
    for text in moves:
        now = now.act(now.awaited[0], text, now.seq).table
    return now


def show(page: Page, house: Stage, name: str, moment: Any, language: str) -> None:
    """Opens a moment and lets happen what happens."""
    path, last = getattr(moment, "path", ""), getattr(moment, "last", "")
    table = "" if path else set_up(house, name, moment)
    where = path or (f"tables/{table}" if moment.seat is None else f"sit/{table}/{moment.seat}")
    address, _, part = where.partition("#")
    page.goto(f"{house.address}/{address}?lang={language}{'#' if part else ''}{part}")
    page.wait_for_selector(".players")
    if last:
        house.act(table, Seat(house.table(table).awaited[0]), last)
    page.wait_for_selector(getattr(moment, "wait", ".players"))
    page.wait_for_timeout(400)
    for pressed in getattr(moment, "press", ()):
        square = re.fullmatch(r"[\w-]+", pressed)
        page.locator(f'[data-cell="{pressed}"]' if square else pressed).first.click(force=bool(square))
    if last:
        page.wait_for_timeout(2600)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.mouse.move(1, 1)
    page.wait_for_timeout(120)
