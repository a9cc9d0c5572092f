"""An owner's edition: a file to fill in, sentences that name the line, and records that name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from malle import games
from malle.cli import main
from malle.core import Refused
from malle.core.record import read_record


@pytest.mark.parametrize("game", games.GAMES)
def test_a_file_is_written_filled_in_simulated_and_verified(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each of our games: the record bears the name that the owner gave it, and verifies with the file alone."""
    file, records = tmp_path / "mine.toml", tmp_path / "records"
    assert main(["edition", "new", game, str(file)]) == 0
    text = file.read_text("utf-8")
    assert f'game = "{game}"' in text
    file.write_text(text.replace('name = "my box"', 'name = "attic, 1986"'), "utf-8")
    assert main(["edition", "check", str(file)]) == 0
    said = capsys.readouterr().out
    assert "attic, 1986: " in said
    assert ("is still ours" in said) == ("{ rebuilt" in text)
    options = ["--games", "1", "--workers", "1", "--edition", str(file), "--records", str(records), "--lang", "en"]
    assert main(["simulate", game, *options]) == 0
    (made,) = records.glob("*.txt")
    assert read_record(made.read_text("utf-8")).header.edition.startswith("attic, 1986 ")
    assert main(["record", "verify", str(made), "--edition", str(file)]) == 0
    assert main(["record", "verify", str(made)]) == 1


def test_a_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["edition", "new", "declarer", str(file)]) == 0
    assert main(["edition", "new", "declarer", str(file)]) == 2
    assert "is there already" in capsys.readouterr().err


BROKEN = [
    ("hand = { given = 4 }", "hand = { given = ", "not TOML"),
    ("hand = { given = 4 }", "hand = 4", "hand = 4 has no mark"),
    ("hand = { given = 4 }", "hand = { guessed = 4 }", "has no mark"),
    ("hand = { given = 4 }", 'hand = { given = "four" }', "Expected `int`"),
    ("reward = { given = 1000 }", "reward = { given = 10.5 }", "Expected `int`"),
    ("bags = { given = 1 }", "bags = { given = 2 }", "one diplomatic bag"),
    ("short = { rebuilt = 28 }", "short = { rebuilt = 57 }", "short must be between"),
    ("short = { rebuilt = 28 }", "short = { rebuilt = 0 }", "short must be between"),
    ("rounding = { rebuilt = 50 }", "rounding = { rebuilt = true }", "Expected `int`"),
    ("money = { rebuilt = 50000 }", "money = 50000", "money = 50000 has no mark"),
    ("duty = { rebuilt = 25 }", "duty = 25", "articles.wine.duty = 25 has no mark"),
    ("fine = { given = 300 }", 'fine = { given = "much" }', "Expected `int`"),
    ("duty = { given = 500 }", "duty = 500", "articles.crown.duty = 500 has no mark"),
    ("luggage = { given = 26 }", "luggage = { given = [26] }", "Expected `int`"),
    ("compensation = { given = 200 }", "compensation = 200", "compensation = 200 has no mark"),
]


@pytest.mark.parametrize(("old", "new", "said"), BROKEN)
def test_a_broken_file_is_refused_with_its_line(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fifteen ways to break one."""
    file = tmp_path / "mine.toml"
    main(["edition", "new", "declarer", str(file)])
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    line = text[: text.index(old)].count("\n") + 1
    assert main(["edition", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert f"line {line}: " in told or f"(at line {line}" in told


def test_a_thing_without_a_name_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anybody sits down to play it."""
    file = tmp_path / "mine.toml"
    main(["edition", "new", "declarer", str(file)])
    text = file.read_text("utf-8").replace('name = "wine"', 'name = "absinthe"')
    file.write_text(text, "utf-8")
    assert main(["edition", "check", str(file)]) == 1
    line = text[: text.index('name = "absinthe"')].count("\n") + 1
    assert f"mine.toml:{line}: fr: there is no message 'name-absinthe'" in capsys.readouterr().out


def test_a_file_must_say_which_game_it_is_of(tmp_path: Path) -> None:
    from malle.terminal.editions import check

    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\n', "utf-8")
    with pytest.raises(Refused, match="say which game it is of"):
        check(file)
