"""Draws a scene as SVG without a browser, for link previews, pictures in the documentation and printed
pages.

`python -m malle.rendering.svg <game> [language]` writes the first scene of a game. The picture is plainer
than the screen: areas stand one below the other, nothing moves, and nothing can be clicked.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from malle.core import Luck, Sheet, Waiting
from malle.core.play import settle
from malle.core.scene import (
    Area,
    Ask,
    Board,
    Cell,
    Chip,
    Dice,
    Glance,
    Ground,
    Item,
    Lamp,
    Mark,
    Own,
    Panel,
    Patch,
    Pile,
    Row,
    Scene,
    Setting,
    Text,
    Track,
    Tray,
)  # fmt: skip
from malle.core.soundness import laid_over
from malle.games import load, sheet
from malle.games import names as games_at_hand
from malle.look.sprites import symbols_of
from malle.words import LANGUAGES, Words

WIDTH = 760
PAD = 24
CARD = (100, 140)
INK, INK2, PAPER, EDGE, GOOD, BAD = "#16263A", "#4A5868", "#FFFBF0", "#E4D8BF", "#0B6650", "#A42D12"
SEATS = ("#C23B1E", "#5AA2DA", "#F2BC3A", "#1B7560", "#6E2F7C", "#2B3645")
SQUARES = {
    "light": "#F3F6F9",
    "dark": "#C4D2E1",
    "goal": "#F7E3AE",
    "goal2": "#EDCB78",
    "home": "#E2D3B4",
    "slot": "#B3C5D8",
}
_MARKS = re.compile(r"\\([\\*\[\]])|\*\*|\[((?:\\.|[^\]\\])+)\]\([^)\s]+\)")


def draw(scene: Scene, setting: Setting, sheet: Sheet, names: Sequence[str], *, width: int = WIDTH) -> str:
    """Return the whole scene as SVG. Every message in `scene` and `setting` must already be a sentence
    (`Translator.translate_tree`). `names` are the players' names by seat."""
    return _Page(scene, setting, sheet, names, width).drawn()


def plain(text: Text) -> str:
    """Return a text without its markup: bold marks go, links become their text, escaped characters lose the
    backslash."""
    assert isinstance(text, str), f"{text} has not been said"
    return _MARKS.sub(lambda found: found[1] or (plain(found[2]) if found[2] else ""), text)


class _Page:
    """Draws areas one below the other. `y` is where the next one begins."""

    def __init__(self, scene: Scene, setting: Setting, sheet: Sheet, names: Sequence[str], width: int) -> None:
        assert sheet.drawing is not None
        self.scene, self.setting, self.names, self.width = scene, setting, names, width
        self.lamp: Lamp = sheet.drawing.COLOURS.day
        self.symbols = symbols_of(sheet.folder / "symbols")
        self.used: dict[str, None] = {}
        self.out: list[str] = []
        self.y = 0.0
        self.beside = False
        """Whether the current pile is drawn to the right of the one before."""

    def drawn(self) -> str:
        """Draw the header, all areas and the choices, and return the SVG with the symbols that were used."""
        self._top()
        before: Area | None = None
        for area in self.scene.areas:
            beside = isinstance(area, Pile) and isinstance(before, Pile) and not self.beside
            self.beside = beside
            self.y += -66 if beside else 14
            self._area(area)
            before = area
        if self.scene.ask is not None:
            self._ask(self.scene.ask)
        height = self.y + PAD
        defs = "".join(
            f'<symbol id="{name}" {self.symbols[name][0]}>{self.symbols[name][1]}</symbol>' for name in self.used
        )
        title = escape(plain(f"{self.setting.title}: {self.scene.prompt}"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" width="{self.width}" height="{height:g}" '
            f'role="img" font-family="Bricolage Grotesque, Verdana, sans-serif" fill="{INK}"><title>{title}</title><defs>{defs}</defs>'
            f'<rect width="{self.width}" height="{height:g}" fill="{self.lamp.table}"/>{"".join(self.out)}</svg>\n'
        )

    # -- Primitives

    def _put(self, *parts: str) -> None:
        """Append SVG elements."""
        self.out.extend(parts)

    def _text(
        self,
        x: float,
        y: float,
        text: Text,
        size: float = 16,
        *,
        anchor: str = "start",
        fill: str = INK,
        weight: int = 400,
    ) -> None:
        """Draw a text without its markup at `x`, `y`, its baseline."""
        self._put(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}" font-weight="{weight}">'
            f"{escape(plain(text))}</text>"
        )

    def _use(self, symbol: str, x: float, y: float, w: float, h: float, turn: int = 0) -> None:
        """Draw a symbol in a box, turned clockwise by `turn` quarters. Do nothing if there is no such
        symbol."""
        if symbol not in self.symbols:
            return
        self.used[symbol] = None
        spin = f' transform="rotate({90 * turn} {x + w / 2:g} {y + h / 2:g})"' if turn else ""
        self._put(f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{spin}/>')

    def _tone(self, tone: str) -> str:
        """Return the colour of a tone by its name, or `INK` for an unknown one."""
        known: Mapping[str, str] = {
            "good": GOOD, "bad": BAD, "quiet": INK2, "strong": self.lamp.strong, "accent": self.lamp.accent,
            "spark": self.lamp.spark, "table": self.lamp.table, "table-2": self.lamp.table2,
            **{f"seat-{number + 1}": colour for number, colour in enumerate(SEATS)},
        }  # fmt: skip
        return known.get(tone, INK)

    # -- Parts of the page

    def _top(self) -> None:
        """Draw the header: prompt, status, and a chip for each seat."""
        self._put(f'<rect width="{self.width}" height="56" fill="#FFFDF7"/>')
        self._text(PAD, 35, self.scene.prompt, 20, weight=700)
        self._text(self.width - PAD, 35, self.scene.status, 14, anchor="end", fill=INK2)
        step = self.width / max(1, len(self.scene.chips))
        self._put(f'<rect y="57" width="{self.width}" height="60" fill="#FFFDF7"/>')
        for seat, chip in enumerate(self.scene.chips):
            self._chip(seat, chip, seat * step)
        self.y = 117

    def _chip(self, seat: int, chip: Chip, x: float) -> None:
        """Draw a seat's chip at `x`: its symbol, name and sum."""
        self._use(chip.symbol or f"seat-{seat + 1}", x + 14, 70, 34, 34)
        if chip.hat:
            self._use(chip.hat, x + 18, 54, 26, 26)
        self._text(x + 58, 82, self.names[seat] if seat < len(self.names) else "", 14, fill=INK2)
        self._text(x + 58, 103, chip.sum, 18, weight=700, fill=self._tone(chip.tone) if chip.tone else INK)

    def _area(self, area: Area) -> None:
        """Draw one area at `y` and move `y` below it."""
        match area:
            case Board():
                self._board(area)
            case Row() | Tray():
                self._things(area.items, area.title)
            case Pile():
                self._pile(area)
            case Panel():
                self._panel(area)
            case Track():
                for bar in area.bars:
                    self._text(PAD, self.y + 14, f"{bar.label}: {bar.value} / {bar.size}", 14)
                    self.y += 22
            case Dice():
                for place, value in enumerate(area.values):
                    self._use(f"die-{value}", PAD + 52 * place, self.y, 44, 44)
                self.y += 50

    def _things(self, items: Sequence[Item], title: Text) -> None:
        """Draw items in rows under a title, and move `y` below them."""
        if title:
            self._text(PAD, self.y + 16, title, 18, weight=700)
            self.y += 28
        tall = 0.0
        x = float(PAD)
        for item in items:
            w, h = (66.0, 66.0) if item.look in ("tile", "piece", "chip") else CARD
            if x + w > self.width - PAD:
                x, self.y = float(PAD), self.y + tall + 12
            self._item(item, x, self.y, w, h)
            x, tall = x + w + 12, max(tall, h + (16 if item.stamp else 0))
        self.y += tall

    def _item(self, item: Item, x: float, y: float, w: float, h: float) -> None:
        """Draw one item in a box: a card with its texts, or only a symbol."""
        if item.look != "card":
            symbol = item.symbol or (f"seat-{item.seat + 1}" if item.seat is not None else "")
            self._use(symbol, x, y, w, h, item.turn)
            return
        self._put(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="9" fill="{PAPER}" stroke="{EDGE}"/>')
        self._use(item.symbol, x + 18, y + 14, w - 36, w - 36)
        self._text(x + w / 2, y + h - 38, item.label, 14, anchor="middle", weight=700)
        for place, note in enumerate(item.notes):
            self._text(x + w / 2, y + h - 22 + 14 * place, note.text, 12, anchor="middle", fill=self._tone(note.tone))
        if item.stamp is not None:
            colour = {"true": GOOD, "lie": BAD, "none": INK2}[item.stamp.look]
            dash = ' stroke-dasharray="5 3"' if item.stamp.look == "none" else ""
            self._put(
                f'<rect x="{x + 4:g}" y="{y + h - 10:g}" width="{w - 8:g}" height="24" rx="{12 if item.stamp.look == "true" else 3}" fill="{PAPER}" stroke="{colour}" stroke-width="2"{dash}/>'
            )
            self._text(
                x + w / 2, y + h + 7, plain(item.stamp.text).upper(), 12, anchor="middle", fill=colour, weight=800
            )

    def _pile(self, pile: Pile) -> None:
        """Draw a pile with its label and note, and move `y` below it."""
        x = self.width / 2 if self.beside else PAD
        self._use(pile.symbol, x, self.y, 70, 63)
        self._text(x + 86, self.y + 28, pile.label, 18, weight=700)
        self._text(x + 86, self.y + 48, pile.note, 14, fill=INK2)
        self.y += 66

    def _panel(self, panel: Panel) -> None:
        """Draw a panel: a large text, or a box with lines. Move `y` below it."""
        if panel.look in ("verdict", "speech", "banner"):
            colour = (self._tone(panel.tone) if panel.tone else BAD) if panel.look == "verdict" else INK
            self._text(self.width / 2, self.y + 34, panel.text, 32, anchor="middle", weight=800, fill=colour)
            self.y += 48
            if panel.title:
                self._text(self.width / 2, self.y + 10, panel.title, 17, anchor="middle")
                self.y += 20
            return
        rows = len(panel.lines) + bool(panel.title) + bool(panel.text)
        self._put(
            f'<rect x="{PAD}" y="{self.y:g}" width="360" height="{34 * rows + 16:g}" rx="6" fill="{PAPER}" stroke="{EDGE}"/>'
        )
        self.y += 8
        for text in (each for each in (panel.title, panel.text) if each):
            self._text(PAD + 16, self.y + 22, text, 13, fill=INK2, weight=600)
            self.y += 34
        for line in panel.lines:
            self._use(line.symbol, PAD + 14, self.y + 2, 30, 30)
            colour = self._tone(line.tone) if line.tone else INK
            self._text(
                PAD + (52 if line.symbol else 16),
                self.y + 22,
                line.text,
                16,
                fill=colour,
                weight=700 if line.total else 400,
            )
            self._text(PAD + 344, self.y + 22, line.sum, 16, anchor="end", fill=colour, weight=700)
            self.y += 34
        self.y += 8

    def _board(self, area: Board) -> None:
        """Draw a board, its marks and items, scaled to the page, and move `y` below it."""
        ground = next(each for each in self.setting.grounds if each.id == area.id)
        scale = min((self.width - 2 * PAD) / ground.width, 700 / ground.height)
        self._put(f'<g transform="translate({(self.width - ground.width * scale) / 2:g} {self.y:g}) scale({scale:g})">')
        self._ground(ground)
        cells = {cell.id: cell for cell in ground.cells}
        for mark in area.marks:
            self._mark(mark, cells)
        for item in area.items:
            cell = cells[item.at]
            size = min(cell.w, cell.h) * (1 if item.look == "tile" else ground.piece)
            symbol = item.symbol or f"seat-{(item.seat or 0) + 1}"
            self._use(symbol, cell.x + (cell.w - size) / 2, cell.y + (cell.h - size) / 2, size, size, item.turn)
            if item.badge:
                self._text(cell.x + cell.w - 4, cell.y + cell.h - 4, item.badge, cell.w * 0.3, anchor="end", weight=800)
        self._put("</g>")
        self.y += ground.height * scale

    def _ground(self, ground: Ground) -> None:
        """Draw the fixed parts of a board: patches, cells and labels."""
        self._patches(patch for patch in ground.patches if not patch.over)
        for cell in ground.cells:
            if cell.look:
                fill = SQUARES.get(cell.look, PAPER)
                self._put(f'<rect x="{cell.x:g}" y="{cell.y:g}" width="{cell.w:g}" height="{cell.h:g}" fill="{fill}"/>')
            if cell.look == "card":
                size = cell.w * 0.5
                self._use(cell.symbol, cell.x + (cell.w - size) / 2, cell.y + 8, size, size)
                self._text(cell.x + cell.w / 2, cell.y + cell.h - 5, cell.label, 10, anchor="middle")
        self._patches(patch for patch in ground.patches if patch.over)
        for mote in ground.motes:
            self._text(mote.x, mote.y + mote.size / 3, mote.text, mote.size, anchor="middle", weight=650)

    def _patches(self, patches: Iterable[Patch]) -> None:
        """Draw rectangles in the colours of their tones."""
        for patch in patches:
            self._put(
                f'<rect x="{patch.x:g}" y="{patch.y:g}" width="{patch.w:g}" height="{patch.h:g}" rx="{patch.radius:g}" fill="{self._tone(patch.tone)}"/>'
            )

    def _mark(self, mark: Mark, cells: Mapping[str, Cell]) -> None:
        """Draw a mark: a dashed line through several cells, or a text on one cell."""
        points = [(cells[at].x + cells[at].w / 2, cells[at].y + cells[at].h / 2) for at in mark.at]
        if len(points) > 1:
            way = " ".join(f"{x:g},{y:g}" for x, y in points)
            self._put(
                f'<polyline points="{way}" fill="none" stroke="{self.lamp.strong}" stroke-width="5" stroke-dasharray="9 7"/>'
            )
        elif mark.text:
            self._text(*points[0], mark.text, 20, anchor="middle", weight=800)

    def _ask(self, ask: Ask) -> None:
        """Draw the texts of the choice tree as lines: claim, title, buttons, composer and note. Move `y`
        below them."""
        self.y += 14
        words: list[Text] = [ask.claim, ask.title]
        words += [f"{plain(button.label)} ({'; '.join(map(plain, button.lines))})" for button in ask.buttons]
        words += [
            composer.title for composer in self.setting.composers if ask.compose and composer.id == ask.compose.composer
        ]
        words.append(ask.note)
        for text in (each for each in words if each):
            self._text(PAD, self.y + 16, text, 15)
            self.y += 24


def first_scene(name: str, language: str, seats: int | None = None) -> str:
    """Return the first scene of a game as SVG, as the first awaited seat sees it. `seats` is the number of
    players, by default the lowest."""
    facts = sheet(name)
    assert facts.drawing is not None
    game = load(name)(seats or facts.seats[0])
    state, _ = settle(game, game.new(), Luck(1).pick)
    turn = game.turn(state)
    assert isinstance(turn, Waiting)
    seat = turn.seats[0]
    names = tuple(f"{number + 1}" for number in range(game.seats))
    words = Words(facts.folder, language, names=names, viewer=seat, marked=True)
    all_see, view = game.view(state, None), game.view(state, seat)
    scene = facts.drawing.table(game, Glance(None, turn, game.phase(all_see), all_see.now))
    own = facts.drawing.own(game, Glance(seat, turn, game.phase(view), view.now, game.legal(state, seat)))
    seen = laid_over(words.speak(scene, Scene), words.speak(own, Own) if own else None)
    return draw(seen, words.speak(facts.drawing.setting(game, seat), Setting), facts, names)


def main(words: Sequence[str]) -> int:
    """Run `python -m malle.rendering.svg <game> [language] [file]`: print the SVG or write it to the file.
    Return 0."""
    parser = argparse.ArgumentParser(prog="python -m malle.svg", description="Draws the first scene of a game as SVG.")
    parser.add_argument("game", choices=games_at_hand(), metavar="GAME", help=", ".join(games_at_hand()))
    parser.add_argument("language", nargs="?", choices=LANGUAGES, default=LANGUAGES[0])
    parser.add_argument("file", nargs="?", type=Path, help="write it here instead of printing it")
    options = parser.parse_args(words)
    drawn = first_scene(options.game, options.language)
    if options.file:
        options.file.write_text(drawn, "utf-8")
    else:
        print(drawn, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
