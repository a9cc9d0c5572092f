"""The client beside the Python it is made from: types fresh, words complete, no game named, no outside address."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest

from malle.core import Luck, Seat, Waiting, encode
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.scene import DrawInput, Scene, SeatOverlay, StaticScene
from malle.core.scene_checks import MAX_ANIMATION_BYTES, apply_overlay, choices_of, decode_drawn, find_scene_faults
from malle.games import OWN_GAMES, game_names, load_game_info
from malle.i18n.translations import LANGUAGES, Translator
from malle.protocol.messages import Emote
from malle.rendering.svg import first_scene_svg
from malle.rendering.svg import main as draw

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client"
SOURCES = sorted((CLIENT / "src").glob("*.ts*"))


def test_the_types_are_those_of_python() -> None:
    """`make client` writes them anew."""
    found = importlib.util.spec_from_file_location("wire_types", CLIENT / "wire_types.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    assert (CLIENT / "src" / "wire.ts").read_text("utf-8") == module.main()


UNITS = sorted((CLIENT / "tests").glob("*.test.ts"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_pure_parts(unit: Path, tmp_path: Path) -> None:
    """The unit tests of the client, bundled as its parts are for a page, and run by Node's own runner."""
    bundler = CLIENT / "node_modules" / ".bin" / "rolldown"
    assert bundler.exists(), "the client's packages are not installed: run `make client`"
    made = tmp_path / "unit.test.mjs"
    subprocess.run(
        [bundler, unit, "--file", made, "--format", "esm", "--platform", "node"],
        check=True,
        capture_output=True,
        cwd=CLIENT,
    )
    ran = subprocess.run(["node", "--test", "--test-reporter=tap", made], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert int(re.findall(r"^# pass (\d+)$", ran.stdout, re.M)[0]) > 3


def test_the_client_names_no_game() -> None:
    words = {*game_names(), "wine", "customs", "douan", "smuggl", "contreband"}
    for path in [*SOURCES, *(CLIENT / "src").glob("*.css")]:
        text = path.read_text("utf-8").lower()
        assert not [word for word in words if re.search(rf"\b{word}", text)], path.name


def test_few_dependencies_and_no_address() -> None:
    package = json.loads((CLIENT / "package.json").read_text("utf-8"))
    assert len(package["dependencies"]) <= 5
    assert "resolved" not in (CLIENT / "package-lock.json").read_text("utf-8")
    for path in SOURCES:
        outside = re.findall(r"https?://[^\s\"'`]+", path.read_text("utf-8"))
        assert [url for url in outside if not url.startswith("http://www.w3.org/")] == [], path.name


def test_licences_of_what_is_shipped_come_with_it(tmp_path: Path) -> None:
    """Typefaces and libraries, each with the text that its own package brings."""
    made = tmp_path / "licences.txt"
    subprocess.run(["node", CLIENT / "licences.mjs", made], check=True)
    text = made.read_text("utf-8")
    for name in json.loads((CLIENT / "package.json").read_text("utf-8"))["dependencies"]:
        folder = CLIENT / "node_modules" / name
        about = json.loads((folder / "package.json").read_text("utf-8"))
        assert f"{name} {about['version']} ({about['license']})" in text
        own = next(folder.glob("LICEN*"), ROOT / "LICENSE")
        assert own.read_text("utf-8").strip() in text
    build = json.loads((CLIENT / "package.json").read_text("utf-8"))["scripts"]["build"]
    assert "node licences.mjs" in build


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_client_exists(language: str) -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    used = set(re.findall(r"\bw\(\s*\"([\w-]+)\"", text)) | {"here", "away", "gone", "map-part", "map-whole"}
    used |= {f"wish-{key}" for key in ("sound", "still", "confirm", "shared")}
    used |= {f"emote-{key}" for key in get_args(Emote)}
    used |= {f"theme-{key}" for key in ("auto", "light", "dark")}
    words = Translator(ROOT / "src" / "malle" / "web", language)
    assert [key for key in sorted(used) if not words.has_message(key if key.startswith("here-") else f"ui-{key}")] == []


def test_both_languages_say_the_same_things() -> None:
    keys = [
        re.findall(
            r"^([\w-]+) =", (ROOT / "src" / "malle" / "web" / "words" / f"{language}.ftl").read_text("utf-8"), re.M
        )
        for language in LANGUAGES
    ]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("name", game_names())
def test_every_scene_of_whole_games_is_sound(name: str) -> None:
    """Every viewer, robots playing: no broken reference, nothing too large, every leaf legal."""
    facts = load_game_info(name)
    drawing = facts.drawing
    assert drawing is not None
    luck = Luck(2)
    for seats in (facts.seats[0], facts.seats[-1]):
        game = facts.make_game(seats, facts.complete_options(seats, {}), None)
        viewers = (None, *map(Seat, range(seats)))
        settings = {v: decode_drawn(drawing.static_scene(game, v), StaticScene) for v in viewers}
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while True:
            all_see = Scene("", "", ())
            for viewer in viewers:
                view = game.view(state, viewer)
                legal = tuple(game.legal(state, viewer)) if viewer is not None else ()
                glance: DrawInput[Any] = DrawInput(viewer, view.turn, game.phase(view), view.now, legal)
                if viewer is None:
                    all_see = decode_drawn(drawing.shared_scene(game, glance), Scene)
                own = None if viewer is None else drawing.seat_overlay(game, glance)
                scene = apply_overlay(all_see, own and decode_drawn(own, SeatOverlay))
                assert list(find_scene_faults(scene, settings[viewer], seats)) == []
                assert (scene.ask is not None) == bool(legal)
                if scene.ask is not None and viewer is not None:
                    for act in choices_of(scene.ask):
                        assert game.read(act.text, state, viewer) in legal
            turn = game.turn(state)
            if not isinstance(turn, Waiting):
                break
            seat = turn.seats[0]
            action = facts.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
            state, entries = make_move(game, state, seat, action, luck.pick)
            for viewer in viewers:
                events = tuple(event for entry in entries for event in events_for_viewer(viewer, entry.events))
                assert len(encode(drawing.animations(game, events))) <= MAX_ANIMATION_BYTES


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scene_is_drawn_without_a_browser(name: str, language: str) -> None:
    import xml.etree.ElementTree as Tree

    drawn = Tree.fromstring(first_scene_svg(name, language))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    ids = {each.get("id") for each in drawn.iter("{http://www.w3.org/2000/svg}symbol")}
    used = {(each.get("href") or "")[1:] for each in drawn.iter("{http://www.w3.org/2000/svg}use")}
    assert used <= ids


def test_drawing_without_a_browser_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    for words, code in ((["--help"], 0), (["no-such-game"], 2)):
        with pytest.raises(SystemExit) as stop:
            draw(words)
        assert stop.value.code == code
    told = capsys.readouterr()
    assert "usage: python -m malle.rendering.svg" in told.out
    assert OWN_GAMES[0] in told.err
