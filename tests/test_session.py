"""A table that one process plays alone: its answers, its log, its record, and what it shows to whom."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from malle.config.game_library import GameLibrary
from malle.core import AnyGame, Luck, Seat, Viewer, Waiting, encode
from malle.core.play import Ply, make_move, resolve_chance
from malle.core.record import Header, is_verified, verify_record
from malle.games import load_game_info
from malle.i18n.translations import LANGUAGES, fluent_source
from malle.runtime import table_session
from malle.runtime.room import Room
from malle.runtime.timing.reading_time import ReadingTimer, events_to_read, sole_person_mover
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.runtime.views import frames
from malle.table import Entry, Step
from malle.testing.imagined_twins import MovedTwin, move_twin, table_at
from tests.playing import Played, opening, record

CLIENT = Path(__file__).parents[1] / "client"
BLOCKED = "asyncpg aiosql structlog nats litestar uvicorn alembic sqlalchemy babel fluent rich cryptography websockets"
GAMES = (("declarer", 3), ("chasse", 2), ("combinards", 3), ("combinus", 2))


def test_a_session_needs_msgspec_alone() -> None:
    """Frames, rooms, replay and reading time are imported and run where the server's packages are not."""
    program = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {BLOCKED.split()!r}: raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocked())
from tests.playing import record
assert "result: " in record("chasse", 2, "novice", 1)
print(*[name for name in sys.modules if name.startswith("malle.storage") or name == "malle.i18n.translations"])
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr


@pytest.mark.parametrize(("game", "seats"), GAMES[:3])
def test_robots_play_to_the_end_and_the_record_says_who_dealt(game: str, seats: int) -> None:
    text = record(game, seats, "novice", 3)
    assert "1 table: dealt on the device that played [" in text
    checks = verify_record(text, _game_of)
    assert is_verified(checks), checks


def _game_of(header: Header) -> Any:
    return GameLibrary().game(header.game, header.version, header.seats, header.options)


def test_verifying_says_what_the_command_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that was changed is refused by it too."""
    played = Played([opening("chasse", 2, "novice", 1)])
    played.robots()
    found = json.loads(played.session.verified())
    assert found["verified"]
    assert found["decisions"] > 5
    whole = played.session.record()
    monkeypatch.setattr(played.session, "record", lambda: whole.replace("seed: ", "seed: 00", 1))
    assert json.loads(played.session.verified()) == {"verified": False, "decisions": 0}


def test_a_game_goes_on_from_its_log() -> None:
    """Cut anywhere, it goes on to the same record: draws, robots and their memory follow from the log."""
    whole = Played([opening("declarer", 3, "wily")])
    whole.robots()
    for cut in (1, 2, 5, len(whole.log) // 2, len(whole.log)):
        again = Played(whole.log[:cut])
        again.robots()
        assert again.session.record() == whole.session.record()


def _person(game: str = "declarer", seats: int = 3, **more: Any) -> tuple[Played, int]:
    """A table with one person, who is asked."""
    played = Played([opening(game, seats, people=(0,), **more)])
    played.say(0, "hello")
    played.robots()
    return played, int(played.sent[-1]["seq"])


def _act(played: Played) -> str:
    table = played.session._room.table
    return table.game.write(table.legal(Seat(0))[0])


def test_a_move_is_kept_before_it_is_shown_and_made_once() -> None:
    played, seq = _person()
    sent, kept, text = len(played.sent), len(played.kept), _act(played)
    message = {"type": "act", "seq": seq, "text": text, "key": "00000000-0000-4000-8000-000000000001"}
    played.session.hear(0, json.dumps(message))
    assert len(played.sent) == sent
    assert json.loads(played.kept[-1]) == {"mover": 0, "lines": [text], "key": message["key"]}
    played.shown()
    assert [each["type"] for each in played.sent[sent:]] == ["taken", "state"]
    again = Played(played.kept)
    again.say(0, "hello")
    for each in (played, again):  # sent again, to a session that goes on from the log too
        assert each.say(0, "act", seq=seq, text=text, key=message["key"]) == {
            "type": "taken", "key": message["key"], "seq": seq + 1,
        }  # fmt: skip
    assert len(played.kept) == kept + 1


def test_nobody_plays_but_whom_the_page_is_shown_to() -> None:
    played, seq = _person()
    assert played.say(1, "act", seq=seq, text=_act(played))["slug"] == "not-your-turn"
    assert played.say(None, "act", seq=seq, text=_act(played))["slug"] == "not-your-turn"
    assert played.say(0, "ask", seq=seq, what="resign")["slug"] == "illegal"
    assert played.say(0, "act", seq=seq, text="nonsense")["type"] == "refused"
    played.say(None, "hello")
    assert played.say(0, "act", seq=seq, text=_act(played))["slug"] == "not-your-turn"


def test_before_the_end_nothing_is_told_of_it() -> None:
    played, _ = _person()
    for ask in (
        played.session.final,
        played.session.story,
        played.session.record,
        lambda: played.session.moments("all", 0),
    ):
        with pytest.raises(Exception, match="after the end"):
            ask()
    assert "seed" not in json.loads(played.session.about()) or json.loads(played.session.about())["seed"] == ""


def test_after_the_end_the_same_people_go_on() -> None:
    played = Played([opening("chasse", 2, people=(0,), names=["Camille"])])
    played.say(0, "hello")
    while not played.sent[-1]["table"].get("over"):
        played.robots()
        if not played.sent[-1]["table"].get("over"):
            played.say(0, "act", seq=played.sent[-1]["seq"], text=_act(played))
    assert json.loads(played.session.moments("all", 0))["count"] > 10
    assert played.say(0, "ask", seq=played.sent[-1]["seq"], what="next")["type"] == "taken"
    following = json.loads(played.kept[-1])
    assert (following["people"], following["names"], following["turned"]) == ([1], ["", "Camille"], 1)
    assert following["seed"] != f"{1:064x}"
    assert played.sent[-1]["table"]["next"] == following["table"]
    names = [each["name"] for each in _first(Played([played.kept[-1]]), 1)["table"]["seats"]]
    assert names == ["Léa", "Camille"]


def _first(played: Played, seat: int | None) -> Any:
    played.say(seat, "hello")
    return played.sent[-1]


# ---- what reaches the page


@pytest.mark.parametrize(("name", "seats"), GAMES[:3])
def test_worlds_alike_send_the_page_the_same(name: str, seats: int) -> None:
    """Two worlds that whoever is shown the page cannot tell apart: frames, answers and measured sentences are equal."""
    luck = Luck(name)
    facts = load_game_info(name)
    game = facts.make_game(seats, facts.complete_options(seats, {}), None)
    pairs = compared = told = 0
    while pairs < 6 or compared < 20 or told < 4:
        viewer = luck.choice([None, *map(Seat, range(seats))])
        state, _ = resolve_chance(game, game.new(), luck.pick)
        for _ in range(luck.randrange(40)):
            state = _moved(game, state, luck)[0]
        if not isinstance(game.turn(state), Waiting) or (twin := game.imagine(game.view(state, viewer), luck)) == state:
            continue
        worlds = [Played([opening(name, seats, people=tuple(range(seats)))]) for _ in range(2)]
        for played, start in zip(worlds, (state, twin), strict=True):
            played.session._room.table = table_at(game, start)
            played.say(viewer, "hello")
        while isinstance(game.turn(state), Waiting):
            state, seat, plies = _moved(game, state, luck)
            found = move_twin(game, twin, viewer, plies, luck)
            if not isinstance(found, MovedTwin):
                break
            twin = found.state
            for played, actions in zip(worlds, ([ply.action for ply in plies], found.actions), strict=True):
                table = played.session._room.table
                entry = Entry(table.seq + 1, seat, tuple(map(game.write, actions)))
                played.session._begin_step(table.follow(entry))
                played.shown()
            if not luck.randrange(2):  # the device is handed on, or back
                looker = viewer if worlds[0].session.viewer is None else None
                for played in worlds:
                    played.say(looker, "hello")
                told += len(worlds[0].sent[-1].get("heard", ""))
            compared += twin != state
        one, two = worlds
        assert one.sent == two.sent
        assert one.said[1:] == two.said[1:]
        pairs += 1


def _moved(game: AnyGame, state: Any, luck: Luck) -> tuple[Any, Seat, Sequence[Ply]]:
    """A move by anybody, with the chance that follows; none after the end."""
    turn = game.turn(state)
    if not isinstance(turn, Waiting):
        return state, Seat(0), ()
    seat = luck.choice(turn.seats)
    after, plies = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
    return after, seat, plies


def test_a_session_that_shows_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law above sees a session that makes its frames for the wrong seat."""
    monkeypatch.setattr(
        table_session, "build_frame", lambda room, _, *rest, **how: frames.build_frame(room, Seat(0), *rest, **how)
    )
    with pytest.raises(AssertionError):
        test_worlds_alike_send_the_page_the_same("declarer", 3)


def test_another_seat_is_drawn_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """People hand the device round: while one of them, or nobody, is shown the page, no other part is made."""
    drawn: list[Viewer] = []
    own = frames.seat_part

    def noted(room: Room, viewer: Viewer) -> Raw:
        drawn.append(viewer)
        return own(room, viewer)

    monkeypatch.setattr(frames, "seat_part", noted)
    played = Played([opening("declarer", 3, people=(0, 1))])
    for seat in (None, 0, None, 1):
        drawn.clear()
        frame = _first(played, seat)
        played.robots()
        assert set(drawn) == {seat}
        assert frame["viewer"] == seat


def test_what_a_seat_was_told_meanwhile_is_told_once_when_it_is_shown_again() -> None:
    """A lie that nobody looked into: the liar hears of it when the device comes back, and nobody else does."""
    played, seats = Played([opening("declarer", 3, people=(0, 1, 2))]), []
    for text in ("declare nothing", "believe", "accept"):
        seats.append(played.session._room.table.awaited[0])
        seq = _first(played, seats[-1])["seq"]
        played.say(seats[-1], "act", seq=seq, text=text)
    liar, officer, neighbour = seats
    assert _heard(played, None) == _heard(played, neighbour) == []
    assert _heard(played, officer) == ["event-accepted"]
    assert _heard(played, liar) == ["event-accepted", "event-got-away"]
    assert _heard(played, liar) == []


def _heard(played: Played, seat: int | None) -> list[str]:
    return [said["k"] for told in _first(played, seat).get("heard", ()) for said in told["said"]]


def test_acts_that_are_shown_together_reach_the_others_at_once() -> None:
    """In La chasse one seat hides its things one by one: the other is sent nothing before the last of them."""
    played = Played([opening("chasse", 2, people=(0, 1))])
    room = played.session._room
    (hider,) = room.table.awaited
    played.say(1 - hider, "hello")
    for hidden in range(5):
        assert (len(played.sent), room.table.seq) == (1, 2 + hidden)
        text = room.table.game.write(room.table.legal(hider)[0])
        played.session._begin_step(room.table.act(hider, text, room.table.seq))
        played.shown()
    assert [each["seq"] for each in played.sent] == [2, 7]


# ---- reading time


def test_a_page_that_does_not_answer_has_the_least_reading_time() -> None:
    slow, quick = Played([opening("declarer", 3)], length=200), Played([opening("declarer", 3)], length=0)
    for each in (slow, quick):
        each.say(None, "hello")
        each.robots()
    assert slow.now > quick.now
    assert slow.session.record() == quick.session.record()
    told = [each for state in quick.sent for each in state.get("heard", [])]
    readings = [each["reading"] for each in told if each.get("reading", 0) > 1000]
    assert 2000 <= min(readings) <= max(readings) <= 2500


def test_the_page_holds_sentences_as_long_as_a_server(tmp_path: Path) -> None:
    """The page's own count of letters, in both languages, gives 200 holds that are the server's."""
    games = [(load_game_info(game), _steps(game, seats)) for game, seats in GAMES[:3]]
    asked = []
    for facts, steps in games:
        stands = [(step, events_to_read(step.heard_by(None), sole_person_mover(step))) for step in steps]
        said = [facts.drawing.log_messages(step.table.game, heard) for step, heard in stands if heard]  # type: ignore[union-attr]
        asked.append({"words": {each: fluent_source(facts.folder, each) for each in LANGUAGES}, "said": said})
    answers = _lengths(tmp_path, encode(asked))
    holds = 0
    for (facts, steps), lengths in zip(games, answers, strict=True):
        counted = iter(lengths)
        here, there = ReadingTimer(longest_sentence_lengths), ReadingTimer(lambda *_, counted=counted: next(counted))
        for step in steps:
            here.add_step(facts, step, 0.0)
            there.add_step(facts, step, 0.0)
        assert here.reading_seconds_by_seq == there.reading_seconds_by_seq
        assert next(counted, None) is None
        holds += len(lengths)
    assert holds >= 200


def _steps(game: str, seats: int) -> list[Step]:
    """A game that robots played."""
    played = Played([opening(game, seats, seed=9)])
    played.robots()
    table, steps = played.session._initial_table, []
    for number, line in enumerate(played.kept[1:], 1):
        found = json.loads(line)
        steps.append(table.follow(Entry(number, Seat(found["mover"]), tuple(found["lines"]))))
        table = steps[-1].table
    return steps


def _lengths(folder: Path, asked: bytes) -> list[list[list[int]]]:
    """For each game, and each move of it: the letters of its sentences, as the page counts them."""
    program = folder / "ask.ts"
    program.write_text(
        f"""
import {{ readFileSync }} from "node:fs";
import {{ letters }} from "{CLIENT}/src/letters";
import {{ Speaker }} from "{CLIENT}/src/speaker";
const asked = JSON.parse(readFileSync("{folder}/asked.json", "utf8"));
console.log(JSON.stringify(asked.map(({{ words, said }}) => {{
  const voices = Object.entries(words).map(([tag, text]) => new Speaker(tag, text));
  return said.map((each) => letters(voices, each));
}})));""",
        "utf-8",
    )
    (folder / "asked.json").write_bytes(asked)
    made = folder / "ask.mjs"
    bundler = CLIENT / "node_modules" / ".bin" / "rolldown"
    subprocess.run([bundler, program, "--format", "esm", "--file", made], cwd=CLIENT, check=True, capture_output=True)
    found = subprocess.run(["node", made], check=True, capture_output=True, text=True).stdout
    return json.loads(found)  # type: ignore[no-any-return]
