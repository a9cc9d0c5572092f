"""Games of memory do not remember for you: what fades is in no frame once the next move is made, until the end.

Played on the stage: the real room and its frames, without services.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from malle.core import Luck, Seat, Viewer
from malle.games import GAMES, sheet
from malle.store.store import read_id
from malle.web.room import Room
from tests.browser.stage import Stage, stage


def _fades(name: str) -> bool:
    """Has this game something to forget?"""
    return any(getattr(event, "fades", False) for event in sheet(name).tiny().codec.events)


FADING = [name for name in GAMES if sheet(name).drawing and _fades(name)]
"""The games that have something to forget."""


@pytest.fixture(scope="module")
def running() -> Iterator[Stage]:
    """A stage with those games."""
    with stage([sheet(name) for name in FADING]) as found:
        found.robots_play = False
        yield found


def test_there_is_something_to_forget() -> None:
    """The tests below are about some game."""
    assert FADING


@pytest.mark.parametrize("name", FADING)
def test_no_frame_tells_what_has_faded(running: Stage, name: str) -> None:
    """For every seat and the spectator, after every move of a game: of older moves the log has only what lasts."""
    facts = sheet(name)
    seats = facts.seats[1]
    table = running.set_up(name, [f"P{seat}" for seat in range(seats)], seed=3)
    luck = Luck(3)
    faded = 0
    for _ in range(150):
        now = running.table(table)
        if not now.awaited:
            break
        viewer: Viewer = luck.choice([None, *map(Seat, range(seats))])
        state = _state(running, table, viewer)
        secret = _fading_sentences(running, table, viewer)
        faded += len(secret)
        older = [said for told in state["log"][:-1] for said in told["said"]]
        assert not secret & set(older)
        assert not any(told.get("kept") for told in state["log"][:-1])
        seat = now.awaited[0]
        running.act(table, seat, now.game.write(luck.choice(now.legal(Seat(seat)))))
    assert faded > 20


@pytest.mark.parametrize("name", FADING)
def test_the_latest_move_is_told_whole_and_says_what_will_stay(running: Stage, name: str) -> None:
    """The client drops the rest when the next move comes."""
    facts = sheet(name)
    table = running.set_up(name, [f"P{seat}" for seat in range(facts.seats[0])], seed=4)
    luck = Luck(4)
    kept = 0
    for _ in range(80):
        now = running.table(table)
        if not now.awaited:
            break
        seat = now.awaited[0]
        running.act(table, seat, now.game.write(luck.choice(now.legal(Seat(seat)))))
        last = _state(running, table, None)["log"][-1]
        if last.get("kept") is not None:
            kept += 1
            assert set(last["kept"]) < set(last["said"])
    assert kept > 3


def _state(running: Stage, table: str, viewer: Viewer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(running.frame(table, viewer))
    return found


def _fading_sentences(running: Stage, table: str, viewer: Viewer) -> set[str]:
    """What the moves before the last one said to this viewer and must not be found again. A sentence that something
    lasting says as well is none of them."""

    async def look() -> set[str]:
        room: Room = await running.house.room(read_id(table))
        tell = room.words(room.sheet, "fr", room.names, viewer).say
        drawing = room.sheet.drawing
        assert drawing is not None
        fading: set[str] = set()
        lasting: set[str] = set()
        for step in list(room.tail)[:-1]:
            for event in step.heard_by(viewer):
                said = set(map(tell, drawing.said(room.table.game, (event,))))
                (fading if event.fades else lasting).update(said)
        return fading - lasting

    found = running.call(look())
    assert isinstance(found, set)
    return found
