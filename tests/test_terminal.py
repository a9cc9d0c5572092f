"""The command, used as a person would: games listed, played by typing, simulated, told and verified."""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from malle.cli.main import main
from malle.cli.operator_parser import language_from_environment
from malle.cli.play.choose import ListedAction, find_matches
from malle.cli.play.play_command import TerminalGame
from malle.cli.play.terminal_match import play_match
from malle.core import Luck, Seat, rebuild_memory
from malle.core.play import events_for_viewer
from malle.core.record import parse_record
from malle.games import OWN_GAMES, load_game, load_game_info
from tests.bare import run_bare
from tests.own import NAME, own_edition

MATCHED = next(name for name in OWN_GAMES if load_game_info(name).games_per_match > 1)
every_game = pytest.mark.parametrize("name", OWN_GAMES)


def session(
    name: str, language: str, answers: itertools.chain[str] | None = None, luck: Luck | None = None
) -> tuple[TerminalGame, io.StringIO]:
    """A session whose person types the answers, or a number at random."""
    out = io.StringIO()
    lines = answers if answers is not None else iter(())
    dice = luck or Luck(1)

    def ask(prompt: str) -> str:
        out.write(prompt + "\n")
        return next(lines, None) or dice.choice(["?", "1", "2"])

    facts = load_game_info(name)
    game = load_game(name)(facts.seats[0])
    console = Console(file=out, width=100, highlight=False)
    return TerminalGame(facts, game, language=language, seat=0, console=console, read_line=ask), out


@every_game
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_whole_game_is_played_by_typing_and_its_record_verifies(
    name: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played, out = session(name, language)
    over = played.play()
    assert over is not None
    file = tmp_path / "game.txt"
    played.save_record(file)
    assert main(["record", "verify", str(file), "--lang", language]) == 0
    assert main(["record", "show", str(file), "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert over.why in shown
    assert "{" not in out.getvalue() + shown, "an unfilled place in a sentence"
    assert "\\" not in out.getvalue() + shown, "a character that is written as an escape"
    assert "**" not in out.getvalue(), "a mark that only a screen can show"
    file.write_text(file.read_text("utf-8").replace("seed: ", "seed: 0", 1), "utf-8")
    assert main(["record", "verify", str(file)]) == 1


def test_the_record_of_a_game_with_an_own_edition_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command itself, and it verifies with that file alone."""
    file, record, dice = tmp_path / "mine.toml", tmp_path / "game.txt", Luck(1)
    file.write_text(own_edition(MATCHED), "utf-8")
    monkeypatch.setattr("builtins.input", lambda prompt: "n" if "/n]" in prompt else dice.choice(["?", "1", "2"]))
    assert main(["play", MATCHED, "--edition", str(file), "--save", str(record), "--lang", "en"]) == 0
    assert parse_record(record.read_text("utf-8")).header.edition.startswith(f"{NAME} ")
    assert main(["record", "verify", str(record), "--edition", str(file)]) == 0
    assert main(["record", "verify", str(record)]) == 1


def test_robots_in_the_terminal_hear_what_their_seats_hear() -> None:
    """The record that a robot keeps is that of the whole game, and of its own seat."""
    facts, out = load_game_info("combinards"), io.StringIO()
    game, dice = load_game("combinards")(3, facts.complete_options(3, {"rounds": 20})), Luck(1)
    console = Console(file=out, width=100, highlight=False)
    played = TerminalGame(
        facts,
        game,
        language="en",
        seat=0,
        console=console,
        read_line=lambda _: dice.choice(["1", "2"]),
        seed=bytes(32),
        level="wily",
    )
    assert played.play() is not None
    for seat in (1, 2):
        told = [events_for_viewer(Seat(seat), entry.events) for entry in played.entries]
        assert played.robot_memories[seat] == rebuild_memory(game, facts.robot_of_level("wily"), Seat(seat), told)


def play_a_match(language: str, seat: int, wish: str, save: Path | None = None) -> str:
    """Plays tiny games at random and says `wish` when asked for another one; what was printed."""
    out, dice, facts = io.StringIO(), Luck(1), load_game_info(MATCHED)

    def ask(prompt: str) -> str:
        return wish if "/n]" in prompt else dice.choice(["?", "1", "2"])

    console = Console(file=out, width=100, highlight=False)
    assert play_match(
        facts, facts.make_tiny_game(), language=language, seat=seat, console=console, read_line=ask, record_path=save
    )
    return " ".join(out.getvalue().split())


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_match_exchanges_the_sides_and_adds_the_scores(language: str, tmp_path: Path) -> None:
    """The sum is of people, not of seats."""
    printed = play_a_match(language, 0, "", tmp_path / "game.txt")
    records = [tmp_path / "game.txt", tmp_path / "game-2.txt"]
    results = [parse_record(record.read_text("utf-8")).result.split()[1:] for record in records]
    mine = [int(scores[leg]) for leg, scores in enumerate(results)]
    you = {"fr": "vous", "en": "you"}[language]
    assert re.search(rf"{you} ?: {mine[0]} [+] {mine[1]} = {sum(mine)}\b", printed)
    assert {"fr": "partie 2 sur 2", "en": "game 2 of 2"}[language] in printed


def test_a_match_may_end_after_its_first_game() -> None:
    printed = play_a_match("en", 1, "n")
    assert "game 1 of 2" in printed
    assert "the match." not in printed


def test_a_board_is_drawn_with_letters() -> None:
    """Rows and columns have their names, and every letter is explained; what goes round is drawn as it lies."""
    played, out = session("chasse", "fr", itertools.chain(["1", "q"]))
    assert played.play() is None
    printed = out.getvalue().replace("│", "").splitlines()
    rows = [line for line in printed if re.match(r" *\d+ +(?:[·CD]\d? *){13}$", line)]
    assert len(rows) == 2 * 13, "before the first plate, and after it"
    assert [line.count("D") for line in rows[:13]].count(0) < 13
    assert "C1" in "".join(rows[13:]), "the plate under one's own pawn"
    assert "C1" not in "".join(rows[:13])
    assert any(line.split() == list("ABCDEFGHIJKLM") for line in printed)
    assert any("C = Contrebandier · D = Douanier" in line for line in printed)
    played, out = session("combinards", "en", itertools.chain(["q"]))
    assert played.play() is None
    assert out.getvalue().count("·") > 50, "its squares"


def test_a_number_typed_at_once_plays_what_stands_under_it() -> None:
    """Also where there are more actions than are listed; one that was not seen is shown and not played."""
    played, out = session("chasse", "en", itertools.chain(["2", "q"]))
    assert played.play() is None
    first = next(line for line in out.getvalue().splitlines() if re.match(r" +2  ", line))
    mine = [played.game.write(ply.action) for ply in played.entries if ply.mover == 0]
    assert mine == [re.split(r"  +", first.strip())[-1]]
    played, out = session("chasse", "en", itertools.chain(["13", "q"]))
    assert played.play() is None
    assert not [ply for ply in played.entries if ply.mover == 0]
    assert re.search(r"^ +13  ", out.getvalue(), re.M)


@every_game
def test_stopping_help_and_nonsense(name: str) -> None:
    played, out = session(name, "en", itertools.chain(["?", "xyzzy", "999999", "q"]))
    assert played.play() is None
    assert "Nothing possible matches “xyzzy”" in out.getvalue()
    assert "not finished" in out.getvalue()


def test_what_is_typed_is_repeated_as_it_is() -> None:
    """With its no-break spaces and brackets, without the control characters that a terminal obeys."""
    played, out = session(OWN_GAMES[0], "fr", itertools.chain(["700\u00a0F [/x] \x1b[31m", "q"]))
    assert played.play() is None
    assert "«\u00a0700\u00a0F [/x] [31m\u00a0»" in out.getvalue()


@pytest.mark.parametrize(
    ("given", "language"),
    [
        ("", "en"),
        ("LANG=C", "en"),
        ("LANG=C.UTF-8", "en"),
        ("LANG=POSIX LANGUAGE=fr", "en"),
        ("LANG=fr_FR.UTF-8", "fr"),
        ("LANG=fr_CA@euro LANGUAGE=en", "fr"),
        ("LANG=en_GB.UTF-8", "en"),
        ("LC_MESSAGES=en_US.UTF-8 LANG=fr_FR.UTF-8", "en"),
        ("LC_ALL=fr_FR.UTF-8 LC_MESSAGES=en_US.UTF-8 LANG=C", "fr"),
        ("LC_ALL=C LANG=fr_FR.UTF-8", "en"),
        ("LC_ALL= LANG=fr_FR.UTF-8", "fr"),
        ("LANG=de_DE.UTF-8", "en"),
        ("LANG=frp_FR.UTF-8", "en"),
        ("LANG=de_DE.UTF-8 LANGUAGE=de:fr:en", "fr"),
        ("LANGUAGE=fr_FR:en", "fr"),
    ],
)
def test_the_language_of_the_command(given: str, language: str) -> None:
    assert language_from_environment(dict(each.split("=") for each in given.split())) == language


def test_without_an_environment_the_command_speaks_english() -> None:
    code = "import os, sys; os.environ.clear(); from malle.cli.main import main; sys.exit(main(['games']))"
    done = subprocess.run(["env", "-i", sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "customs" in done.stdout.splitlines()[0]


def choices() -> list[ListedAction]:
    game = load_game(OWN_GAMES[0])(load_game_info(OWN_GAMES[0]).seats[0])
    said = {
        "declare nothing": "Ne rien déclarer",
        "declare 1 wine": "Déclarer : 1 vin (25 F)",
        "declare 2 wine": "Déclarer : 2 vins (50 F)",
        "declare 1 wine 1 watch": "Déclarer : 1 vin et 1 montre (175 F)",
        "claim bag": "Revendiquer l’immunité : valise diplomatique",
    }
    actions = game.alphabet()
    return [ListedAction(actions[at], text, label) for at, (text, label) in enumerate(said.items())]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("declare 2 wine", "declare 2 wine"),
        ("2 vins", "declare 2 wine"),
        ("déclarer 1 vin", "declare 1 wine"),
        ("montre vin", "declare 1 wine 1 watch"),
        ("VALISE", "claim bag"),
        ("rien", "declare nothing"),
    ],
)
def test_what_is_typed_is_what_is_meant(typed: str, meant: str) -> None:
    assert [choice.notation for choice in find_matches(typed, choices())] == [meant]


def test_a_number_means_what_is_shown_under_it() -> None:
    """Without a list on the screen a number means nothing."""
    assert [choice.notation for choice in find_matches("2", choices(), choices())] == ["declare 1 wine"]
    assert find_matches("2", choices()) == find_matches("9", choices(), choices()) == []


def test_what_could_be_several_is_asked_again() -> None:
    assert {choice.notation for choice in find_matches("1 vin?", choices())} == {
        "declare 1 wine",
        "declare 1 wine 1 watch",
    }
    assert find_matches("", choices()) == []
    assert find_matches("zebra", choices()) == []


@every_game
def test_simulate_prints_a_table_and_writes_records_that_verify(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    words = ["simulate", name, "--games", "12", "--workers", "2", "--records", str(folder), "--lang", "en"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "wins of seat 1" in printed
    files = sorted(map(str, folder.iterdir()))
    assert len(files) == 12
    assert main(["record", "verify", *files]) == 0
    assert "12 passed, 0 failed" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_games_whatever_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    tables = []
    for workers in ("1", "2"):
        assert main(["simulate", OWN_GAMES[0], "--games", "20", "--workers", workers, "--lang", "en"]) == 0
        tables.append([row for row in capsys.readouterr().out.splitlines() if "second" not in row])
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["play", OWN_GAMES[0], "--seats", "9"], "players, not 9"),
        (["play", OWN_GAMES[0], "--option", "colour=red"], "has no option 'colour'"),
        (["play", OWN_GAMES[0], "--seat", "7"], "--seat is a number from 1"),
        (["play", "--seat", "7"], "--seat is a number from 1"),
        (["record", "verify", "no-such-file"], "cannot read no-such-file"),
        (["simulate", OWN_GAMES[0], "--games", "0"], "--games is at least 1"),
    ],
)
def test_errors_say_what_to_do(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err


def test_the_command_is_installed_and_lists_the_games() -> None:
    malle = Path(sys.executable).parent / "malle"
    done = subprocess.run(
        [malle, "games"], capture_output=True, text=True, check=True, env={**os.environ, "LANG": "fr"}
    )
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(OWN_GAMES)


def test_the_bare_package_needs_msgspec_only() -> None:
    """Rules, records and the dealer are imported where nothing else is installed."""
    code = (
        "import sys; import malle.core, malle.core.record, malle.games; "
        f"[malle.games.load_game_info(name) for name in {OWN_GAMES!r}]; "
        "outside = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names); "
        "print(sorted(name for name in outside if not name.startswith('_')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(eval(done.stdout)) <= {
        "malle",
        "msgspec",
        "typing_extensions",
        "sitecustomize",
        "google",
        "mpl_toolkits",
    }


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "-py3-none-any.whl[server]"),
        (["robots"], "-py3-none-any.whl[server]"),
        (["migrate"], "-py3-none-any.whl[server]"),
        (["play", OWN_GAMES[0]], "pip install 'rich'"),
    ],
)
def test_a_word_whose_libraries_are_missing_says_what_to_install(words: list[str], extra: str) -> None:
    done = run_bare("from malle.cli.main import main; sys.exit(main(sys.argv[1:]))", *words)
    assert done.returncode == 2
    assert extra in done.stderr, done.stderr
