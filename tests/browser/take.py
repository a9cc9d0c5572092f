"""`make pictures`: the chosen moments of every game and the screens around them, both sizes, both languages, by day and by
night, into var/pictures; those that documents show are kept in docs/pictures.

    python -m tests.browser.take [game … | pages | own] [--out var/pictures] [--only name]

`own` are the screens of somebody who plays on a real server, which needs PostgreSQL and NATS as its tests do.

Pictures are quantised to 64 colours: the art is flat.
"""

from __future__ import annotations

import argparse
import io
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from malle.games import OWN_GAMES, load_game_info
from tests.browser.conftest import launch
from tests.browser.owned import OWN_SCREENS, somebody
from tests.browser.pictures import moments_of, show
from tests.browser.screens import QUIET, SCREENS
from tests.browser.stage import Stage, stage

SIZES: dict[str, dict[str, Any]] = {
    "390": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 1},
    "844": {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True, "device_scale_factor": 1},
    "1440": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
}
LANGUAGES = ("fr", "en")
BLIND = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
ALL = [*OWN_GAMES, "pages", "own"]
KEPT = Path("docs/pictures")
"""Those that documents show."""


def take(browser: Browser, house: Stage, name: str, moment: Any, folder: Path) -> None:
    """The pictures of one moment."""
    for size in ("390", "1440"):
        for language in LANGUAGES:
            context = browser.new_context(**SIZES[size], locale="fr-FR", reduced_motion="reduce")
            context.set_default_timeout(20_000)
            kept = {"malle": '{"confirm": true}', "malle-guide": '{"off": true}', **getattr(moment, "kept", {})}
            for key, value in kept.items():
                context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
            page = context.new_page()
            with house.all_here():
                show(page, house, name, moment, language)
                lamps: tuple[Any, ...] = getattr(moment, "lamps", ("light",))
                for lamp in lamps:
                    page.emulate_media(color_scheme=lamp)
                    page.wait_for_timeout(60)
                    night = "-night" if lamp == "dark" else ""
                    keep(page, folder / name / f"{moment.name}-{size}-{language}{night}.png")
            context.close()


def take_screens(browser: Browser, house: Stage, folder: Path, only: str) -> None:
    """What is no moment of one game; and one table as people see it who tell colours apart less."""
    for screen in SCREENS:
        if not screen.name.startswith(only):
            continue
        for size in screen.sizes:
            for language in LANGUAGES:
                context = browser.new_context(**SIZES[size], locale="fr-FR", reduced_motion="reduce")
                context.set_default_timeout(20_000)
                page = context.new_page()
                with house.all_here() if screen.here else nullcontext():
                    screen.show(page, house, language)
                    page.wait_for_load_state("networkidle")
                    page.evaluate("document.fonts.ready")
                    page.mouse.move(1, 1)
                    page.wait_for_timeout(400)
                    keep(page, folder / f"{screen.name}-{size}-{language}.png")
                context.close()
        print(f"pages: {screen.name}", flush=True)
    moment = next((each for each in moments_of(OWN_GAMES[0]) if each.name == "liar"), None)
    if moment is not None and not only:
        context = browser.new_context(**SIZES["390"], reduced_motion="reduce")
        page = context.new_page()
        show(page, house, OWN_GAMES[0], moment, "fr")
        for blind in BLIND:
            remote = context.new_cdp_session(page)
            remote.send("Emulation.setEmulatedVisionDeficiency", {"type": blind})
            keep(page, folder / OWN_GAMES[0] / f"{moment.name}-{blind}.png")
        context.close()


def take_own(browser: Browser, folder: Path, only: str) -> None:
    """What is somebody's own: their games, themselves, slow tables, what they are told."""
    wanted = [screen for screen in OWN_SCREENS if screen.name.startswith(only)]
    if not wanted:
        return
    with somebody(browser, "pictures") as own:
        for screen in wanted:
            for size in ("390", "1440"):
                for language in LANGUAGES:
                    context = browser.new_context(
                        **SIZES[size], locale="fr-FR", timezone_id="Europe/Paris", reduced_motion="reduce"
                    )
                    context.set_default_timeout(20_000)
                    context.add_init_script(QUIET)
                    context.add_cookies([own.cookie])
                    page = context.new_page()
                    screen.show(page, own, language)
                    page.wait_for_load_state("networkidle")
                    page.evaluate("document.fonts.ready")
                    keep(page, folder / f"{screen.name}-{size}-{language}.png")
                    if size == "390" and language == "fr":
                        page.emulate_media(color_scheme="dark")
                        page.wait_for_timeout(60)
                        keep(page, folder / f"{screen.name}-{size}-{language}-night.png")
                    context.close()
            print(f"own: {screen.name}", flush=True)


def shown_in_documents(made: Path, kept: Path) -> list[Path]:
    """Takes over the pictures that are kept; those that are not made any more."""
    lost = []
    for path in sorted(kept.rglob("*.png")):
        fresh = made / path.relative_to(kept)
        if fresh.is_file():
            path.write_bytes(fresh.read_bytes())
        else:
            lost.append(path)
    return lost


def keep(page: Page, path: Path) -> None:
    """A picture of what a page shows."""
    raw = page.screenshot(animations="disabled")
    whole = Image.open(io.BytesIO(raw)).convert("RGB")
    flat = whole.quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    path.parent.mkdir(parents=True, exist_ok=True)
    flat.save(path, optimize=True)


def main() -> None:
    """Takes them all, or those asked for."""
    parser = argparse.ArgumentParser(description="Pictures of the games' chosen moments.")
    parser.add_argument("games", nargs="*", default=ALL, help="games, `pages` or `own`")
    parser.add_argument("--out", type=Path, default=Path("var/pictures"))
    parser.add_argument("--only", default="", help="moments whose name begins so")
    asked = parser.parse_args()
    with stage([load_game_info(name) for name in OWN_GAMES]) as house, sync_playwright() as play:
        house.robots_play = False
        browser = launch(play)
        for name in asked.games:
            if name == "pages":
                take_screens(browser, house, asked.out, asked.only)
                continue
            if name == "own":
                take_own(browser, asked.out, asked.only)
                continue
            for moment in moments_of(name):
                if moment.name.startswith(asked.only) and getattr(moment, "lamps", ("light",)):
                    take(browser, house, name, moment, asked.out)
                    print(f"{name}: {moment.name}", flush=True)
        browser.close()
    files = list(asked.out.rglob("*.png"))
    print(f"{len(files)} pictures, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    if asked.games == ALL and not asked.only:
        print("no longer made:", *shown_in_documents(asked.out, KEPT))


if __name__ == "__main__":
    main()
