"""The drawing of Combinus: the grid and its networks, the tiles beside it, and what only one seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from malle.core import Action, Message, MessageArg, Over, PlayerRef
from malle.core.fragment_cache import MAX_FRAGMENTS_PER_FUNCTION, cached_fragment
from malle.core.message import ending_message
from malle.core.scene import (  # fmt: skip
    Area,
    Board,
    BoardMark,
    Button,
    Choice,
    ChoiceTree,
    Colours,
    DrawInput,
    Palette,
    Panel,
    PanelLine,
    Pick,
    Pile,
    PlayerStatus,
    Row,
    Scene,
    SeatOverlay,
    Target,
    UnavailableReason,
)
from malle.games.combinus import event_messages
from malle.games.combinus.animation import animations as animations
from malle.games.combinus.animation import log_messages as log_messages
from malle.games.combinus.edition import EAST, NORTH, SOUTH, WEST, side_of
from malle.games.combinus.grid import EMPTY, Grid, Position, bit_numbers
from malle.games.combinus.icons import (
    all_tiles_tray,
    face_up_tray,
    placed_tile_item,
    quarter_turns,
    tile_id,
    tile_item,
    unseen_tile_item,
)
from malle.games.combinus.layout import grid_id
from malle.games.combinus.layout import static_scene as static_scene
from malle.games.combinus.notation import PAIR_NAMES
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import NO_TILE, Exchange, Now, Place, TakeDown, TakeUp
from malle.games.combinus.view import state_as_seen

COLOURS = Colours(
    day=Palette("#F3D9C6", "#E6C3AA", "#5A2A4E", "#FFFDF7", "#D9591F", "#F2BC3A"),
    night=Palette("#2F1B2B", "#472A40", "#F0B9D9", "#2F1B2B", "#D9591F", "#F2BC3A"),
)
"""The colours of the table by day and by night."""

SIDE_LETTERS: tuple[Literal["n", "e", "s", "w"], ...] = ("n", "e", "s", "w")
"""The scene's letters for the sides of a square, clockwise from the top."""
BRANCH_NUMBER_DISTANCE = 0.17
"""The distance of a branch's number from the square, so that it lies in the middle of the strip."""
BRANCH_PLACES = {"a": 1 / 3, "b": 2 / 3, "j": 0.5}
"""Where a branch lies along its side, as a share of it: by junction, `j` for the joker."""


# ---- seen by all viewers


def shared_scene(game: Combinus, draw_input: DrawInput[Now]) -> Scene:
    """Return the scene that all viewers share: the grid, the tile in hand as spectators see it, and the tiles
    that are left."""
    now = draw_input.now
    chips, board = _player_statuses(game, now), _draw_board(game, now.game, now.sides, now.position)
    if isinstance(draw_input.turn, Over):
        end, board = (_draw_points_panel(game, now),), _draw_board_with_winning_path(game, now, draw_input.turn.places)
        return Scene(ending_message(draw_input.turn), "over", chips, (board,), status=Message("screen-over"), end=end)
    held = (_draw_tile_in_hand(game, now),) if now.phase in ("place", "again") else ()
    laid_some = any(pose != EMPTY for pose in now.position.board)
    legend = (_draw_legend(),) if laid_some and now.sides >= 0 else ()
    return Scene(
        prompt=_prompt_message(draw_input, "no"),
        rule="exchange" if draw_input.phase == "again" else draw_input.phase,
        chips=chips,
        areas=(board, *legend, *held, *_draw_tiles_left(game, now)),
        status=Message("screen-game", {"game": now.game, "games": game.games_in_match})
        if game.games_in_match > 1
        else "",
    )


def _prompt_message(glance: DrawInput[Now], you: str) -> Message:
    """Return the prompt of the phase. `you` is `yes` for the seat in turn, `no` for all others."""
    return Message(f"phase-{glance.phase}", {"you": you, "who": PlayerRef(glance.now.seat)})


def _player_statuses(game: Combinus, now: Now) -> tuple[PlayerStatus, ...]:
    """Return the status of both players, by seat. While a game goes on, its points so far are
    added to those of the games before."""
    if now.sides < 0:
        return tuple(_player_status(total, -1, linked=False) for total in now.totals)
    points = (0, 0) if now.phase == "over" else game.scores(now.position, now.sides)
    pairs = [int(seat != now.sides) for seat in (0, 1)]
    return tuple(
        _player_status(total + more, pair, linked=bool(now.position.linked >> pair & 1))
        for total, more, pair in zip(now.totals, points, pairs, strict=True)
    )


@cached_fragment
def _player_status(total: int, pair: int, *, linked: bool) -> PlayerStatus:
    """Return the status of a player: points, pair of borders (-1 before the choice), and whether
    these borders are linked by a path."""
    if pair < 0:
        return PlayerStatus(str(total))
    borders, link = Message(f"pair-{PAIR_NAMES[pair]}"), Message("screen-linked" if linked else "screen-not-linked")
    return PlayerStatus(str(total), Message("beside", {"one": borders, "two": link}) if linked else borders, link)


@cached_fragment
def _draw_board(game: Combinus, game_number: int, sides: int, position: Position, path: tuple[int, ...] = ()) -> Board:
    """Draw the grid with its tiles. The squares of `path` are lit. Before borders are chosen
    (`sides` is -1), no network has an owner and no branch is numbered."""
    paints = _cell_paints(game, sides, position) | dict.fromkeys(path, "path")
    items = tuple(
        placed_tile_item(game, game_number, cell, pose, paints[cell])
        for cell, pose in enumerate(position.board)
        if pose != EMPTY
    )
    return Board(grid_id(sides), items, _branch_marks(game, position) if sides >= 0 else ())


def _draw_board_with_winning_path(game: Combinus, now: Now, places: tuple[int, ...]) -> Board:
    """Draw the grid after the last game. The winner's path is lit if a single player won and has
    one. `places` are the places of the players, 1 for a winner."""
    if places.count(1) == 1:
        path = game.grid.shortest_path(now.position, int(places.index(1) != now.sides))
        return _draw_board(game, now.game, now.sides, now.position, path)
    return _draw_board(game, now.game, now.sides, now.position)


def _cell_paints(game: Combinus, sides: int, position: Position) -> dict[int, str]:
    """Return the name of the colours of each square with a tile, by the borders that its network
    links: `free` for none, the owner's seat for one pair, `both` for two."""
    ends, owner = game.grid.pair_border_masks, (sides, 1 - sides)
    found: dict[int, str] = {}
    for network in position.networks:
        links = [owner[pair] for pair in (0, 1) if network & ends[pair][0] and network & ends[pair][1]]
        paint = "free" if not links or sides < 0 else "both" if len(links) == 2 else f"seat-{links[0] + 1}"
        found |= dict.fromkeys(bit_numbers(network & (1 << game.grid.cell_count) - 1), paint)
    return found


def _branch_marks(game: Combinus, position: Position) -> tuple[BoardMark, ...]:
    """Return a mark for every branch. Each player's branches are numbered clockwise from the top
    left corner. Branches that count points are filled."""
    grid, board = game.grid, position.board
    marks = []
    for pair in (0, 1):
        good, _ = grid.branch_masks(position, pair)
        number = 0
        for cell, at in grid.frame_places:
            border_side = side_of(grid.pose_codes[board[cell]], at) if board[cell] != EMPTY else "-"
            if border_side != "-" and (at in (EAST, WEST)) == (pair == 0):
                number += 1
                name, filled = game.numbers.cell_names[cell], bool(good >> grid.branch_bits[cell, at] & 1)
                slide = BRANCH_PLACES[border_side]
                marks.append(
                    BoardMark(
                        "badge",
                        (name,),
                        str(number),
                        side=SIDE_LETTERS[at],
                        slide=slide,
                        out=BRANCH_NUMBER_DISTANCE,
                        filled=filled,
                    )
                )
    return tuple(marks)


@cached_fragment
def _draw_legend() -> Panel:
    """Draw the legend of the numbered discs at the borders."""
    full, hollow = (
        PanelLine(Message("legend-full"), symbol="disc-full"),
        PanelLine(Message("legend-hollow"), symbol="disc-hollow"),
    )
    return Panel("legend", "sheet", text=Message("legend-numbers"), lines=(full, hollow), where="aside")


def _draw_points_panel(game: Combinus, now: Now) -> Panel:
    """Draw the panel that shows how the points of the last game were counted."""
    lines = []
    for seat in (0, 1):
        pair = int(seat != now.sides)
        good, bad = game.grid.branch_masks(now.position, pair)
        borders = ((WEST, EAST), (NORTH, SOUTH))[pair]
        one, other = ((good & game.grid.border_masks[at]).bit_count() for at in borders)
        args: dict[str, MessageArg] = {"seat": PlayerRef(seat), "one": one, "other": other, "lost": bad.bit_count()}
        lines.append(PanelLine(Message(f"screen-count-{PAIR_NAMES[pair]}", args), str(one + other), seat=seat))
    return Panel("count", "slip", Message("screen-count"), lines=tuple(lines))


def _draw_tile_in_hand(game: Combinus, now: Now, legal: Sequence[Action] = ()) -> Row:
    """Draw the tile in hand, or its back if the viewer has not seen it. With `legal` actions it
    is drawn for the player who may place it, with the number of squares where it can go."""
    if now.tile == NO_TILE:
        item = unseen_tile_item(now.game, sum(pose != EMPTY for pose in now.position.board))
    else:
        item = tile_item(game, now.game, now.tile)
    title = Message("screen-held", {"seat": PlayerRef(now.seat)})
    if not legal:
        return Row("held", (item,), title, where="aside")
    places = len({action.cell for action in legal if isinstance(action, Place)})
    swaps = len({action.cell for action in legal if isinstance(action, Exchange)})
    return Row("held", (item,), title, Message("screen-places", {"n": places, "swaps": swaps}), where="hand")


def _draw_tiles_left(game: Combinus, now: Now) -> list[Area]:
    """Draw the tiles that are left: each player's own, or the pile, the common pool and all
    tiles of the box, as the variant has them."""
    if len(now.up) == 2:
        return [face_up_tray(game, now.game, seat, pool, "aside") for seat, pool in enumerate(now.up)]
    areas: list[Area] = []
    if game.variant == "pool":
        label = Message("screen-down", {"n": now.unseen.bit_count() - (now.phase == "place" and now.tile == NO_TILE)})
        areas.append(Pile("down", "tile-back", label, Message("screen-pool"), where="aside"))
    if now.up[0]:
        areas.append(face_up_tray(game, now.game, None, now.up[0], "hand" if now.phase == "take" else "aside"))
    if game.variant == "pool":
        areas.append(all_tiles_tray(game, now.game, now.unseen))
    return areas


# ---- seen by one seat only


def seat_overlay(game: Combinus, draw_input: DrawInput[Now]) -> SeatOverlay | None:
    """Return what only this seat sees: its tile in hand, its own tiles while one is chosen, and
    what it may do. Return `None` if there is nothing."""
    areas, legal = _seat_areas(game, draw_input), draw_input.legal
    if not areas and not legal:
        return None
    return SeatOverlay(
        _prompt_message(draw_input, "yes") if legal else "", tuple(areas), ask=_choice_tree(game, draw_input.now, legal)
    )


def _seat_areas(game: Combinus, glance: DrawInput[Now]) -> list[Area]:
    """Draw the parts of the table that only this seat sees."""
    now, seat, legal = glance.now, glance.viewer, glance.legal
    areas: list[Area] = []
    if seat == now.seat and now.phase in ("place", "again"):
        areas.append(_draw_tile_in_hand(game, now, legal))
        if not now.shown:
            areas.append(all_tiles_tray(game, now.game, now.unseen))
    if seat is not None and len(now.up) == 2 and now.phase in ("take", "borders"):
        areas.append(face_up_tray(game, now.game, seat, now.up[seat], "hand"))
    if glance.phase == "exchange" and legal:
        right = Message("screen-exchange" if now.position.linked else "screen-exchange-blocked")
        areas.append(Panel("right", "banner", text=right, symbol="i-again"))
    return areas


def _choice_tree(game: Combinus, now: Now, legal: Sequence[Action]) -> ChoiceTree | None:
    """Return the choices of the seat, or `None` if it has none."""
    if not legal:
        return None
    if now.phase == "borders":
        return _borders_tree(game, tuple(legal))
    return _take_tree(game, now, legal) if now.phase == "take" else _place_tree(game, now, legal)


@cached_fragment
def _borders_tree(game: Combinus, legal: tuple[Action, ...]) -> ChoiceTree:
    """Return the choice between the two pairs of borders."""
    buttons = tuple(
        Button(
            Choice(game.write(action)), Message(f"pair-{PAIR_NAMES[pair]}-cap"), symbol=f"borders-{PAIR_NAMES[pair]}"
        )
        for pair, action in enumerate(legal)
    )
    return ChoiceTree(
        Message("verb-choose"), title=Message("screen-choose"), note=Message("screen-choose-note"), buttons=buttons
    )


def _take_tree(game: Combinus, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a tile to take, with a reason for the face-up tiles that cannot be
    played."""
    takeable_tiles = [action.tile for action in legal if isinstance(action, TakeUp)]
    buttons = tuple(
        Button(Choice(game.write(action)), Message("verb-draw"), (Message("screen-draw-note"),), "tile-back")
        for action in legal
        if isinstance(action, TakeDown)
    )
    pool = now.up[now.seat % len(now.up)]
    unavailable_ids = tuple(tile_id(now.game, tile) for tile in bit_numbers(pool) if tile not in takeable_tiles)
    return ChoiceTree(
        verb=Message("verb-take"),
        note=Message("screen-take-note" if buttons else "screen-take-only"),
        picks=tuple(_take_pick(game, now.game, tile) for tile in takeable_tiles),
        buttons=buttons,
        why=(UnavailableReason(unavailable_ids, Message("why-not-playable")),) if unavailable_ids else (),
    )


@cached_fragment
def _take_pick(game: Combinus, game_number: int, tile: int) -> Pick:
    """Return the pick that takes a tile lying face up."""
    act = Choice(game.write(TakeUp(tile)), Message("screen-take", {"tile": event_messages.tile_name(game, tile)}))
    return Pick(tile_id(game_number, tile), acts=(act,))


def _place_tree(game: Combinus, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a square and a rotation for the tile in hand, with a reason for every
    other square."""
    held = tile_id(now.game, now.tile)
    actions_by_cell: dict[int, list[Place | Exchange]] = {}
    for action in legal:
        assert isinstance(action, Place | Exchange)
        actions_by_cell.setdefault(action.cell, []).append(action)
    targets = tuple(_cell_target(game, now.sides, cell, tuple(each)) for cell, each in sorted(actions_by_cell.items()))
    return ChoiceTree(
        verb=Message("verb-place"),
        picks=(Pick(held, targets),),
        held=held,
        why=_unavailable_cells(game, now, set(actions_by_cell)),
        other=Message("verb-turn"),
    )


@cached_fragment
def _cell_target(game: Combinus, sides: int, cell: int, actions: tuple[Place | Exchange, ...]) -> Target:
    """Return a square that takes the tile in hand, as a target with one choice for each rotation
    that fits. `actions` are all for this square."""
    return Target(
        f"{grid_id(sides)}/{game.numbers.cell_names[cell]}", tuple(_place_choice(game, action) for action in actions)
    )


def _place_choice(game: Combinus, action: Place | Exchange) -> Choice:
    """Return the choice that puts the tile in hand on a square in one rotation, by placing or
    exchanging it."""
    key = "screen-place" if isinstance(action, Place) else "screen-swap"
    say, turn = Message(key, {"cell": game.numbers.cell_names[action.cell]}), quarter_turns(game, action.pose)
    turns = len(game.grid.poses_of_tile[game.grid.tile_of_pose[action.pose]]) > 1
    return Choice(game.write(action), say, Message("screen-turn", {"n": turn}) if turns else "", turn=turn)


def _unavailable_cells(game: Combinus, now: Now, legal_cells: set[int]) -> tuple[UnavailableReason, ...]:
    """Return why the tile in hand may not go to the squares outside `legal_cells`. Squares with
    the same reason are grouped."""
    reasons: dict[str, list[str]] = {}
    has_right = now.phase == "place" and game.lookup.may_exchange(state_as_seen(now))
    for cell, name in enumerate(game.numbers.cell_names):
        if cell not in legal_cells:
            reasons.setdefault(_unavailable_reason(game, now, cell, has_right=has_right), []).append(
                f"{grid_id(now.sides)}/{name}"
            )
    return tuple(UnavailableReason(tuple(cells), Message(f"why-{slug}")) for slug, cells in sorted(reasons.items()))


def _unavailable_reason(game: Combinus, now: Now, cell: int, *, has_right: bool) -> str:
    """Return the last part of the message id (`why-...`) that says why the tile in hand may not
    go to a square. `has_right` is the right to exchange."""
    if now.position.board[cell] != EMPTY and not has_right:
        return "taken-again" if now.phase == "again" else "taken"
    if game.grid.fitting_poses_at(now.position, cell, now.tile):
        return "no-room"
    return _misfit_reason(game.grid, now.tile, now.position.wishes[cell])


@lru_cache(MAX_FRAGMENTS_PER_FUNCTION)
def _misfit_reason(grid: Grid, tile: int, wish: int) -> str:
    """Return why a tile fits a square in no rotation. `junctions` if in some rotation only the
    places of junctions are wrong; `blank` if in every rotation a blank side faces a junction.
    `wish` is what the square's neighbours ask."""
    facing = grid.facing_sides(wish)
    for pose in grid.poses_of_tile[tile]:
        kinds = [(side_of(grid.pose_codes[pose], at), other) for at, other in facing]
        if all(grid.sides_fit(one, other) or "-" not in (one, other) for one, other in kinds):
            return "junctions"
    return "blank"
