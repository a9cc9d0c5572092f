"""`make pictures`: every state, both sizes, both languages, day and night, into docs/pictures.

    python -m tests.browser.pictures [folder] [name …]

Pictures are quantised to 256 colours: the art is flat, and eighty of them stay under a few megabytes.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from malle import games
from malle.core import Seat
from tests.browser.conftest import FLAGS
from tests.browser.stage import Stage, stage
from tests.browser.states import NAMES, Picture, pictures

SIZES: dict[str, dict[str, Any]] = {
    "390": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2},
    "1440": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
}
PAGES = (("home", "/"), ("rules", "/rules/declarer"))
BLIND = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


def main(words: Sequence[str]) -> int:
    """Takes them all, or those that are named."""
    folder = Path(words[0]) if words else Path("docs/pictures")
    wanted = set(words[1:])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    assert chromium, "install Debian's chromium"
    with stage([games.sheet(name) for name in games.GAMES]) as house, sync_playwright() as playwright:
        house.show_all_here()
        house.robots_play = False
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for each in pictures():
            if not wanted or each.name in wanted:
                _take_all(browser, house, each, folder)
        for name, path in PAGES:
            if not wanted or name in wanted:
                _pages(browser, house, name, path, folder)
        browser.close()
    total = sum(path.stat().st_size for path in folder.glob("*.png"))
    print(f"{len(list(folder.glob('*.png')))} pictures, {total / 1e6:.1f} MB")
    return 0


def _take_all(browser: Browser, house: Stage, picture: Picture, folder: Path) -> None:
    for size, settings in SIZES.items():
        for language in ("fr", "en"):
            context = browser.new_context(**settings, reduced_motion="reduce")
            context.set_default_timeout(15_000)
            context.add_init_script("""localStorage.setItem('malle', '{"confirm": true}')""")
            page = context.new_page()
            _show(page, house, picture, language)
            for lamp in ("light", "dark"):
                page.emulate_media(color_scheme=lamp)
                page.wait_for_timeout(60)
                _keep(page, folder / f"{picture.name}-{size}-{language}-{lamp}.png")
            if (picture.name, size, language) == ("liar", "390", "fr"):
                page.emulate_media(color_scheme="light")
                for blind in BLIND:
                    remote = context.new_cdp_session(page)
                    remote.send("Emulation.setEmulatedVisionDeficiency", {"type": blind})
                    _keep(page, folder / f"{picture.name}-{blind}.png")
            context.close()


def _show(page: Page, house: Stage, picture: Picture, language: str) -> None:
    table = house.set_up("declarer", NAMES, picture.moves, seed=picture.seed)
    where = f"/tables/{table}" if picture.seat is None else f"/sit/{table}/{picture.seat}"
    page.goto(f"{house.address}{where}?lang={language}")
    page.wait_for_selector(".players")
    if picture.last:
        mover = house.table(table).awaited[0]
        house.act(table, Seat(mover), picture.last)
    page.wait_for_selector(picture.wait)
    for selector in picture.press:
        page.locator(selector).first.click()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.mouse.move(1, 1)
    page.wait_for_timeout(120)


def _pages(browser: Browser, house: Stage, name: str, path: str, folder: Path) -> None:
    for size, settings in SIZES.items():
        for language in ("fr", "en"):
            context = browser.new_context(**settings)
            page = context.new_page()
            page.goto(f"{house.address}{path}?lang={language}")
            page.wait_for_load_state("networkidle")
            page.evaluate("document.fonts.ready")
            _keep(page, folder / f"{name}-{size}-{language}.png")
            context.close()


def _keep(page: Page, path: Path) -> None:
    raw = page.screenshot(animations="disabled")
    flat = (
        Image.open(io.BytesIO(raw))
        .convert("RGB")
        .quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    )
    flat.save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
