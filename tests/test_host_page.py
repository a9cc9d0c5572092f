"""The pages for hosts: both languages say the same commands, every word of ours in them exists, and the quick ones run.
`make test-host` follows the page on a clean Debian."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools.host_page import ENGLISH, FRENCH, ROOT, commands, sections, settings

from malle.cli.main import main

PAGES = {page.name: page.read_text("utf-8") for page in (ENGLISH, FRENCH)}
QUICK = [line for line in commands(PAGES["hosting.md"]) if "/malle front" in line]


def ours(lines: list[str]) -> list[list[str]]:
    """The words after `malle` in each command of ours."""
    found = [re.search(r"bin/malle (.*?)(?: > \S+)?$", line) for line in lines]
    return [shlex.split(each[1]) for each in found if each]


def test_both_languages_say_the_same_commands_under_as_many_headings() -> None:
    english, french = (sections(page) for page in PAGES.values())
    assert [lines for _, lines in english] == [lines for _, lines in french]
    assert len(english) >= 10
    assert settings(PAGES["hosting.md"]) == settings(PAGES["heberger.md"])
    numbers = [sorted(re.findall(r"(?<![\w.])\d+(?![\w.])", re.sub(r"\]\(.*?\)", "", page))) for page in PAGES.values()]
    assert numbers[0] == numbers[1]


def test_a_page_that_says_another_command_is_found() -> None:
    page = "# T\n\n## A\n\n```sh\nmalle up\n```\n\n## B\n\n```sh\none\ntwo\n```\n"
    assert sections(page) == [("A", ["malle up"]), ("B", ["one", "two"])]
    assert commands(page.replace("two", "three")) != commands(page)


@pytest.mark.parametrize("words", ours(commands(PAGES["hosting.md"])), ids=" ".join)
def test_every_word_of_ours_exists(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*words, "--help"])
    assert stop.value.code == 0


@pytest.mark.parametrize("line", QUICK)
def test_the_quick_commands_run(line: str, tmp_path: Path) -> None:
    (words,) = ours([line])
    command = [sys.executable, "-m", "malle", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "games.example" in ran.stdout


def test_the_page_names_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    for page in PAGES.values():
        assert set(re.findall(r"malle-(\w[\w.]*)-py3", page)) == {version}
