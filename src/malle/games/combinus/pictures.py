"""The pictures of the tiles, made from their codes. Run this module to write them to `symbols/`.

A tile is 100 by 100. A junction lies at one or two thirds of its side, walking clockwise. Two junctions are
joined by a curve that leaves each side at a right angle. Three or four meet on a disc in the middle; a single
one ends in a ring. Colours are CSS variables, so that a network can be coloured: `--track`, `--core`, and
`--core-dash` for the opponent's path.
"""

from __future__ import annotations

from pathlib import Path

from malle.games.combinus.edition import JOKER, Code, junctions

Point = tuple[float, float]

FOLDER = Path(__file__).parent / "symbols"
"""The folder of the SVG files."""

_INWARD: tuple[Point, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))
_CORNERS: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))  # where each side begins, walking clockwise
_AHEAD: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
_THIRD = {"a": 100 / 3, "b": 200 / 3}

_TRACK, _CORE = "var(--track, #5A2A4E)", "var(--core, #F3D9C6)"
_TILE, _EDGE = "var(--tile, #FFFBF0)", "var(--tile-edge, #E4D8BF)"


def symbol_name(code: Code) -> str:
    """Return the id of a tile's symbol, in which a blank side is an `o`."""
    return f"tile-{code.replace('-', 'o')}"


def tile_svg(code: Code) -> str:
    """Return the picture of a tile as the text of an SVG file."""
    body = _joker() if code == JOKER else _tracks(code)
    card = f'<rect x="1" y="1" width="98" height="98" rx="6" fill="{_EDGE}"/>'
    card += f'<rect x="1" y="1" width="98" height="96" rx="6" fill="{_TILE}"/>'
    return _svg(card + body)


def back_svg() -> str:
    """Return the picture of the back of a tile, three arches and a sun, as the text of an SVG file."""
    arches = ((20, 30, "#D9591F"), (32, 18, "#E8927C"), (44, 6, "#F3DDAE"))
    drawn = "".join(
        f'<path d="M{left} 97V62a{radius} {radius} 0 0 1 {2 * radius} 0v35" stroke="{colour}"/>'
        for left, radius, colour in arches
    )
    card = '<rect x="1" y="1" width="98" height="98" rx="6" fill="#3E1B36"/>'
    card += '<rect x="1" y="1" width="98" height="96" rx="6" fill="#5A2A4E"/>'
    return _svg(f'{card}<g fill="none" stroke-width="6">{drawn}</g><circle cx="50" cy="20" r="7" fill="#EDB63E"/>')


def _tracks(code: Code) -> str:
    """Return the SVG of a tile's tracks, in the rotation of `code`. A tile without junctions gets a ring."""
    sides = [at for at, kind in enumerate(code) if kind != "-"]
    number = junctions(code)
    if number == 0:
        return f'<circle cx="50" cy="50" r="7" fill="none" stroke="{_EDGE}" stroke-width="4"/>'
    path = _bend(code, *sides) if number == 2 else "".join(_to_middle(code, at) for at in sides)
    drawn = _stroke(path, _TRACK, 19)
    if number == 1:
        drawn += f'<circle cx="50" cy="50" r="15" fill="{_TRACK}"/>'
    if number > 2:
        drawn += f'<circle cx="50" cy="50" r="15" fill="{_TRACK}"/>'
    drawn += _stroke(path, _CORE, 5, ' stroke-dasharray="var(--core-dash, none)"')
    if number == 1:
        drawn += f'<circle cx="50" cy="50" r="7" fill="{_TILE}"/>'
    if number > 2:
        drawn += f'<circle cx="50" cy="50" r="7" fill="{_CORE}"/>'
    return drawn


def _bend(code: Code, one: int, other: int) -> str:
    """Return the path data of one curve between two sides. On neighbouring sides, each Bézier handle is in
    proportion to the distance of the other junction from the shared corner."""
    handles = (50.0, 50.0)
    if other - one != 2:
        first, second = (one, other) if other - one == 1 else (other, one)  # their corner ends `first`
        far = {first: 100 - _THIRD[code[first]], second: _THIRD[code[second]]}
        handles = (0.56 * far[other], 0.56 * far[one])
    start, end = _junction(code, one), _junction(code, other)
    leaving, arriving = _go(start, _INWARD[one], handles[0]), _go(end, _INWARD[other], handles[1])
    return f"M{_at(start)}C{_at(leaving)} {_at(arriving)} {_at(end)}"


def _to_middle(code: Code, at: int) -> str:
    """Return the path data of a curve from the junction of a side to the middle."""
    start, middle, inward = _junction(code, at), (50.0, 50.0), _INWARD[at]
    return f"M{_at(start)}C{_at(_go(start, inward, 26))} {_at(_go(middle, inward, -22))} {_at(middle)}"


def _junction(code: Code, at: int) -> Point:
    """Return the place of the junction on a side."""
    return _go(_CORNERS[at], _AHEAD[at], _THIRD[code[at]])


def _go(point: Point, way: Point, far: float) -> Point:
    """Return the point at a distance from `point` in a direction."""
    return (point[0] + way[0] * far, point[1] + way[1] * far)


def _at(point: Point) -> str:
    """Return a point as text for path data, with one decimal at most."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in point)


def _stroke(path: str, colour: str, width: int, more: str = "") -> str:
    """Return an SVG path with a stroke and no fill. `extra_attributes` is put into the element as it is."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>'


def _joker() -> str:
    """Return the SVG of the joker: four fans, each as wide as both places of a side, and a star on a
    turntable."""
    fan = '<path d="M26 0H74C72 20 62 30 50 50 38 30 28 20 26 0z"/>'
    rails = '<path d="M33.3 0C33.3 14 40 24 44 30M66.7 0C66.7 14 60 24 56 30"/>'
    fans, lines = (
        "".join(f'<g transform="rotate({turn} 50 50)">{part}</g>' for turn in (0, 90, 180, 270))
        for part in (fan, rails)
    )
    star = (
        "M50 34L53.1 42.6L61.3 38.7L57.4 46.9L66 50L57.4 53.1L61.3 61.3L53.1 57.4L50 66L46.9 57.4L38.7 61.3"
        "L42.6 53.1L34 50L42.6 46.9L38.7 38.7L46.9 42.6Z"
    )
    return (
        f'<g fill="{_TRACK}">{fans}<circle cx="50" cy="50" r="27"/></g>'
        f'<g fill="none" stroke="{_CORE}" stroke-width="5">{lines}</g>'
        f'<circle cx="50" cy="50" r="20" fill="{_TILE}"/><path d="{star}" fill="{_TRACK}"/>'
        f'<circle cx="50" cy="50" r="4.5" fill="{_TILE}"/>'
    )


def _svg(body: str) -> str:
    """Return the text of an SVG file with this content."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">{body}</svg>\n'


def all_symbols(codes: tuple[Code, ...]) -> dict[str, str]:
    """Return the SVG text of every tile and of the back, by file name."""
    return {f"{symbol_name(code)}.svg": tile_svg(code) for code in codes} | {"tile-back.svg": back_svg()}


if __name__ == "__main__":
    from malle.core import load_edition
    from malle.games.combinus.edition import CLASSIC, Numbers

    for name, text in all_symbols(load_edition(CLASSIC, Numbers).data.names).items():
        (FOLDER / name).write_text(text, "utf-8")
