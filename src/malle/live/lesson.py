"""A lesson, played: its boards move by move, and the frames that its page walks through.

The same table, rules and drawing as in a game; only nobody sits there, and nothing is kept. What is written in the
game's `lesson.toml` becomes a log, and the log is followed like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw, Struct

from malle.core import NATURE, MalleError, Refused, Say, Seat, Sheet
from malle.core.dealer import Dealer
from malle.core.lesson import LessonBoard, LessonStep, read_notes
from malle.core.record import TABLE
from malle.live import frames
from malle.live.replay import Reel
from malle.live.room import Room
from malle.store.store import TableId
from malle.table import Entry, Setup, Step, Table, open_table
from malle.wire.course import Bubble, Course
from malle.wire.messages import encode


class PlayedBoard(Struct, frozen=True):
    """A board of a lesson, from the deal to its last step."""

    learner: Seat
    reel: Reel
    stops: tuple[tuple[int, LessonStep], ...]
    """Each step, and the moment at which its bubble stands: the one in which all that it tells has happened, with the
    chance that came with it."""


def play_board(sheet: Sheet, board: LessonBoard) -> PlayedBoard:
    """Follows a board. `Refused` names the first entry that the rules do not allow."""
    seats = len(board.names)
    options = sheet.settle_options(seats, {})
    setup = Setup(table="lesson", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="")
    table = open_table(setup, sheet.make(seats, options, None), Dealer(bytes(32), "lesson"))
    for seat in range(seats - 1):
        table = table.sit(Seat(seat), "person").table
    moves: list[tuple[Seat, list[str]]] = [(TABLE, [f"person {seats}"])]
    stops = []
    for step in board.steps:
        for note in read_notes(step.played):
            if note.mover == NATURE:
                moves[-1][1].append(note.text)
            else:
                moves.append((note.mover, [note.text]))
        stops.append((len(moves) - 1, step))
        moves += [(board.learner, [note.text]) for note in read_notes(step.do)]
    steps: list[Step] = []
    for mover, lines in moves:
        steps.append(_follow(table, mover, lines))
        table = steps[-1].table
    room = Room(TableId(0), "lesson", table, sheet)
    room.names = board.names
    return PlayedBoard(board.learner, Reel(room, tuple(steps)), tuple(stops))


def _follow(table: Table, mover: Seat, lines: Sequence[str]) -> Step:
    """A move of a lesson with the chance that it tells."""
    text, *chance = lines
    try:
        if mover != TABLE:
            if mover not in table.awaited:
                raise Refused(f"seat {mover + 1} is not awaited, but {[seat + 1 for seat in table.awaited]}")
            written = table.game.write(table.game.read(text, table.state, mover))
            if written != text:
                raise Refused(f"it is written {written!r}")
        step = table.follow(Entry(table.seq + 1, mover, tuple(lines)))
    except StopIteration:
        raise Refused(f"lesson, {text!r}: chance cannot do {chance}") from None
    except MalleError as error:
        raise Refused(f"lesson, {text!r}: {error}") from error
    if len(step.entry.lines) < len(lines):
        raise Refused(f"lesson, {text!r}: chance does {list(step.entry.lines[1:])} and no more, not {chance}")
    return step


def make_course(sheet: Sheet) -> bytes:
    """A game's lesson as its page is sent it. `Refused` if the game has none, or the rules do not allow it."""
    if sheet.lesson is None:
        raise Refused(f"{sheet.name} has no lesson")
    states: list[Raw] = []
    bubbles: list[Bubble] = []
    for board in sheet.lesson.boards:
        played = play_board(sheet, board)
        for at, step in played.stops:
            do = tuple(note.text for note in read_notes(step.do))
            bubbles.append(Bubble(len(states) + at, Say(f"lesson-{len(bubbles) + 1}"), do, step.lit))
        for moment in range(len(played.reel.steps)):
            room = played.reel.at(moment)
            since = room.table.seq - 1
            made = frames.frame(room, played.learner, since, robot=False, first=moment == 0)
            states.append(Raw(made))
    return encode(Course(tuple(states), tuple(bubbles)))
