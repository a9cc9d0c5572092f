"""La chasse aux contrebandiers, drawn: the board from the viewer's side, what he may move, controls as they happen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, cast

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
    Mote,
    Note,
    Panel,
    Patch,
    Pick,
    Row,
    Scene,
    Setting,
    Stamp,
    Step,
    Summary,
    Target,
    Tell,
    Text,
    Tray,
    Ways,
    Why,
    item_id,
)
from malle.games.chasse import telling
from malle.games.chasse.edition import CUSTOMS, OFF, SMUGGLER, Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled, Hide, Move, Moved, Now, Pass, PlateHidden, PlatePlaced

COLOURS = Colours(
    day=Lamp("#CBD8E6", "#B3C5D8", "#22345C", "#FFFDF7", "#C23B1E", "#EDB63E"),
    night=Lamp("#141F3A", "#20305A", "#B9CDF2", "#141F3A", "#C23B1E", "#EDB63E"),
)

SIDES = ("smuggler", "customs")
"""By seat: the name of a side, of its pawns and of their symbol."""

Moves = dict[int, list[Move]]
"""A pawn's moves by the square where they end."""

SIZE, LEFT, TOP = 60, 38, 46  # a square, and the margins that hold the numbers


# ---- the setting


def setting(game: AnyGame, viewer: Viewer, tell: Tell) -> Setting:
    """The board with the viewer's own side below, and the numbers of the columns."""
    game = cast(Chasse, game)
    numbers = game.numbers
    told = [tell(Say(f"option-{name}")) for name, value in game.options.items() if value]
    sums: dict[str, Arg] = {"plate": numbers.plate, "pawn": numbers.pawn, "standstill": numbers.standstill}
    text = (tell(Say("summary-moving")), tell(Say("summary-points", sums)), tell(Say("summary-end", sums)))
    return Setting(
        title=tell(Say("title")),
        table=" · ".join(told) or tell(Say("screen-plain")),
        grounds=(_ground(numbers, viewer == CUSTOMS, tell),),
        summary=Summary(tell(Say("summary-title")), text=text),
    )


def _ground(numbers: Numbers, turned: bool, tell: Tell) -> Ground:
    """Smugglers below; turned for the customs."""
    width, rows = numbers.width, numbers.rows
    across, down = width * SIZE, rows * SIZE
    bottom = TOP + down

    def corner(square: int) -> tuple[int, int]:
        row, column = divmod(square, width)
        if turned:
            row, column = rows - 1 - row, width - 1 - column
        return LEFT + column * SIZE, TOP + row * SIZE

    cells = tuple(
        Cell(_cell(numbers, square), *corner(square), SIZE, SIZE, look=_look(numbers, square))
        for square in range(numbers.squares)
    )
    near, far = (CUSTOMS, SMUGGLER) if turned else (SMUGGLER, CUSTOMS)
    motes: list[Mote] = []
    for column in range(width):
        x = corner(column)[0] + SIZE // 2
        mine, other = numbers.numbers(near, column), numbers.numbers(far, column)
        squares = tuple(_cell(numbers, square) for square in range(column, numbers.squares, width))
        motes.append(Mote(x, TOP - 22, _dots(other), size=22 if len(other) > 2 else 26))
        motes.append(Mote(x, bottom + 24, _dots(mine), "tab", size=22 if len(mine) > 2 else 26, of=squares))
        motes.append(Mote(x, bottom + 62, numbers.columns[column].name.upper(), size=26))
    motes += [Mote(LEFT // 2, corner(row * width)[1] + SIZE // 2, str(row + 1), size=26) for row in range(rows)]
    border = corner(0)[1] + (0 if turned else SIZE) - 6
    edge = Patch(LEFT - 5, TOP - 5, across + 10, down + 10, "strong", radius=8)
    frontier = Patch(LEFT, border, across, 12, "accent", "stripes", over=True)
    return Ground(
        "board",
        tell(Say("board")),
        LEFT + across + 6,
        bottom + 82,
        cells,
        patches=(edge, frontier),
        motes=tuple(motes),
    )


def _look(numbers: Numbers, square: int) -> Literal["goal", "goal2", "home", "light", "dark"]:
    row, column = divmod(square, numbers.width)
    if row == 0:
        return "goal" if column % 2 else "goal2"
    if numbers.name(square) in numbers.smugglers:
        return "home"
    return "light" if (row + column) % 2 else "dark"


# ---- the scene


def scene(game: AnyGame, glance: Glance) -> Scene:
    """The board, what left it, and what the viewer may do."""
    game, now, tell = cast(Chasse, game), cast(Now, glance.now), glance.tell
    points = glance.turn.scores if isinstance(glance.turn, Over) else telling.points(game, now)
    chips = tuple(_chip(now, seat, points[seat], tell) for seat in (SMUGGLER, CUSTOMS))
    areas: list[Area] = [Board("board", tuple(_pieces(game, now, tell)))]
    areas += [tray for seat in (CUSTOMS, SMUGGLER) if (tray := _lost(now, seat, tell))]
    if now.phase == "hide" and glance.legal:
        areas.append(_plates(game, now, tell))
    elif now.phase in ("smuggler", "customs"):
        areas.append(_nearest(game, now, tell))
    over = glance.turn if isinstance(glance.turn, Over) else None
    return Scene(
        prompt=tell(ending(over)) if over else _prompt(game, now, glance),
        rule=glance.phase,
        chips=chips,
        areas=tuple(areas),
        ask=_ask(game, now, glance),
        status=_status(game, now, tell),
        end=_end(game, now, over, tell) if over else (),
    )


def _prompt(game: Chasse, now: Now, glance: Glance) -> Text:
    mine = "-you" if glance.legal else ""
    seat = CUSTOMS if now.phase == "customs" else SMUGGLER
    stuck = mine and isinstance(glance.legal[0], Pass)
    args: dict[str, Arg] = {"seat": Who(seat), "n": now.hidden + 1, "plates": game.numbers.plates}
    return glance.tell(Say("prompt-stuck" if stuck else f"prompt-{now.phase}{mine}", args))


def _status(game: Chasse, now: Now, tell: Tell) -> Text:
    left = game.numbers.standstill - now.quiet
    if now.phase == "over":
        return tell(Say("screen-over"))
    return tell(Say("screen-quiet", {"left": left})) if 2 * now.quiet >= game.numbers.standstill else ""


def _chip(now: Now, seat: int, points: int, tell: Tell) -> Chip:
    pawns = sum(square != OFF for square in (now.smugglers, now.customs)[seat])
    args: dict[str, Arg] = {"pawns": pawns, "plates": now.hidden - now.seized, "seized": now.seized}
    return Chip(
        sum=tell(Say("screen-points", {"points": points})),
        role=tell(Say(f"role-{SIDES[seat]}")),
        note=tell(Say(f"screen-has-{SIDES[seat]}", args)),
        symbol=SIDES[seat],
    )


def _pieces(game: Chasse, now: Now, tell: Tell) -> list[Item]:
    """Pawns keep their handles: anybody who watches can tell them apart."""
    items = []
    for pawn, square in enumerate(now.smugglers):
        if square != OFF:
            plates = now.plates[pawn] if now.plates else 0
            items.append(_smuggler(tell, game, pawn, square, plates, pawn in now.chalked))
    for pawn, square in enumerate(now.customs):
        if square != OFF:
            items.append(_customs(tell, game, pawn, square))
    return items


@part
def _smuggler(tell: Tell, game: Chasse, pawn: int, square: int, plates: int, chalked: bool) -> Item:
    args: dict[str, Arg] = {"n": plates, "empty": "yes" if chalked else "no"}
    badge = str(plates) if plates else "0" if chalked else ""
    return _pawn(SMUGGLER, pawn, tell(Say("pawn-smuggler", args)), _cell(game.numbers, square), badge)


@part
def _customs(tell: Tell, game: Chasse, pawn: int, square: int) -> Item:
    return _pawn(CUSTOMS, pawn, tell(Say("pawn-customs")), _cell(game.numbers, square))


def _pawn(seat: int, pawn: int, label: Text, at: str = "", badge: Text = "") -> Item:
    return Item(item_id(SIDES[seat], 0, pawn), label, SIDES[seat], "piece", at, badge=badge)


def _lost(now: Now, seat: int, tell: Tell) -> Tray | None:
    """The pawns of a side that left the board."""
    pawns = (now.smugglers, now.customs)[seat]
    lost = [pawn for pawn, square in enumerate(pawns) if square == OFF]
    label = tell(Say(f"pawn-{SIDES[seat]}", {"n": 0, "empty": "no"}))
    title = tell(Say(f"screen-lost-{SIDES[seat]}", {"n": len(lost)}))
    items = tuple(_pawn(seat, pawn, label) for pawn in lost)
    return Tray(f"lost-{SIDES[seat]}", items, title, where="left" if seat == CUSTOMS else "right") if lost else None


def _nearest(game: Chasse, now: Now, tell: Tell) -> Panel:
    """How near the most advanced smuggler is who has not arrived."""
    rows = [game.numbers.row(square) - 1 for square in now.smugglers if square >= game.numbers.width]
    return Panel("nearest", text=tell(Say("screen-nearest", {"rows": min(rows)})), where="aside")


def _plates(game: Chasse, now: Now, tell: Tell) -> Tray:
    """The plates still to be hidden."""
    left = range(now.hidden, game.numbers.plates)
    label = tell(Say("screen-plate"))
    items = tuple(Item(item_id("plate", 0, number), label, "plate", "piece") for number in left)
    return Tray("plates", items, tell(Say("screen-to-hide", {"n": len(left)})), where="hand", private=True)


# ---- what may be done


def _ask(game: Chasse, now: Now, glance: Glance) -> Ask | None:
    legal, tell = glance.legal, glance.tell
    if not legal or glance.viewer is None:
        return None
    if now.phase == "hide":
        return _ask_hide(game, now, legal, tell)
    if isinstance(legal[0], Pass):
        button = Button(Act(game.write(legal[0])), tell(Say("verb-pass")), (tell(Say("action-pass")),))
        return Ask(tell(Say("verb-pass")), buttons=(button,))
    return _ask_move(game, now, glance.viewer, legal, tell)


def _ask_hide(game: Chasse, now: Now, legal: Sequence[Action], tell: Tell) -> Ask:
    may = [cast(Hide, action).pawn for action in legal]
    note = tell(Say("hide-note", {"n": now.hidden + 1, "plates": game.numbers.plates}))
    picks = tuple(
        Pick(_handle(SMUGGLER, pawn), acts=(Act(game.write(Hide(pawn)), tell(telling.action(game, Hide(pawn))), note),))
        for pawn in may
    )
    passed = tuple(_handle(SMUGGLER, pawn) for pawn in range(len(game.starts)) if pawn not in may)
    why = (Why(passed, tell(Say("why-order"))),) if passed else ()
    return Ask(tell(Say("verb-hide")), note=tell(Say("ask-hide")), picks=picks, why=why)


def _ask_move(game: Chasse, now: Now, seat: int, legal: Sequence[Action], tell: Tell) -> Ask:
    """A pawn, then a square, then one of two ways."""
    ways: dict[int, Moves] = {}
    for move in cast(Sequence[Move], legal):
        ways.setdefault(move.origin, {}).setdefault(move.target, []).append(move)
    pawns = (now.smugglers, now.customs)[seat]
    picks, why, stuck = [], [], []
    for pawn, square in enumerate(pawns):
        handle = _handle(seat, pawn)
        if square not in ways:
            stuck += [handle] if square != OFF else []
            continue
        picks.append(
            Pick(
                handle,
                _controls(game, now, seat, ways[square], tell),
                ways=_ways(game, now, seat, square, ways[square], tell),
            )
        )
        why.append(_why_number(tell, game, seat, pawn, square))
    if stuck:
        why.append(Why(tuple(stuck), tell(Say("why-stuck"))))
    return Ask(tell(Say("verb-move")), picks=tuple(picks), why=tuple(why), other=tell(Say("other-way")))


@part
def _why_number(tell: Tell, game: Chasse, seat: int, pawn: int, square: int) -> Why:
    """A pawn goes as far as the numbers of its column say."""
    args: dict[str, Arg] = {"column": game.numbers.columns[square % game.numbers.width].name.upper()}
    args["numbers"] = _dots(game.numbers.numbers(seat, square))
    return Why((), tell(Say("why-number", args)), _handle(seat, pawn))


def _ways(game: Chasse, now: Now, seat: int, square: int, moves: Moves, tell: Tell) -> tuple[Ways, ...]:
    """Where a pawn may go without a control, by the length of the way."""
    blocked = game.blocked(seat, now)
    found: dict[Text, list[str]] = {}
    for target in moves:
        if target not in now.smugglers:
            for route in game.routes[seat].ways[square][target].open(blocked):
                note, path = _route(tell, game, route)
                found.setdefault(note, []).append(path)
    return tuple(Ways("board", _cell(game.numbers, square), tuple(to), note) for note, to in found.items())


def _controls(game: Chasse, now: Now, seat: int, moves: Moves, tell: Tell) -> tuple[Target, ...]:
    """The smugglers that may be controlled, with what is at stake."""
    numbers, blocked = game.numbers, game.blocked(seat, now)
    note = tell(Say("control-note", {"pawn": numbers.pawn}))
    targets = []
    for target, ways in moves.items():
        if target in now.smugglers:
            cell = _cell(numbers, target)
            say = tell(Say("control-say", {"square": cell}))
            routes = game.routes[seat].ways[ways[0].origin][target].open(blocked)
            acts = (
                Act(game.write(move), say, note, tuple(_cell(numbers, at) for at in route))
                for move, route in zip(ways, routes, strict=True)
            )
            targets.append(Target(f"board/{cell}", tuple(acts)))
    return tuple(targets)


@part
def _route(tell: Tell, game: Chasse, route: tuple[int, ...]) -> tuple[Text, str]:
    """How long a way is, in words, and its squares after the first."""
    steps = sum(_distance(game.numbers.width, *pair) for pair in pairwise(route))
    return tell(Say("move-note", {"n": steps, "bends": len(route) - 2})), _path(game.numbers, route[1:])


def _distance(width: int, one: int, other: int) -> int:
    return abs(one // width - other // width) + abs(one % width - other % width)


# ---- what happens


def steps(game: AnyGame, events: tuple[Event, ...], tell: Tell) -> tuple[Step, ...]:
    """A pawn goes its way; a control is a wait, then what was found."""
    game = cast(Chasse, game)
    found: list[Step] = []
    for event in events:
        match event:
            case Moved(seat, route):
                cells = tuple(_cell(game.numbers, square) for square in route)
                found.append(Step(seat=seat, marks=(Mark("last", cells),)))
            case Controlled(square, plates):
                found.append(_reveal(game, square, plates, tell))
    return tuple(found)


def _reveal(game: Chasse, square: int, found: int, tell: Tell) -> Step:
    """What is under the pawn, and what it costs whom."""
    numbers = game.numbers
    args: dict[str, Arg] = {
        "square": _link(numbers, square),
        "found": found,
        "seat": Who(CUSTOMS),
        "smuggler": Who(SMUGGLER),
    }
    stamp = None if found else Stamp(tell(Say("stamp-empty")), "true")
    pawn = Item("control.0.0", telling.square(numbers, square), "smuggler", "tile", stamp=stamp)
    plates = tuple(Item(f"control.1.{n}", tell(Say("screen-plate")), "plate", "tile") for n in range(found))
    verdict = Panel(
        "verdict",
        "verdict",
        tell(Say("control-found" if found else "control-empty", args)),
        tell(Say("verdict-found" if found else "verdict-empty")),
        tone="" if found else "good",
    )
    lines = [Line(tell(Say("bill-plates", {"n": found})), str(found * numbers.plate), "plate")] if found else []
    lost = "smuggler" if found else "customs"
    lines.append(Line(tell(Say(f"bill-{lost}")), str(numbers.pawn), lost))
    to = SIDES[CUSTOMS if found else SMUGGLER]
    total = found * numbers.plate + numbers.pawn
    lines.append(Line(tell(Say(f"bill-to-{to}")), tell(Say("screen-points", {"points": total})), total=True))
    bill = Panel("bill", "slip", tell(Say("bill-title")), lines=tuple(lines))
    title = tell(Say("control-title", args))
    return Step(CUSTOMS, True, (Row("control", (pawn, *plates)), verdict, bill), hold=True, title=title)


def said(game: AnyGame, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """As the telling has it, with squares that can be pressed; a control says where without the move before it."""
    game = cast(Chasse, game)
    placed = [event for event in events if isinstance(event, PlatePlaced)]
    control = any(isinstance(event, Controlled) for event in events)
    out = []
    for event in events:
        match event:
            case Moved() if control:
                continue
            case PlateHidden(hidden) if placed:
                args: dict[str, Arg] = {"square": _link(game.numbers, placed[0].square), "n": hidden}
                out.append(Say("event-plate-yours", args | {"plates": game.numbers.plates}))
            case PlatePlaced():
                continue
            case _:
                out.append(_linked(telling.event(game, event)))
    return tuple(out)


def _linked(said: Say) -> Say:
    """The same sentence with refs to the squares it names."""
    return Say(said.key, {name: _linked_arg(arg) for name, arg in said.args.items()})


def _linked_arg(arg: Arg) -> Arg:
    match arg:
        case str() if re.fullmatch(r"[A-Z][1-9][0-9]?", arg):
            return f"[{arg}](board/{arg})"
        case tuple():
            return tuple(_linked(each) for each in arg)
    return arg


# ---- the end


def _end(game: Chasse, now: Now, over: Over, tell: Tell) -> tuple[Area, ...]:
    """The pawns are lifted: where every plate was, and the points."""
    numbers = game.numbers
    plates = now.plates or ()
    lifted = [(square, n) for square, n in sorted(zip(now.smugglers, plates, strict=True)) if n]
    items = tuple(
        Item(
            f"lifted.0.{place}",
            telling.square(numbers, square),
            "smuggler",
            notes=(Note(tell(Say("screen-plates", {"n": n}))),),
        )
        for place, (square, n) in enumerate(lifted)
    )
    row = (Row("lifted", items, tell(Say("end-lifted"))),) if items else ()
    lines = tuple(_account(game, now, over, seat, tell) for seat in (SMUGGLER, CUSTOMS))
    return (
        *row,
        Panel("account", "slip", tell(Say("end-account")), lines=tuple(line for side in lines for line in side)),
    )


def _account(game: Chasse, now: Now, over: Over, seat: int, tell: Tell) -> tuple[Line, ...]:
    """One side's points: pawns of the other side, then plates, then the sum."""
    numbers, side = game.numbers, SIDES[seat]
    lost = (now.customs, now.smugglers)[seat].count(OFF)
    plates = (over.scores[seat] - lost * numbers.pawn) // numbers.plate
    return (
        Line(tell(Say(f"account-plates-{side}", {"n": plates})), str(plates * numbers.plate), "plate"),
        Line(tell(Say(f"account-pawns-{side}", {"n": lost})), str(lost * numbers.pawn), SIDES[1 - seat]),
        Line(
            tell(Say("account-sum", {"seat": Who(seat)})),
            tell(Say("screen-points", {"points": over.scores[seat]})),
            total=True,
        ),
    )


# ---- names


def _handle(seat: int, pawn: int) -> str:
    return item_id(SIDES[seat], 0, pawn)


@lru_cache(maxsize=4096)
def _cell(numbers: Numbers, square: int) -> str:
    return numbers.name(square).upper()


def _path(numbers: Numbers, squares: tuple[int, ...]) -> str:
    return " ".join(_cell(numbers, square) for square in squares)


def _link(numbers: Numbers, square: int) -> Text:
    return f"[{_cell(numbers, square)}](board/{_cell(numbers, square)})"


def _dots(numbers: tuple[int, ...]) -> Text:
    return "·".join(map(str, numbers))
