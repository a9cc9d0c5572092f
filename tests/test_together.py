"""What a seat does in several acts that the others are shown at once: nobody else is shown a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from malle.core import Seat, Viewer
from malle.core.dealer import Dealer
from malle.games import load_game, load_game_info
from malle.runtime.room import Room
from malle.runtime.timing import reveal_delay
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.runtime.views.frames import build_frame
from malle.storage.store import TableId
from malle.table import Entry, Setup, Step, Table, open_table
from malle.testing.suite import check_contract

ORDERS = (("a13", "b12", "e13", "e13", "m13"), ("c13", "c13", "c13", "c13", "c13"))
SMUGGLER, CUSTOMS = Seat(0), Seat(1)
OTHERS: tuple[Viewer, ...] = (CUSTOMS, None)


def table_of(late: int = 0) -> Table:
    """Two people at La chasse, before they sit."""
    found = load_game_info("chasse")
    options = found.complete_options(2, {})
    setup = Setup(
        table="0" * 13, game="chasse", version=found.version, seats=2, options=options, seal="", late=late
    )  # fmt: skip
    return open_table(setup, load_game("chasse")(2, options), Dealer(bytes(32), "together"))


def test_a_sheet_that_holds_back_what_it_must_not_is_found() -> None:
    """On a small board: both sides' moves, what a control found, and a phase that there is not."""
    small = load_game_info("chasse").make_tiny_game
    usual = tuple(replace(option, choices=(option.default,)) for option in load_game_info("chasse").options)
    plant = ("smuggler", "customs", "nowhere")
    found = check_contract(
        replace(load_game_info("chasse"), make_game=lambda *_: small(), options=usual, grouped_action_phases=plant),
        games=8,
    )
    told = [str(fault) for fault in found]
    for each in ("goes from one seat to another", "held back: ", "there is none called ['nowhere']"):
        assert any(each in fault for fault in told), (each, told)


def room_of(late: int = 0) -> Room:
    """Their room, where they have sat down."""
    room = Room(TableId(1), "0" * 13, table_of(late), load_game_info("chasse"))
    room.reading_timer = ReadingTimer(longest_sentence_lengths)
    reveal_delay.open_spectator_room(room)
    for seat in (SMUGGLER, CUSTOMS):
        take(room, room.table.sit(seat, "person"))
    return room


def take(room: Room, step: Step) -> None:
    """As the house goes on."""
    reveal_delay.delay_reveal(room, step, 2.0)
    reveal_delay.group_acts(room, step)
    room.advance(step)
    reveal_delay.advance_spectators(room)


def hide(room: Room, *squares: str) -> None:
    for square in squares:
        take(room, room.table.act(SMUGGLER, f"hide {square}", room.table.seq))


def shown(room: Room, viewer: Viewer, since: int = 2) -> bytes:
    return build_frame(room.visible_room(viewer), viewer, since, robot=False, first=False)


def frames(squares: Sequence[str], viewer: Viewer) -> Iterator[bytes]:
    """What this viewer is sent while these are hidden: only where the seq that they are shown is another one."""
    room = room_of()
    seen = room.visible_room(viewer).table.seq
    for square in squares:
        hide(room, square)
        now = room.visible_room(viewer).table.seq
        if now != seen:
            yield shown(room, viewer, seen)
            seen = now


@pytest.mark.parametrize("viewer", OTHERS)
def test_others_are_sent_one_frame_and_it_is_the_same_wherever_plates_are(viewer: Viewer) -> None:
    one, two = (list(frames(squares, viewer)) for squares in ORDERS)
    assert len(one) == 1
    assert one == two
    assert one[0].count(b"event-plate-hidden") == 5
    assert len(list(frames(ORDERS[0], SMUGGLER))) == 5


@pytest.mark.parametrize("viewer", OTHERS)
def test_a_part_of_it_is_shown_to_nobody_whoever_comes_meanwhile(viewer: Viewer) -> None:
    room, before = room_of(), room_of()
    for square in ORDERS[0][:4]:
        hide(room, square)
        for robot in (False, True):
            first = [
                build_frame(each.visible_room(viewer), viewer, -1, robot=robot, first=True) for each in (room, before)
            ]
            assert first[0] == first[1]
        assert shown(room, SMUGGLER) != shown(before, SMUGGLER)


def test_a_process_that_reads_the_log_shows_no_more() -> None:
    room, entries = room_of(), log(ORDERS[0][:3])
    fresh = Room(TableId(1), "0" * 13, table_of(), load_game_info("chasse"))
    reveal_delay.replay_log(fresh, entries, [5.0] * len(entries), 5.0, 2.0)
    assert fresh.table.seq == 5
    assert fresh.visible_room(SMUGGLER).table.seq == 5
    for viewer in OTHERS:
        assert fresh.visible_room(viewer).table.seq == 2
        assert shown(fresh, viewer) == shown(room, viewer)
    assert [table.seq for table in fresh.snapshot_candidates] == [1, 2], "no snapshot of a part"


def log(squares: Sequence[str]) -> list[Entry]:
    table = table_of()
    entries = []
    for step in ("person 1", "person 2", *squares):
        made = table.sit(Seat(int(step[-1]) - 1), "person") if "person" in step else None
        made = made or table.act(SMUGGLER, f"hide {step}", table.seq)
        entries.append(made.entry)
        table = made.table
    return entries


def test_taken_back_and_hidden_anew_is_shown_when_it_is_whole() -> None:
    room = room_of()
    hide(room, *ORDERS[0])
    before = room.table.seq
    for _ in range(5):
        take(room, room.table.undo(SMUGGLER, room.table.seq))
        assert room.visible_room(CUSTOMS).table.seq == before
    hide(room, *ORDERS[1][:4])
    assert room.visible_room(CUSTOMS).table.seq == before
    hide(room, ORDERS[1][4])
    assert room.visible_room(CUSTOMS).table.seq == room.table.seq == before + 10


def test_who_leaves_is_shown_at_once() -> None:
    room = room_of()
    hide(room, "a13", "b12")
    take(room, room.table.resign(SMUGGLER))
    assert room.visible_room(CUSTOMS).table.seq == room.table.seq
    assert room.visible_room(CUSTOMS).players()[0].kind == "robot"


def test_late_spectators_are_not_ahead_of_the_others() -> None:
    room = room_of(late=1)
    hide(room, *ORDERS[0][:4])
    assert room.visible_room(None).table.seq <= room.visible_room(CUSTOMS).table.seq == 2
    hide(room, ORDERS[0][4])
    assert room.visible_room(None).table.seq == room.table.seq - 1


def test_since_when_somebody_is_waited_for_is_not_counted_anew() -> None:
    """Others can read it in the list of their games."""
    room = room_of()
    for square, held in zip(ORDERS[0], [None] * 4 + [0.0], strict=True):
        step = room.table.act(SMUGGLER, f"hide {square}", room.table.seq)
        assert reveal_delay.seconds_until_reveal(room, step, 2.0) == held
        take(room, step)
