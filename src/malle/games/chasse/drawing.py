"""Draws the smuggler hunt: the scene that all viewers share, and each seat's overlay with its choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from malle.core import Action, Message, MessageArg, Over, PlayerRef, Seat
from malle.core.fragment_cache import cached_fragment
from malle.core.message import ending_message
from malle.core.scene import (  # fmt: skip
    Area,
    Board,
    Button,
    Candidate,
    Choice,
    ChoiceTree,
    ChooseQuestion,
    Colours,
    DrawInput,
    Item,
    ItemNote,
    Palette,
    Panel,
    PanelLine,
    Pick,
    PlayerStatus,
    RouteTargets,
    Row,
    Scene,
    SeatOverlay,
    Target,
    Text,
    Tray,
    UnavailableReason,
    item_id,
)
from malle.games.chasse import event_messages
from malle.games.chasse.animation import animations as animations
from malle.games.chasse.animation import log_messages as log_messages
from malle.games.chasse.edition import CUSTOMS, OFF_BOARD, SMUGGLER
from malle.games.chasse.icons import SIDES, numbers_in_sentence, pawn_id, pawn_item, points_message
from malle.games.chasse.layout import static_scene as static_scene
from malle.games.chasse.routes import SideRoutes
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Hide, Now, Pass, Squares

COLOURS = Colours(
    day=Palette("#CBD8E6", "#B3C5D8", "#22345C", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Palette("#141F3A", "#20305A", "#B9CDF2", "#141F3A", "#C23B1E", "#EDB63E"),
)


# ---- the shared scene


def shared_scene(game: Chasse, draw_input: DrawInput[Now]) -> Scene:
    """Return the scene that all viewers share: the board and both players' status.

    During the game it also has the pawns that left the board and the distance of the nearest
    smuggler's pawn. After the end it has the counters still hidden and the account of the points
    instead.
    """
    now, over = draw_input.now, draw_input.turn if isinstance(draw_input.turn, Over) else None
    scores = over.scores if over else event_messages.visible_points(game, now)
    areas: list[Area] = [Board("board", pawn_items(game, now))]
    if over is None:
        areas += [_lost_pawns_tray(seat, lost) for seat in (CUSTOMS, SMUGGLER) if (lost := _lost_pawns(now, seat))]
    if now.phase in ("smuggler", "customs"):
        areas.append(_nearest_panel(game, now))
    return Scene(
        prompt=ending_message(over) if over else _prompt_message(game, now),
        rule=draw_input.phase,
        chips=tuple(_status_of_side(now, seat, scores[seat]) for seat in (SMUGGLER, CUSTOMS)),
        areas=tuple(areas),
        status=_status_line(game, now),
        end=_end_areas(game, now, over) if over else (),
    )


def _prompt_message(game: Chasse, now: Now, you: str = "") -> Message:
    """Return the prompt before the end: what is being decided.

    `you` is `-you` for the seat that acts, else empty.
    """
    seat = CUSTOMS if now.phase == "customs" else SMUGGLER
    args: dict[str, MessageArg] = {"seat": PlayerRef(seat), "n": now.hidden + 1, "plates": game.numbers.plates}
    return Message(f"prompt-{now.phase}{you}", args)


def _status_line(game: Chasse, now: Now) -> Text:
    """Return the status line: a message that the game is over, a warning, or an empty text.

    From half-way to a standstill on, the warning says how many half-moves are left.
    """
    if now.phase == "over":
        return Message("screen-over")
    left = game.numbers.standstill - now.quiet
    return Message("screen-quiet", {"left": left}) if 2 * now.quiet >= game.numbers.standstill else ""


def _status_of_side(now: Now, seat: int, score: int) -> PlayerStatus:
    """Return the status of a side's player; `score` is the number of points to be shown."""
    pawns_left = len(_squares_of_side(now, seat)) - len(_lost_pawns(now, seat))
    return _player_status(seat, score, pawns_left, now.hidden - now.seized, now.seized)


@cached_fragment
def _player_status(seat: int, score: int, pawns_left: int, plates: int, seized: int) -> PlayerStatus:
    """Return the status of a player: side, points, pawns on the board, and counters.

    `pawns_left` counts the side's pawns on the board, `plates` the hidden counters that are not
    seized.
    """
    note = Message(f"screen-has-{SIDES[seat]}", {"pawns": pawns_left, "plates": plates, "seized": seized})
    return PlayerStatus(sum=points_message(score), role=Message(f"role-{SIDES[seat]}"), note=note, symbol=SIDES[seat])


def _squares_of_side(now: Now, seat: int) -> Squares:
    """Return the square of each pawn of a side, by pawn number."""
    return (now.smugglers, now.customs)[seat]


def _lost_pawns(now: Now, seat: int) -> tuple[int, ...]:
    """Return the numbers of a side's pawns that left the board, in rising order."""
    return tuple(number for number, square in enumerate(_squares_of_side(now, seat)) if square == OFF_BOARD)


def pawn_items(game: Chasse, now: Now) -> tuple[Item, ...]:
    """Return every pawn of both sides on the board as an item, with the counters that the viewer of
    `now` sees."""
    cells, plates = game.routes[SMUGGLER].cell_names, now.plates or (0,) * len(now.smugglers)
    return (
        *(
            pawn_item(SMUGGLER, number, cells[square], plates[number], number in now.chalked)
            for number, square in enumerate(now.smugglers)
            if square != OFF_BOARD
        ),
        *(
            pawn_item(CUSTOMS, number, cells[square])
            for number, square in enumerate(now.customs)
            if square != OFF_BOARD
        ),
    )


@cached_fragment
def _lost_pawns_tray(seat: int, lost: tuple[int, ...]) -> Tray:
    """Return the tray with the pawns of a side that left the board; `lost` has their numbers."""
    items = tuple(pawn_item(seat, number) for number in lost)
    title = Message(f"screen-lost-{SIDES[seat]}", {"n": len(lost)})
    return Tray(f"lost-{SIDES[seat]}", items, title, where="left" if seat == CUSTOMS else "right")


def _nearest_panel(game: Chasse, now: Now) -> Panel:
    """Return the panel that says how many rows the nearest smuggler's pawn is from the finish line.

    Pawns that have arrived or left the board do not count. At least one pawn must still be on the
    way.
    """
    width = game.numbers.width
    rows = min(square for square in now.smugglers if square >= width) // width
    return Panel("nearest", text=Message("screen-nearest", {"rows": rows}), where="aside")


def _end_areas(game: Chasse, now: Now, over: Over) -> tuple[Area, ...]:
    """Return the areas after the end: the squares where counters were still hidden, if any, and the
    account of points."""
    lifted = [(square, n) for square, n in sorted(zip(now.smugglers, now.plates or (), strict=True)) if n]
    items = tuple(
        Item(
            f"lifted.0.{place}",
            event_messages.square_name(game.numbers, square),
            "smuggler",
            notes=(ItemNote(Message("screen-plates", {"n": n})),),
        )
        for place, (square, n) in enumerate(lifted)
    )
    lines = (*_points_lines(game, now, over, SMUGGLER), *_points_lines(game, now, over, CUSTOMS))
    account = Panel("account", "slip", Message("end-account"), lines=lines)
    return (Row("lifted", items, Message("end-lifted")), account) if items else (account,)


def _points_lines(game: Chasse, now: Now, over: Over, seat: int) -> tuple[PanelLine, ...]:
    """Return one side's final points as lines: for counters, for lost pawns of the other side, and
    the sum."""
    numbers, side = game.numbers, SIDES[seat]
    lost = len(_lost_pawns(now, 1 - seat))
    plates = (over.scores[seat] - lost * numbers.pawn) // numbers.plate
    return (
        PanelLine(Message(f"account-plates-{side}", {"n": plates}), str(plates * numbers.plate), "plate"),
        PanelLine(Message(f"account-pawns-{side}", {"n": lost}), str(lost * numbers.pawn), SIDES[1 - seat]),
        PanelLine(Message("account-sum", {"seat": PlayerRef(seat)}), points_message(over.scores[seat]), total=True),
    )


# ---- the overlay of one seat


def seat_overlay(game: Chasse, draw_input: DrawInput[Now]) -> SeatOverlay | None:
    """Return what one seat sees besides the shared scene, and what it may do.

    Return `None` for spectators, after the end, and if the seat neither sees the counters nor may
    act.
    """
    now, legal, seat = draw_input.now, draw_input.legal, draw_input.viewer
    if isinstance(draw_input.turn, Over) or seat is None or (now.plates is None and not legal):
        return None
    items, chips = _loaded_pawn_items(game, now), _statuses_for_seat(game, now)
    if not legal:
        return SeatOverlay(items=items, chips=chips)
    hiding = now.phase == "hide"
    ask = _hide_choices(game, now, legal) if hiding else _move_choices(game, now, seat)
    if not ask.picks and not hiding:
        return SeatOverlay(Message("prompt-stuck"), items=items, ask=_pass_choices(game), chips=chips)
    areas = (_plates_to_hide_tray(now.hidden, game.numbers.plates),) if hiding else ()
    return SeatOverlay(_prompt_message(game, now, "-you"), areas, items, ask=ask, chips=chips)


def _statuses_for_seat(game: Chasse, now: Now) -> tuple[PlayerStatus, ...]:
    """Return both players' statuses with the points that this viewer can see.

    They differ from the shared statuses only if counters have arrived that this viewer sees.
    Otherwise the result is empty.
    """
    if not event_messages.visible_arrived_plates(game, now):
        return ()
    known = event_messages.visible_points(game, now)
    return tuple(_status_of_side(now, seat, known[seat]) for seat in (SMUGGLER, CUSTOMS))


def _loaded_pawn_items(game: Chasse, now: Now) -> tuple[Item, ...]:
    """Return the pawns that hide counters as items; none if the viewer does not see the
    counters."""
    cells = game.routes[SMUGGLER].cell_names
    return tuple(
        pawn_item(SMUGGLER, number, cells[now.smugglers[number]], plates)
        for number, plates in enumerate(now.plates or ())
        if plates
    )


def _plate_ids(hidden: int, plates: int) -> tuple[str, ...]:
    """Return the item ids of the counters still to be hidden.

    Of `plates` counters, `hidden` are hidden already.
    """
    return tuple(item_id("plate", 0, number) for number in range(hidden, plates))


@cached_fragment
def _plates_to_hide_tray(hidden: int, plates: int) -> Tray:
    """Return the tray with the counters still to be hidden, which only the smuggler sees; numbers
    as in `_plate_ids`."""
    left = range(hidden, plates)
    items = tuple(Item(ref, Message("screen-plate"), "plate", "piece") for ref in _plate_ids(hidden, plates))
    return Tray("plates", items, Message("screen-to-hide", {"n": len(left)}), where="hand", private=True)


def _pass_choices(game: Chasse) -> ChoiceTree:
    """Return the choice for a side that can only pass: one button."""
    return ChoiceTree(
        Message("verb-pass"),
        buttons=(Button(Choice(game.write(Pass())), Message("verb-pass"), (Message("action-pass"),)),),
    )


def _hide_choices(game: Chasse, now: Now, legal: Sequence[Action]) -> ChoiceTree:
    """Return the choice of a pawn for each counter left, all made in one question.

    Only the first legal pawn may hide counters already; the pawns after it hide none yet. The pawns
    before it get a reason why they are unavailable.
    """
    numbers, left = game.numbers, game.numbers.plates - now.hidden
    first = next(hide.pawn for hide in legal if isinstance(hide, Hide))
    after = range(first + 1, len(now.smugglers))
    if now.plates is not None:
        room = numbers.max_plates_per_pawn - now.plates[first]
    else:  # option `memory`: as many as fit whatever the pawn hides already, and at least what the others cannot take
        room = max(numbers.max_plates_per_pawn - now.hidden, 1, left - len(after) * numbers.max_plates_per_pawn)
    rooms = {first: room} | dict.fromkeys(after, numbers.max_plates_per_pawn)
    of = tuple(_hide_candidate(game, Hide(number), min(left, room)) for number, room in rooms.items())
    passed = tuple(pawn_id(SMUGGLER, number) for number in range(first))
    why = [UnavailableReason(_plate_ids(now.hidden, numbers.plates), Message("why-plate"))]
    why += [UnavailableReason(passed, Message("why-order"))] if passed else []
    count = Message("screen-hidden", {"n": "{n}", "plates": numbers.plates})
    choose = ChooseQuestion(left, of, now.hidden, "plates", count)
    return ChoiceTree(Message("verb-hide"), note=Message("ask-hide"), choose=choose, why=tuple(why))


def _hide_candidate(game: Chasse, hide: Hide, max_plates: int) -> Candidate:
    """Return the pawn of this `Hide` action as a candidate that may take up to `max_plates`
    counters."""
    name = event_messages.square_name(game.numbers, game.smuggler_starts[hide.pawn])
    return Candidate(
        pawn_id(SMUGGLER, hide.pawn),
        Choice(game.write(hide), event_messages.action_label(game, hide)),
        name,
        max_plates,
    )


def _move_choices(game: Chasse, now: Now, seat: Seat) -> ChoiceTree:
    """Return the choice of a move: a pawn, then a square, then one of two routes if both are open.

    Pawns on the board that cannot move are listed with the reason. A square with a pawn to
    inspect counts as a square. If no pawn can move, the result has no picks.
    """
    routes, blocked = game.routes[seat], game.blocked_routes(seat, now)
    # #control: a route that ends on a smuggler's pawn and is otherwise open is an inspection. Here it counts as closed.
    quiet = reduce(or_, (routes.barred_by_other[square] for square in now.smugglers), blocked)
    barred, closed = routes.barred_bytes(blocked), routes.barred_bytes(quiet)
    picks, why, stuck = [], [], []
    for number, square in enumerate(_squares_of_side(now, seat)):
        span = routes.byte_slices[square]
        if barred[span] != routes.all_barred_bytes[square]:
            picks.append(_pick_of_pawn(routes, number, square, barred[span], closed[span]))
            why.append(_why_not_elsewhere(routes, number, square))
        elif square != OFF_BOARD:
            stuck.append(pawn_id(seat, number))
    if stuck:
        why.append(UnavailableReason(tuple(stuck), Message("why-stuck")))
    return ChoiceTree(Message("verb-move"), picks=tuple(picks), why=tuple(why), other=Message("other-way"))


@cached_fragment
def _pick_of_pawn(routes: SideRoutes, number: int, square: int, barred: bytes, closed: bytes) -> Pick:
    """Return where the pawn `number` on `square` may go: pawns to inspect, and other squares by
    length of route.

    `barred` has the bytes of the barred routes from this square (see routes.py). In `closed` the
    routes that end in an inspection count as barred, too.
    """
    closed_bits = int.from_bytes(closed, "little")
    ways = []
    for at, length in enumerate(routes.length_groups[square]):
        if closed_bits & length.all_bits != length.all_bits:
            ways.append(_route_targets(routes, square, at, closed_bits & length.all_bits))
    controls = closed_bits & ~int.from_bytes(barred, "little")
    targets = _inspection_targets(routes, square, controls) if controls else ()
    return Pick(pawn_id(routes.side, number), targets, ways=tuple(ways))


@cached_fragment
def _route_targets(routes: SideRoutes, square: int, group_index: int, closed_bits: int) -> RouteTargets:
    """Return the open routes of one `LengthGroup` of a square.

    `group_index` is the place of the group in `length_groups[square]`. `closed_bits` has the bits
    of its routes that are closed.
    """
    group = routes.length_groups[square][group_index]
    to = tuple([path for mask, path in group.paths if not closed_bits & mask])
    return RouteTargets(
        "board", routes.cell_names[square], to, Message("move-note", {"n": group.steps, "bends": group.bends})
    )


def _inspection_targets(routes: SideRoutes, square: int, masks: int) -> tuple[Target, ...]:
    """Return the smuggler's pawns that may be inspected from a square, each with its choices.

    `masks` has the bits of the open routes that end in an inspection. The first route to a pawn is
    written without a corner, a second one with its corner.
    """
    note = Message("control-note", {"pawn": routes.numbers.pawn})
    choices_by_cell: dict[str, list[Choice]] = {}
    for length in routes.length_groups[square]:
        for mask, path in length.paths:
            if masks & mask:
                cells = (routes.cell_names[square], *path.split())
                choices = choices_by_cell.setdefault(cells[-1], [])
                text = "-".join(cells if choices else (cells[0], cells[-1])).lower()
                choices.append(Choice(text, Message("control-say", {"square": cells[-1]}), note, cells))
    return tuple(Target(f"board/{cell}", tuple(choices)) for cell, choices in choices_by_cell.items())


@cached_fragment
def _why_not_elsewhere(routes: SideRoutes, number: int, square: int) -> UnavailableReason:
    """Return why the pawn `number` on `square` may not go elsewhere: its column says how far it
    moves."""
    numbers = routes.numbers
    args: dict[str, MessageArg] = {"column": numbers.columns[square % numbers.width].name.upper()}
    args |= {"numbers": numbers_in_sentence(numbers.distances_from(routes.side, square)), "bends": int(routes.bends)}
    return UnavailableReason((), Message("why-number", args), pawn_id(routes.side, number))
