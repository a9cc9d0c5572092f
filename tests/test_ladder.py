"""The lab's ladder: every kind against every other on the same deals, broken off and gone on with, and its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from malle.cli import main
from malle.core import Refused
from malle.games import sheet
from malle.lab import ladder
from malle.lab.ladder import CHOOSING, REPORTING, Block, Rungs, Task, climb, here, tasks_of

OPTIONS = sheet("combinards").settle_options(2, {"goal": "short"})
RUNGS = Rungs("combinards", 2, OPTIONS, ("novice", "simple-1", "wily"), 8)


def cells(found: ladder.Ladder) -> dict[tuple[str, str], ladder.Faring]:
    return found.cells


def test_a_ladder_that_was_broken_off_goes_on_and_is_the_same(tmp_path: Path) -> None:
    whole = climb(RUNGS, tmp_path / "whole.part", here, lambda number: None)
    played, shown = list[Task](), list[int]()

    def tired(tasks: Sequence[Task]) -> Iterable[Block]:
        for task in tasks:
            if len(played) == 3:
                raise KeyboardInterrupt
            played.append(task)
            yield ladder.play(task)

    kept = tmp_path / "kept.part"
    with pytest.raises(KeyboardInterrupt):
        climb(RUNGS, kept, tired, shown.append)
    with kept.open("a") as file:
        file.write('{"one": "novice", "oth')  # the machine went down while it wrote
    left = list[Task]()
    shown.clear()

    def noting(tasks: Sequence[Task]) -> Iterable[Block]:
        left.extend(tasks)
        return here(tasks)

    assert cells(climb(RUNGS, kept, noting, shown.append)) == cells(whole)
    assert not set(map(str, played)) & set(map(str, left))
    assert len(played) + len(left) == len(tasks_of(RUNGS)) == sum(shown)
    assert cells(climb(RUNGS, kept, noting, shown.append)) == cells(whole)
    assert len(played) + len(left) == len(tasks_of(RUNGS)), "nothing is played twice"


def test_a_kind_against_its_like_is_even_and_chance_is_the_same_for_all(tmp_path: Path) -> None:
    """The novice is the simple robot: whoever of them is the one, every deal played from both seats is even."""
    found = climb(RUNGS, tmp_path / "x.part", here, lambda number: None).cells
    for pair in (("novice", "simple-1"), ("simple-1", "novice")):
        assert (found[pair].wins, found[pair].wins_within, found[pair].ahead) == (0.5, 0.0, 0.0)
    assert found["wily", "novice"] == found["wily", "simple-1"]
    assert found["wily", "novice"].wins == 1 - found["novice", "wily"].wins
    assert found["wily", "novice"].games == 16


def test_deals_for_choosing_and_for_reporting_never_meet(tmp_path: Path) -> None:
    kept = tmp_path / "x.part"
    climb(Rungs("combinards", 2, OPTIONS, ("novice", "simple-1"), 2), kept, here, lambda number: None)
    other = Rungs("combinards", 2, OPTIONS, ("novice", "simple-1"), 2, CHOOSING)
    with pytest.raises(Refused, match=r"x\.part is of another ladder"):
        climb(other, kept, here, lambda number: None)
    assert REPORTING - CHOOSING >= 1_000_000


def test_the_page_has_every_cell_and_every_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["lab", "ladder", "declarer", "novice", "honest", "--seats", "3", "--deals", "2", "--workers", "1"]
    for language, word in (("en", "an even share"), ("fr", "la part égale")):
        assert not main([*words, "--lang", language, "--out", f"{language}.html"])
        page = Path(f"{language}.html").read_text("utf-8")
        assert word in page
        assert page.count("<circle") == 2
        assert page.count(" ± ") >= 4
        assert page.count("<rect") == 2
        assert "malle lab ladder declarer novice honest --seats 3 --deals 2" in page
    assert main([*words[:3], "novice", "clever", "--deals", "2"])
    assert "'clever'" in capsys.readouterr().err
