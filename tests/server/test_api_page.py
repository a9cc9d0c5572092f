"""The page for programs: its example plays a move at a real server, and it names every address that programs have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.server.nursery import Nursery, free_port

pytestmark = pytest.mark.services

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_the_example_plays_a_move(nursery: Nursery, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    nursery.start(port)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code.count("127.0.0.1:8000") == 1
    exec(compile(code.replace("127.0.0.1:8000", f"127.0.0.1:{port}"), "docs/api.md", "exec"), {})
    said = capsys.readouterr().out
    assert re.search(r"'type': 'taken', 'key': '[0-9a-f-]{36}', 'seq': \d+", said), said


def test_every_address_for_programs_is_told() -> None:
    code = (ROOT / "src/malle/web/api/tables.py").read_text("utf-8")
    found = set(re.findall(r'@(get|post)\("(/api/tables[^"]*)"', code))
    assert len(found) >= 6
    told = {(how.lower(), path) for how, path in re.findall(r"^\| `(GET|POST) (\S+)` \|", PAGE, re.MULTILINE)}
    assert told == {(how, path.replace("{table:str}", "<table>")) for how, path in found}


def test_the_messages_that_the_page_shows_are_in_the_schema() -> None:
    kinds = set(re.findall(r'\{"type": "([a-z-]+)"', PAGE))
    known = json.loads((ROOT / "client/messages.schema.json").read_text("utf-8"))["$defs"]
    assert kinds <= {
        each["properties"]["type"]["enum"][0] for each in known.values() if "type" in each.get("properties", {})
    }
    assert kinds == {"hello", "act"}
