"""The drawing of Combinus: the grid and its networks, the tiles beside it, and what only one seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from malle.core import Action, Arg, Over, Say, Who
from malle.core.piece import MOST, piece
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Board,
    Button,
    Chip,
    Colours,
    Glance,
    Lamp,
    Line,
    Mark,
    Own,
    Panel,
    Pick,
    Pile,
    Row,
    Scene,
    Target,
    Why,
)  # fmt: skip
from malle.games.combinus import telling
from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST, side
from malle.games.combinus.faces import back, box, laid, loose, quarters, tile_id, tray
from malle.games.combinus.grid import EMPTY, Grid, Position, bits
from malle.games.combinus.layout import grid_id
from malle.games.combinus.layout import setting as setting
from malle.games.combinus.motion import motion as motion
from malle.games.combinus.motion import said as said
from malle.games.combinus.notation import PAIRS
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import NO_TILE, Exchange, Now, Place, TakeDown, TakeUp
from malle.games.combinus.view import as_state

COLOURS = Colours(
    day=Lamp("#F3D9C6", "#E6C3AA", "#5A2A4E", "#FFFDF7", "#D9591F", "#F2BC3A"),
    night=Lamp("#2F1B2B", "#472A40", "#F0B9D9", "#2F1B2B", "#D9591F", "#F2BC3A"),
)
"""The colours of the table by day and by night."""

SIDES: tuple[Literal["n", "e", "s", "w"], ...] = ("n", "e", "s", "w")
"""The scene's letters for the sides of a square, clockwise from the top."""
OUT = 0.17
"""The distance of a branch's number from the square, so that it lies in the middle of the strip."""
SLIDES = {"a": 1 / 3, "b": 2 / 3, "j": 0.5}
"""Where a branch lies along its side, as a share of it: by junction, `j` for the joker."""


# ---- seen by all viewers


def table(game: Combinus, glance: Glance[Now]) -> Scene:
    """Return the scene that all viewers share: the grid, the tile in hand as spectators see it, and the tiles
    that are left."""
    now = glance.now
    chips, board = _chips(game, now), _board(game, now.game, now.sides, now.position)
    if isinstance(glance.turn, Over):
        end, board = (_count(game, now),), _lit(game, now, glance.turn.places)
        return Scene(ending(glance.turn), "over", chips, (board,), status=Say("screen-over"), end=end)
    held = (_held(game, now),) if now.phase in ("place", "again") else ()
    laid_some = any(pose != EMPTY for pose in now.position.board)
    legend = (_legend(),) if laid_some and now.sides >= 0 else ()
    return Scene(
        prompt=_prompt(glance, "no"),
        rule="exchange" if glance.phase == "again" else glance.phase,
        chips=chips,
        areas=(board, *legend, *held, *_pools(game, now)),
        status=Say("screen-game", {"game": now.game, "games": game.games}) if game.games > 1 else "",
    )


def _prompt(glance: Glance[Now], you: str) -> Say:
    """Return the prompt of the phase. `you` is `yes` for the seat in turn, `no` for all others."""
    return Say(f"phase-{glance.phase}", {"you": you, "who": Who(glance.now.seat)})


def _chips(game: Combinus, now: Now) -> tuple[Chip, ...]:
    """Return the status of both players. While a game goes on, its points so far are added to those of the
    games before."""
    if now.sides < 0:
        return tuple(_chip(total, -1, linked=False) for total in now.totals)
    points = (0, 0) if now.phase == "over" else game.scores(now.position, now.sides)
    pairs = [int(seat != now.sides) for seat in (0, 1)]
    return tuple(
        _chip(total + more, pair, linked=bool(now.position.linked >> pair & 1))
        for total, more, pair in zip(now.totals, points, pairs, strict=True)
    )


@piece
def _chip(total: int, pair: int, *, linked: bool) -> Chip:
    """Return the status of a player: points, pair of borders (-1 before the choice), and whether these are
    linked."""
    if pair < 0:
        return Chip(str(total))
    borders, link = Say(f"pair-{PAIRS[pair]}"), Say("screen-linked" if linked else "screen-not-linked")
    return Chip(str(total), Say("beside", {"one": borders, "two": link}) if linked else borders, link)


@piece
def _board(game: Combinus, number: int, sides: int, position: Position, path: tuple[int, ...] = ()) -> Board:
    """Draw the grid with its tiles. The squares of `path` are lit. Before borders are chosen, no network has
    an owner and no branch is numbered."""
    paints = _paints(game, sides, position) | dict.fromkeys(path, "path")
    items = tuple(
        laid(game, number, cell, pose, paints[cell]) for cell, pose in enumerate(position.board) if pose != EMPTY
    )
    return Board(grid_id(sides), items, _branches(game, position) if sides >= 0 else ())


def _lit(game: Combinus, now: Now, places: tuple[int, ...]) -> Board:
    """Draw the grid, with the winner's path lit if there is a single winner who has one."""
    if places.count(1) == 1:
        path = game.grid.path(now.position, int(places.index(1) != now.sides))
        return _board(game, now.game, now.sides, now.position, path)
    return _board(game, now.game, now.sides, now.position)


def _paints(game: Combinus, sides: int, position: Position) -> dict[int, str]:
    """Return the colours of each square with a tile, by the borders that its network links."""
    ends, owner = game.grid.ends, (sides, 1 - sides)
    found: dict[int, str] = {}
    for network in position.networks:
        links = [owner[pair] for pair in (0, 1) if network & ends[pair][0] and network & ends[pair][1]]
        paint = "free" if not links or sides < 0 else "both" if len(links) == 2 else f"seat-{links[0] + 1}"
        found |= dict.fromkeys(bits(network & (1 << game.grid.size) - 1), paint)
    return found


def _branches(game: Combinus, position: Position) -> tuple[Mark, ...]:
    """Return a mark for every branch. Each player's are numbered clockwise from the top left corner, and
    filled if they count."""
    grid, board = game.grid, position.board
    marks = []
    for pair in (0, 1):
        good, _ = grid.branches(position, pair)
        number = 0
        for cell, at in grid.frame:
            has = side(grid.codes[board[cell]], at) if board[cell] != EMPTY else "-"
            if has != "-" and (at in (EAST, WEST)) == (pair == 0):
                number += 1
                name, filled = game.numbers.cells[cell], bool(good >> grid.branch_bits[cell, at] & 1)
                slide = SLIDES[has]
                marks.append(Mark("badge", (name,), str(number), side=SIDES[at], slide=slide, out=OUT, filled=filled))
    return tuple(marks)


@piece
def _legend() -> Panel:
    """Draw the legend of the discs at the borders."""
    full, hollow = Line(Say("legend-full"), symbol="disc-full"), Line(Say("legend-hollow"), symbol="disc-hollow")
    return Panel("legend", "sheet", text=Say("legend-numbers"), lines=(full, hollow), where="aside")


def _count(game: Combinus, now: Now) -> Panel:
    """Draw the panel that shows how the points of the last game were counted."""
    lines = []
    for seat in (0, 1):
        pair = int(seat != now.sides)
        good, bad = game.grid.branches(now.position, pair)
        borders = ((WEST, EAST), (NORTH, SOUTH))[pair]
        one, other = ((good & game.grid.borders[at]).bit_count() for at in borders)
        args: dict[str, Arg] = {"seat": Who(seat), "one": one, "other": other, "lost": bad.bit_count()}
        lines.append(Line(Say(f"screen-count-{PAIRS[pair]}", args), str(one + other), seat=seat))
    return Panel("count", "slip", Say("screen-count"), lines=tuple(lines))


def _held(game: Combinus, now: Now, legal: Sequence[Action] = ()) -> Row:
    """Draw the tile in hand. With `legal` actions it is drawn for the player who may place it, with the
    number of squares where it can go."""
    if now.tile == NO_TILE:
        item = back(now.game, sum(pose != EMPTY for pose in now.position.board))
    else:
        item = loose(game, now.game, now.tile)
    title = Say("screen-held", {"seat": Who(now.seat)})
    if not legal:
        return Row("held", (item,), title, where="aside")
    places = len({action.cell for action in legal if isinstance(action, Place)})
    swaps = len({action.cell for action in legal if isinstance(action, Exchange)})
    return Row("held", (item,), title, Say("screen-places", {"n": places, "swaps": swaps}), where="hand")


def _pools(game: Combinus, now: Now) -> list[Area]:
    """Draw the tiles that are left."""
    if len(now.up) == 2:
        return [tray(game, now.game, seat, pool, "aside") for seat, pool in enumerate(now.up)]
    areas: list[Area] = []
    if game.variant == "pool":
        label = Say("screen-down", {"n": now.unseen.bit_count() - (now.phase == "place" and now.tile == NO_TILE)})
        areas.append(Pile("down", "tile-back", label, Say("screen-pool"), where="aside"))
    if now.up[0]:
        areas.append(tray(game, now.game, None, now.up[0], "hand" if now.phase == "take" else "aside"))
    if game.variant == "pool":
        areas.append(box(game, now.game, now.unseen))
    return areas


# ---- seen by one seat only


def own(game: Combinus, glance: Glance[Now]) -> Own | None:
    """Return what only this seat sees: its tile in hand, its own tiles while it chooses one, and what it may
    do. `None` if there is nothing."""
    areas, legal = _own_areas(game, glance), glance.legal
    if not areas and not legal:
        return None
    return Own(_prompt(glance, "yes") if legal else "", tuple(areas), ask=_ask(game, glance.now, legal))


def _own_areas(game: Combinus, glance: Glance[Now]) -> list[Area]:
    """Draw the parts of the table that only this seat sees."""
    now, seat, legal = glance.now, glance.viewer, glance.legal
    areas: list[Area] = []
    if seat == now.seat and now.phase in ("place", "again"):
        areas.append(_held(game, now, legal))
        if not now.shown:
            areas.append(box(game, now.game, now.unseen))
    if seat is not None and len(now.up) == 2 and now.phase in ("take", "borders"):
        areas.append(tray(game, now.game, seat, now.up[seat], "hand"))
    if glance.phase == "exchange" and legal:
        right = Say("screen-exchange" if now.position.linked else "screen-exchange-blocked")
        areas.append(Panel("right", "banner", text=right, symbol="i-again"))
    return areas


def _ask(game: Combinus, now: Now, legal: Sequence[Action]) -> Ask | None:
    """Return the choices of the seat, or `None` if it has none."""
    if not legal:
        return None
    if now.phase == "borders":
        return _ask_borders(game, tuple(legal))
    return _ask_take(game, now, legal) if now.phase == "take" else _ask_place(game, now, legal)


@piece
def _ask_borders(game: Combinus, legal: tuple[Action, ...]) -> Ask:
    """Return the choice between the two pairs of borders."""
    buttons = tuple(
        Button(Act(game.write(action)), Say(f"pair-{PAIRS[pair]}-cap"), symbol=f"borders-{PAIRS[pair]}")
        for pair, action in enumerate(legal)
    )
    return Ask(Say("verb-choose"), title=Say("screen-choose"), note=Say("screen-choose-note"), buttons=buttons)


def _ask_take(game: Combinus, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of a tile to take, with a reason for those that cannot be played."""
    may = [action.tile for action in legal if isinstance(action, TakeUp)]
    buttons = tuple(
        Button(Act(game.write(action)), Say("verb-draw"), (Say("screen-draw-note"),), "tile-back")
        for action in legal
        if isinstance(action, TakeDown)
    )
    pool = now.up[now.seat % len(now.up)]
    barred = tuple(tile_id(now.game, tile) for tile in bits(pool) if tile not in may)
    return Ask(
        verb=Say("verb-take"),
        note=Say("screen-take-note" if buttons else "screen-take-only"),
        picks=tuple(_take(game, now.game, tile) for tile in may),
        buttons=buttons,
        why=(Why(barred, Say("why-not-playable")),) if barred else (),
    )


@piece
def _take(game: Combinus, number: int, tile: int) -> Pick:
    """Return the choice that takes a tile lying face up."""
    act = Act(game.write(TakeUp(tile)), Say("screen-take", {"tile": telling.tile(game, tile)}))
    return Pick(tile_id(number, tile), acts=(act,))


def _ask_place(game: Combinus, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of a square and a rotation for the tile in hand."""
    held = tile_id(now.game, now.tile)
    ways: dict[int, list[Place | Exchange]] = {}
    for action in legal:
        assert isinstance(action, Place | Exchange)
        ways.setdefault(action.cell, []).append(action)
    targets = tuple(_target(game, now.sides, cell, tuple(each)) for cell, each in sorted(ways.items()))
    return Ask(
        verb=Say("verb-place"),
        picks=(Pick(held, targets),),
        held=held,
        why=_why_not(game, now, set(ways)),
        other=Say("verb-turn"),
    )


@piece
def _target(game: Combinus, sides: int, cell: int, ways: tuple[Place | Exchange, ...]) -> Target:
    """Return a square that takes the tile in hand, with the rotations in which it does."""
    return Target(f"{grid_id(sides)}/{game.numbers.cells[cell]}", tuple(_place(game, action) for action in ways))


def _place(game: Combinus, action: Place | Exchange) -> Act:
    """Return the choice that places or exchanges the tile in hand in one rotation."""
    key = "screen-place" if isinstance(action, Place) else "screen-swap"
    say, turn = Say(key, {"cell": game.numbers.cells[action.cell]}), quarters(game, action.pose)
    turns = len(game.grid.poses_of[game.grid.tile_of[action.pose]]) > 1
    return Act(game.write(action), say, Say("screen-turn", {"n": turn}) if turns else "", turn=turn)


def _why_not(game: Combinus, now: Now, may: set[int]) -> tuple[Why, ...]:
    """Return why the tile in hand may not go to the other squares, with one reason for each square."""
    reasons: dict[str, list[str]] = {}
    right = now.phase == "place" and game.tables.may_exchange(as_state(now))
    for cell, name in enumerate(game.numbers.cells):
        if cell not in may:
            reasons.setdefault(_reason(game, now, cell, right=right), []).append(f"{grid_id(now.sides)}/{name}")
    return tuple(Why(tuple(cells), Say(f"why-{slug}")) for slug, cells in sorted(reasons.items()))


def _reason(game: Combinus, now: Now, cell: int, *, right: bool) -> str:
    """Return the last part of the message id (`why-...`) that says why the tile in hand may not go to a
    square. `right` is the right to exchange."""
    if now.position.board[cell] != EMPTY and not right:
        return "taken-again" if now.phase == "again" else "taken"
    if game.grid.options_at(now.position, cell, now.tile):
        return "no-room"
    return _misfit(game.grid, now.tile, now.position.wishes[cell])


@lru_cache(MOST)
def _misfit(grid: Grid, tile: int, wish: int) -> str:
    """Return why a tile fits a square in no rotation. `junctions` if in some rotation only the places of
    junctions are wrong; `blank` if in every rotation a blank side faces a junction."""
    facing = grid.facing(wish)
    for pose in grid.poses_of[tile]:
        kinds = [(side(grid.codes[pose], at), other) for at, other in facing]
        if all(grid.meet(one, other) or "-" not in (one, other) for one, other in kinds):
            return "junctions"
    return "blank"
