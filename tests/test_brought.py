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
from malle.cli.main import main
from malle.config.settings import read_config
from malle.core import Refused
from malle.testing import check_all

ROOT = Path(__file__).parents[1]

Bring = Callable[..., None]


def point(name: str, value: str, group: str = games.GAMES_ENTRY_POINTS) -> EntryPoint:
    return EntryPoint(name, value, group)


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Makes these entry points the only ones there are."""

    def these(*points: EntryPoint) -> None:
        grouped = {
            group: [each for each in points if each.group == group]
            for group in (games.GAMES_ENTRY_POINTS, games.EXAMPLES_ENTRY_POINTS)
        }
        monkeypatch.setattr(games, "entry_points", lambda group: grouped[group])
        games._plugin_entry_points.cache_clear()
        games.example_names.cache_clear()

    yield these
    games._plugin_entry_points.cache_clear()
    games.example_names.cache_clear()


def test_ours_come_first() -> None:
    assert games.game_names()[: len(games.OWN_GAMES)] == games.OWN_GAMES
    assert "liar" in games.game_names()
    assert games.load_game_info("liar") is malle_liar.GAME_INFO
    assert games.load_game("liar")(3).seats == 3


def offered(**settings: str) -> list[str]:
    """The games on the shelf of a site, which starts nothing else."""
    known = {"MALLE_DATABASES": "1=postgresql://a/b", "MALLE_KEY": "00" * 32, **settings}
    return [name for name in games.game_names() if name not in read_config(known).disabled_games]


def test_an_example_is_offered_where_somebody_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the package as it is installed. Who names it in the terminal asks for it."""
    assert offered() == offered(MALLE_EXAMPLES="0") == list(games.OWN_GAMES)
    assert offered(MALLE_EXAMPLES="1") == [*games.OWN_GAMES, "liar"]
    assert offered(MALLE_EXAMPLES="1", MALLE_WITHOUT="liar") == list(games.OWN_GAMES)
    assert main(["games"]) == 0
    assert "liar" not in capsys.readouterr().out
    assert main(["simulate", "liar", "--games", "2", "--workers", "1"]) == 0
    monkeypatch.setenv("MALLE_EXAMPLES", "1")
    assert main(["games"]) == 0
    assert "liar" in capsys.readouterr().out


def test_a_game_that_is_no_example_is_offered_by_itself(bring: Bring) -> None:
    bring(point("liar", "malle_liar"), point("poker", "poker", games.EXAMPLES_ENTRY_POINTS))
    assert offered() == [*games.OWN_GAMES, "liar"]
    assert games.listed_names({}) == (*games.OWN_GAMES, "liar")


def test_the_sheet_itself_may_be_named(bring: Bring) -> None:
    bring(point("liar", "malle_liar:GAME_INFO"))
    assert games.load_game_info("liar") is malle_liar.GAME_INFO


def test_a_name_of_ours_is_taken(bring: Bring, capsys: pytest.CaptureFixture[str]) -> None:
    bring(point(games.OWN_GAMES[0], "malle_liar"))
    sentence = f"malle_liar and Malle itself both have a game {games.OWN_GAMES[0]!r}; uninstall one of the packages"
    with pytest.raises(Refused, match=sentence):
        games.game_names()
    assert main(["games"]) == 2
    assert capsys.readouterr().err == f"malle: {sentence}\n"


def test_a_name_of_another_package_is_taken() -> None:
    with pytest.raises(Refused, match="one and two both have a game 'liar'"):
        games.entry_points_by_game([point("liar", "two"), point("liar", "one")])


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
        games.load_game_info("poker")


def test_a_game_in_no_list_is_proved_by_its_sheet(bring: Bring) -> None:
    bring()
    with pytest.raises(Refused, match="there is no game 'liar'"):
        games.load_game_info("liar")
    assert not check_all(malle_liar.GAME_INFO, pairs=30)


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
        from malle.games import load_game_info
        print(load_game_info("liar").folder)"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    folder, ours = Path(done.stdout.strip()), malle_liar.GAME_INFO.folder
    assert folder == tmp_path / "malle_liar"
    kept = {path.relative_to(ours) for path in ours.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert kept <= {path.relative_to(folder) for path in folder.rglob("*")}
