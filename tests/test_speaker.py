"""The client says what Python says, to the letter: every message told in long games, in Node and here."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from malle.core import GameInfo, Luck, Message, Over, PlayerRef, Seat, Viewer, Waiting, encode
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.scene import Animation, DrawInput, Scene, SeatOverlay, StaticScene
from malle.core.scene_checks import decode_drawn, messages_of
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import LANGUAGES, Translator, fluent_source

CLIENT = Path(__file__).parents[1] / "client"
MOVES = 700
NAMES = ("Inès", "Hal*[1](x)", "d’Or", "", "O'Neil \\ Co", "Zoé")


@pytest.fixture(scope="session")
def speaker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's speaker as a module for Node."""
    made = tmp_path_factory.mktemp("speaker") / "speaker.mjs"
    bundler = CLIENT / "node_modules" / ".bin" / "rolldown"
    command = [str(bundler), "src/speaker.ts", "--format", "esm", "--file", str(made)]
    subprocess.run(command, cwd=CLIENT, check=True, capture_output=True)
    return made


def told(facts: GameInfo, moves: int) -> Iterator[Message]:
    """Every message of so many moves: scenes, own parts, animations, log, settings, the terminal's table."""
    drawing, luck = facts.drawing, Luck(3)
    assert drawing is not None
    while moves > 0:
        seats = luck.choice(facts.seats)
        options = {option.name: luck.choice(option.choices) for option in facts.options}
        game = facts.make_game(seats, facts.complete_options(seats, options), None)
        viewers: tuple[Viewer, ...] = (None, *map(Seat, range(seats)))
        for viewer in viewers:
            yield from messages_of(decode_drawn(drawing.static_scene(game, viewer), StaticScene))
        state, entries = resolve_chance(game, game.new(), luck.pick)
        while True:
            turn = game.turn(state)
            for viewer in viewers:
                view = game.view(state, viewer)
                assert isinstance(view.turn, Waiting | Over)
                legal = () if viewer is None else game.legal(state, viewer)
                glance: DrawInput[Any] = DrawInput(viewer, view.turn, game.phase(view), view.now, legal)
                own = drawing.seat_overlay(game, glance) if viewer is not None else None
                drawn = (
                    decode_drawn(drawing.shared_scene(game, glance), Scene)
                    if viewer is None
                    else own and decode_drawn(own, SeatOverlay)
                )
                yield from messages_of(drawn)
                yield from facts.messages.table_sentences(game, view)
                yield from (facts.messages.action_label(game, action) for action in legal[:20])
                events = tuple(event for entry in entries for event in events_for_viewer(viewer, entry.events))
                yield from drawing.log_messages(game, events)
                yield from messages_of(decode_drawn(drawing.animations(game, events), tuple[Animation, ...]))
            if not isinstance(turn, Waiting):
                break
            seat, moves = luck.choice(turn.seats), moves - 1
            state, entries = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_client_says_what_python_says(name: str, speaker: Path, tmp_path: Path) -> None:
    """Every sentence of 700 moves, in both languages, to each seat and to a spectator: none differs."""
    facts = load_game_info(name)
    said = list(dict.fromkeys(told(facts, MOVES)))
    readers: list[Viewer] = [None, *map(Seat, range(len(NAMES)))]
    asked = tmp_path / "asked.jsonl"
    asked.write_bytes(
        b"\n".join(
            encode(
                {
                    "language": language,
                    "words": fluent_source(facts.folder, language),
                    "readers": [{"viewer": viewer, "names": NAMES} for viewer in readers],
                    "said": said,
                }
            )
            for language in LANGUAGES
        )
    )
    command = ["node", str(CLIENT / "say.mjs"), str(speaker), str(asked)]
    answers = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    count = 0
    for language, answer in zip(LANGUAGES, answers, strict=True):
        for viewer, sentences in zip(readers, json.loads(answer), strict=True):
            words = Translator(facts.folder, language, names=NAMES, viewer=viewer, for_screen=True)
            here = [words.translate(each) for each in said]
            assert [(one, other) for one, other in zip(here, sentences, strict=True) if one != other] == []
            count += len(here)
    print(f"{name}: {count} sentences, 0 differ")


def test_numbers_lists_and_marks_are_said_alike(speaker: Path, tmp_path: Path) -> None:
    """Minus signs, thousands, lists and names full of marks."""
    words = {
        "fr": "sum = { $n } F\nmany = { $n ->\n    [0] rien\n    [one] { $n } carte\n   *[other] { $n } cartes\n}\n"
        "list = { $who } : { $all }, { $who_you ->\n    [yes] vous\n   *[no] eux\n}\n"
        "list-last = { $first } et { $last }\n",
    }
    numbers = (0, 1, 2, -1, -1500, 999, 1000, 12_345_678, -12_345_678)
    said = [Message(key, {"n": n}) for key in ("sum", "many") for n in numbers]
    said += [
        Message("list", {"who": PlayerRef(seat), "all": tuple(said[:k])})
        for seat in range(len(NAMES))
        for k in range(4)
    ]
    asked = tmp_path / "asked.jsonl"
    readers = [{"viewer": viewer, "names": NAMES} for viewer in (None, 0)]
    asked.write_bytes(encode({"language": "fr", "words": words["fr"], "readers": readers, "said": said}))
    command = ["node", str(CLIENT / "say.mjs"), str(speaker), str(asked)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    folder = load_game_info(OWN_GAMES[0]).folder
    for viewer, sentences in zip((None, Seat(0)), answer, strict=True):
        here = Translator(folder, "fr", names=NAMES, viewer=viewer, for_screen=True, overrides=words["fr"])
        assert [here.translate(each) for each in said] == sentences
        assert "−1\u202f500 F" in sentences
        assert any(sentence.endswith("0 F, 1 F et 2 F, vous") for sentence in sentences) is (viewer == 0)
