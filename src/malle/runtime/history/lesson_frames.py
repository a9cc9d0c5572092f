"""Plays a lesson: its boards move by move, and the state messages that its page steps through.

Table, rules and drawing are those of a real game, but no player sits there and nothing is stored. The game's
`lesson.toml` becomes a log, which is replayed like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw, Struct

from malle.config.edition_folder import with_edition_titles
from malle.core import NATURE, GameInfo, MalleError, Message, Refused, Seat
from malle.core.dealer import Dealer
from malle.core.editions.printed_numbers import rulebook_numbers
from malle.core.lesson import LessonBoard, LessonStep, parse_script, resolve_number, resolve_things
from malle.core.record import TABLE_MOVER
from malle.games.custom_editions import CustomEdition
from malle.protocol.lesson_messages import Bubble, LessonScript
from malle.protocol.messages import encode
from malle.runtime.history.replay import Replay
from malle.runtime.room import Room
from malle.runtime.views import frames
from malle.table import Entry, Setup, Step, Table, TableId, open_table


class PlayedBoard(Struct, frozen=True):
    """One board of a lesson, played from the deal to its last step. Made by `play_board`."""

    learner: Seat
    """The seat of the person who is taught."""
    replay: Replay
    bubble_moments: tuple[tuple[int, LessonStep], ...]
    """Each step of the lesson, after the index of the move at which its bubble is shown. All that
    the bubble tells has happened by then, chance included."""


def play_board(game_info: GameInfo, board: LessonBoard, custom_edition: CustomEdition | None = None) -> PlayedBoard:
    """Play a board of a game's lesson by its script, with the usual edition, or with a custom one.
    `Refused` names the first scripted action that the rules reject."""
    seats = len(board.names)
    options = game_info.complete_options(seats, {})
    edition_digest = "" if custom_edition is None else custom_edition.digest
    setup = Setup(
        table="lesson",
        game=game_info.name,
        version=game_info.version,
        seats=seats,
        options=options,
        seal="",
        edition=edition_digest,
    )
    game = game_info.make_game(seats, options, None if custom_edition is None else custom_edition.path)
    table = open_table(setup, game, Dealer(bytes(32), "lesson"))
    for seat in range(seats - 1):
        table = table.sit(Seat(seat), "person").table
    moves: list[tuple[Seat, list[str]]] = [(TABLE_MOVER, [f"person {seats}"])]
    stops = []
    for step in board.steps:
        for note in parse_script(step.played):
            if note.mover == NATURE:
                moves[-1][1].append(note.text)
            else:
                moves.append((note.mover, [note.text]))
        stops.append((len(moves) - 1, step))
        moves += [(board.learner, [note.text]) for note in parse_script(step.do)]
    steps: list[Step] = []
    for mover, lines in moves:
        steps.append(_follow_move(table, mover, lines))
        table = steps[-1].table
    room = Room(
        TableId(0),
        "lesson",
        table,
        game_info if custom_edition is None else with_edition_titles(game_info, custom_edition),
    )
    room.names = board.names
    return PlayedBoard(board.learner, Replay(room, tuple(steps)), tuple(stops))


def _follow_move(table: Table, mover: Seat, lines: Sequence[str]) -> Step:
    """Return the step of one scripted move of a lesson. `lines` are the move, and the chance
    results that the script gives. `Refused` if the seat is not awaited, if the notation is not
    exact, or if the rules do not allow the move or the results."""
    text, *outcomes = lines
    try:
        if mover != TABLE_MOVER:
            if mover not in table.awaited:
                raise Refused(f"seat {mover + 1} is not awaited, but {[seat + 1 for seat in table.awaited]}")
            written = table.game.write(table.game.read(text, table.state, mover))
            if written != text:
                raise Refused(f"it is written {written!r}")
        step = table.follow(Entry(table.seq + 1, mover, tuple(lines)))
    except MalleError as error:
        raise Refused(f"lesson, {text!r}: {error}") from error
    except ValueError:
        raise Refused(f"lesson, {text!r}: chance cannot do {outcomes}") from None
    if len(step.entry.lines) < len(lines):
        raise Refused(f"lesson, {text!r}: chance does {list(step.entry.lines[1:])} and no more, not {outcomes}")
    return step


def lesson_messages(game_info: GameInfo, custom_edition: CustomEdition | None = None) -> tuple[Message, ...]:
    """Return the text of each bubble of a game's lesson, in order, as a message. Its arguments are
    numbers and titles of the edition: the usual one, or `custom_edition`. Empty if the game has no
    lesson. `Refused` if the edition lacks a number or thing that the lesson mentions."""
    steps = () if game_info.lesson is None else game_info.lesson.steps
    if game_info.edition_info is None:
        return tuple(Message(f"lesson-{number}") for number in range(1, len(steps) + 1))
    edition = game_info.edition_info.read_edition(None) if custom_edition is None else custom_edition.edition
    known = rulebook_numbers(game_info.edition_info, edition, game_info.seats)
    names = {each.name: each for each in game_info.edition_info.titled_things(edition)}
    return tuple(
        Message(
            f"lesson-{number}",
            {name: resolve_number(known, text) for name, text in step.numbers.items()}
            | {name: resolve_things(names, text) for name, text in step.names.items()},
        )
        for number, step in enumerate(steps, 1)
    )


def encode_course(game_info: GameInfo, custom_edition: CustomEdition | None = None) -> bytes:
    """Return a game's lesson as the JSON that its page gets. With `custom_edition` it has that
    edition's numbers and titles. If the scripted moves are refused or end otherwise with that
    edition, the usual lesson is returned, and its first message says so. `Refused` if the game has
    no lesson, or if the rules reject the usual one."""
    if game_info.lesson is None:
        raise Refused(f"{game_info.name} has no lesson")
    boards = [play_board(game_info, board) for board in game_info.lesson.boards]
    messages = lesson_messages(game_info)
    if custom_edition is not None:
        try:
            custom = (
                [play_board(game_info, board, custom_edition) for board in game_info.lesson.boards],
                lesson_messages(game_info, custom_edition),
            )
        except Refused:
            custom = [], ()
        if [_log_lines(board) for board in custom[0]] == [_log_lines(board) for board in boards]:
            boards, messages = custom
        else:
            messages = (Message("usual-lesson", {"name": custom_edition.name, "said": messages[0]}), *messages[1:])
    return encode(_build_course(boards, messages))


def _log_lines(board: PlayedBoard) -> list[tuple[str, ...]]:
    """Return the log lines of each move of a board, with the results of chance."""
    return [step.entry.lines for step in board.replay.steps]


def _build_course(boards: Sequence[PlayedBoard], messages: Sequence[Message]) -> LessonScript:
    """Build the script of a lesson: one state message for each move of each board, and one bubble
    for each step of the lesson. `messages` are the bubbles' texts, in order."""
    states: list[Raw] = []
    bubbles: list[Bubble] = []
    for board in boards:
        for at, step in board.bubble_moments:
            learner_moves = tuple(note.text for note in parse_script(step.do))
            bubbles.append(Bubble(len(states) + at, messages[len(bubbles)], learner_moves, step.lit))
        for moment in range(len(board.replay.steps)):
            room = board.replay.room_at(moment)
            since = room.table.seq - 1
            state = frames.build_frame(room, board.learner, since, robot=False, first=moment == 0)
            states.append(Raw(state))
    return LessonScript(tuple(states), tuple(bubbles))
