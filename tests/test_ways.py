"""Every way to a view has a leak test: a new route, message, question or field without one fails here.

The list of ways is made from the application and its messages, not by hand. Each is answered by the test that would see
a secret on it, or by `NOTHING` if no table is behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler

from malle.config.settings import read_config
from malle.protocol import messages
from malle.runtime.table_service import TableService
from malle.web import app as web
from malle.web.routes import make_site_routes

ROOT = Path(__file__).parents[1]

NOTHING = ""
ROOMS = "tests/test_games.py::test_no_leak_in_coupled_rooms"
WIRE = "tests/server/test_wire.py::test_worlds_alike_give_the_same_bytes"
LISTENED = "tests/server/test_wire.py::test_no_secret_in_logs_metrics_and_hints"
CURTAIN = "tests/server/test_lag.py::test_b4_no_answer_tells_that_a_window_has_closed"
GALLERY = "tests/server/test_lag.py::test_h5_spectators_of_a_table_opened_so_are_some_moves_behind"
SEATS = "tests/server/test_seats.py::test_an_invitation_in_play_lets_one_watch_and_ask_and_no_more"
ROBOT_SEATS = "tests/server/test_seats.py::test_in_play_nobody_sits_down_on_a_robots_seat"
LEFT = "tests/server/test_seats.py::test_whoever_left_comes_back_by_their_own_token_and_nobody_else_does"
LET_IN = "tests/server/test_seats.py::test_whoever_asks_is_let_in_when_everybody_there_agrees"
TOKENS = "tests/server/test_limits.py::test_tokens_open_their_own_seat_only"
RECALLED = "tests/server/test_robots.py::test_a_robot_alone_may_ask_for_all_that_it_heard"
WORKERS = "tests/server/test_robots.py::test_only_workers_may_ask"
AT_SERVER = "tests/server/test_alone.py::test_only_workers_listen_and_hear_no_more_than_nats_would_tell"
AFTER_END = "tests/server/test_match.py::test_only_players_of_a_finished_table_go_on"
CODES = "tests/server/test_door.py::test_a_code_is_for_those_who_sit_and_leads_to_the_invitation"
HOST = "tests/server/test_hosting.py::test_nobody_but_the_host_changes_a_table"
OPEN = "tests/server/test_door.py::test_open_tables_are_listed_until_they_begin"
MINE = "tests/server/test_mine.py::test_worlds_alike_give_the_same_list_of_games"
RECORD = "tests/browser/test_trouble.py::test_the_page_of_a_trouble_shows_nothing_of_the_table"
PAGE = "tests/browser/test_hidden.py::test_h1_nothing_of_a_hidden_hand_is_anywhere_in_the_page"
NONSENSE = "tests/server/test_limits.py::test_nonsense_gets_one_shape_of_answer"
REPLAY = "tests/browser/test_replay.py::test_a_held_end_refuses_as_a_running_game_does"
FADED = "tests/test_fading.py::test_two_games_that_differ_in_what_faded_alone_have_the_same_log"
PACE = "tests/test_pace.py::test_two_worlds_that_a_viewer_cannot_tell_apart_have_the_same_pace"
SEEN = "tests/server/test_pace.py::test_robots_wait_until_it_can_have_been_read"
AWAY = "tests/server/test_away.py::test_somebody_vanishes_and_nobody_is_stuck"
A_SIGN = "tests/server/test_wire.py::test_somebody_who_is_missed_tells_nothing"
GIVEN_UP = "tests/server/test_away.py::test_whoever_gives_up_does_not_come_back_and_frees_the_seat"
MISSED = "tests/server/test_away.py::test_late_spectators_hear_nothing_of_who_is_missed_or_wants_a_pause"
WATCHING = "tests/server/test_away.py::test_how_many_look_on_is_counted_over_all_servers"
EMOTE = "tests/server/test_emotes.py::test_whoever_owes_an_answer_in_a_window_shows_nothing"
EMOTED = "tests/server/test_emotes.py::test_late_spectators_are_shown_no_emote"
REPORT = "tests/server/test_reports.py::test_a_report_tells_nothing_of_the_game"
TOLD = "tests/server/test_told.py::test_worlds_alike_are_told_alike"
SLOW = "tests/server/test_slow.py::test_a_slow_clock_tells_nothing"
KEEPER = "tests/server/test_keepers.py::test_the_page_of_the_house_shows_no_hand"
UNDO = "tests/server/test_play.py::test_a_declaration_stands_while_the_officer_thinks"

WAYS = {
    # pages and the public interface
    "GET /": MINE,
    "POST /code": CODES,
    "POST /tables": NOTHING,
    "GET /tables/{table:str}": PAGE,
    "POST /tables/{table:str}/join": SEATS,
    "POST /tables/{table:str}/lobby": HOST,
    "GET /tables/{table:str}/options": HOST,
    "POST /tables/{table:str}/options": HOST,
    "GET /tables/{table:str}/record": RECORD,
    "GET /tables/{table:str}/replay": REPLAY,
    "GET /tables/{table:str}/moments": REPLAY,
    "GET /tables/{table:str}/final": REPLAY,
    "GET /tables/{table:str}/story": REPLAY,
    "GET /tables/{table:str}/next": AFTER_END,
    "GET /rules": NOTHING,
    "GET /rules/{game:str}": NOTHING,
    "GET /games/{game:str}": OPEN,
    "GET /games/{game:str}/options": NOTHING,
    "GET /games/{game:str}/pace": NOTHING,
    "POST /me/notices": NOTHING,
    "POST /me/notices/push": NOTHING,
    "POST /me/notices/push/close": NOTHING,
    "POST /me/notices/mail": NOTHING,
    "POST /me/notices/mail/close": NOTHING,
    "POST /me/notices/feed": NOTHING,
    "POST /me/notices/feed/close": NOTHING,
    "GET /feeds/{name:str}": TOLD,
    "POST /letter": NOTHING,
    "GET /letter/{token:str}": NOTHING,
    "POST /letter/{token:str}": NOTHING,
    "GET /games/{game:str}/edition": NOTHING,
    "GET /games/{game:str}/learn": NOTHING,
    "GET /games/{game:str}/learn/course": NOTHING,
    "GET /editions/{digest:str}": NOTHING,
    "GET /about": NOTHING,
    "GET /me": TOLD,
    "GET /mine": MINE,
    "POST /mine/invite": NOTHING,
    "POST /mine/decline": NOTHING,
    "POST /mine/block": NOTHING,
    "POST /me/name": NOTHING,
    "POST /me/paper": NOTHING,
    "POST /me/square": NOTHING,
    "GET /me/square/state": NOTHING,
    "GET /enter": NOTHING,
    "POST /enter": NOTHING,
    "POST /me/passkey/begin": NOTHING,
    "POST /me/passkey/end": NOTHING,
    "POST /enter/passkey/begin": NOTHING,
    "POST /enter/passkey/end": NOTHING,
    "GET /me/export": TOLD,
    "GET /me/erase": NOTHING,
    "POST /me/erase": NOTHING,
    "POST /me/language": NOTHING,
    "POST /me/devices/close": NOTHING,
    "POST /me/keys/close": NOTHING,
    "GET /privacy": NOTHING,
    "GET /legal": NOTHING,
    "GET /accessibility": NOTHING,
    "GET /robots.txt": NOTHING,
    "GET /house": KEEPER,
    "GET /house/enter": NOTHING,
    "POST /house/enter": KEEPER,
    "POST /house/leave": KEEPER,
    "POST /house/settle": KEEPER,
    "POST /house/reports": KEEPER,
    "POST /house/mail": KEEPER,
    "GET /m/{link:str}": NOTHING,
    "GET /.well-known/security.txt": NOTHING,
    "GET /static/{build:str}/{name:str}": NOTHING,
    "GET /solo/{game:str}": NOTHING,
    "POST /solo/{game:str}/ask": NOTHING,
    "GET /solo/{game:str}/day/{day:date}": NOTHING,
    "POST /solo/{game:str}/solved": NOTHING,
    "GET /sw.js": NOTHING,
    "GET /play": NOTHING,
    "GET /play/{file:path}": NOTHING,
    "GET /manifest.webmanifest": NOTHING,
    "POST /api/tables": NOTHING,
    "GET /api/tables/{table:str}": ROOMS,
    "POST /api/tables/{table:str}/seats": SEATS,
    "POST /api/tables/{table:str}/robots": ROBOT_SEATS,
    "POST /api/tables/{table:str}/acts": WIRE,
    "POST /api/tables/{table:str}/reports": REPORT,
    "GET /api/robots": WORKERS,
    "GET /health": NOTHING,
    "GET /ready": NOTHING,
    "an error": NONSENSE,
    "GET /metrics, at its own address": LISTENED,
    "the log of the process": LISTENED,
    "a hint on the bus": LISTENED,
    "a notice by push": TOLD,
    "a notice by mail": TOLD,
    "the socket of robots' workers, without NATS": AT_SERVER,
    # what a client may say
    "hello": TOKENS,
    "recall": RECALLED,
    "act": WIRE,
    "look": GALLERY,
    "seen": SEEN,
    "knock": SEATS,
    "let": LET_IN,
    "nudge": A_SIGN,
    "stand-in": A_SIGN,
    "emote": EMOTE,
    "ask undo": UNDO,
    "ask resign": LEFT,
    "ask give-up": GIVEN_UP,
    "ask return": LEFT,
    "ask pause": CURTAIN,
    "ask resume": CURTAIN,
    "ask next": AFTER_END,
    # what it is answered
    "recalled key": NOTHING,
    "recalled heard": ROOMS,
    "taken key": NOTHING,
    "taken seq": WIRE,
    "refused key": NOTHING,
    "refused slug": CURTAIN,
    "refused sentence": ROOMS,
    "state seq": WIRE,
    "state table": ROOMS,
    "state scene": ROOMS,
    "state heard": ROOMS,
    "state own": ROOMS,
    "state undoable": ROOMS,
    "state viewer": TOKENS,
    "state left": AWAY,
    "state setting": ROOMS,
    "state log": FADED,
    "state taken_back": ROOMS,
    "state build": NOTHING,
    "state view": ROOMS,
    "state legal": ROOMS,
    "heardmove said": ROOMS,
    "heardmove motion": ROOMS,
    "heardmove kept": FADED,
    "heardmove private": ROOMS,
    "heardmove mark": FADED,
    "heardmove reading": PACE,
    "public seats": GALLERY,
    "public awaited": CURTAIN,
    "public begun": NOTHING,
    "public game": NOTHING,
    "public version": NOTHING,
    "public options": NOTHING,
    "public seal": LISTENED,
    "public edition": NOTHING,
    "public late": NOTHING,
    "public tempo": NOTHING,
    "public level": NOTHING,
    "public paused": CURTAIN,
    "public clock": CURTAIN,
    "public reserve": SLOW,
    "public over": ROOMS,
    "public match": AFTER_END,
    "public next": AFTER_END,
    "public asking": LET_IN,
    "public absent": MISSED,
    "public pausing": MISSED,
    "public ready": ROOMS,
    "public host": ROOMS,
    "public watching": WATCHING,
    "emoted seat": EMOTED,
    "emoted what": EMOTED,
}
"""Each way, and the test that would see a secret on it."""


def routes(monkeypatch: pytest.MonkeyPatch, *more: HTTPRouteHandler) -> Iterator[str]:
    """What the application answers by HTTP."""
    made: list[Litestar] = []

    class Caught(Litestar):
        def __init__(self, *args: Any, **settings: Any) -> None:
            super().__init__(*args, **settings)
            made.append(self)

    monkeypatch.setattr(web, "Litestar", Caught)
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing"  # nothing is opened before the application starts
    settings = {"MALLE_DATABASES": f"1={nowhere}", "MALLE_PEOPLE": nowhere, "MALLE_NATS": "nats://127.0.0.1:1"}
    house = TableService(read_config(settings | {"MALLE_KEY": "0" * 64}))
    handlers, show = make_site_routes(house)
    web.make_app(house, [*handlers, *more], show)
    for route in made[0].routes:
        for method in sorted(getattr(route, "methods", ())):
            if method not in ("HEAD", "OPTIONS"):
                yield f"{method} {route.path}"


def spoken() -> Iterator[str]:
    """What crosses a table's socket, both ways; what is answered, field by field."""
    for kind in vars(messages).values():
        ours = isinstance(kind, type) and kind.__module__ == messages.__name__
        if not ours or not issubclass(kind, msgspec.Struct):
            continue
        tag, fields = kind.__struct_config__.tag, kind.__struct_fields__
        if kind.__struct_config__.forbid_unknown_fields:
            words = get_args(get_type_hints(kind)["what"]) if kind is messages.TableCommandMessage else ()
            yield from (f"{tag} {word}" for word in words) if words else (str(tag),)
        elif tag is not None or kind in (messages.HeardMove, messages.Public):
            yield from (f"{tag or kind.__name__.lower()} {field}" for field in fields)


def elsewhere() -> Iterator[str]:
    """What leaves a process by other doors than the application's."""
    yield from ("an error", "GET /metrics, at its own address", "the log of the process", "a hint on the bus")
    yield from ("a notice by push", "a notice by mail")
    yield "the socket of robots' workers, without NATS"


def test_every_way_has_a_leak_test(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {*routes(monkeypatch), *spoken(), *elsewhere()}
    assert {"without a leak test": ways - WAYS.keys(), "gone": WAYS.keys() - ways} == {
        "without a leak test": set(),
        "gone": set(),
    }


def test_a_new_route_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    @get("/tables/{table:str}/hands")
    async def hands() -> None: ...

    assert {*routes(monkeypatch, hands)} - WAYS.keys() == {"GET /tables/{table:str}/hands"}


@pytest.mark.parametrize("test", sorted({*WAYS.values()} - {NOTHING}))
def test_that_test_is_there(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
