"""What is there to run a house larger is true: counts that are watched exist, containers have no usual password, run as
nobody and from files that cannot be written."""

from __future__ import annotations

import json
import re
from pathlib import Path

from malle.config.settings import read_config
from malle.runtime.table_service import TableService
from malle.web.api.metrics import render_metrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
RECIPE = (ROOT / "Containerfile").read_text("utf-8")
SETTINGS = {
    "MALLE_DATABASES": "1=postgresql://a@127.0.0.1:1/x",
    "MALLE_NATS": "nats://127.0.0.1:1",
    "MALLE_KEY": "0" * 64,
}


def watched(text: str) -> set[str]:
    """The counts that a file names."""
    return set(re.findall(r"\bmalle_[a-z_]+", text))


def unknown(text: str, shown: str) -> set[str]:
    """Those of them that no server shows."""
    known = set(re.findall(r"^# TYPE (malle_\w+)", shown, re.MULTILINE))
    known |= {f"{name}_{end}" for name in known for end in ("bucket", "sum", "count")}
    return watched(text) - known


def shown() -> str:
    return render_metrics(TableService(read_config(SETTINGS))).decode()


def test_what_is_watched_is_shown() -> None:
    for name in ("dashboard.json", "alerts.yml"):
        text = (DEPLOY / name).read_text("utf-8")
        assert len(watched(text)) >= 6
        assert unknown(text, shown()) == set(), name
    assert unknown("rate(malle_goves_total[5m])", shown()) == {"malle_goves_total"}


def test_every_count_is_on_the_dashboard_or_in_a_rule() -> None:
    """What nobody looks at need not be counted."""
    both = "".join((DEPLOY / name).read_text("utf-8") for name in ("dashboard.json", "alerts.yml"))
    counted = set(re.findall(r"^# TYPE (malle_\w+?)(?:_total)? ", shown(), re.MULTILINE))
    looked_at = {re.sub(r"_(total|bucket)$", "", name) for name in watched(both)}
    assert counted - looked_at <= {"malle_followed", "malle_races", "malle_loads", "malle_swept", "malle_statements"}


def test_the_dashboard_can_be_read_and_no_panel_lies_over_another() -> None:
    panels = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
    places = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in panels]
    assert len(set(places)) == len(panels)


def test_nothing_has_a_usual_password() -> None:
    secret = re.findall(r"\$\{(\w*(?:PASSWORD|KEY|ADDRESS)\w*)(\S{2})", COMPOSE)
    assert len(secret) >= 6
    assert {how for _, how in secret} == {":?"}


def test_one_server_listens_where_the_front_looks_for_it() -> None:
    command = re.search(r'command: \["serve", (.*)\]', COMPOSE)
    assert command
    assert '"8000"' in command[1]
    assert "--processes" not in command[1]
    assert '"web:8000"' in COMPOSE
    assert COMPOSE.count("restart: unless-stopped") == 3
    assert "--data-checksums" in COMPOSE


def test_the_image_is_nobodys_and_by_hashes() -> None:
    assert re.search(r"^USER 10001$", RECIPE, re.MULTILINE)
    assert "--require-hashes" in RECIPE
    assert "read_only: true" in COMPOSE
    for source in re.findall(r"^COPY (?!--from)(.+?) \S+$", RECIPE, re.MULTILINE):
        assert all((ROOT / each).exists() for each in source.split()), source
