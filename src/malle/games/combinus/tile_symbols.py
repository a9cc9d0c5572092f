"""The pictures of the tiles, made from their codes. Run this module to write them to `symbols/`.

A tile is 100 by 100. A junction lies at one or two thirds of its side, walking clockwise. Two junctions are
joined by a curve that leaves each side at a right angle. Three or four meet on a disc in the middle; a single
one ends in a ring. Colours are CSS variables, so that a network can be coloured: `--track`, `--core`, and
`--core-dash` for the opponent's path.
"""

from __future__ import annotations

from pathlib import Path

from malle.games.combinus.edition import JOKER, TileCode, junction_count

Point = tuple[float, float]

SYMBOLS_FOLDER = Path(__file__).parent / "symbols"
"""The folder of the SVG files."""

_INWARD_DIRECTIONS: tuple[Point, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))
_SIDE_STARTS: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))  # where each side begins, walking clockwise
_CLOCKWISE_DIRECTIONS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
_JUNCTION_OFFSETS = {"a": 100 / 3, "b": 200 / 3}

_TRACK_COLOUR, _CORE_COLOUR = "var(--track, #5A2A4E)", "var(--core, #F3D9C6)"
_TILE_COLOUR, _EDGE_COLOUR = "var(--tile, #FFFBF0)", "var(--tile-edge, #E4D8BF)"


def symbol_name(code: TileCode) -> str:
    """Return the id of a tile's symbol: `tile-` and its code, in which a blank side is an `o`."""
    return f"tile-{code.replace('-', 'o')}"


def tile_svg(code: TileCode) -> str:
    """Return the picture of a tile as the text of an SVG file."""
    body = _joker_svg() if code == JOKER else _tracks_svg(code)
    card = f'<rect x="1" y="1" width="98" height="98" rx="6" fill="{_EDGE_COLOUR}"/>'
    card += f'<rect x="1" y="1" width="98" height="96" rx="6" fill="{_TILE_COLOUR}"/>'
    return _wrap_svg(card + body)


def tile_back_svg() -> str:
    """Return the picture of the back of a tile, three arches and a sun, as the text of an SVG file."""
    arches = ((20, 30, "#D9591F"), (32, 18, "#E8927C"), (44, 6, "#F3DDAE"))
    drawn = "".join(
        f'<path d="M{left} 97V62a{radius} {radius} 0 0 1 {2 * radius} 0v35" stroke="{colour}"/>'
        for left, radius, colour in arches
    )
    card = '<rect x="1" y="1" width="98" height="98" rx="6" fill="#3E1B36"/>'
    card += '<rect x="1" y="1" width="98" height="96" rx="6" fill="#5A2A4E"/>'
    return _wrap_svg(f'{card}<g fill="none" stroke-width="6">{drawn}</g><circle cx="50" cy="20" r="7" fill="#EDB63E"/>')


def _tracks_svg(code: TileCode) -> str:
    """Return the SVG of a tile's tracks, in the rotation of `code`. A tile without junctions gets a ring."""
    sides = [at for at, kind in enumerate(code) if kind != "-"]
    number = junction_count(code)
    if number == 0:
        return f'<circle cx="50" cy="50" r="7" fill="none" stroke="{_EDGE_COLOUR}" stroke-width="4"/>'
    path = _curve_between_sides(code, *sides) if number == 2 else "".join(_curve_to_middle(code, at) for at in sides)
    drawn = _stroke_svg(path, _TRACK_COLOUR, 19)
    if number == 1:
        drawn += f'<circle cx="50" cy="50" r="15" fill="{_TRACK_COLOUR}"/>'
    if number > 2:
        drawn += f'<circle cx="50" cy="50" r="15" fill="{_TRACK_COLOUR}"/>'
    drawn += _stroke_svg(path, _CORE_COLOUR, 5, ' stroke-dasharray="var(--core-dash, none)"')
    if number == 1:
        drawn += f'<circle cx="50" cy="50" r="7" fill="{_TILE_COLOUR}"/>'
    if number > 2:
        drawn += f'<circle cx="50" cy="50" r="7" fill="{_CORE_COLOUR}"/>'
    return drawn


def _curve_between_sides(code: TileCode, first_side: int, second_side: int) -> str:
    """Return the path data of one curve between two sides. On neighbouring sides, each Bézier handle is in
    proportion to the distance of the other junction from the shared corner."""
    handles = (50.0, 50.0)
    if second_side - first_side != 2:
        first, second = (
            (first_side, second_side) if second_side - first_side == 1 else (second_side, first_side)
        )  # their corner ends `first`
        distance_to_corner = {first: 100 - _JUNCTION_OFFSETS[code[first]], second: _JUNCTION_OFFSETS[code[second]]}
        handles = (0.56 * distance_to_corner[second_side], 0.56 * distance_to_corner[first_side])
    start, end = _junction_point(code, first_side), _junction_point(code, second_side)
    leaving, arriving = (
        _move_point(start, _INWARD_DIRECTIONS[first_side], handles[0]),
        _move_point(end, _INWARD_DIRECTIONS[second_side], handles[1]),
    )
    return f"M{_format_point(start)}C{_format_point(leaving)} {_format_point(arriving)} {_format_point(end)}"


def _curve_to_middle(code: TileCode, side_number: int) -> str:
    """Return the path data of a curve from the junction of a side to the middle."""
    start, middle, inward = _junction_point(code, side_number), (50.0, 50.0), _INWARD_DIRECTIONS[side_number]
    points = (_move_point(start, inward, 26), _move_point(middle, inward, -22), middle)
    return f"M{_format_point(start)}C{' '.join(map(_format_point, points))}"


def _junction_point(code: TileCode, side_number: int) -> Point:
    """Return the place of the junction on a side."""
    return _move_point(
        _SIDE_STARTS[side_number], _CLOCKWISE_DIRECTIONS[side_number], _JUNCTION_OFFSETS[code[side_number]]
    )


def _move_point(point: Point, direction: Point, distance: float) -> Point:
    """Return the point at a distance from `point` in a direction."""
    return (point[0] + direction[0] * distance, point[1] + direction[1] * distance)


def _format_point(point: Point) -> str:
    """Return a point as text for path data, with one decimal at most."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in point)


def _stroke_svg(path: str, colour: str, width: int, extra_attributes: str = "") -> str:
    """Return an SVG path with a stroke and no fill. `extra_attributes` is put into the element as it is."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{extra_attributes}/>'


def _joker_svg() -> str:
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
        f'<g fill="{_TRACK_COLOUR}">{fans}<circle cx="50" cy="50" r="27"/></g>'
        f'<g fill="none" stroke="{_CORE_COLOUR}" stroke-width="5">{lines}</g>'
        f'<circle cx="50" cy="50" r="20" fill="{_TILE_COLOUR}"/><path d="{star}" fill="{_TRACK_COLOUR}"/>'
        f'<circle cx="50" cy="50" r="4.5" fill="{_TILE_COLOUR}"/>'
    )


def _wrap_svg(body: str) -> str:
    """Return the text of an SVG file with this content."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">{body}</svg>\n'


def all_symbols(codes: tuple[TileCode, ...]) -> dict[str, str]:
    """Return the SVG text of every tile and of the back, by file name."""
    return {f"{symbol_name(code)}.svg": tile_svg(code) for code in codes} | {"tile-back.svg": tile_back_svg()}


if __name__ == "__main__":
    from malle.core import load_edition
    from malle.games.combinus.edition import CLASSIC, Numbers

    for name, text in all_symbols(load_edition(CLASSIC, Numbers).data.tile_names).items():
        (SYMBOLS_FOLDER / name).write_text(text, "utf-8")
