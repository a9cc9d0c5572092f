"""The nightly run resumes after its last finished step, and names the commit of its last green end."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools.nightly import ROOT, read_progress, run_part


def git(folder: Path, *words: str) -> str:
    named = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    return subprocess.run(["git", *named, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository in which each step appends its letter to a file that git does not track."""
    git(tmp_path, "init", "--quiet")
    (tmp_path / ".gitignore").write_text("var/\n")
    (tmp_path / "var").mkdir()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    return tmp_path


def step(letter: str, *, fails_without: str = "") -> str:
    code = f"open('var/ran', 'a').write('{letter}')"
    if fails_without:
        code += f"; import os; os.path.exists('var/{fails_without}') or exit(1)"
    return f'{{python}} -c "{code}"'


def test_a_part_resumes_after_its_last_finished_step(checkout: Path) -> None:
    steps, file = [step("a"), step("b", fails_without="mended"), step("c")], checkout / "var/part.json"
    assert run_part(steps, file, root=checkout)[0] == 1
    (checkout / "var/mended").touch()
    result, progress = run_part(steps, file, root=checkout)
    assert (result, (checkout / "var/ran").read_text()) == (0, "abbc")
    assert progress.green == git(checkout, "rev-parse", "HEAD").strip()


def test_another_commit_begins_anew_and_keeps_the_last_green_one(checkout: Path) -> None:
    steps, file = [step("a"), step("b", fails_without="mended")], checkout / "var/part.json"
    (checkout / "var/mended").touch()
    run_part(steps, file, root=checkout)
    first = git(checkout, "rev-parse", "HEAD").strip()
    git(checkout, "commit", "--quiet", "--allow-empty", "-m", "second")
    (checkout / "var/mended").unlink()
    assert run_part(steps, file, root=checkout)[0] == 1
    assert (checkout / "var/ran").read_text() == "abab"
    assert read_progress(file).green == first


def test_changed_files_are_never_called_green(checkout: Path) -> None:
    (checkout / "new.txt").touch()
    result, progress = run_part([step("a")], checkout / "var/part.json", root=checkout)
    assert (result, progress.green) == (0, "")


def test_a_part_ends_when_its_time_is_over(checkout: Path) -> None:
    steps = [f'{sys.executable} -c "import time; time.sleep(60)"']
    result, progress = run_part(steps, checkout / "var/part.json", root=checkout, limit_seconds=0.2)
    assert (result, progress.passed) == (2, [])


def test_every_part_names_files_that_exist() -> None:
    parts = tomllib.loads((ROOT / "tools/nightly.toml").read_text("utf-8"))
    for part in parts.values():
        assert part["about"]
        for each in part["steps"]:
            for word in each.split():
                if word.startswith(("tests/", "src/")):
                    assert (ROOT / word.partition("::")[0]).exists(), word
