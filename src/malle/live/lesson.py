"""Plays a lesson: its boards move by move, and the state messages that its page steps through.

Table, rules and drawing are those of a real game, but no player sits there and nothing is stored. The game's
`lesson.toml` becomes a log, which is replayed like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw, Struct

from malle.core import NATURE, MalleError, Refused, Say, Seat, Sheet
from malle.core.dealer import Dealer
from malle.core.lesson import LessonBoard, LessonStep, read_notes, told_number, told_things
from malle.core.paper import facts
from malle.core.record import TABLE
from malle.games.boxes import Box
from malle.live import frames
from malle.live.replay import Reel
from malle.live.room import Room
from malle.table import Entry, Setup, Step, Table, TableId, open_table
from malle.wire.boxes import titled
from malle.wire.course import Bubble, Course
from malle.wire.messages import encode


class PlayedBoard(Struct, frozen=True):
    """A board of a lesson, from the deal to its last step."""

    learner: Seat
    reel: Reel
    stops: tuple[tuple[int, LessonStep], ...]
    """Each step with the moment at which its bubble is shown: all that it tells has happened by then, chance
    included."""


def play_board(sheet: Sheet, board: LessonBoard, box: Box | None = None) -> PlayedBoard:
    """Play a board with the usual edition, or with a custom one. `Refused` names the first entry that the rules
    reject."""
    seats = len(board.names)
    options = sheet.settle_options(seats, {})
    own = "" if box is None else box.digest
    setup = Setup(
        table="lesson", game=sheet.name, version=sheet.version, seats=seats, options=options, seal="", edition=own
    )
    game = sheet.make(seats, options, None if box is None else box.path)
    table = open_table(setup, game, Dealer(bytes(32), "lesson"))
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
    room = Room(TableId(0), "lesson", table, sheet if box is None else titled(sheet, box))
    room.names = board.names
    return PlayedBoard(board.learner, Reel(room, tuple(steps)), tuple(stops))


def _follow(table: Table, mover: Seat, lines: Sequence[str]) -> Step:
    """Return the step of a lesson's move with the chance results that the lesson gives. `lines` are the move
    and then these results. `Refused` if the seat is not awaited, the notation is not exact, or the rules allow
    neither the move nor the results."""
    text, *chance = lines
    try:
        if mover != TABLE:
            if mover not in table.awaited:
                raise Refused(f"seat {mover + 1} is not awaited, but {[seat + 1 for seat in table.awaited]}")
            written = table.game.write(table.game.read(text, table.state, mover))
            if written != text:
                raise Refused(f"it is written {written!r}")
        step = table.follow(Entry(table.seq + 1, mover, tuple(lines)))
    except MalleError as error:
        raise Refused(f"lesson, {text!r}: {error}") from error
    except ValueError:
        raise Refused(f"lesson, {text!r}: chance cannot do {chance}") from None
    if len(step.entry.lines) < len(lines):
        raise Refused(f"lesson, {text!r}: chance does {list(step.entry.lines[1:])} and no more, not {chance}")
    return step


def bubbles(sheet: Sheet, box: Box | None = None) -> tuple[Say, ...]:
    """Return the message of each step of a game's lesson, with the numbers and titles of an edition. The
    edition is the usual one, or `custom_edition`. `Refused` if it lacks a number or thing that the lesson
    mentions."""
    steps = () if sheet.lesson is None else sheet.lesson.steps
    if sheet.paper is None:
        return tuple(Say(f"lesson-{number}") for number in range(1, len(steps) + 1))
    edition = sheet.paper.read(None) if box is None else box.edition
    known = facts(sheet.paper, edition, sheet.seats)
    names = {each.name: each for each in sheet.paper.names(edition)}
    return tuple(
        Say(
            f"lesson-{number}",
            {name: told_number(known, text) for name, text in step.numbers.items()}
            | {name: told_things(names, text) for name, text in step.names.items()},
        )
        for number, step in enumerate(steps, 1)
    )


def make_course(sheet: Sheet, box: Box | None = None) -> bytes:
    """Return a game's lesson as JSON for its page. `custom_edition` gives its own numbers and titles. If the
    same moves would have other results there, the usual lesson is returned, and its first message says so.
    `Refused` if the game has no lesson, or if the rules reject it."""
    if sheet.lesson is None:
        raise Refused(f"{sheet.name} has no lesson")
    boards = [play_board(sheet, board) for board in sheet.lesson.boards]
    said = bubbles(sheet)
    if box is not None:
        try:
            own = [play_board(sheet, board, box) for board in sheet.lesson.boards], bubbles(sheet, box)
        except Refused:
            own = [], ()
        if [_lines(board) for board in own[0]] == [_lines(board) for board in boards]:
            boards, said = own
        else:
            said = (Say("usual-lesson", {"name": box.name, "said": said[0]}), *said[1:])
    return encode(_course(boards, said))


def _lines(board: PlayedBoard) -> list[tuple[str, ...]]:
    """Return the log lines of each move of a board, chance included."""
    return [step.entry.lines for step in board.reel.steps]


def _course(boards: Sequence[PlayedBoard], said: Sequence[Say]) -> Course:
    """Build the lesson's messages: a state for each moment of each board, and a bubble for each step."""
    states: list[Raw] = []
    bubbles: list[Bubble] = []
    for board in boards:
        for at, step in board.stops:
            do = tuple(note.text for note in read_notes(step.do))
            bubbles.append(Bubble(len(states) + at, said[len(bubbles)], do, step.lit))
        for moment in range(len(board.reel.steps)):
            room = board.reel.at(moment)
            since = room.table.seq - 1
            made = frames.frame(room, board.learner, since, robot=False, first=moment == 0)
            states.append(Raw(made))
    return Course(tuple(states), tuple(bubbles))
