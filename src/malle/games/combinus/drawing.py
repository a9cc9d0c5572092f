"""Combinus, drawn: the grid and its borders, networks in the colours of those whose borders they link, the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import cast

from malle.core import Action, AnyGame, Arg, Event, Over, Say, Viewer, Who
from malle.core.part import part
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Board,
    Button,
    Cell,
    Chip,
    Colours,
    Glance,
    Ground,
    Item,
    Lamp,
    Line,
    Mark,
    Paint,
    Panel,
    Pass,
    Patch,
    Pick,
    Pile,
    Row,
    Scene,
    Setting,
    Step,
    Summary,
    Target,
    Tell,
    Text,
    Tray,
    Why,
    item_id,
)  # fmt: skip
from malle.games.combinus import telling
from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST, meets, side, turns
from malle.games.combinus.grid import EMPTY, Position, bits
from malle.games.combinus.notation import PAIRS
from malle.games.combinus.pictures import symbol_name
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (
    NO_TILE,
    Exchange,
    GameEnded,
    Mask,
    Now,
    PathMade,
    Place,
    TakeDown,
    TakeUp,
    TileExchanged,
    TilePicked,
    TilePlaced,
    TileSeen,
    TileShown,
    TileTaken,
    TileTurnedUp,
)  # fmt: skip
from malle.games.combinus.view import as_state

COLOURS = Colours(
    day=Lamp("#F3D9C6", "#E6C3AA", "#5A2A4E", "#FFFDF7", "#D9591F", "#F2BC3A"),
    night=Lamp("#2F1B2B", "#472A40", "#F0B9D9", "#2F1B2B", "#D9591F", "#F2BC3A"),
)

SIZE, EDGE, RIM, STRIP = 100, 4, 34, 26
"""A tile, the air round the frame, where the grid begins, and the strip of the frame that shows whose border it is."""

FRAME, WELL, SLOT = "#5A2A4E", "#7C4A70", "#6A3A5E"
"""The cardboard of the grid."""

SIDES = "nesw"
OUT = 0.17
"""How far from the square the number of a branch stands: in the middle of the strip."""
SLIDES = {"a": 1 / 3, "b": 2 / 3, "j": 0.5}


# ---- the setting


def setting(game: AnyGame, viewer: Viewer, tell: Tell) -> Setting:
    """Three grids: nobody's, and one for each way the borders can be shared."""
    game = cast(Combinus, game)
    me = viewer or 0
    grounds = tuple(_ground(game, sides, me, tell) for sides in (-1, 0, 1))
    colours = {seat: f"seat-{seat + 1}" for seat in (0, 1)}
    paints = (
        Paint("free", (("track", "#AE8FA4"), ("core", "#AE8FA4"))),
        Paint("mine", (("track", colours[me]), ("core", "#FFFBF0"))),
        Paint("other", (("track", colours[1 - me]), ("core", "#FFFBF0"), ("core-dash", "14 8"))),
        Paint("both", (("track", "#5A2A4E"), ("core", "#F2BC3A"), ("core-dash", "14 8"))),
    )
    summary = Summary(tell(Say("screen-tiles")), text=(tell(Say("screen-legend")), tell(Say("screen-reminder"))))
    table = tell(Say(f"option-variant-{game.variant}"))
    if game.games > 1:
        table += f" · {tell(Say('screen-match', {'n': game.games}))}"
    return Setting(tell(Say("title")), table, grounds, summary=summary, paints=paints)


def _ground(game: Combinus, sides: int, me: int, tell: Tell) -> Ground:
    rows, columns = game.numbers.rows, game.numbers.columns
    width, height = columns * SIZE + 2 * RIM, rows * SIZE + 2 * RIM
    cells = tuple(
        Cell(name, RIM + index % columns * SIZE, RIM + index // columns * SIZE, SIZE, SIZE)
        for index, name in enumerate(game.numbers.cells)
    )
    patches = [
        Patch(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE, FRAME, radius=16),
        Patch(RIM, RIM, columns * SIZE, rows * SIZE, WELL),
        *(Patch(cell.x + 3, cell.y + 3, SIZE - 6, SIZE - 6, SLOT, radius=6) for cell in cells),
    ]
    if sides >= 0:
        long, tall = columns * SIZE, rows * SIZE
        boxes = {
            WEST: (EDGE, RIM, STRIP, tall), EAST: (width - EDGE - STRIP, RIM, STRIP, tall),
            NORTH: (RIM, EDGE, long, STRIP), SOUTH: (RIM, height - EDGE - STRIP, long, STRIP),
        }  # fmt: skip
        for at, box in boxes.items():
            owner = sides if at in (WEST, EAST) else 1 - sides
            patches.append(Patch(*box, f"seat-{owner + 1}", "dots" if owner == me else "hatch", radius=6))
    return Ground(_grid_id(sides), tell(Say("screen-grid")), width, height, cells, tuple(patches), piece=1.0)


def _grid_id(sides: int) -> str:
    return ("grid", "grid-1", "grid-2")[sides + 1]


# ---- the scene


def scene(game: AnyGame, glance: Glance) -> Scene:
    """The grid, the tile in hand, the tiles that are left."""
    game, now, tell = cast(Combinus, game), cast(Now, glance.now), glance.tell
    chips = tuple(_chip(game, now, seat, tell) for seat in (0, 1))
    board = _board(game, now, glance.viewer, tell)
    status = tell(Say("screen-game", {"game": now.game, "games": game.games})) if game.games > 1 else ""
    if isinstance(glance.turn, Over):
        return Scene(
            tell(ending(glance.turn)),
            "over",
            chips,
            (board,),
            status=tell(Say("screen-over")),
            end=(board, _count(game, now, tell)),
        )
    areas: list[Area] = [board, *_pools(game, now, glance)]
    if glance.phase == "exchange" and glance.legal:
        right = "screen-exchange" if now.position.linked else "screen-exchange-blocked"
        areas.append(Panel("right", "banner", text=tell(Say(right)), symbol="i-again"))
    return Scene(
        prompt=_prompt(now, glance),
        rule="exchange" if glance.phase == "again" else glance.phase,
        chips=chips,
        areas=tuple(areas),
        ask=_ask(game, now, glance),
        status=status,
    )


def _prompt(now: Now, glance: Glance) -> Text:
    mine = "yes" if glance.legal else "no"
    return glance.tell(Say(f"phase-{glance.phase}", {"you": mine, "who": Who(now.seat)}))


def _chip(game: Combinus, now: Now, seat: int, tell: Tell) -> Chip:
    points = game.scores(now.position, now.sides)[seat] if now.sides >= 0 else 0
    total = now.totals[seat] if now.phase == "over" else now.totals[seat] + points
    if now.sides < 0:
        return Chip(str(total))
    pair = int(seat != now.sides)
    linked = tell(Say("screen-linked" if now.position.linked >> pair & 1 else "screen-not-linked"))
    borders = tell(Say(f"pair-{PAIRS[pair]}"))
    role = f"{borders} · {linked}" if now.position.linked >> pair & 1 else borders
    return Chip(str(total), role, linked)


def _board(game: Combinus, now: Now, viewer: Viewer, tell: Tell) -> Board:
    paints = _paints(game, now, viewer or 0)
    items = tuple(
        _laid(tell, game, now.game, cell, pose, paints[cell])
        for cell, pose in enumerate(now.position.board)
        if pose != EMPTY
    )
    marks = _branches(tell, game, now.position) if now.sides >= 0 else ()
    return Board(_grid_id(now.sides), items, marks)


@part
def _laid(tell: Tell, game: Combinus, number: int, cell: int, pose: int, paint: str) -> Item:
    tile = game.grid.tile_of[pose]
    return Item(
        id=item_id("tile", number, tile),
        label=tell(telling.tile(game, tile)),
        symbol=symbol_name(game.numbers.names[tile]),
        look="tile",
        at=game.numbers.cells[cell],
        turn=_turn(game, pose),
        paint=paint,
        detail=game.grid.codes[pose],
    )


def _paints(game: Combinus, now: Now, me: int) -> dict[int, str]:
    """Each square's network: whose borders does it link?"""
    ends, owner = game.grid.ends, (now.sides, 1 - now.sides)
    found = {}
    for network in now.position.networks:
        links = [owner[pair] for pair in (0, 1) if network & ends[pair][0] and network & ends[pair][1]]
        paint = (
            "free"
            if not links or now.sides < 0
            else "both"
            if len(links) == 2
            else "mine"
            if links == [me]
            else "other"
        )
        for cell in range(game.grid.size):
            if network >> cell & 1:
                found[cell] = paint
    return found


@part
def _branches(tell: Tell, game: Combinus, position: Position) -> tuple[Mark, ...]:
    """The branches of each player, numbered clockwise from the top left corner; filled where they count."""
    grid, board = game.grid, position.board
    marks = []
    for pair in (0, 1):
        good, _ = grid.branches(position, pair)
        number = 0
        for cell, at in grid.frame:
            if (at in (EAST, WEST)) == (pair == 0) and board[cell] != EMPTY:
                has = side(grid.codes[board[cell]], at)
                if has != "-":
                    number += 1
                    filled = bool(good >> grid.branch_bits[cell, at] & 1)
                    marks.append(
                        Mark(
                            "badge", (game.numbers.cells[cell],), str(number), side=SIDES[at],  # type: ignore[arg-type]
                            slide=SLIDES[has], out=OUT, filled=filled,
                        )
                    )  # fmt: skip
    return tuple(marks)


def _count(game: Combinus, now: Now, tell: Tell) -> Panel:
    """How the points of the last game came about."""
    lines = []
    for seat in (0, 1):
        pair = int(seat != now.sides)
        good, bad = game.grid.branches(now.position, pair)
        borders = ((WEST, EAST), (NORTH, SOUTH))[pair]
        one, other = ((good & game.grid.borders[at]).bit_count() for at in borders)
        args: dict[str, Arg] = {"seat": Who(seat), "one": one, "other": other, "lost": bad.bit_count()}
        lines.append(Line(tell(Say(f"screen-count-{PAIRS[pair]}", args)), str(one + other), seat=seat))
    return Panel("count", "slip", tell(Say("screen-count")), lines=tuple(lines))


# ---- tiles beside the grid


def _pools(game: Combinus, now: Now, glance: Glance) -> list[Area]:
    tell, viewer = glance.tell, glance.viewer
    areas: list[Area] = []
    if now.phase in ("place", "again"):
        areas.append(_hand(game, now, glance))
    if len(now.up) == 2:
        for seat, pool in enumerate(now.up):
            where = "hand" if seat == viewer and now.phase in ("take", "borders") else "aside"
            title = tell(Say("screen-own", {"seat": Who(seat), "n": pool.bit_count()}))
            areas.append(Tray(f"own-{seat + 1}", _tiles(tell, game, now.game, pool), title, where=where))  # type: ignore[arg-type]
        return areas
    if game.variant == "pool":
        covered = now.unseen.bit_count() - (now.phase == "place" and now.tile == NO_TILE)
        areas.append(
            Pile("down", "tile-back", tell(Say("screen-down", {"n": covered})), tell(Say("screen-pool")), where="aside")
        )
    if now.up[0]:
        where = "hand" if now.phase == "take" else "aside"
        title = tell(Say("screen-up", {"n": now.up[0].bit_count()}))
        areas.append(Tray("up", _tiles(tell, game, now.game, now.up[0]), title, where=where))  # type: ignore[arg-type]
    if game.variant == "pool":
        areas.append(_all_tiles(tell, game, now.game, now.unseen))
    return areas


def _hand(game: Combinus, now: Now, glance: Glance) -> Row:
    tell, mine = glance.tell, bool(glance.legal)
    if now.tile == NO_TILE:
        laid = sum(pose != EMPTY for pose in now.position.board)
        back = Item(
            item_id(f"held{0 if glance.viewer is None else glance.viewer + 1}", now.game, laid),
            tell(Say("screen-back")),
            "tile-back",
            "tile",
        )
        return Row("held", (back,), tell(Say("screen-held", {"seat": Who(now.seat)})), where="aside")
    title = tell(Say("screen-yours" if mine else "screen-held", {"seat": Who(now.seat)}))
    places = len({action.cell for action in glance.legal if isinstance(action, Place)})
    swaps = len({action.cell for action in glance.legal if isinstance(action, Exchange)})
    note = tell(Say("screen-places", {"n": places, "swaps": swaps})) if mine else ""
    item = _tile(tell, game, now.game, now.tile)
    return Row("held", (item,), title, note, where="hand" if mine else "aside")


@part
def _tile(tell: Tell, game: Combinus, number: int, tile: int) -> Item:
    name = game.numbers.names[tile]
    return Item(item_id("tile", number, tile), tell(telling.tile(game, tile)), symbol_name(name), "tile", detail=name)


@part
def _tiles(tell: Tell, game: Combinus, number: int, pool: Mask) -> tuple[Item, ...]:
    return tuple(_tile(tell, game, number, tile) for tile in bits(pool))


@part
def _all_tiles(tell: Tell, game: Combinus, number: int, unseen: Mask) -> Tray:
    """All tiles of the box, those that have been seen faded: what may still come."""
    items = tuple(
        Item(
            item_id("box", number, tile), tell(telling.tile(game, tile)), symbol_name(name), "tile",
            dim=not unseen >> tile & 1,
        )
        for tile, name in enumerate(game.numbers.names)
    )  # fmt: skip
    return Tray("box", items, tell(Say("screen-box", {"n": unseen.bit_count()})), where="aside")


def _tile_id(now: Now, tile: int) -> str:
    """A tile whose face the viewer sees keeps its id wherever it lies."""
    return item_id("tile", now.game, tile)


def _turn(game: Combinus, pose: int) -> int:
    """Quarter turns from the tile's own picture."""
    name = game.numbers.names[game.grid.tile_of[pose]]
    return turns(name).index(game.grid.codes[pose])


# ---- what may be done


def _ask(game: Combinus, now: Now, glance: Glance) -> Ask | None:
    legal, tell = glance.legal, glance.tell
    if not legal:
        return None
    if now.phase == "borders":
        buttons = tuple(
            Button(Act(game.write(action)), tell(Say(f"pair-{PAIRS[pair]}-cap"))) for pair, action in enumerate(legal)
        )
        return Ask(
            tell(Say("verb-choose")),
            title=tell(Say("screen-choose")),
            note=tell(Say("screen-choose-note")),
            buttons=buttons,
        )
    if now.phase == "take":
        return _ask_take(game, now, legal, tell)
    return _ask_place(game, now, legal, tell)


def _ask_take(game: Combinus, now: Now, legal: Sequence[Action], tell: Tell) -> Ask:
    buttons: list[Button] = []
    picks: list[Pick] = []
    for action in legal:
        if isinstance(action, TakeDown):
            buttons.append(
                Button(Act(game.write(action)), tell(Say("verb-draw")), (tell(Say("screen-draw-note")),), "tile-back")
            )
        elif isinstance(action, TakeUp):
            said = tell(Say("screen-take", {"tile": telling.tile(game, action.tile)}))
            picks.append(Pick(_tile_id(now, action.tile), acts=(Act(game.write(action), said),)))
    may = {pick.what for pick in picks}
    pool = now.up[now.seat % len(now.up)]
    barred = tuple(_tile_id(now, tile) for tile in bits(pool) if _tile_id(now, tile) not in may)
    why = (Why(barred, tell(Say("why-not-playable"))),) if barred else ()
    return Ask(
        tell(Say("verb-take")),
        note=tell(Say("screen-take-note" if buttons else "screen-take-only")),
        picks=tuple(picks),
        buttons=tuple(buttons),
        why=why,
    )


def _ask_place(game: Combinus, now: Now, legal: Sequence[Action], tell: Tell) -> Ask:
    held, ground = _tile_id(now, now.tile), _grid_id(now.sides)
    acts: dict[int, list[Act]] = {}
    for action in legal:
        assert isinstance(action, Place | Exchange)
        acts.setdefault(action.cell, []).append(_place(tell, game, action, len(game.grid.poses_of[now.tile]) > 1))
    targets = tuple(Target(f"{ground}/{game.numbers.cells[cell]}", tuple(each)) for cell, each in sorted(acts.items()))
    return Ask(
        verb=tell(Say("verb-place")),
        picks=(Pick(held, targets),),
        held=held,
        why=_why_not(game, now, set(acts), tell),
        other=tell(Say("verb-turn")),
        note="",
    )


@part
def _place(tell: Tell, game: Combinus, action: Place | Exchange, turns: bool) -> Act:
    turn = _turn(game, action.pose)
    key = "screen-place" if isinstance(action, Place) else "screen-swap"
    say = tell(Say(key, {"cell": game.numbers.cells[action.cell]}))
    return Act(game.write(action), say, tell(Say("screen-turn", {"n": turn})) if turns else "", turn=turn)


def _why_not(game: Combinus, now: Now, may: set[int], tell: Tell) -> tuple[Why, ...]:
    """Why the tile in hand may not go to the other squares: one reason a square."""
    reasons: dict[str, list[str]] = {}
    right = now.phase == "place" and game.may_exchange(as_state(now))
    for cell, name in enumerate(game.numbers.cells):
        if cell not in may:
            reasons.setdefault(_reason(game, now, cell, right=right), []).append(f"{_grid_id(now.sides)}/{name}")
    return tuple(Why(tuple(cells), tell(Say(f"why-{slug}"))) for slug, cells in sorted(reasons.items()))


def _reason(game: Combinus, now: Now, cell: int, *, right: bool) -> str:
    grid, board = game.grid, now.position.board
    if board[cell] != EMPTY and not right:
        return "taken-again" if now.phase == "again" else "taken"
    if grid.options_at(now.position, cell, now.tile):
        return "no-room"
    facing = [
        (at, side(grid.codes[board[near]], (at + 2) % 4)) for at, near in grid.neighbours[cell] if board[near] != EMPTY
    ]
    for pose in grid.poses_of[now.tile]:
        kinds = [(side(grid.codes[pose], at), other) for at, other in facing]
        if all(meets(one, other, grid.fit) or "-" not in (one, other) for one, other in kinds):
            return "junctions"  # some turn has blank against blank everywhere: only the places of junctions differ
    return "blank"


# ---- what happens


def steps(game: AnyGame, events: tuple[Event, ...], tell: Tell) -> tuple[Step, ...]:
    """Tiles that are drawn and laid, and what was decided by it."""
    game = cast(Combinus, game)
    found: list[Step] = []
    for event in events:
        match event:
            case TileTaken(seat):
                found.append(Step(seat=seat, passes=(Pass("down", f"seat-{seat + 1}", "tile-back"),)))
            case TileTurnedUp(seat, tile):
                symbol = symbol_name(game.numbers.names[tile])
                found.append(
                    Step(
                        seat=seat,
                        passes=(Pass(f"seat-{seat + 1}", "down", symbol),),
                        title=tell(telling.event(game, event)),
                    )
                )
            case TilePlaced(seat, _, cell) | TileExchanged(seat, _, cell):
                found.append(Step(seat=seat, marks=(Mark("last", (game.numbers.cells[cell],)),)))
            case PathMade(seat) | TilePicked(seat):
                found.append(Step(seat=seat, title=tell(telling.event(game, event))))
            case GameEnded() if game.games > 1:
                panel = Panel("ended", "sheet", tell(telling.event(game, event)))
                found.append(Step(areas=(panel,), hold=True))
    return tuple(found)


def said(game: AnyGame, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """As the telling has it; but a tile that is drawn is said together with what became of it."""
    game = cast(Combinus, game)
    out: list[Say] = []
    for event, after in zip_longest(events, events[1:]):
        match event, after:
            case TileTaken(seat), TileSeen(tile):
                out.append(Say("event-tile-drawn", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case TileTaken(seat), TileTurnedUp(_, tile):
                out.append(Say("event-tile-useless", {"seat": Who(seat), "tile": telling.tile(game, tile)}))
            case ((TileSeen() | TileTurnedUp() | TileShown()), _):
                pass  # said with the one before, or seen in the one after
            case _:
                out.append(telling.event(game, event))
    return tuple(out)
