"""Games of other packages: found by their entry points, after ours, and refused where they cannot be told apart."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import malle_liar
from malle import games
from malle.cli import main
from malle.core import Refused
from malle.testing import check_all

ROOT = Path(__file__).parents[1]

Bring = Callable[..., None]


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, games.GROUP)


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Makes these entry points the only ones there are."""

    def these(*points: EntryPoint) -> None:
        monkeypatch.setattr(games, "entry_points", lambda group: points)
        games._brought.cache_clear()

    yield these
    games._brought.cache_clear()


def test_ours_come_first() -> None:
    assert games.names()[: len(games.GAMES)] == games.GAMES
    assert "liar" in games.names()
    assert games.sheet("liar") is malle_liar.SHEET
    assert games.load("liar")(3).seats == 3


def test_the_sheet_itself_may_be_named(bring: Bring) -> None:
    bring(point("liar", "malle_liar:SHEET"))
    assert games.sheet("liar") is malle_liar.SHEET


def test_a_name_of_ours_is_taken(bring: Bring, capsys: pytest.CaptureFixture[str]) -> None:
    bring(point(games.GAMES[0], "malle_liar"))
    sentence = f"malle_liar and Malle itself both have a game {games.GAMES[0]!r}; uninstall one of the packages"
    with pytest.raises(Refused, match=sentence):
        games.names()
    assert main(["games"]) == 2
    assert capsys.readouterr().err == f"malle: {sentence}\n"


def test_a_name_of_another_package_is_taken() -> None:
    with pytest.raises(Refused, match="one and two both have a game 'liar'"):
        games.brought([point("liar", "two"), point("liar", "one")])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("malle_liar", "should hold the sheet of a game 'poker'"),
        ("malle_liar.rules", "should hold the sheet of a game 'poker'"),
        ("no_such_package", "the game 'poker' of no_such_package cannot be loaded: No module named 'no_such_package'"),
        ("malle_liar:SHEAT", "cannot be loaded: .*SHEAT"),
    ],
)
def test_what_is_no_sheet_is_refused(bring: Bring, value: str, said: str) -> None:
    bring(point("poker", value))
    with pytest.raises(Refused, match=said):
        games.sheet("poker")


def test_a_game_in_no_list_is_proved_by_its_sheet(bring: Bring) -> None:
    bring()
    with pytest.raises(Refused, match="there is no game 'liar'"):
        games.sheet("liar")
    assert not check_all(malle_liar.SHEET, pairs=30)


def test_the_package_is_whole(tmp_path: Path) -> None:
    """Built and installed without a network, it is found in its new place with all its papers."""
    offline = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        *offline,
        "--target",
        str(tmp_path),
        str(ROOT / "examples" / "liar"),
    ]
    subprocess.run(install, check=True)
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from malle.games import sheet
        print(sheet("liar").folder)"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    folder, ours = Path(done.stdout.strip()), malle_liar.SHEET.folder
    assert folder == tmp_path / "malle_liar"
    kept = {path.relative_to(ours) for path in ours.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert kept <= {path.relative_to(folder) for path in folder.rglob("*")}
