"""Does every table fit every size? Positions of every game, the sizes they are shown at, and what does not fit there.

    python -m tests.browser.sizes [game …] [--only NAME] [--sizes WxH …] [--sheet FOLDER] [--every-width]

prints what does not fit and, with `--sheet`, writes one picture a position with every size on it. `tests/browser/test_fits.py`
asks the same of chosen positions every day, and of all of them in the long run. A page is opened once and then resized.
`fits.js` measures; `overlaps.toml` lists what may lie over what.
"""

from __future__ import annotations

import argparse
import functools
import io
import json
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from malle.core import Luck, Seat, View, Waiting, encode
from malle.core.dealer import Dealer
from malle.core.scene import DrawInput
from malle.games import OWN_GAMES, load_game_info
from malle.table import Setup, Table, open_table
from tests.browser.conftest import launch
from tests.browser.pictures import moments_of, set_up
from tests.browser.stage import Stage, stage

Size = tuple[int, int]

SIZES: tuple[Size, ...] = (
    (390, 844), (640, 400), (667, 375), (844, 390), (768, 1024), (1024, 768),
    (1180, 820), (1280, 800), (1366, 768), (1440, 900), (1920, 1080),
)  # fmt: skip
EVERYDAY: tuple[Size, ...] = ((1280, 800), (640, 400), (390, 844))
WIDTHS: tuple[Size, ...] = tuple((width, 800) for width in range(320, 1921, 40))
SHORT = ("Camille", "Léa", "Paul", "Inès", "Zoé", "Max")
LONG = (
    "Marie-Antoinette de La Rochefo", "Maximilienne Wassermann-Mulot", "Jean-Baptiste Wolfgang Mammouth",
    "Hildegarde von Mummenschanz II", "Anne-Wilhelmine Montmorency-Wu", "Commandant Gwenaël Mawhinney",
)  # fmt: skip
"""As long as a name may be: thirty letters, wide ones."""
KEPT_GAMES = 200
"""So many random games are played at each number of seats to find the most crowded positions."""
ENDLESS = 400
"""A random game is left after so many moves."""
CHECK = Path(__file__).with_name("fits.js").read_text("utf-8").strip().removesuffix(";")
OVERLAPS = Path(__file__).with_name("overlaps.toml")


class Position(NamedTuple):
    """What is to be seen, and how a page comes to show it."""

    game: str
    name: str
    show: Callable[[Page, Stage], None]
    tips: bool = False
    here: bool = True
    """Is everybody at their page?"""


class Fault(NamedTuple):
    """What does not fit, where."""

    game: str
    name: str
    size: Size
    fault: str
    one: str
    two: str
    by: int

    def __str__(self) -> str:
        where = f"{self.game} {self.name} {self.size[0]}x{self.size[1]}"
        return f"{where}: {self.fault}: {self.one} | {self.two}" + (f" by {self.by} px" if self.by else "")


@functools.cache
def allowed() -> tuple[tuple[str, str], ...]:
    """Pairs of selectors that may lie over each other."""
    found = tomllib.loads(OVERLAPS.read_text("utf-8"))["allowed"]
    return tuple((each["over"], each["under"]) for each in found)


# ---- positions


def _sit(page: Page, house: Stage, table: str, seat: int | None) -> None:
    where = f"tables/{table}" if seat is None else f"sit/{table}/{seat}"
    page.goto(f"{house.address}/{where}?lang=fr")
    page.wait_for_selector(".players")


def _lesson(game: str, step: int) -> Callable[[Page, Stage], None]:
    def show(page: Page, house: Stage) -> None:
        page.add_init_script(f"localStorage.setItem('malle-lessons', '{json.dumps({game: step})}')")
        page.goto(f"{house.address}/games/{game}/learn?lang=fr")
        page.wait_for_selector(".says")
        if step:
            page.wait_for_selector(f".steps i.on:nth-child({step})")

    return show


def _table(
    game: str, names: Sequence[str], moves: Sequence[str] = (), seed: int = 5, *, seat: int | None = -1,
    robots: Sequence[int] = (), last: str = "", wait: str = ".players", press: Sequence[str] = (),
    options: dict[str, Any] | None = None,
) -> Callable[[Page, Stage], None]:  # fmt: skip
    """A table after these moves, as a seat sees it; -1: whoever is to move. `last` is played while the page looks on."""

    def show(page: Page, house: Stage) -> None:
        table = house.set_up(game, names, moves, seed=seed, robots=robots, options=options)
        now = house.table(table)
        mover = now.awaited[0] if now.awaited else 0
        _sit(page, house, table, mover if seat == -1 else seat)
        if last:
            house.act(table, Seat(mover), last)
        for each in press:
            page.locator(each).locator("visible=true").first.click()
        page.wait_for_selector(wait)

    return show


def _moment(game: str, moment: Any, wait: str = ".players") -> Callable[[Page, Stage], None]:
    """A moment that the game names for its pictures."""

    def show(page: Page, house: Stage) -> None:
        table = set_up(house, game, moment)
        _sit(page, house, table, moment.seat)
        if last := getattr(moment, "last", ""):
            house.act(table, Seat(house.table(table).awaited[0]), last)
        page.wait_for_selector(getattr(moment, "wait", wait))
        for each in getattr(moment, "press", ()):
            page.locator(each if not each.isalnum() else f'[data-cell="{each}"]').first.click(force=each.isalnum())

    return show


def lesson_steps(house: Stage, game: str) -> Iterator[Position]:
    """Every step of a game's lesson."""
    import urllib.request

    with urllib.request.urlopen(f"{house.address}/games/{game}/learn/course") as answer:
        steps = len(json.load(answer)["bubbles"])
    yield from (lesson_step(game, step) for step in range(1, steps + 1))


def lesson_step(game: str, step: int) -> Position:
    """A step of a game's lesson, counted from 1."""
    return Position(game, f"lesson-{step}", _lesson(game, step - 1))


def chosen(game: str) -> Iterator[Position]:
    """What a game must show besides: a tip, the longest names, a reveal, the end, and its pictures' moments."""
    seats = load_game_info(game).seats
    for count in seats:
        yield Position(game, f"seats-{count}", _table(game, SHORT[:count], _opening(game)))
    yield Position(game, "tip", _table(game, SHORT[: max(seats)], _opening(game), wait=".bub"), tips=True)
    most = max(seats)
    yield Position(game, "long-names", _table(game, LONG[:most], _opening(game)))
    yield Position(game, "robots", _table(game, LONG[:most], _opening(game), seat=None, robots=range(1, most)))
    yield Position(game, "absent", _table(game, SHORT[:most], _opening(game)), here=False)
    if game == "declarer":
        yield Position(game, "composing", _table(game, SHORT[:4]))
        for count, search in ((4, "declare nothing"), (6, "declare nothing"), (4, "claim bag")):
            name = f"search-{count}" + ("-bag" if "bag" in search else "")
            yield Position(game, name, _reveal(game, SHORT[:count], search))
        yield Position(game, "search-long-names", _reveal(game, LONG, "declare nothing"))
    for moment in moments_of(game):
        if getattr(moment, "path", "") or (not getattr(moment, "lamps", ("light",)) and game == "combinards"):
            continue
        wait = ".end" if "end" in moment.name or moment.name == "final" else ".players"
        yield Position(game, f"moment-{moment.name}", _moment(game, moment, getattr(moment, "wait", wait)))


def _opening(game: str) -> tuple[str, ...]:
    """What leads to a decision with something on the table."""
    if game == "declarer":
        return ("declare nothing",)
    if game == "chasse":
        return ("hide c13", "hide e13", "hide e13", "hide h12", "hide k13")
    if game == "combinus":
        return ("borders left-right",)
    return ()


def _reveal(game: str, names: Sequence[str], said: str) -> Callable[[Page, Stage], None]:
    """A search, seen by whoever ordered it."""
    seed = next(seed for seed in range(1, 400) if _can(game, len(names), seed, said))
    return _table(game, names, (said,), seed, last="search", wait=".go-on")


def _can(game: str, seats: int, seed: int, text: str) -> bool:
    now = _deal(game, seats, seed)
    seat = Seat(now.awaited[0])
    return text in {now.game.write(action) for action in now.legal(seat)}


def _deal(game: str, seats: int, seed: int) -> Table:
    """The table that the stage deals from a seed."""
    facts = load_game_info(game)
    settled = facts.complete_options(seats, {})
    setup = Setup(table="stage", game=game, version=facts.version, seats=seats, options=settled, seal="")
    now = open_table(setup, facts.make_game(seats, settled, None), Dealer(seed.to_bytes(32, "big"), "stage"))
    for seat in range(seats):
        now = now.sit(Seat(seat), "person").table
    return now


# ---- the most crowded positions


class Crowded(NamedTuple):
    """A position of a random game, with the moves that lead there."""

    boxes: int
    seats: int
    seed: int
    moves: tuple[str, ...]


@functools.cache
def crowded(game: str, games: int = KEPT_GAMES, most: int = 3) -> tuple[Crowded, ...]:
    """The positions with the most drawn boxes of so many random games at each number of seats: the first of each number
    of seats, and further ones until there are `most`. The most crowded comes first."""
    found: list[Crowded] = []
    for seats in load_game_info(game).seats:
        best = sorted((_most_crowded(game, seats, seed) for seed in range(1, games + 1)), reverse=True)
        found += best[: max(1, most)]
    firsts = [max(each for each in found if each.seats == seats) for seats in load_game_info(game).seats]
    others = sorted((each for each in found if each not in firsts), reverse=True)
    return (*sorted(firsts, reverse=True), *others[: max(0, most - len(firsts))])


def _most_crowded(game: str, seats: int, seed: int) -> Crowded:
    """Of one random game: the position in which whoever is to move is shown the most boxes."""
    now, luck, moves = _deal(game, seats, seed), Luck(seed), list[str]()
    best = (0, 0)
    while isinstance(now.turn, Waiting) and len(moves) < ENDLESS:
        seat = Seat(now.awaited[0])
        best = max(best, (_drawn(now, seat), len(moves)))
        legal = now.legal(seat)
        moves.append(now.game.write(luck.choice(legal)))
        now = now.act(seat, moves[-1], now.seq).table
    return Crowded(best[0], seats, seed, tuple(moves[: best[1]]))


def _drawn(now: Table, seat: Seat) -> int:
    """How many boxes a scene has for a seat: what it names with a picture, a label or a text."""
    drawing, game, turn = load_game_info(now.setup.game).drawing, now.game, now.turn
    assert drawing is not None
    assert turn is not None

    def glance(viewer: Seat | None, offers: tuple[Any, ...]) -> DrawInput[Any]:
        view = View(viewer, turn, game.now(now.state, viewer), None)
        return DrawInput(viewer, turn, game.phase(view), view.now, offers)

    own = json.loads(encode(drawing.seat_overlay(game, glance(seat, tuple(now.legal(seat)))))) or {}
    scene = json.loads(encode(drawing.shared_scene(game, glance(None, ()))))
    hidden = own.get("hides", ())
    return _boxes([area for area in scene.get("areas", ()) if area["id"] not in hidden]) + _boxes(own)


def _boxes(thing: Any) -> int:
    """Every object of a scene is something that is drawn, but for what a choice leads to."""
    if isinstance(thing, dict):
        return 1 + sum(_boxes(each) for name, each in thing.items() if name not in ("picks", "why"))
    return sum(_boxes(each) for each in thing) if isinstance(thing, list) else 0


def crowded_positions(game: str, games: int = KEPT_GAMES) -> Iterator[Position]:
    for index, (_, seats, seed, moves) in enumerate(crowded(game, games), 1):
        show = _table(game, SHORT[:seats], moves, seed)
        yield Position(game, f"crowded-{index}-of-{seats}", show)


# ---- looking


@contextmanager
def opened(browser: Browser, house: Stage, position: Position) -> Iterator[Page]:
    """A page that shows a position; nothing moves on it."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="fr-FR", reduced_motion="reduce", color_scheme="light"
    )
    context.set_default_timeout(90_000)
    if not position.tips:
        context.add_init_script("localStorage.setItem('malle-guide', '{\"off\": true}')")
    page = context.new_page()
    with house.all_here() if position.here else nullcontext():
        position.show(page, house)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        page.mouse.move(1, 1)
        yield page
    context.close()


DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


def resize(page: Page, size: Size) -> None:
    """The page is as large as that, and drawn anew."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)


def faults_of(page: Page, position: Position, size: Size) -> list[Fault]:
    """What does not fit on a page as it is now."""
    found = page.evaluate(CHECK, allowed())
    assert found["count"] > 5, f"hardly anything is drawn: {position.name}"
    return [Fault(position.game, position.name, size, **each) for each in found["faults"]]


def look(browser: Browser, house: Stage, position: Position, sizes: Iterable[Size]) -> list[Fault]:
    """What does not fit at these sizes, on one page that is resized."""
    with opened(browser, house, position) as page:
        found = []
        for size in sizes:
            resize(page, size)
            found += faults_of(page, position, size)
        return found


# ---- the contact sheet


def contact_sheet(browser: Browser, house: Stage, position: Position, sizes: Sequence[Size], path: Path) -> list[Fault]:
    """One picture with a position at every size, and what does not fit there."""
    with opened(browser, house, position) as page:
        found, shots = [], []
        for size in sizes:
            resize(page, size)
            found += faults_of(page, position, size)
            shots.append((size, Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")))
    _paste(shots, path)
    return found


def _paste(shots: Sequence[tuple[Size, Image.Image]], path: Path, width: int = 1560, edge: int = 8) -> None:
    """Rows of smaller pictures, each with its size written over it."""
    rows: list[list[tuple[Size, Image.Image]]] = [[]]
    used = edge
    for size, shot in shots:
        small = shot.resize((round(shot.width * 0.4), round(shot.height * 0.4)), Image.Resampling.LANCZOS)
        if used + small.width + edge > width and rows[-1]:
            rows.append([])
            used = edge
        rows[-1].append((size, small))
        used += small.width + edge
    high = sum(max(small.height for _, small in row) + 30 for row in rows) + edge
    whole = Image.new("RGB", (width, high), "#888888")
    draw = ImageDraw.Draw(whole)
    top = edge
    for row in rows:
        left = edge
        for size, small in row:
            draw.text((left, top - 2), f"{size[0]} x {size[1]}", fill="white")
            whole.paste(small, (left, top + 12))
            left += small.width + edge
        top += max(small.height for _, small in row) + 30
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.save(path, optimize=True)


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def positions_of(house: Stage, game: str, *, with_crowded: bool = True) -> Iterator[Position]:
    """Every position of a game that is looked at."""
    yield from lesson_steps(house, game)
    yield from chosen(game)
    if with_crowded:
        yield from crowded_positions(game)


def main() -> None:
    """Prints what does not fit."""
    parser = argparse.ArgumentParser(description="What does not fit, at every size.")
    parser.add_argument("games", nargs="*", default=OWN_GAMES)
    parser.add_argument("--only", default="", help="positions whose name begins so; several with commas")
    parser.add_argument("--sizes", nargs="*", type=_size, default=SIZES)
    parser.add_argument("--every-width", action="store_true", help="every 40 pixels from 320 to 1920 instead")
    parser.add_argument("--sheet", type=Path, help="write pictures into this folder")
    asked = parser.parse_args()
    sizes = WIDTHS if asked.every_width else tuple(asked.sizes)
    faults: list[Fault] = []
    looked, begun = 0, time.monotonic()
    with stage([load_game_info(name) for name in OWN_GAMES]) as house, sync_playwright() as play:
        house.robots_play = False
        browser = launch(play)
        for game in asked.games:
            wanted = tuple(asked.only.split(","))
            for position in positions_of(house, game, with_crowded=not asked.only or "crowded" in asked.only):
                if not position.name.startswith(wanted):
                    continue
                if asked.sheet:
                    path = asked.sheet / game / f"{position.name}.png"
                    found = contact_sheet(browser, house, position, sizes, path)
                else:
                    found = look(browser, house, position, sizes)
                looked += 1
                faults += found
                print(f"{game} {position.name}: {len(found)}", flush=True)
                for each in found:
                    print(f"  {each}", flush=True)
        browser.close()
    spent = time.monotonic() - begun
    print(f"{looked} positions at {len(sizes)} sizes in {spent:.0f} s: {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
