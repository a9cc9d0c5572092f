"""Pictures of every game: its chosen moments, on a phone and on a laptop, in French and in English.

    python -m tests.browser.pictures [game …] [--out docs/pictures] [--only name]

A game names its moments in `tests/pictures.py` of its folder, as `PICTURES`: each has a `name`, the `seat` that looks,
and what leads there: a `seed` of the deal, `moves` in notation, then so many moves by `robots` (-1: until the end).
`press` are squares that are pressed, `last` is a move that is played while the page looks on. A moment with a `path`
is a page of its own (a game for one), and `kept` is what the browser remembers when it opens it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from malle.core import Luck, Seat, Waiting
from malle.core.dealer import Dealer
from malle.games import GAMES, sheet
from malle.table import Setup, Table, open_table
from tests.browser.conftest import FLAGS, LAPTOP, PHONE
from tests.browser.stage import Stage, stage

NAMES = ("Camille", "Léa", "Paul", "Inès", "Zoé", "Max")
SIZES: dict[str, dict[str, Any]] = {"390": PHONE, "1440": LAPTOP}
LANGUAGES = ("fr", "en")
QUALITY = 72
"""Of the JPEG files: letters stay sharp, and a whole game's pictures stay small."""


def moments_of(name: str) -> tuple[Any, ...]:
    """The moments that a game names, if it does."""
    module = f"malle.games.{name}.tests.pictures"
    return tuple(import_module(module).PICTURES) if find_spec(module) is not None else ()


def set_up(running: Stage, name: str, moment: Any) -> str:
    """A table as it stands at that moment."""
    seats, seed = min(4, max(sheet(name).seats)), getattr(moment, "seed", 1)
    options = getattr(moment, "options", {})
    moves = [*getattr(moment, "moves", ())]
    now = _rehearse(name, seats, options, seed, moves)
    luck, left = Luck(seed), getattr(moment, "robots", 0)
    while left and isinstance(now.turn, Waiting):
        seat = Seat(now.awaited[0])
        view = now.view(seat)
        assert view is not None
        moves.append(now.game.write(sheet(name).robot(now.game, view, now.legal(seat), luck)))
        now = now.act(seat, moves[-1], now.seq).table
        left -= 1
    return running.set_up(name, NAMES[:seats], moves, options=options, seed=seed)


def _rehearse(name: str, seats: int, options: dict[str, Any], seed: int, moves: list[str]) -> Table:
    """The same table without a house, dealt as the stage deals."""
    facts = sheet(name)
    settled = facts.settle_options(seats, options)
    setup = Setup(table="stage", game=name, version=facts.version, seats=seats, options=settled, seal="")
    now = open_table(setup, facts.make(seats, settled, None), Dealer(seed.to_bytes(32, "big"), "stage"))
    for seat in range(seats):
        now = now.sit(Seat(seat), "person").table
    for text in moves:
        now = now.act(now.awaited[0], text, now.seq).table
    return now


def take(browser: Browser, running: Stage, name: str, moment: Any, out: Path) -> None:
    """The pictures of one moment."""
    last, path = getattr(moment, "last", ""), getattr(moment, "path", "")
    table = "" if last or path else set_up(running, name, moment)
    for size, shape in SIZES.items():
        for language in LANGUAGES:
            if last:
                table = set_up(running, name, moment)
            context = browser.new_context(**shape, locale="fr-FR", reduced_motion="reduce")
            for key, value in getattr(moment, "kept", {}).items():
                context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
            page = context.new_page()
            seat = moment.seat
            where = path or (f"sit/{table}/{seat}" if seat is not None else f"tables/{table}")
            address, _, part = where.partition("#")
            page.goto(f"{running.address}/{address}?lang={language}{'#' if part else ''}{part}")
            page.wait_for_selector(".players")
            page.wait_for_timeout(400)
            for square in getattr(moment, "press", ()):
                page.locator(f'[data-cell="{square}"]').first.click(force=True)
            if last:
                running.act(table, running.table(table).awaited[0], last)
                page.wait_for_timeout(2600)
            file = out / name / f"{moment.name}-{size}-{language}.jpg"
            file.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=file, type="jpeg", quality=QUALITY)
            context.close()


def main() -> None:
    """Takes them all, or those asked for."""
    parser = argparse.ArgumentParser(description="Pictures of the games' chosen moments.")
    parser.add_argument("games", nargs="*", default=[name for name in GAMES if sheet(name).drawing])
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--only", default="", help="moments whose name begins so")
    asked = parser.parse_args()
    with stage([sheet(name) for name in asked.games]) as running, sync_playwright() as play:
        running.robots_play = False
        running.show_all_here()
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name in asked.games:
            for moment in moments_of(name):
                if moment.name.startswith(asked.only):
                    take(browser, running, name, moment, asked.out)
                    print(f"{name}: {moment.name}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
