"""What the README says works: its Python runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from malle.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/malle/games/*/README.md")])


@pytest.mark.parametrize("page", ["README.md", "docs/testing.md"])
def test_the_python_in_the_pages_runs(page: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for code in blocks:
        if "check_all" in code:  # minutes; tests/test_games.py does the same for every game
            compile(code, page, "exec")
        else:
            subprocess.run([sys.executable, "-c", code], check=True, timeout=50)


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_the_commands_in_the_readme_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    commands = re.findall(r"^    \.venv/bin/malle (.+)$", text, re.MULTILINE)
    commands += re.findall(r"`(?:[\w.]+/bin/)?malle ([^`]+)`", text)
    assert len(commands) >= 3
    for command in commands:
        with pytest.raises(SystemExit) as stop:
            main([*command.split(), "--help"])
        assert stop.value.code == 0, command
    words = set(re.findall(r"^    make ([a-z-]+)", text, re.MULTILINE)) | set(re.findall(r"`make ([a-z-]+)`", text))
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert words <= known


def test_every_box_of_the_drawing_is_a_folder() -> None:
    drawn = (ROOT / "docs/pictures/system.dot").read_text("utf-8")
    folders = re.findall(r'label="[^"\\]+\\n([^"]+)"', drawn)
    assert len(folders) >= 8
    for folder in folders:
        assert (ROOT / folder).is_dir(), folder
        assert f">{folder}</text>" in (ROOT / "docs/pictures/system.svg").read_text("utf-8"), "make pictures"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if not link.startswith(("http", "mailto:")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
