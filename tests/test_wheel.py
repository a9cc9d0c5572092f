"""What a host installs: a wheel made the usual way, through the source archive, holds the client."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.bare import plain_distributions

ROOT = Path(__file__).parents[1]
CLIENT = ("table.js", "table.css", "pages.js", "pages.css", "malle.css", "sw.js")


def build(folder: Path, target: str, into: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m build` does the same in an environment of its own, which it fetches from the network."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked."""
    into = tmp_path_factory.mktemp("sdist")
    made = build(ROOT, "sdist", into)
    assert made.returncode == 0, made.stderr
    (archive,) = into.glob("*.tar.gz")
    assert archive.stat().st_size < 3_300_000, "pictures belong to the repository, not to the archive"
    with tarfile.open(archive) as packed:
        packed.extractall(into, filter="data")
    return into / archive.name.removesuffix(".tar.gz")


def test_a_wheel_from_the_source_archive_holds_the_client(source: Path, tmp_path: Path) -> None:
    made = build(source, "wheel", tmp_path)
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {f"malle/web/static/{name}" for name in CLIENT} <= held
    built = {f"malle/web/static/{path.name}" for path in (ROOT / "src/malle/web/static").iterdir()}
    assert built <= held
    assert "malle/web/words/fr.ftl" in held


def test_a_wheel_without_a_client_is_refused_with_what_to_do(source: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(source, bare)
    shutil.rmtree(bare / "src/malle/web/static")
    made = build(bare, "wheel", tmp_path / "out")
    assert made.returncode != 0
    assert "run `make client`" in made.stderr + made.stdout
    for target, wish in (("wheel", {"MALLE_WITHOUT_CLIENT": "1"}), ("wheel:editable", {})):
        made = build(bare, target, tmp_path / "out", **wish)
        assert made.returncode == 0, made.stderr


EXAMPLE = """
from importlib.util import find_spec
import malle
from malle_liar import GAME_INFO
from malle.testing import check_all, check_contract, check_exact_laws, check_paired_rooms, check_sampled_laws

assert "site-packages" in malle.__file__, malle.__file__
assert not any(map(find_spec, ("asyncpg", "litestar", "nats", "structlog", "pytest"))), "more than the wheel"
assert check_exact_laws(GAME_INFO.make_tiny_game()) == []
assert check_contract(GAME_INFO) == []
assert check_sampled_laws(GAME_INFO.make_game(3, {}, None), pairs=500) == []
assert check_paired_rooms(GAME_INFO) == []
assert check_all(GAME_INFO) == []
"""


@pytest.mark.long
def test_the_laws_run_where_only_the_wheel_is_installed(source: Path, tmp_path: Path) -> None:
    """In a fresh virtual environment, which has the wheel, what it requires, and the example."""
    made = build(source, "wheel", tmp_path)
    assert made.returncode == 0, made.stderr
    venv.create(tmp_path / "venv", symlinks=True)
    (site,) = (tmp_path / "venv" / "lib").glob("python3*/site-packages")
    for name in plain_distributions():  # without a network: as they are installed here
        for top in {path.parts[0] for path in distribution(name).files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run([*pip, "--target", site, wheel, ROOT / "examples" / "liar"], check=True)
    done = subprocess.run(
        [tmp_path / "venv" / "bin" / "python", "-I", "-c", EXAMPLE], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
