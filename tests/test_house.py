"""The house in order: committed files name no workplace or registry, make words exist, papers are there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[1]
PICTURES_LIMIT = 15 * 1024 * 1024

# Built from halves, so that this file does not hold what it looks for.
WORKPLACE = (
    ".." + "/shared",
    "/wo" + "rk/",
    "files.python" + "hosted",
    '"resolved": "' + "http",
    "file:" + "///",
)


@cache
def committed() -> tuple[Path, ...]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return tuple(path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file())


@cache
def index_hosts() -> tuple[str, ...]:
    """Hosts of the package indexes this machine is set up with; none of them belongs in a committed file."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    settings = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    addresses = re.findall(r"https?://[^\s'\"]+", settings)
    hosts = {urlsplit(address).hostname for address in addresses}
    return tuple(sorted(host for host in hosts if host and host != "pypi.org"))


def workplace_names(text: str, hosts: tuple[str, ...] = ()) -> Iterator[str]:
    """What a text says about the machine it was written on."""
    for word in (*WORKPLACE, *hosts):
        # A path inside the project such as `net/wo…rk/x` is no absolute path.
        pattern = (r"(?<![\w.])" if word.startswith("/") else "") + re.escape(word)
        if re.search(pattern, text):
            yield word


def test_no_committed_file_names_the_workplace() -> None:
    found = []
    for path in committed():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {word}" for word in workplace_names(text, index_hosts())]
    assert found == []


def test_planted_workplace_names_are_found() -> None:
    planted = (
        "see .." + "/shared/design.md",
        "cd /wo" + "rk/main",
        "https://files.python" + "hosted.org/packages/x.whl",
        '"resolved": "' + "https://registry.example/x.tgz",
        "malle @ file:" + "///home/someone/malle",
        "--index-url https://pypi.example/simple",
    )
    for text in planted:
        assert list(workplace_names(text, ("pypi.example",))), text
    assert not list(workplace_names("a net/wo" + "rk/ folder, a framewo" + "rk, http://localhost:8000"))


def test_lock_files_hold_hashes_and_no_options() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert {lock.name for lock in locks} >= {"play.txt", "server.txt", "dev.txt"}
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert not re.search(r"^--|://|@ ", text, re.MULTILINE), f"{lock.name} holds an option, address or path"
        pins = re.findall(r"^[a-z0-9][^\n]*(?:\n    [^\n]*)*", text, re.MULTILINE)
        assert pins
        assert [pin for pin in pins if "--hash=sha256:" not in pin] == []


def test_pictures_stay_small() -> None:
    pictures = [path for path in committed() if path.is_relative_to(ROOT / "docs" / "pictures")]
    assert sum(path.stat().st_size for path in pictures) <= PICTURES_LIMIT


def test_make_help_prints_every_word() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    words = set(re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE))
    printed = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert {line.split()[0] for line in printed.splitlines()} == words
    assert words >= {"setup", "check", "test", "test-long", "bench", "play", "golden", "lock"}
    assert words >= set(re.findall(r"^make ([a-z-]+)", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE))


def test_papers_are_there() -> None:
    papers = ["README", "CONTRIBUTING", "CHANGELOG", "SECURITY", "docs/architecture", "docs/glossary"]
    for paper in papers:
        assert (ROOT / f"{paper}.md").stat().st_size > 200, paper
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_bare_package_is_the_terminal_and_nothing_large() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[^\w.]", name, maxsplit=1)[0] for name in project["dependencies"]]
    assert names == ["msgspec", "rich", "fluent.runtime", "babel", "cryptography"]
    locks = ("play", "server", "dev")
    locked = {lock: (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8") for lock in locks}
    for large, homes in {"ortools": {"dev"}, "numpy": {"dev"}, "litestar": {"server", "dev"}}.items():
        assert {lock for lock, text in locked.items() if f"\n{large}==" in text} == homes, large
