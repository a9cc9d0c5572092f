"""An owner's edition: a file to fill in, sentences that name the line, titles, and records that name it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from malle import games
from malle.cli.main import main
from malle.config.edition_folder import CustomEditions
from malle.core import Message, Refused
from malle.core.record import parse_record
from malle.games.custom_editions import list_things_without_name, read_custom_edition
from malle.i18n.translations import LANGUAGES, Translator
from tests.own import NAME, own_edition


@pytest.mark.parametrize("game", games.OWN_GAMES)
def test_a_file_is_written_filled_in_simulated_and_verified(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each of our games, with every title and every rebuilt number changed: the record bears the name that the
    owner gave it, verifies with the file alone, and is told in the owner's words."""
    file, records = tmp_path / "mine.toml", tmp_path / "records"
    assert main(["edition", "new", game, str(file)]) == 0
    plain = file.read_text("utf-8")
    assert f'game = "{game}"' in plain
    assert main(["edition", "check", str(file)]) == 0
    assert ("is still ours" in capsys.readouterr().out) == ("{ rebuilt" in plain)
    file.write_text(own_edition(game), "utf-8")
    assert main(["edition", "check", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{NAME}: ")
    assert "ours" not in said
    options = ["--games", "1", "--workers", "1", "--edition", str(file), "--records", str(records), "--lang", "en"]
    assert main(["simulate", game, *options]) == 0
    (made,) = records.glob("*.txt")
    assert parse_record(made.read_text("utf-8")).header.edition.startswith(f"{NAME} ")
    assert main(["record", "verify", str(made), "--edition", str(file)]) == 0
    assert main(["record", "verify", str(made)]) == 1
    capsys.readouterr()
    assert main(["record", "show", str(made), "--edition", str(file), "--lang", "en"]) == 0
    assert f" {_title(game)} " in capsys.readouterr().out


def _title(game: str) -> str:
    usual = Translator(games.load_game_info(game).folder, "en").translate(Message("title"))
    return re.sub(r"[^\W\d_][\w’'-]*", r"X\g<0>", usual)


@pytest.mark.parametrize("game", games.OWN_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_of_a_file_is_said(game: str, language: str, tmp_path: Path) -> None:
    """By every message that names the thing; and unchanged, a file says what we say."""
    facts = games.load_game_info(game)
    assert facts.edition_info is not None
    file = tmp_path / "mine.toml"
    main(["edition", "new", game, str(file)])
    plain = Translator(facts.folder, language)
    same = Translator(facts.folder, language, overrides=read_custom_edition(file).words[language])
    file.write_text(own_edition(game), "utf-8")
    box = read_custom_edition(file)
    own = Translator(facts.folder, language, overrides=box.words[language])
    for naming in facts.edition_info.titled_things(box.edition):
        for key in {*naming.titles, naming.counted, naming.board, *naming.halves} - {""}:
            for n in (1, 2):
                said = [
                    words.translate(Message(key, {"n": n} if key == naming.counted else {}))
                    for words in (plain, same, own)
                ]
                assert said[0] == said[1] or key not in (naming.titles[0], naming.counted, naming.board)
                assert all(word.startswith("X") for word in re.findall(r"[^\W\d_][\w’'-]*", said[2])), said


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
    ("duty = { given = 500 }", "duty = { given = -500 }", "articles.crown.duty: no sum of money"),
    ("cards = { given = 1 }", "cards = { given = 0 }", "articles.crown.cards must be at least 1"),
    ('name = "crown"', 'name = "wine"', "a title is of one thing"),
]
"""Of Rien à déclarer ?"""
ELSEWHERE = {
    "chasse": [
        ("rows = { reported = 13 }", "rows = { reported = 2 }", "3 to 99 rows"),
        ("plate = { given = 50 }", "plate = { given = 0 }", "plate must be at least 1"),
        ("pawn = { given = 50 }", "pawn = 50", "pawn = 50 has no mark"),
        ("standstill = { rebuilt = 40 }", "standstill = { rebuilt = 0 }", "standstill must be at least 1"),
        ("most = { rebuilt = 5 }", "most = { rebuilt = -1 }", "cannot be hidden"),
        ('name = "c"', 'name = "d"', "columns are named"),
        ("smugglers = { rebuilt = [2, 4, 6] }", "smugglers = { rebuilt = [] }", "at least 1 for each side"),
        ("smugglers = { rebuilt = [2, 4, 6] }", "smugglers = { rebuilt = [0] }", "at least 1 for each side"),
        ("customs = { rebuilt = [2, 4, 6] }", "customs = { rebuilt = [2, 2, 6] }", "no number twice"),
        ('"a3", "b2"', '"a3", "b1"', "'b1' is not a square"),
        ('"a13", "b12"', '"a13", "a13"', "may be there twice"),
        ('"a13", "b12"', '"a13", "a3"', "may be there twice"),
    ],
    "combinus": [
        ("rows = { given = 5 }", "rows = { given = 6 }", "two to five"),
        ("columns = { given = 5 }", "columns = { given = 1 }", "two to five"),
        ("columns = { given = 5 }", 'columns = { given = "five" }', "Expected `int`"),
        ("joker = { given = true }", "joker = { given = 1 }", "Expected `bool`"),
        ('fit = { deduced = "coincide" }', 'fit = { deduced = "somehow" }', "Invalid enum value"),
        ("tiles = { deduced = [", 'tiles = { deduced = ["zzzz",', "four sides of"),
        ("tiles = { deduced = [", 'tiles = { deduced = ["a---",', "turned as"),
        ("tiles = { deduced = [", 'tiles = { deduced = ["aaaa",', "all tiles differ"),
        ("tiles = { deduced = [", "tiles = { deduced = [1,", "Expected `str`"),
    ],
    "combinards": [
        ("cash = { given = 100 }", "cash = { given = 0 }", "cash must be at least 1"),
        ("goal = { given = 600 }", "goal = { given = 0 }", "goal must be at least 1"),
        ("tax = { given = 5 }", "tax = { given = -5 }", "tax: no sum is below 0"),
        ("prison = { given = 20 }", "prison = { given = [20] }", "Expected `int`"),
        ("faces = { given = 6 }", "faces = 6", "faces = 6 has no mark"),
        ("fork = { rebuilt = 20 }", "fork = { rebuilt = 28 }", "no such square"),
        ("merge = { rebuilt = 3 }", "merge = { rebuilt = -1 }", "no such square"),
        ('[[circuits]]\nname = "B"', '[[circuits]]\nname = "A"', "names of their own"),
        ('name = "postcards"', 'name = "corks"', "a title is of one thing"),
        ('name = "postcards"', 'name = "post cards"', "one word"),
        ("casino = 8 } }", "bakery = 8 } }", "not on the board"),
        ("inner = { rebuilt = [", 'inner = { rebuilt = ["stop",', "belong to outer circuits"),
        ("inner = { rebuilt = [", 'inner = { rebuilt = ["a tavern",', "one word"),
    ],
}
"""Of the others."""


def _broken(text: str, old: str, new: str, file: Path) -> int:
    """Writes the file with the fault in it; the line it is in."""
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    at = next(at for at, (one, other) in enumerate(zip(old + "\0", new + "\0", strict=False)) if one != other)
    return text[: text.index(old) + at].count("\n") + 1


@pytest.mark.parametrize(
    ("game", "old", "new", "said"),
    [("declarer", *each) for each in BROKEN] + [(game, *each) for game, some in ELSEWHERE.items() for each in some],
)
def test_a_broken_file_is_refused_with_its_line(
    game: str, old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some fifteen ways to break one of each game: what is wrong is said, and the line that it is in."""
    file = tmp_path / "mine.toml"
    main(["edition", "new", game, str(file)])
    line = _broken(file.read_text("utf-8"), old, new, file)
    assert main(["edition", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert f"line {line}: " in told or f"(at line {line}" in told


TITLE = 'title = { fr = "Vin", en = "Wine" }'
UNTITLED = [
    (TITLE, 'title = "Wine"', "both languages"),
    (TITLE, 'title = { fr = "Vin" }', "both languages"),
    (TITLE, 'title = { fr = "Vin", en = "Wine", de = "Wein" }', "both languages"),
    (TITLE, 'title = { fr = "Vin", en = 4 }', "1 to 60 letters"),
    (TITLE, 'title = { fr = "Vin", en = "" }', "1 to 60 letters"),
    (TITLE, 'title = { fr = "Vin", en = "[Wine](seat-1)" }', "none of"),
    (TITLE, 'title = { fr = "Vin", en = "{ $seat }" }', "none of"),
    (TITLE, 'title = { fr = "Vin", en = "<b>Wine</b>" }', "none of"),
    ('counted = { fr = "# vin / # vins", en = "# wine / # wines" }', 'counted = { fr = "vin", en = "wine" }', "stroke"),
    ('name = "my box"', 'name = "[my](box)"', "none of"),
    ('name = "luggage"', 'name = "trunk"', "nothing in this edition is called so"),
    ('game = "declarer"', 'game = "monopoly"', "there is no game"),
    ('game = "declarer"', 'game = "chasse"', "rows"),
]


@pytest.mark.parametrize(("old", "new", "said"), UNTITLED)
def test_a_title_that_cannot_be_said_is_refused_with_its_line(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of a title means anything to a sentence, a page or a record."""
    file = tmp_path / "mine.toml"
    main(["edition", "new", "declarer", str(file)])
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    line = text[: text.index(old)].count("\n") + 1
    assert main(["edition", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert f"line {line}: " in told or 'game = "chasse"' in new


def test_a_thing_without_a_name_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anybody sits down to play it; with a title it can be played."""
    file = tmp_path / "mine.toml"
    main(["edition", "new", "declarer", str(file)])
    text = file.read_text("utf-8").replace('name = "wine"', 'name = "absinthe"')
    file.write_text(text, "utf-8")
    assert list_things_without_name(file) == []
    text = text.replace(TITLE, "").replace('counted = { fr = "# vin / # vins", en = "# wine / # wines" }', "")
    file.write_text(text, "utf-8")
    line = text[: text.index('name = "absinthe"')].count("\n") + 1
    assert main(["edition", "check", str(file)]) == 1
    assert f"mine.toml, line {line}: absinthe has no title" in capsys.readouterr().out
    assert main(["play", "declarer", "--edition", str(file)]) == 2
    assert f"mine.toml, line {line}: absinthe has no title" in capsys.readouterr().err


def test_a_folder_is_read_once_and_tells_what_it_cannot_use(tmp_path: Path) -> None:
    """What was checked is what is played, whatever becomes of the file."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(own_edition("declarer"), "utf-8")
    bad.write_text(own_edition("declarer").replace("hand = { given = 4 }", "hand = 4"), "utf-8")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9t\xe9"')
    (tmp_path / "notes.txt").write_text("nothing of ours", "utf-8")
    boxes = CustomEditions(folder=str(tmp_path))
    (box,) = boxes.editions_of("declarer")
    assert box.name == NAME
    assert [(each.game, each.file) for each in boxes.invalid] == [("declarer", "bad.toml"), ("", "latin.toml")]
    assert "hand = 4 has no mark" in boxes.invalid[0].sentence
    good.unlink()
    assert boxes.require(box.digest, "declarer").path.read_text("utf-8") == box.edition.text
    with pytest.raises(Refused, match="put the file back"):
        boxes.require(box.digest, "chasse")
    with pytest.raises(Refused, match="MALLE_EDITIONS is a folder"):
        CustomEditions(folder=str(tmp_path / "nowhere"))


def test_a_file_must_say_which_game_it_is_of(tmp_path: Path) -> None:
    from malle.cli.play.edition_commands import check_edition_file

    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\n', "utf-8")
    with pytest.raises(Refused, match="say which game it is of"):
        check_edition_file(file)
