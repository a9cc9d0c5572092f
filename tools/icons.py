"""Draws the PNG files, icons for phones and previews of links, from the same SVG files as everything else.

    python tools/icons.py

A preview shows the cover of a game on the game's own colour, without words, so it serves every language.
"""

from __future__ import annotations

import base64
import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from malle import games
from malle.rendering.sprites import ARTWORK_FOLDER

TRUNK = "#1F3A5F"
PREVIEW = (1200, 630)
ICONS = {"icon-180": (180, 1.0), "icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.7)}
"""By file name: the width in pixels, and the share of it that the drawing takes. Phones cut a
maskable icon to a shape of their own."""


def draw(page: Page, svg: Path, ground: str, size: tuple[int, int], high: float, to: Path) -> None:
    """Draw an SVG in the middle of a background and write it as a PNG of this size to `to`. `high`
    is the drawing's share of the height; `ground` is a colour or "transparent"."""
    source = base64.b64encode(svg.read_bytes()).decode()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(
        f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
        f'<img style="height:{high * 100}vh" src="data:image/svg+xml;base64,{source}"></body>'
    )
    page.wait_for_load_state("networkidle")
    whole = Image.open(io.BytesIO(page.screenshot(omit_background=ground == "transparent")))
    to.parent.mkdir(parents=True, exist_ok=True)
    if ground == "transparent":
        whole.save(to, optimize=True)
    else:
        whole.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(to, optimize=True)


def main() -> None:
    """Draw all icons into the folder of icons, and each game's preview into its symbols. Needs
    Debian's chromium."""
    chromium = shutil.which("chromium")
    assert chromium, "install Debian's chromium"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name, (pixels, high) in ICONS.items():
            ground = TRUNK if high < 1 or pixels == 180 else "transparent"
            draw(
                page,
                ARTWORK_FOLDER / "favicon.svg",
                ground,
                (pixels, pixels),
                min(high, 0.86) if pixels == 180 else high,
                ARTWORK_FOLDER / "icons" / f"{name}.png",
            )
        draw(
            page, ARTWORK_FOLDER / "symbols" / "logo.svg", TRUNK, PREVIEW, 0.6, ARTWORK_FOLDER / "icons" / "preview.png"
        )
        for name in games.OWN_GAMES:
            sheet = games.load_game_info(name)
            assert sheet.drawing is not None
            folder = sheet.folder / "symbols"
            draw(page, folder / "box.svg", sheet.drawing.COLOURS.day.strong, PREVIEW, 0.86, folder / "preview.png")
        browser.close()


if __name__ == "__main__":
    main()
