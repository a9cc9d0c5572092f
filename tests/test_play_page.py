"""The page that plays: the same records as everywhere else, and a folder with the same bytes whenever it is built."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
from tools.play_first import first_scenes
from tools.play_page import ROOT, build, wheel

from malle.games import OWN_GAMES, load_game_info
from malle.runtime.table_session import TableSession
from tests.playing import CASES, record

Case = tuple[str, int, str, int]
MATCHES = 10
"""Of each game, in the nightly run."""


def _in_page(library: Path | str, archive: Path, paths: list[Path], cases: list[Case]) -> list[str]:
    """The digests of these records, from the interpreter that the page has."""
    words = ["node", ROOT / "tools" / "play_page.mjs", "run", library, archive, ROOT / "tests" / "records_in_page.py"]
    ran = subprocess.run([*map(str, (*words, *paths)), json.dumps(cases)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def _here(cases: list[Case]) -> list[str]:
    return [hashlib.sha256(record(*case).encode()).hexdigest() for case in cases]


def test_records_are_the_same_in_a_page(tmp_path: Path) -> None:
    """Three games, from the sources and with the whole standard library; the fourth takes too long."""
    cases = [(*case, 1) for case in CASES[:9] if case[2] != "regular"]
    assert _in_page("-", wheel(tmp_path), [ROOT / "src", ROOT], cases) == _here(cases)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_first_scenes_hold_nothing_of_other_seats(game: str) -> None:
    """Each is what seat 1 is sent of its opening, without what it is not asked for."""
    made = json.loads(first_scenes(load_game_info(game)))
    assert len(made["scenes"]) == 20
    for each in made["scenes"][:3]:
        sent: list[str] = []
        session = TableSession([json.dumps(each["opening"])], lambda *_: None, sent.append)
        session.hear(0, '{"type":"hello"}')
        state = json.loads(sent[-1])
        assert each["state"] == {key: state[key] for key in each["state"]}
        assert {"view", "legal"}.isdisjoint(each["state"])
        assert each["state"]["viewer"] == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built folder."""
    made = tmp_path_factory.mktemp("page")
    build(made)
    return made


@pytest.mark.long
@pytest.mark.timeout(2400)
def test_records_of_forty_matches_are_the_same_in_the_built_page(folder: Path) -> None:
    """From the files of the folder, ten matches of each game, at all levels."""
    (library,), (archive,) = folder.glob("*/library.zip"), folder.glob("*/malle.zip")
    cases = []
    for at in range(MATCHES):
        for game, seats, level in CASES[at % 3 :: 3]:
            cases += [
                (game, seats, level, 100 * at + leg) for leg in range(1, load_game_info(game).games_per_match + 1)
            ]
    assert len(cases) >= 4 * MATCHES
    assert _in_page(library, archive, [ROOT], cases) == _here(cases)


@pytest.mark.long
def test_two_builds_have_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    build(tmp_path)
    one, two = ({path.relative_to(at): path.read_bytes() for path in at.rglob("*.*")} for at in (folder, tmp_path))
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


@pytest.mark.long
def test_the_folder_is_small_enough(folder: Path) -> None:
    """What is fetched for a first game: at most 5 MB with brotli, and 6.5 MB with gzip."""
    (parts,), (client,) = folder.glob("*/parts.json"), folder.glob("*/table.js")
    fetched = [parts.parent / name for name in json.loads(parts.read_bytes()) if name != "lock"]
    for kind in ("*.js", "table.css", "malle.css", "*latin-w*.woff2", "declarer.*"):
        fetched += client.parent.glob(kind)
    for end, most in ((".br", 5_000_000), (".gz", 6_500_000)):
        sizes = [max(path.with_name(path.name + end), path, key=Path.exists).stat().st_size for path in fetched]
        print(f"{end}: {sum(sizes):,} bytes, {sum(sizes[:5]):,} of them Python")
        assert sum(sizes) <= most
