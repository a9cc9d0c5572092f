"""What late spectators are told of who sits where: as it was then, but never by a name that is nobody's any more."""

from __future__ import annotations

from uuid import uuid4

import pytest

from malle.core import Seat
from malle.core.dealer import Dealer
from malle.runtime.room import Room
from malle.runtime.seats.seat_owners import _set_room_names as call
from malle.runtime.timing import reveal_delay
from malle.runtime.views import frames
from malle.storage.store import SeatOwner, TableId
from malle.table import Setup, Step, open_table
from malle.testing import example_game

ANN, BOB, CID = map(Seat, range(3))


def go(room: Room, step: Step) -> None:
    """The table goes on, here and for those who look later."""
    assert room.advance(step)
    reveal_delay.advance_spectators(room)


def shown(room: Room) -> list[str]:
    """What those at the seats are called, for late spectators."""
    assert room.visible_room(None).table.seq < room.table.seq
    return [each.name for each in room.visible_room(None).players()]


@pytest.fixture
def room() -> Room:
    """Ann, Bob and Cid have bid; whoever looks on has not seen it yet."""
    options = {"rounds": 2}
    setup = Setup(table="", game="parley", version=1, seats=3, options=options, seal="", late=3)
    table = open_table(setup, example_game.GAME_INFO.make_game(3, options, None), Dealer(bytes(32), ""))
    room = Room(TableId(1), "", table, example_game.GAME_INFO)
    reveal_delay.open_spectator_room(room)
    for seat in (ANN, BOB, CID):
        go(room, room.table.sit(seat, "person"))
    room.set_names(("Ann", "Bob", "Cid"))
    for seat in (ANN, BOB, CID):
        go(room, room.table.act(seat, f"bid {seat + 1}", 3))
    assert shown(room) == ["Ann", "Bob", "Cid"]
    return room


def test_a_name_that_was_erased_or_taken_away_is_not_shown_late(room: Room) -> None:
    room.set_names(("Ann", "?", "Cid"))
    assert shown(room) == ["Ann", "?", "Cid"]
    go(room, room.table.act(CID, "keep", 6))
    assert shown(room) == ["Ann", "?", "Cid"]


def test_nor_that_of_somebody_for_whom_a_robot_plays_since(room: Room) -> None:
    go(room, room.table.resign(BOB))
    room.set_names(("Ann", "?", "Cid"))
    assert shown(room) == ["Ann", "?", "Cid"]


def test_who_came_to_a_seat_since_is_shown_as_late_as_the_rest(room: Room) -> None:
    """Ann goes and somebody comes who is called Bob too: of that nothing is told yet, not by a number after Bob's name
    either. Then Bob is erased."""
    go(room, room.table.give_up(ANN))
    room.set_names(("Hugo", "Bob", "Cid"))
    assert shown(room) == ["Ann", "Bob", "Cid"]
    go(room, room.table.give_robot_seat(ANN))
    room.set_names(("Bob", "Bob 2", "Cid"), ("Bob", "Bob", "Cid"))
    assert shown(room) == ["Ann", "Bob", "Cid"]
    room.set_names(("Bob", "?", "Cid"))
    assert shown(room) == ["Ann", "?", "Cid"]


def test_nor_that_of_somebody_who_gave_their_seat_up_and_was_erased_then(room: Room) -> None:
    """A robot has it, and who sat there is nobody's to ask about any more but by what was noted; nor is it kept in what
    was made for late spectators before."""
    sitters = {seat: SeatOwner(uuid4()) for seat in range(3)}
    names = {each.person: name for each, name in zip(sitters.values(), ("Ann", "Bob", "Cid"), strict=True)}
    call(room, sitters, names)
    go(room, room.table.give_up(ANN))
    call(room, sitters, names)
    assert b"Ann" in bytes(frames.public_part(room.visible_room(None)))
    assert room.past_names() == names
    call(room, sitters, {**names, sitters[ANN].person: "?"})
    assert shown(room) == ["?", "Bob", "Cid"]
    assert b"Ann" not in bytes(frames.public_part(room.visible_room(None)))


def test_a_process_that_has_just_begun_does_not_know_who_was_there(room: Room) -> None:
    """Ann gave her seat up, and Dan was let in: it has the log, by which seats changed hands, and their people now."""
    go(room, room.table.give_up(ANN))
    go(room, room.table.give_robot_seat(ANN))
    room.set_names(("Dan", "Bob", "Cid"))
    room._past_seatings.clear()
    assert shown(room) == ["", "Bob", "Cid"]
