"""Games of memory do not remember for you: what fades is in no frame once the next move is made, until the end.

Played on the stage: the real room and its frames, without services.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from malle.core import Luck, Message, Seat, Viewer, Waiting
from malle.core.dealer import Dealer
from malle.core.play import make_move, resolve_chance
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import Translator
from malle.runtime.room import Room
from malle.runtime.timing import reveal_delay
from malle.runtime.views.frames import build_frame
from malle.storage.store import TableId, parse_table_id
from malle.table import Setup, Step, open_table
from tests.browser.stage import Stage, stage


def _fades(name: str) -> bool:
    """Has this game something to forget, as it is usually played? With an option it may have more."""
    facts, luck = load_game_info(name), Luck(1)
    if not any(getattr(event, "shown_once", False) for event in facts.make_tiny_game().codec.event_types):
        return False
    game = facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    state, plies = resolve_chance(game, game.new(), luck.pick)
    for _ in range(40):
        if any(event.shown_once for ply in plies for event in ply.events):
            return True
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            break
        seat = turn.seats[0]
        state, plies = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return False


FADING = [name for name in OWN_GAMES if load_game_info(name).drawing and _fades(name)]
"""The games that have something to forget."""


@pytest.fixture(scope="module")
def running() -> Iterator[Stage]:
    """A stage with those games."""
    with stage([load_game_info(name) for name in FADING]) as found:
        found.robots_play = False
        yield found


def test_there_is_something_to_forget() -> None:
    """The tests below are about some game."""
    assert FADING


@pytest.mark.parametrize("name", FADING)
def test_no_frame_tells_what_has_faded(running: Stage, name: str) -> None:
    """For every seat and the spectator, after every move of a game: of older moves the log has only what lasts."""
    facts = load_game_info(name)
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
    facts = load_game_info(name)
    table = running.set_up(name, [f"P{seat}" for seat in range(facts.seats[0])], seed=4)
    luck = Luck(4)
    kept = 0
    for _ in range(300):
        now = running.table(table)
        if not now.awaited:
            break
        seat = now.awaited[0]
        running.act(table, seat, now.game.write(luck.choice(now.legal(Seat(seat)))))
        last = _state(running, table, None)["log"][-1]
        if last.get("kept") is not None:
            kept += 1
            assert set(last["kept"]) < set(last["said"])
        if kept > 3:
            return
    raise AssertionError("too little faded")


@pytest.mark.parametrize("name", FADING)
def test_two_games_that_differ_in_what_faded_alone_have_the_same_log(name: str) -> None:
    """To every viewer who comes, or comes back and says any seq, and to spectators who are late: the same bytes while
    the games go on alike. So no line, number, mover, gap or beginning of the log counts what must be remembered."""
    compared = cut = 0
    for seed in range(8):
        pair = _pair(name, seed, late=2 if seed % 2 else 0)
        if pair is None:
            continue
        one, two = pair
        luck = Luck(seed)
        for _ in range(200):
            compared += _same_log(one, two, luck)
            if not _go_on_alike(one, two, luck):
                break
        cut += len(one.recent_steps) < one.table.seq
    assert compared > 200
    assert cut, "no game was so long that the log had lost its first lines"


@pytest.mark.parametrize("name", FADING)
def test_a_newcomer_cannot_tell_in_which_order_a_window_was_answered(name: str) -> None:
    """Two games that differ in it alone: no line is left of an answer that nobody heard, nor is a line known by who
    made the move that it tells of."""
    windows = 0
    for seed in range(6):
        one, luck = _room(name, seed, late=0), Luck(seed)
        for _ in range(300):
            if not (awaited := one.table.awaited):
                break
            if len(awaited) == 1:
                seat = awaited[0]
                text = one.table.game.write(luck.choice(one.table.legal(seat)))
                _advance(one, one.table.act(seat, text, one.table.seq))
                continue
            two = one.freeze()
            for room, order in ((one, awaited), (two, awaited[::-1])):
                for seat in order:
                    text = room.table.game.write(room.table.legal(seat)[-1])
                    _advance(room, room.table.act(seat, text, room.table.seq))
            assert one.table.state == two.table.state
            if _go_on_alike(one, two, luck):
                windows += 1
                for viewer in (None, *map(Seat, range(one.table.game.seats))):
                    assert _log(one, viewer) == _log(two, viewer)
    assert windows > 20


def _log(room: Room, viewer: Viewer) -> object:
    """What somebody is told on coming."""
    return json.loads(build_frame(room, viewer, -1, robot=False, first=True))["log"]


def _room(name: str, seed: int, late: int) -> Room:
    """A room in which the cards are dealt."""
    facts = load_game_info(name)
    seats = facts.seats[1]
    options = facts.complete_options(seats, {})
    setup = Setup(table="t", game=name, version=facts.version, seats=seats, options=options, seal="", late=late)
    table = open_table(setup, facts.make_game(seats, options, None), Dealer(bytes([seed]) * 32, "t"))
    one = Room(TableId(1), "t", table, facts)
    one.names = tuple(f"P{seat}" for seat in range(seats))
    reveal_delay.open_spectator_room(one)
    for seat in range(seats):
        _advance(one, one.table.sit(Seat(seat), "person"))
    return one


def _pair(name: str, seed: int, late: int) -> tuple[Room, Room] | None:
    """Two rooms of a game, in one of which something more happened that has faded since."""
    one, luck = _room(name, seed, late), Luck(seed)
    for _ in range(150):
        table = one.table
        if not table.awaited:
            return None
        seat = table.awaited[0]
        texts = [table.game.write(action) for action in table.legal(seat)]
        for text in texts:
            more = table.act(seat, text, table.seq)
            if more.heard and all(event.shown_once for event in more.heard) and more.table.awaited == table.awaited:
                two = one.freeze()
                two.spectator_room = one.spectator_room and one.spectator_room.freeze()
                _advance(two, more)
                if _go_on_alike(one, two, luck):
                    return one, two
        _advance(one, table.act(seat, luck.choice(texts), table.seq))
    return None


def _advance(room: Room, step: Step) -> None:
    room.advance(step)
    reveal_delay.advance_spectators(room)


def _go_on_alike(one: Room, two: Room, luck: Luck) -> bool:
    """The same move in both, if there is one that is heard alike but for what fades."""
    if not one.table.awaited or one.table.awaited != two.table.awaited:
        return False
    seat = one.table.awaited[0]
    texts = [
        [room.table.game.write(action) for action in room.table.legal(seat) if room.table.awaited]
        for room in (one, two)
    ]
    both = [text for text in texts[0] if text in texts[1]]
    for _ in range(min(len(both), 20)):
        text = luck.choice(both)
        first, second = one.table.act(seat, text, one.table.seq), two.table.act(seat, text, two.table.seq)
        if first.heard == second.heard and first.table.over is None and first.table.awaited == second.table.awaited:
            _advance(one, first)
            _advance(two, second)
            return True
    return False


def _same_log(one: Room, two: Room, luck: Luck) -> bool:
    """Compares what somebody is told on coming. Not while a late spectator has the move that fades next before them."""
    viewer: Viewer = luck.choice([None, *map(Seat, range(one.table.game.seats))])
    rooms = [(room.spectator_room or room) if viewer is None else room for room in (one, two)]
    if len({room.recent_steps[-1].entry.lines for room in rooms}) > 1:
        return False
    back = luck.choice([0, 1, 2, 3, 5, 9, 1000])
    told = []
    for room in rooms:
        state = json.loads(build_frame(room, viewer, max(-1, room.table.seq - back), robot=False, first=True))
        told.append(json.dumps([state.get("log"), state.get("heard")]))
    assert told[0] == told[1]
    return True


def _state(running: Stage, table: str, viewer: Viewer) -> dict[str, Any]:
    """A frame, its log in sentences."""
    found: dict[str, Any] = json.loads(running.frame(table, viewer))
    words = _words(running.call(running.house.get_room(parse_table_id(table))), viewer)
    for told in found["log"]:
        for part in ("said", "kept"):
            if part in told:
                told[part] = [words.translate(msgspec.convert(said, Message)) for said in told[part]]
    return found


def _fading_sentences(running: Stage, table: str, viewer: Viewer) -> set[str]:
    """What the moves before the last one said to this viewer and must not be found again. A sentence that something
    lasting says as well is none of them."""

    async def look() -> set[str]:
        room: Room = await running.house.get_room(parse_table_id(table))
        tell = _words(room, viewer).translate
        drawing = room.game_info.drawing
        assert drawing is not None
        fading: set[str] = set()
        lasting: set[str] = set()
        for step in list(room.recent_steps)[:-1]:
            for event in step.heard_by(viewer):
                said = set(map(tell, drawing.log_messages(room.table.game, (event,))))
                (fading if event.shown_once else lasting).update(said)
        return fading - lasting

    found = running.call(look())
    assert isinstance(found, set)
    return found


def _words(room: Room, viewer: Viewer) -> Translator:
    return Translator(room.game_info.folder, "fr", names=room.names, viewer=viewer, for_screen=True)
