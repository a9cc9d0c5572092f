"""Rules may change; what was begun on the old ones goes on and verifies by them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from malle import games
from malle.cli.main import main
from malle.cli.play import record_commands
from malle.core import GameInfo, Luck, NoSuchRules, Option
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import play_game, robot_chooser
from malle.core.record import build_record, format_record, is_verified, verify_record
from malle.games import load_game
from malle.games.golden_records import game_of_record
from malle.i18n.translations import LANGUAGES
from malle.testing.golden import check_golden_records, golden_folder, write_golden_records
from tests.versions import FIRST, LOST, SECOND

SEED = bytes(range(32))


WORDS = "title = Parley\nevent-dealt = dealt\nevent-bids = bids\nevent-shown = shown\nevent-kept = kept back\n"


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library of somebody who has version 2 and kept version 1."""
    (tmp_path / "words").mkdir()
    for language in LANGUAGES:
        (tmp_path / "words" / f"{language}.ftl").write_text(WORDS, "utf-8")
    newest = replace(SECOND, folder=tmp_path, earlier_versions=(replace(FIRST, folder=tmp_path),))
    for module in (games, record_commands):
        monkeypatch.setattr(module, "load_game_info", lambda name: newest)
    monkeypatch.setattr(game_of_record, "__defaults__", (None, lambda name: newest))


def record_on(sheet: GameInfo) -> str:
    game = sheet.make_game(2, sheet.complete_options(2, {"rounds": 2}), None)
    _, entries = play_game(game, robot_chooser(game, sheet.robot, Luck(SEED)), DrawCounter(Dealer(SEED, "t")).pick)
    return format_record(build_record(game, entries, seed=SEED, table="t", edition="usual"))


@pytest.mark.usefixtures("second")
def test_load_gives_the_rules_asked_for() -> None:
    assert [load_game("parley", version)(2).version for version in (None, 1, 2)] == [2, 1, 2]


@pytest.mark.usefixtures("second")
def test_a_record_of_the_old_rules_is_told_and_verified_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.txt"
    file.write_text(record_on(FIRST), "utf-8")
    assert main(["record", "verify", str(file)]) == 0
    assert main(["record", "show", str(file)]) == 0
    assert "kept back" in capsys.readouterr().out


def test_a_record_is_judged_by_its_own_version_and_no_other() -> None:
    old = record_on(FIRST)
    of_second = partial(game_of_record, find_info=lambda _: SECOND)
    assert is_verified(verify_record(old, of_second))
    assert is_verified(verify_record(record_on(SECOND), of_second))
    disguised = partial(game_of_record, find_info=lambda _: replace(SECOND, version=1, earlier_versions=()))
    assert not is_verified(verify_record(old, disguised))


@pytest.mark.parametrize(
    ("version", "step"), [(1, "install the older release"), (3, "install a newer release")], ids=["gone", "to come"]
)
def test_a_version_nobody_has_says_what_to_do(version: int, step: str) -> None:
    with pytest.raises(NoSuchRules, match=f"no rules of version {version} here, only 2: {step}"):
        LOST.for_version(version)


def test_golden_records_of_every_version_are_kept_and_verified(tmp_path: Path) -> None:
    short = (Option("rounds", 1, (1, 2)),)
    first = replace(FIRST, folder=tmp_path, options=short)
    second = replace(SECOND, folder=tmp_path, options=short, earlier_versions=(first,))
    old = write_golden_records(first)
    before = {path: path.read_bytes() for path in old}
    new = write_golden_records(second)
    assert not {*old} & {*new}
    assert {path: path.read_bytes() for path in old} == before
    assert not check_golden_records(second)
    assert check_golden_records(
        replace(second, earlier_versions=())
    )  # the old rules were thrown away, their records are still there
    for path in old:
        path.unlink()
    assert [fault.detail for fault in check_golden_records(second)] == ["parley: no golden record of version 1"]
    assert list(golden_folder(second).glob("*.txt"))


def test_the_games_of_the_house_can_all_be_loaded_in_every_version_they_keep() -> None:
    for name in games.OWN_GAMES:
        sheet = games.load_game_info(name)
        for kept in (sheet, *sheet.earlier_versions):
            assert load_game(name, kept.version)(kept.seats[0]).version == kept.version
