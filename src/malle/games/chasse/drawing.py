"""Draws the smuggler hunt: the scene that all viewers share, and each seat's overlay with its choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from malle.core import Action, Arg, Over, Say, Seat, Who
from malle.core.piece import piece
from malle.core.say import ending
from malle.core.scene import (
    Act,
    Area,
    Ask,
    Board,
    Button,
    Candidate,
    Chip,
    Choose,
    Colours,
    Glance,
    Item,
    Lamp,
    Line,
    Note,
    Own,
    Panel,
    Pick,
    Row,
    Scene,
    Target,
    Text,
    Tray,
    Ways,
    Why,
    item_id,
)  # fmt: skip
from malle.games.chasse import telling
from malle.games.chasse.edition import CUSTOMS, OFF, SMUGGLER
from malle.games.chasse.faces import SIDES, either, handle, pawn, points
from malle.games.chasse.layout import setting as setting
from malle.games.chasse.motion import motion as motion
from malle.games.chasse.motion import said as said
from malle.games.chasse.routes import Routes
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Hide, Now, Pass, Squares

COLOURS = Colours(
    day=Lamp("#CBD8E6", "#B3C5D8", "#22345C", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Lamp("#141F3A", "#20305A", "#B9CDF2", "#141F3A", "#C23B1E", "#EDB63E"),
)


# ---- the shared scene


def table(game: Chasse, glance: Glance[Now]) -> Scene:
    """Return the shared scene: the board, the pawns that left it, and after the end what was hidden."""
    now, over = glance.now, glance.turn if isinstance(glance.turn, Over) else None
    scores = over.scores if over else telling.points(game, now)
    areas: list[Area] = [Board("board", pawns(game, now))]
    if over is None:
        areas += [_lost(seat, lost) for seat in (CUSTOMS, SMUGGLER) if (lost := _off(now, seat))]
    if now.phase in ("smuggler", "customs"):
        areas.append(_nearest(game, now))
    return Scene(
        prompt=ending(over) if over else _prompt(game, now),
        rule=glance.phase,
        chips=tuple(_chip_of(now, seat, scores[seat]) for seat in (SMUGGLER, CUSTOMS)),
        areas=tuple(areas),
        status=_status(game, now),
        end=_end(game, now, over) if over else (),
    )


def _prompt(game: Chasse, now: Now, you: str = "") -> Say:
    """Return the prompt before the end. The suffix `-you` selects the wording for the seat that acts."""
    seat = CUSTOMS if now.phase == "customs" else SMUGGLER
    args: dict[str, Arg] = {"seat": Who(seat), "n": now.hidden + 1, "plates": game.numbers.plates}
    return Say(f"prompt-{now.phase}{you}", args)


def _status(game: Chasse, now: Now) -> Text:
    """Return the status line: the end, a warning from half-way to a standstill on, or an empty text."""
    if now.phase == "over":
        return Say("screen-over")
    left = game.numbers.standstill - now.quiet
    return Say("screen-quiet", {"left": left}) if 2 * now.quiet >= game.numbers.standstill else ""


def _chip_of(now: Now, seat: int, score: int) -> Chip:
    """Return the status of a player: points, pawns on the board, and counters."""
    standing = len(_side(now, seat)) - len(_off(now, seat))
    return _chip(seat, score, standing, now.hidden - now.seized, now.seized)


@piece
def _chip(seat: int, score: int, standing: int, plates: int, seized: int) -> Chip:
    """Return the status of a player.

    `plates` counts hidden counters not seized, `pawns_left` the side's pawns on the board.
    """
    note = Say(f"screen-has-{SIDES[seat]}", {"pawns": standing, "plates": plates, "seized": seized})
    return Chip(sum=points(score), role=Say(f"role-{SIDES[seat]}"), note=note, symbol=SIDES[seat])


def _side(now: Now, seat: int) -> Squares:
    """Return the squares of a side's pawns."""
    return (now.smugglers, now.customs)[seat]


def _off(now: Now, seat: int) -> tuple[int, ...]:
    """Return the numbers of a side's pawns that left the board."""
    return tuple(number for number, square in enumerate(_side(now, seat)) if square == OFF)


def pawns(game: Chasse, now: Now) -> tuple[Item, ...]:
    """Return every pawn on the board as an item, with the counters that this viewer sees."""
    cells, plates = game.routes[SMUGGLER].cells, now.plates or (0,) * len(now.smugglers)
    return (
        *(
            pawn(SMUGGLER, number, cells[square], plates[number], number in now.chalked)
            for number, square in enumerate(now.smugglers)
            if square != OFF
        ),
        *(pawn(CUSTOMS, number, cells[square]) for number, square in enumerate(now.customs) if square != OFF),
    )


@piece
def _lost(seat: int, lost: tuple[int, ...]) -> Tray:
    """Return the tray with the lost pawns of a side."""
    items = tuple(pawn(seat, number) for number in lost)
    title = Say(f"screen-lost-{SIDES[seat]}", {"n": len(lost)})
    return Tray(f"lost-{SIDES[seat]}", items, title, where="left" if seat == CUSTOMS else "right")


def _nearest(game: Chasse, now: Now) -> Panel:
    """Return the panel that says how many rows the nearest smuggler's pawn is from the finish line.

    Pawns that have arrived or left the board do not count. There must be another one.
    """
    width = game.numbers.width
    rows = min(square for square in now.smugglers if square >= width) // width
    return Panel("nearest", text=Say("screen-nearest", {"rows": rows}), where="aside")


def _end(game: Chasse, now: Now, over: Over) -> tuple[Area, ...]:
    """Return the areas after the end: where the counters still hidden were, and how the points add up."""
    lifted = [(square, n) for square, n in sorted(zip(now.smugglers, now.plates or (), strict=True)) if n]
    items = tuple(
        Item(
            f"lifted.0.{place}",
            telling.square(game.numbers, square),
            "smuggler",
            notes=(Note(Say("screen-plates", {"n": n})),),
        )
        for place, (square, n) in enumerate(lifted)
    )
    lines = (*_account(game, now, over, SMUGGLER), *_account(game, now, over, CUSTOMS))
    account = Panel("account", "slip", Say("end-account"), lines=lines)
    return (Row("lifted", items, Say("end-lifted")), account) if items else (account,)


def _account(game: Chasse, now: Now, over: Over, seat: int) -> tuple[Line, ...]:
    """Return one side's points as lines: for counters, for lost pawns of the other side, and the sum."""
    numbers, side = game.numbers, SIDES[seat]
    lost = len(_off(now, 1 - seat))
    plates = (over.scores[seat] - lost * numbers.pawn) // numbers.plate
    return (
        Line(Say(f"account-plates-{side}", {"n": plates}), str(plates * numbers.plate), "plate"),
        Line(Say(f"account-pawns-{side}", {"n": lost}), str(lost * numbers.pawn), SIDES[1 - seat]),
        Line(Say("account-sum", {"seat": Who(seat)}), points(over.scores[seat]), total=True),
    )


# ---- the overlay of one seat


def own(game: Chasse, glance: Glance[Now]) -> Own | None:
    """Return what one seat sees besides, and what it may do.

    `None` for spectators, after the end, and if there is neither.
    """
    now, legal, seat = glance.now, glance.legal, glance.viewer
    if isinstance(glance.turn, Over) or seat is None or (now.plates is None and not legal):
        return None
    items, chips = _loaded(game, now), _own_chips(game, now)
    if not legal:
        return Own(items=items, chips=chips)
    hiding = now.phase == "hide"
    ask = _ask_hide(game, now, legal) if hiding else _ask_move(game, now, seat)
    if not ask.picks and not hiding:
        return Own(Say("prompt-stuck"), items=items, ask=_ask_pass(game), chips=chips)
    areas = (_plates(now.hidden, game.numbers.plates),) if hiding else ()
    return Own(_prompt(game, now, "-you"), areas, items, ask=ask, chips=chips)


def _own_chips(game: Chasse, now: Now) -> tuple[Chip, ...]:
    """Return both players' statuses with the points that this viewer sees; empty if they equal the shared ones.

    They differ if counters have arrived that the viewer sees and others do not.
    """
    if not telling.across(game, now):
        return ()
    known = telling.points(game, now)
    return tuple(_chip_of(now, seat, known[seat]) for seat in (SMUGGLER, CUSTOMS))


def _loaded(game: Chasse, now: Now) -> tuple[Item, ...]:
    """Return the pawns with counters under them as items; none if the viewer does not see the counters."""
    cells = game.routes[SMUGGLER].cells
    return tuple(
        pawn(SMUGGLER, number, cells[now.smugglers[number]], plates)
        for number, plates in enumerate(now.plates or ())
        if plates
    )


def _plate_refs(hidden: int, plates: int) -> tuple[str, ...]:
    """Return the item ids of the counters still to be hidden: `hidden` of the `plates` counters are hidden already."""
    return tuple(item_id("plate", 0, number) for number in range(hidden, plates))


@piece
def _plates(hidden: int, plates: int) -> Tray:
    """Return the tray with the counters still to be hidden, which only the smuggler sees."""
    left = range(hidden, plates)
    items = tuple(Item(ref, Say("screen-plate"), "plate", "piece") for ref in _plate_refs(hidden, plates))
    return Tray("plates", items, Say("screen-to-hide", {"n": len(left)}), where="hand", private=True)


def _ask_pass(game: Chasse) -> Ask:
    """Return the choice for a side that can only pass: one button."""
    return Ask(Say("verb-pass"), buttons=(Button(Act(game.write(Pass())), Say("verb-pass"), (Say("action-pass"),)),))


def _ask_hide(game: Chasse, now: Now, legal: Sequence[Action]) -> Ask:
    """Return the choice of pawns for all counters left, made in one step.

    Pawns before the first legal one are explained as unavailable. Pawns after it hide no counter yet.
    """
    numbers, left = game.numbers, game.numbers.plates - now.hidden
    first = next(hide.pawn for hide in legal if isinstance(hide, Hide))
    after = range(first + 1, len(now.smugglers))
    if now.plates is not None:
        room = numbers.pile - now.plates[first]
    else:  # option `memory`: as many as fit whatever the pawn hides already, and at least what the others cannot take
        room = max(numbers.pile - now.hidden, 1, left - len(after) * numbers.pile)
    rooms = {first: room} | dict.fromkeys(after, numbers.pile)
    of = tuple(_candidate(game, Hide(number), min(left, room)) for number, room in rooms.items())
    passed = tuple(handle(SMUGGLER, number) for number in range(first))
    why = [Why(_plate_refs(now.hidden, numbers.plates), Say("why-plate"))]
    why += [Why(passed, Say("why-order"))] if passed else []
    count = Say("screen-hidden", {"n": "{n}", "plates": numbers.plates})
    choose = Choose(left, of, now.hidden, "plates", count)
    return Ask(Say("verb-hide"), note=Say("ask-hide"), choose=choose, why=tuple(why))


def _candidate(game: Chasse, hide: Hide, most: int) -> Candidate:
    """Return a pawn as a candidate that may take up to `max_plates` counters."""
    name = telling.square(game.numbers, game.starts[hide.pawn])
    return Candidate(handle(SMUGGLER, hide.pawn), Act(game.write(hide), telling.action(game, hide)), name, most)


def _ask_move(game: Chasse, now: Now, seat: Seat) -> Ask:
    """Return the choice of a move: a pawn, then a square, then one of two routes if both are open."""
    routes, blocked = game.routes[seat], game.blocked(seat, now)
    # #control: a route that ends on a smuggler's pawn and is otherwise open is an inspection. Here it counts as closed.
    quiet = reduce(or_, (routes.bars[square] for square in now.smugglers), blocked)
    barred, closed = routes.barred(blocked), routes.barred(quiet)
    picks, why, stuck = [], [], []
    for number, square in enumerate(_side(now, seat)):
        span = routes.spans[square]
        if barred[span] != routes.all[square]:
            picks.append(_pick(routes, number, square, barred[span], closed[span]))
            why.append(_why_number(routes, number, square))
        elif square != OFF:
            stuck.append(handle(seat, number))
    if stuck:
        why.append(Why(tuple(stuck), Say("why-stuck")))
    return Ask(Say("verb-move"), picks=tuple(picks), why=tuple(why), other=Say("other-way"))


@piece
def _pick(routes: Routes, number: int, square: int, barred: bytes, closed: bytes) -> Pick:
    """Return where a pawn may go: pawns that it may inspect, and other squares by length of the route.

    `barred` and `closed` are the pawn's bytes of barred routes; in `closed` the routes of inspections are
    barred, too.
    """
    shut = int.from_bytes(closed, "little")
    ways = []
    for at, length in enumerate(routes.lengths[square]):
        if shut & length.all != length.all:
            ways.append(_ways(routes, square, at, shut & length.all))
    controls = shut & ~int.from_bytes(barred, "little")
    targets = _controls(routes, square, controls) if controls else ()
    return Pick(handle(routes.side, number), targets, ways=tuple(ways))


@piece
def _ways(routes: Routes, square: int, at: int, shut: int) -> Ways:
    """Return the open routes of one length group.

    `group_index` is its place in `length_groups`; `closed_bits` has the closed routes of the square.
    """
    length = routes.lengths[square][at]
    to = tuple([path for mask, path in length.paths if not shut & mask])
    return Ways("board", routes.cells[square], to, Say("move-note", {"n": length.steps, "bends": length.bends}))


def _controls(routes: Routes, square: int, masks: int) -> tuple[Target, ...]:
    """Return the smuggler's pawns that may be inspected from a square, each with its choices.

    `masks` has the bits of the routes that end in an inspection. A second route to the same pawn is named by
    its corner.
    """
    note = Say("control-note", {"pawn": routes.numbers.pawn})
    found: dict[str, list[Act]] = {}
    for length in routes.lengths[square]:
        for mask, path in length.paths:
            if masks & mask:
                cells = (routes.cells[square], *path.split())
                acts = found.setdefault(cells[-1], [])
                text = "-".join(cells if acts else (cells[0], cells[-1])).lower()
                acts.append(Act(text, Say("control-say", {"square": cells[-1]}), note, cells))
    return tuple(Target(f"board/{cell}", tuple(acts)) for cell, acts in found.items())


@piece
def _why_number(routes: Routes, number: int, square: int) -> Why:
    """Return why a pawn may not go elsewhere: the numbers of its column say how far it moves."""
    numbers = routes.numbers
    args: dict[str, Arg] = {"column": numbers.columns[square % numbers.width].name.upper()}
    args |= {"numbers": either(numbers.numbers(routes.side, square)), "bends": int(routes.bends)}
    return Why((), Say("why-number", args), handle(routes.side, number))
