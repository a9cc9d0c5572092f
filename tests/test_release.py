"""`make release` refuses what must not be released. Each refusal is proved on a small repository with that fault."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools.asked import KEPT, keep
from tools.release import Unfit, build, digests, faults, is_prepared, parts, prepare, section, version_of

ROOT = Path(__file__).parents[1]
GOLDEN = "src/malle/games/parley/tests/playthroughs/robots.txt"


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@malle.example", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, "utf-8")


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "More")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """0.1.0 was released, and 0.2.0 is ready."""
    git(tmp_path, "init", "--quiet")
    write(tmp_path, "pyproject.toml", '[project]\nversion = "0.1.0"\n')
    write(tmp_path, "CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.1.0, 2026-11-16\n\n- First.\n")
    write(tmp_path, GOLDEN, "bid 1\n")
    commit(tmp_path)
    git(tmp_path, "tag", "v0.1.0")
    write(tmp_path, "pyproject.toml", '[project]\nversion = "0.2.0"\n')
    write(tmp_path, "src/malle/__init__.py", '__version__ = "0.2.0"\n')
    log = "# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-12-01\n\n- Second.\n\n## 0.1.0, 2026-11-16\n\n- First.\n"
    write(tmp_path, "CHANGELOG.md", log)
    write(tmp_path, GOLDEN.replace("robots", "v2-robots"), "bid 2\n")
    keep(tmp_path, "0.2.0")
    commit(tmp_path)
    return tmp_path


def test_what_is_ready_may_be_released(repository: Path) -> None:
    """Records of raised rules stand beside the old ones."""
    assert list(faults(repository)) == []


@pytest.mark.parametrize(
    ("path", "text", "kept", "said"),
    [
        ("README.md", "new", False, "not clean"),
        ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.2.0, today\n\n## 0.1.0\n- x\n", True, "says nothing"),
        ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- x\n\n## 0.2.0\n\n- y\n", True, "unreleased lines"),
        (GOLDEN, "bid 3\n", True, "rules version"),
        (f"{KEPT}/0.2.0.json", "{}", True, "asks of its databases"),
    ],
)
def test_what_is_not_is_refused_with_what_to_do(repository: Path, path: str, text: str, kept: bool, said: str) -> None:
    write(repository, path, text)
    if kept:
        commit(repository)
    (found,) = faults(repository)
    assert said in found


def test_a_golden_record_that_is_gone_is_missed(repository: Path) -> None:
    (repository / GOLDEN).unlink()
    commit(repository)
    (found,) = faults(repository)
    assert "rules version" in found


def test_a_version_is_released_once_and_said_alike(repository: Path) -> None:
    git(repository, "tag", "v0.2.0")
    assert "v0.2.0 already" in " ".join(faults(repository))
    write(repository, "src/malle/__init__.py", '__version__ = "0.3.0"\n')
    with pytest.raises(Unfit, match="make them equal"):
        version_of(repository)


def test_what_is_unreleased_becomes_a_section() -> None:
    made = prepare("# Changelog\n\n## Unreleased\n\n- x\n\n## 0.1.0\n\n- y\n", "0.2.0", "2026-12-01")
    assert made == "# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-12-01\n\n- x\n\n## 0.1.0\n\n- y\n"
    assert section(made, "## Unreleased") == ""
    assert is_prepared(made, "0.2.0")
    assert not is_prepared(made, "0.3.0")
    assert not is_prepared("## Unreleased\n\n- z\n\n## 0.2.0\n\n- x\n", "0.2.0")
    assert section(made, "## 0.2.0") == "- x"
    for empty in ("## Unreleased\n\n## 0.1.0\n\n- y\n", "## Unreleased\n\n- x\n\n## 0.2.0\n\n- y\n"):
        with pytest.raises(Unfit):
            prepare(empty, "0.2.0", "2026-12-01")


def test_two_builds_are_alike_and_their_parts_are_listed(tmp_path: Path) -> None:
    first, second = (build(ROOT, tmp_path / name) for name in ("first", "second"))
    assert digests(first) == digests(second)
    assert len(first) == 2
    listed = parts(ROOT)
    assert b"pkg:pypi/asyncpg@" in listed
    assert b"pkg:npm/preact@" in listed


def test_this_version_is_said_alike() -> None:
    assert version_of(ROOT)
