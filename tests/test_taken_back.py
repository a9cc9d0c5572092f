"""What was taken back leaves the log: at once for whoever is at the table, and for whoever reads it anew."""

from __future__ import annotations

import json
from typing import Any

from malle.core import Seat
from malle.core.dealer import Dealer
from malle.games import load_game_info
from malle.runtime.room import Room
from malle.runtime.views.frames import build_frame
from malle.storage.store import TableId
from malle.table import Setup, Step, Table, open_table

HIDES = ("hide G13", "hide H12", "hide I13")


def room_of() -> Room:
    """Les plaques are to be hidden."""
    facts = load_game_info("chasse")
    settled = facts.complete_options(2, {})
    setup = Setup(table="x", game="chasse", version=facts.version, seats=2, options=settled, seal="")
    table: Table = open_table(setup, facts.make_game(2, settled, None), Dealer(bytes(32), "x"))
    room = Room(TableId(1), "x", table, facts)
    for seat in range(2):
        go(room, room.table.sit(Seat(seat), "person"))
    return room


def go(room: Room, step: Step) -> None:
    assert room.advance(step)


def act(room: Room, text: str) -> None:
    go(room, room.table.act(room.table.awaited[0], text, room.table.seq))


def sent(room: Room, viewer: int | None, since: int = -1) -> dict[str, Any]:
    seat = None if viewer is None else Seat(viewer)
    made: dict[str, Any] = json.loads(build_frame(room, seat, since, robot=False, first=since < 0))
    return made


def said(state: dict[str, Any], part: str = "log") -> list[str]:
    return [message["k"] for told in state.get(part, []) for message in told["said"]]


def test_a_move_that_was_taken_back_leaves_the_log() -> None:
    room = room_of()
    for text in HIDES[:2]:
        act(room, text)
    before = said(sent(room, 0))
    act(room, HIDES[2])
    assert len(said(sent(room, 0))) > len(before)
    seq = room.table.seq
    go(room, room.table.undo(Seat(0), seq))
    after = sent(room, 0, seq)
    assert after["taken_back"]
    assert said(after) == said(sent(room, 0)) == before
    assert not said(after, "heard")


def test_whoever_missed_move_and_undo_hears_of_neither() -> None:
    room = room_of()
    act(room, HIDES[0])
    seq, before = room.table.seq, said(sent(room, None))
    act(room, HIDES[1])
    go(room, room.table.undo(Seat(0), room.table.seq))
    for viewer in (0, 1, None):
        state = sent(room, viewer, seq)
        assert not said(state, "heard")
        assert "taken_back" not in state, "nothing that they had been told"
    assert said(sent(room, None)) == before


def test_all_of_it_may_be_taken_back() -> None:
    room = room_of()
    deal = said(sent(room, 0))
    for text in HIDES:
        act(room, text)
    for _ in HIDES:
        seq = room.table.seq
        go(room, room.table.undo(Seat(0), seq))
    state = sent(room, 0, seq)
    assert state["taken_back"]
    assert said(state) == said(sent(room, 0)) == deal
    act(room, HIDES[2])
    assert len(said(sent(room, 0))) == len(deal) + 1 or said(sent(room, 0))[: len(deal)] == deal
