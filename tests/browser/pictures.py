"""`make pictures`: the chosen moments of every game, both sizes, both languages, by day and by night, into docs/pictures.

    python -m tests.browser.pictures [game …] [--out docs/pictures] [--only name]

A game names its moments in `tests/pictures.py` of its folder, as `PICTURES` or as a function `moments`. Each has a `name`,
the `seat` that looks (None: a spectator), and what leads there: the `seed` of the deal, `moves` in notation, then so many
moves by `robots` (-1: to the end). `press` are squares or selectors that are pressed, `last` is a move that is played
while the page looks on, `wait` what must be there. `before` are the scores of a match's games before this one. A moment
with a `path` is a page of its own, and `kept` is what the browser remembers when it opens it. `lamps` says whether it is
seen by day, by night, or both.

Pictures are quantised to 64 colours: the art is flat, and some hundreds of them stay within the limit of 15 MB.
"""

from __future__ import annotations

import argparse
import io
import json
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from malle.core import Luck, Seat, Waiting
from malle.core.dealer import Dealer
from malle.games import GAMES, sheet
from malle.table import Setup, Table, open_table
from tests.browser.conftest import launch
from tests.browser.stage import Stage, stage

NAMES = ("Camille", "Léa", "Paul", "Inès", "Zoé", "Max")
SIZES: dict[str, dict[str, Any]] = {
    "390": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 1},
    "1440": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
}
LANGUAGES = ("fr", "en")
BLIND = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


def moments_of(name: str) -> tuple[Any, ...]:
    """The moments that a game names, if it does."""
    module = f"malle.games.{name}.tests.pictures"
    if find_spec(module) is None:
        return ()
    named = import_module(module)
    return tuple(named.moments()) if hasattr(named, "moments") else tuple(named.PICTURES)


def set_up(house: Stage, name: str, moment: Any, **how: Any) -> str:
    """A table as it stands at that moment; `how` are further wishes for the stage."""
    seats, seed = min(4, max(sheet(name).seats)), getattr(moment, "seed", 1)
    options = getattr(moment, "options", {})
    moves = [*getattr(moment, "moves", ())]
    left = getattr(moment, "robots", 0)
    if left:
        now, luck = _rehearse(name, seats, options, seed, moves), Luck(seed)
        while left and isinstance(now.turn, Waiting):
            seat = Seat(now.awaited[0])
            view = now.view(seat)
            assert view is not None
            moves.append(now.game.write(sheet(name).robot(now.game, view, now.legal(seat), luck)))
            now = now.act(seat, moves[-1], now.seq).table
            left -= 1
    before = getattr(moment, "before", ())
    return house.set_up(name, NAMES[:seats], moves, options=options, seed=seed, before=before, **how)


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


def take(browser: Browser, house: Stage, name: str, moment: Any, folder: Path) -> None:
    """The pictures of one moment."""
    for size, settings in SIZES.items():
        for language in LANGUAGES:
            context = browser.new_context(**settings, locale="fr-FR", reduced_motion="reduce")
            context.set_default_timeout(20_000)
            kept = {"malle": '{"confirm": true}', "malle-guide": '{"off": true}', **getattr(moment, "kept", {})}
            for key, value in kept.items():
                context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
            page = context.new_page()
            _show(page, house, name, moment, language)
            lamps: tuple[Any, ...] = getattr(moment, "lamps", ("light",))
            for lamp in lamps:
                page.emulate_media(color_scheme=lamp)
                page.wait_for_timeout(60)
                night = "-night" if lamp == "dark" else ""
                _keep(page, folder / name / f"{moment.name}-{size}-{language}{night}.png")
            context.close()


def _show(page: Page, house: Stage, name: str, moment: Any, language: str) -> None:
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


def take_pages(browser: Browser, house: Stage, folder: Path) -> None:
    """The home page, a game's page, its options and rules; and one table as people see it who tell colours apart less."""
    game = f"/games/{GAMES[0]}"
    for name, path in (("home", "/"), ("game", game), ("options", f"{game}/options"), ("rules", f"/rules/{GAMES[0]}")):
        for size, settings in SIZES.items():
            for language in LANGUAGES:
                context = browser.new_context(**settings)
                page = context.new_page()
                page.goto(f"{house.address}{path}?lang={language}")
                page.wait_for_load_state("networkidle")
                page.evaluate("document.fonts.ready")
                _keep(page, folder / f"{name}-{size}-{language}.png")
                context.close()
    moment = next((each for each in moments_of(GAMES[0]) if each.name == "liar"), None)
    if moment is not None:
        context = browser.new_context(**SIZES["390"], reduced_motion="reduce")
        page = context.new_page()
        _show(page, house, GAMES[0], moment, "fr")
        for blind in BLIND:
            remote = context.new_cdp_session(page)
            remote.send("Emulation.setEmulatedVisionDeficiency", {"type": blind})
            _keep(page, folder / GAMES[0] / f"{moment.name}-{blind}.png")
        context.close()


def _keep(page: Page, path: Path) -> None:
    raw = page.screenshot(animations="disabled")
    whole = Image.open(io.BytesIO(raw)).convert("RGB")
    flat = whole.quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    path.parent.mkdir(parents=True, exist_ok=True)
    flat.save(path, optimize=True)


def main() -> None:
    """Takes them all, or those asked for."""
    parser = argparse.ArgumentParser(description="Pictures of the games' chosen moments.")
    parser.add_argument("games", nargs="*", default=[*GAMES, "pages"], help="games, or `pages`")
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--only", default="", help="moments whose name begins so")
    asked = parser.parse_args()
    with stage([sheet(name) for name in GAMES]) as house, sync_playwright() as play:
        house.robots_play = False
        house.show_all_here()
        browser = launch(play)
        for name in asked.games:
            if name == "pages":
                take_pages(browser, house, asked.out)
                continue
            for moment in moments_of(name):
                if moment.name.startswith(asked.only) and getattr(moment, "lamps", ("light",)):
                    take(browser, house, name, moment, asked.out)
                    print(f"{name}: {moment.name}", flush=True)
        browser.close()
    files = list(asked.out.rglob("*.png"))
    print(f"{len(files)} pictures, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
