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

from malle.core import GameInfo, Luck, Waiting
from malle.core.play import resolve_chance
from malle.core.scene import (  # fmt: skip
    Area,
    Board,
    BoardLayout,
    BoardMark,
    BoardPatch,
    Cell,
    ChoiceTree,
    Dice,
    DrawInput,
    Item,
    Palette,
    Panel,
    Pile,
    PlayerStatus,
    Row,
    Scene,
    SeatOverlay,
    StaticScene,
    Text,
    Track,
    Tray,
)
from malle.core.scene_checks import apply_overlay
from malle.games import game_names as games_at_hand
from malle.games import load_game, load_game_info
from malle.i18n.translations import LANGUAGES, Translator
from malle.rendering.sprites import load_symbols

PAGE_WIDTH = 760
PADDING = 24
CARD_SIZE = (100, 140)
INK, INK2, PAPER, EDGE, GOOD, BAD = "#16263A", "#4A5868", "#FFFBF0", "#E4D8BF", "#0B6650", "#A42D12"
SEAT_COLOURS = ("#C23B1E", "#5AA2DA", "#F2BC3A", "#1B7560", "#6E2F7C", "#2B3645")
CELL_COLOURS = {
    "light": "#F3F6F9",
    "dark": "#C4D2E1",
    "goal": "#F7E3AE",
    "goal2": "#EDCB78",
    "home": "#E2D3B4",
    "slot": "#B3C5D8",
}
_MARKUP = re.compile(r"\\([\\*\[\]])|\*\*|\[((?:\\.|[^\]\\])+)\]\([^)\s]+\)")


def draw_svg(
    scene: Scene, setting: StaticScene, game_info: GameInfo, names: Sequence[str], *, width: int = PAGE_WIDTH
) -> str:
    """Return the whole scene as SVG. Every message in `scene` and `setting` must already be a sentence
    (`Translator.translate_tree`). `names` are the players' names by seat."""
    return _Page(scene, setting, game_info, names, width).render()


def strip_markup(text: Text) -> str:
    """Return a text without its markup: the signs for bold are removed, links become their text,
    and escaped characters lose the backslash."""
    assert isinstance(text, str), f"{text} has not been said"
    return _MARKUP.sub(lambda found: found[1] or (strip_markup(found[2]) if found[2] else ""), text)


class _Page:
    """Draws one scene for `draw_svg`, its areas one below the other. `y` is where the next area
    begins."""

    def __init__(
        self, scene: Scene, setting: StaticScene, game_info: GameInfo, names: Sequence[str], width: int
    ) -> None:
        assert game_info.drawing is not None
        self.scene, self.setting, self.names, self.width = scene, setting, names, width
        self.palette: Palette = game_info.drawing.COLOURS.day
        self.symbols = load_symbols(game_info.folder / "symbols")
        self.used_symbols: dict[str, None] = {}
        self.elements: list[str] = []
        self.y = 0.0
        self.is_beside = False
        """Whether the current pile is drawn to the right of the one before."""

    def render(self) -> str:
        """Draw the header, all areas and the choices, and return the SVG with the symbols that were used."""
        self._draw_header()
        before: Area | None = None
        for area in self.scene.areas:
            beside = isinstance(area, Pile) and isinstance(before, Pile) and not self.is_beside
            self.is_beside = beside
            self.y += -66 if beside else 14
            self._draw_area(area)
            before = area
        if self.scene.ask is not None:
            self._draw_choices(self.scene.ask)
        height = self.y + PADDING
        defs = "".join(
            f'<symbol id="{name}" {self.symbols[name][0]}>{self.symbols[name][1]}</symbol>'
            for name in self.used_symbols
        )
        title = escape(strip_markup(f"{self.setting.title}: {self.scene.prompt}"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" width="{self.width}" height="{height:g}" '
            f'role="img" font-family="Bricolage Grotesque, Verdana, sans-serif" fill="{INK}"><title>{title}</title><defs>{defs}</defs>'
            f'<rect width="{self.width}" height="{height:g}" fill="{self.palette.table}"/>{"".join(self.elements)}</svg>\n'
        )

    # -- Primitives

    def _append(self, *parts: str) -> None:
        """Append SVG elements to the page."""
        self.elements.extend(parts)

    def _draw_text(
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
        """Draw a text without its markup. `x`, `y` is a point on its baseline: the start, middle or
        end of the text, as `anchor` says."""
        self._append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}" font-weight="{weight}">'
            f"{escape(strip_markup(text))}</text>"
        )

    def _draw_symbol(self, symbol: str, x: float, y: float, w: float, h: float, turn: int = 0) -> None:
        """Draw a symbol in a box, turned clockwise by `turn` quarters. Do nothing if there is no such
        symbol."""
        if symbol not in self.symbols:
            return
        self.used_symbols[symbol] = None
        spin = f' transform="rotate({90 * turn} {x + w / 2:g} {y + h / 2:g})"' if turn else ""
        self._append(f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{spin}/>')

    def _tone_colour(self, tone: str) -> str:
        """Return the colour of a tone by its name, or `INK` for an unknown one."""
        known: Mapping[str, str] = {
            "good": GOOD, "bad": BAD, "quiet": INK2, "strong": self.palette.strong, "accent": self.palette.accent,
            "spark": self.palette.spark, "table": self.palette.table, "table-2": self.palette.table2,
            **{f"seat-{number + 1}": colour for number, colour in enumerate(SEAT_COLOURS)},
        }  # fmt: skip
        return known.get(tone, INK)

    # -- Parts of the page

    def _draw_header(self) -> None:
        """Draw the header: prompt, status, and each player's symbol, name and sum. Move `y` below
        it."""
        self._append(f'<rect width="{self.width}" height="56" fill="#FFFDF7"/>')
        self._draw_text(PADDING, 35, self.scene.prompt, 20, weight=700)
        self._draw_text(self.width - PADDING, 35, self.scene.status, 14, anchor="end", fill=INK2)
        step = self.width / max(1, len(self.scene.chips))
        self._append(f'<rect y="57" width="{self.width}" height="60" fill="#FFFDF7"/>')
        for seat, chip in enumerate(self.scene.chips):
            self._draw_chip(seat, chip, seat * step)
        self.y = 117

    def _draw_chip(self, seat: int, chip: PlayerStatus, x: float) -> None:
        """Draw the symbol, name and sum of the player in `seat` in the header, with its left edge
        at `x`."""
        self._draw_symbol(chip.symbol or f"seat-{seat + 1}", x + 14, 70, 34, 34)
        if chip.hat:
            self._draw_symbol(chip.hat, x + 18, 54, 26, 26)
        self._draw_text(x + 58, 82, self.names[seat] if seat < len(self.names) else "", 14, fill=INK2)
        self._draw_text(x + 58, 103, chip.sum, 18, weight=700, fill=self._tone_colour(chip.tone) if chip.tone else INK)

    def _draw_area(self, area: Area) -> None:
        """Draw one area at `y` and move `y` below it."""
        match area:
            case Board():
                self._draw_board(area)
            case Row() | Tray():
                self._draw_items(area.items, area.title)
            case Pile():
                self._draw_pile(area)
            case Panel():
                self._draw_panel(area)
            case Track():
                for bar in area.bars:
                    self._draw_text(PADDING, self.y + 14, f"{bar.label}: {bar.value} / {bar.size}", 14)
                    self.y += 22
            case Dice():
                for index, value in enumerate(area.values):
                    self._draw_symbol(f"die-{value}", PADDING + 52 * index, self.y, 44, 44)
                self.y += 50

    def _draw_items(self, items: Sequence[Item], title: Text) -> None:
        """Draw items in rows under a title, if there is one, and move `y` below them."""
        if title:
            self._draw_text(PADDING, self.y + 16, title, 18, weight=700)
            self.y += 28
        tall = 0.0
        x = float(PADDING)
        for item in items:
            w, h = (66.0, 66.0) if item.look in ("tile", "piece", "chip") else CARD_SIZE
            if x + w > self.width - PADDING:
                x, self.y = float(PADDING), self.y + tall + 12
            self._draw_item(item, x, self.y, w, h)
            x, tall = x + w + 12, max(tall, h + (16 if item.stamp else 0))
        self.y += tall

    def _draw_item(self, item: Item, x: float, y: float, w: float, h: float) -> None:
        """Draw one item in a box of `w` by `h`: a card with its texts, or only a symbol."""
        if item.look != "card":
            symbol = item.symbol or (f"seat-{item.seat + 1}" if item.seat is not None else "")
            self._draw_symbol(symbol, x, y, w, h, item.turn)
            return
        self._append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="9" fill="{PAPER}" stroke="{EDGE}"/>')
        self._draw_symbol(item.symbol, x + 18, y + 14, w - 36, w - 36)
        self._draw_text(x + w / 2, y + h - 38, item.label, 14, anchor="middle", weight=700)
        for index, note in enumerate(item.notes):
            self._draw_text(
                x + w / 2, y + h - 22 + 14 * index, note.text, 12, anchor="middle", fill=self._tone_colour(note.tone)
            )
        if item.stamp is not None:
            colour = {"true": GOOD, "lie": BAD, "none": INK2}[item.stamp.look]
            dash = ' stroke-dasharray="5 3"' if item.stamp.look == "none" else ""
            self._append(
                f'<rect x="{x + 4:g}" y="{y + h - 10:g}" width="{w - 8:g}" height="24" rx="{12 if item.stamp.look == "true" else 3}" fill="{PAPER}" stroke="{colour}" stroke-width="2"{dash}/>'
            )
            self._draw_text(
                x + w / 2,
                y + h + 7,
                strip_markup(item.stamp.text).upper(),
                12,
                anchor="middle",
                fill=colour,
                weight=800,
            )

    def _draw_pile(self, pile: Pile) -> None:
        """Draw a pile with its label and note, and move `y` below it."""
        x = self.width / 2 if self.is_beside else PADDING
        self._draw_symbol(pile.symbol, x, self.y, 70, 63)
        self._draw_text(x + 86, self.y + 28, pile.label, 18, weight=700)
        self._draw_text(x + 86, self.y + 48, pile.note, 14, fill=INK2)
        self.y += 66

    def _draw_panel(self, panel: Panel) -> None:
        """Draw a panel: a large text, or a box with lines. Move `y` below it."""
        if panel.look in ("verdict", "speech", "banner"):
            colour = (self._tone_colour(panel.tone) if panel.tone else BAD) if panel.look == "verdict" else INK
            self._draw_text(self.width / 2, self.y + 34, panel.text, 32, anchor="middle", weight=800, fill=colour)
            self.y += 48
            if panel.title:
                self._draw_text(self.width / 2, self.y + 10, panel.title, 17, anchor="middle")
                self.y += 20
            return
        rows = len(panel.lines) + bool(panel.title) + bool(panel.text)
        self._append(
            f'<rect x="{PADDING}" y="{self.y:g}" width="360" height="{34 * rows + 16:g}" rx="6" fill="{PAPER}" stroke="{EDGE}"/>'
        )
        self.y += 8
        for text in (each for each in (panel.title, panel.text) if each):
            self._draw_text(PADDING + 16, self.y + 22, text, 13, fill=INK2, weight=600)
            self.y += 34
        for line in panel.lines:
            self._draw_symbol(line.symbol, PADDING + 14, self.y + 2, 30, 30)
            colour = self._tone_colour(line.tone) if line.tone else INK
            self._draw_text(
                PADDING + (52 if line.symbol else 16),
                self.y + 22,
                line.text,
                16,
                fill=colour,
                weight=700 if line.total else 400,
            )
            self._draw_text(PADDING + 344, self.y + 22, line.sum, 16, anchor="end", fill=colour, weight=700)
            self.y += 34
        self.y += 8

    def _draw_board(self, area: Board) -> None:
        """Draw a board, its marks and items, scaled to the page, and move `y` below it."""
        ground = next(each for each in self.setting.grounds if each.id == area.id)
        scale = min((self.width - 2 * PADDING) / ground.width, 700 / ground.height)
        self._append(
            f'<g transform="translate({(self.width - ground.width * scale) / 2:g} {self.y:g}) scale({scale:g})">'
        )
        self._draw_ground(ground)
        cells = {cell.id: cell for cell in ground.cells}
        for mark in area.marks:
            self._draw_mark(mark, cells)
        for item in area.items:
            cell = cells[item.at]
            size = min(cell.w, cell.h) * (1 if item.look == "tile" else ground.piece)
            symbol = item.symbol or f"seat-{(item.seat or 0) + 1}"
            self._draw_symbol(symbol, cell.x + (cell.w - size) / 2, cell.y + (cell.h - size) / 2, size, size, item.turn)
            if item.badge:
                self._draw_text(
                    cell.x + cell.w - 4, cell.y + cell.h - 4, item.badge, cell.w * 0.3, anchor="end", weight=800
                )
        self._append("</g>")
        self.y += ground.height * scale

    def _draw_ground(self, ground: BoardLayout) -> None:
        """Draw the fixed parts of a board: coloured rectangles, cells and labels."""
        self._draw_patches(patch for patch in ground.patches if not patch.over)
        for cell in ground.cells:
            if cell.look:
                fill = CELL_COLOURS.get(cell.look, PAPER)
                self._append(
                    f'<rect x="{cell.x:g}" y="{cell.y:g}" width="{cell.w:g}" height="{cell.h:g}" fill="{fill}"/>'
                )
            if cell.look == "card":
                size = cell.w * 0.5
                self._draw_symbol(cell.symbol, cell.x + (cell.w - size) / 2, cell.y + 8, size, size)
                self._draw_text(cell.x + cell.w / 2, cell.y + cell.h - 5, cell.label, 10, anchor="middle")
        self._draw_patches(patch for patch in ground.patches if patch.over)
        for mote in ground.motes:
            self._draw_text(mote.x, mote.y + mote.size / 3, mote.text, mote.size, anchor="middle", weight=650)

    def _draw_patches(self, patches: Iterable[BoardPatch]) -> None:
        """Draw rectangles in the colours of their tones."""
        for patch in patches:
            self._append(
                f'<rect x="{patch.x:g}" y="{patch.y:g}" width="{patch.w:g}" height="{patch.h:g}" rx="{patch.radius:g}" fill="{self._tone_colour(patch.tone)}"/>'
            )

    def _draw_mark(self, mark: BoardMark, cells: Mapping[str, Cell]) -> None:
        """Draw a mark: a dashed line through several cells, or a text on one cell. `cells` are the
        board's cells by id."""
        points = [(cells[at].x + cells[at].w / 2, cells[at].y + cells[at].h / 2) for at in mark.at]
        if len(points) > 1:
            way = " ".join(f"{x:g},{y:g}" for x, y in points)
            self._append(
                f'<polyline points="{way}" fill="none" stroke="{self.palette.strong}" stroke-width="5" stroke-dasharray="9 7"/>'
            )
        elif mark.text:
            self._draw_text(*points[0], mark.text, 20, anchor="middle", weight=800)

    def _draw_choices(self, ask: ChoiceTree) -> None:
        """Draw the texts of the choice tree as lines: claim, title, buttons, the title of the form
        (composer) and note. Move `y` below them."""
        self.y += 14
        words: list[Text] = [ask.claim, ask.title]
        words += [
            f"{strip_markup(button.label)} ({'; '.join(map(strip_markup, button.lines))})" for button in ask.buttons
        ]
        words += [
            composer.title for composer in self.setting.composers if ask.compose and composer.id == ask.compose.composer
        ]
        words.append(ask.note)
        for text in (each for each in words if each):
            self._draw_text(PADDING, self.y + 16, text, 15)
            self.y += 24


def first_scene_svg(name: str, language: str, seats: int | None = None) -> str:
    """Return the first scene of a game as SVG, as the first awaited seat sees it. `seats` is the number of
    players, by default the lowest."""
    game_info = load_game_info(name)
    assert game_info.drawing is not None
    game = load_game(name)(seats or game_info.seats[0])
    state, _ = resolve_chance(game, game.new(), Luck(1).pick)
    turn = game.turn(state)
    assert isinstance(turn, Waiting)
    seat = turn.seats[0]
    names = tuple(f"{number + 1}" for number in range(game.seats))
    translator = Translator(game_info.folder, language, names=names, viewer=seat, for_screen=True)
    public_view, view = game.view(state, None), game.view(state, seat)
    scene = game_info.drawing.shared_scene(game, DrawInput(None, turn, game.phase(public_view), public_view.now))
    own = game_info.drawing.seat_overlay(
        game, DrawInput(seat, turn, game.phase(view), view.now, game.legal(state, seat))
    )
    seat_scene = apply_overlay(
        translator.translate_tree(scene, Scene), translator.translate_tree(own, SeatOverlay) if own else None
    )
    return draw_svg(
        seat_scene, translator.translate_tree(game_info.drawing.static_scene(game, seat), StaticScene), game_info, names
    )


def main(arguments: Sequence[str]) -> int:
    """Run `python -m malle.rendering.svg <game> [language] [file]`: print the SVG or write it to the file.
    Return 0."""
    parser = argparse.ArgumentParser(
        prog="python -m malle.rendering.svg", description="Draws the first scene of a game as SVG."
    )
    parser.add_argument("game", choices=games_at_hand(), metavar="GAME", help=", ".join(games_at_hand()))
    parser.add_argument("language", nargs="?", choices=LANGUAGES, default=LANGUAGES[0])
    parser.add_argument("file", nargs="?", type=Path, help="write it here instead of printing it")
    options = parser.parse_args(arguments)
    drawn = first_scene_svg(options.game, options.language)
    if options.file:
        options.file.write_text(drawn, "utf-8")
    else:
        print(drawn, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
