"""The lab's matches and ladders: kinds against kinds on the same deals, broken off and gone on with, and the page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from malle.cli.main import main
from malle.cli.research import match_command
from malle.games import load_game_info
from malle.research import deals
from malle.research.deals import (
    DEALS_PER_TASK,
    FIRST_CHOOSING_DEAL,
    FIRST_REPORTING_DEAL,
    DealPlan,
    DealTask,
    OriginMismatch,
    ResultBlock,
    RunTasks,
    play_deals,
    tasks_of,
)
from malle.research.runners import run_here
from malle.research.tournament import all_pairs, format_points, mean_and_margin, pairs_to_play, play_tournament

OPTIONS = load_game_info("combinards").complete_options(2, {"goal": "short"})
PLAN = DealPlan("combinards", 2, OPTIONS, all_pairs(("novice", "simple-1", "wily")), 8, FIRST_REPORTING_DEAL)
PLAYED = replace(PLAN, pairs=pairs_to_play(PLAN))
ALL = PLAN.deals_per_pair * len(PLAYED.pairs)


def tired(most: int, tell: Callable[[], object]) -> RunTasks:
    """Plays so many tasks, and then something happens."""

    def run(tasks: Sequence[DealTask]) -> Iterator[ResultBlock]:
        yield from map(deals.play_task, tasks[:most])
        tell()

    return run


def noting(left: list[DealTask]) -> RunTasks:
    """Keeps which tasks are asked for."""

    def run(tasks: Sequence[DealTask]) -> Iterable[ResultBlock]:
        left.extend(tasks)
        return run_here(tasks)

    return run


def break_off() -> None:
    """As Ctrl-C does."""
    raise KeyboardInterrupt


def test_what_was_broken_off_goes_on_and_is_the_same(tmp_path: Path) -> None:
    whole, shown, left, kept = play_tournament(PLAN), list[int](), list[DealTask](), tmp_path / "kept.part"
    with pytest.raises(KeyboardInterrupt):
        play_tournament(PLAN, tired(3, break_off), kept, shown.append)
    assert shown == [0, DEALS_PER_TASK, DEALS_PER_TASK, DEALS_PER_TASK]
    with kept.open("a") as file:
        file.write('{"one": "novice", "oth')  # the machine went down while it wrote
    shown.clear()
    assert play_tournament(PLAN, noting(left), kept, shown.append).cells == whole.cells
    assert [task.first for task in left] == [task.first for task in tasks_of(PLAYED)[3:]]
    assert (shown[0], sum(shown)) == (3 * DEALS_PER_TASK, ALL)
    left.clear()
    assert play_tournament(PLAN, noting(left), kept).cells == whole.cells
    assert not left, "nothing is played twice"


def test_without_ray_it_is_said_how_to_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With it `make bench-ray` holds its figures to those of processes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["lab", "match", "combinards", "novice", "wily", "--seats", "2", "--deals", "2", "--ray", "local"]
    assert main([*words, "--lang", "en"]) == 2
    assert 'Ray is not installed here: pip install "ray[client]", or leave out --ray.' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fails", "error", "said"),
    [
        ("init", RuntimeError("Version mismatch: 2.40\nand more"), "cannot be used (Version mismatch: 2.40): look"),
        ("get", ModuleNotFoundError("No module named 'malle'"), "have no Malle or another one: install the same one"),
        ("get", OriginMismatch(), "have no Malle or another one: install the same one"),
        ("get", OSError("a machine is gone"), "cannot be used (a machine is gone): look"),
    ],
)
def test_what_is_wrong_with_a_cluster_is_told(
    fails: str,
    error: Exception,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Machines that fail in such ways are hard to come by: a module in Ray's place fails as they would."""

    def fail(*_: object, **__: object) -> None:
        raise error

    remote = SimpleNamespace(remote=lambda task: task)
    ray = SimpleNamespace(
        init=lambda **_: None, shutdown=lambda: None, remote=lambda function: remote, cluster_resources=dict,
        wait=lambda asked: (asked[:1], asked[1:]), get=None, exceptions=SimpleNamespace(RayError=OSError),
    )  # fmt: skip
    setattr(ray, fails, fail)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.chdir(tmp_path)
    words = ["lab", "match", "combinards", "novice", "wily", "--seats", "2", "--deals", "2", "--ray", "ray://there"]
    assert main([*words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_more_deals_or_fewer_go_on_from_those_that_are_kept(tmp_path: Path) -> None:
    """Also where a block was not full: what it lacks is played, and what is too much is left out."""
    kept, left = tmp_path / "kept.part", list[DealTask]()
    play_tournament(PLAN, results_file=kept)
    more, fewer = replace(PLAN, deals_per_pair=11), replace(PLAN, deals_per_pair=3)
    assert play_tournament(more, noting(left), kept).cells == play_tournament(more).cells
    assert {task.first - FIRST_REPORTING_DEAL for task in left} == {5, 10}
    left.clear()
    assert play_tournament(fewer, noting(left), kept).cells == play_tournament(fewer).cells
    assert not left


def test_blocks_of_other_robots_are_not_put_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor of another game, another number of players, other options; nor are they played where the robots differ."""
    kept, plan = tmp_path / "kept.part", replace(PLAN, deals_per_pair=1, pairs=(("novice", "simple-1"),))
    play_tournament(plan, results_file=kept)
    for other in (replace(plan, options={**OPTIONS, "goal": "gain"}), replace(plan, seats=3)):
        with pytest.raises(OriginMismatch):
            play_tournament(other, results_file=kept)
    asked = tasks_of(plan)
    monkeypatch.setattr(deals, "source_digest", lambda folder: "since changed")
    with pytest.raises(OriginMismatch):
        play_tournament(plan, results_file=kept)
    with pytest.raises(OriginMismatch):
        deals.play_task(asked[0])


def test_the_source_is_all_that_decides_how_a_game_goes(tmp_path: Path) -> None:
    """Code and what was learnt, by name; not the words, nor the tests."""

    def digest(**files: str) -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        for name, text in files.items():
            file = folder / name.replace("__", "/").replace("_", ".")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return deals.source_digest(folder)

    usual = {"robot_py": "choose", "data__learnt_json": "{}"}
    assert digest(**usual) == digest(**usual, words__en_ftl="robot", tests__test_py="try")
    changed = [{**usual, "robot_py": "peek"}, {**usual, "data__learnt_json": "[]"}, {"wily_py": "choose"}]
    assert len({digest(**usual), *(digest(**each) for each in changed)}) == 4


def test_a_kind_against_its_like_is_even_and_chance_is_the_same_for_all() -> None:
    """The novice is the simple robot: whoever of them is the one, every deal played from both seats is even."""
    found = play_tournament(PLAN).cells
    for pair in (("novice", "simple-1"), ("simple-1", "novice")):
        assert (found[pair].wins, found[pair].wins_margin, found[pair].lead) == (0.5, 0.0, 0.0)
    assert found["wily", "novice"] == found["wily", "simple-1"]
    assert found["wily", "novice"].wins == 1 - found["novice", "wily"].wins > 0.5
    assert (found["wily", "novice"].deals, found["wily", "novice"].games) == (8, 16)


def test_with_two_players_a_pair_and_its_mirror_are_played_once() -> None:
    """The figures are those of both played apart; each robot is the one somewhere, since only the one is timed."""
    robots, found = ("novice", "simple-1", "wily"), play_tournament(PLAN)
    assert len(PLAYED.pairs) == 3
    assert {one for one, _ in PLAYED.pairs} == set(found.thinking_ms) == set(robots)
    for pair in PLAN.pairs:
        assert found.cells[pair] == play_tournament(replace(PLAN, pairs=(pair,))).cells[pair]
    two, three = replace(PLAN, pairs=all_pairs(robots[:2])), replace(PLAN, seats=3)
    assert (pairs_to_play(two), pairs_to_play(three)) == (two.pairs, three.pairs)


def test_deals_for_choosing_and_for_reporting_never_meet(tmp_path: Path) -> None:
    """Even in one file: blocks are called by the numbers of their deals."""
    kept, left = tmp_path / "kept.part", list[DealTask]()
    reported = replace(PLAN, deals_per_pair=2, pairs=(("wily", "simple-1"),))
    chosen = replace(reported, first_deal=FIRST_CHOOSING_DEAL)
    play_tournament(reported, results_file=kept)
    assert play_tournament(chosen, noting(left), kept).cells == play_tournament(chosen).cells
    assert len(left) == 1
    assert FIRST_REPORTING_DEAL - FIRST_CHOOSING_DEAL >= 1_000_000


def test_an_edition_of_ones_own_is_the_one_that_is_played(tmp_path: Path) -> None:
    usual = load_game_info("combinards").make_game(2, OPTIONS, None).edition
    file = tmp_path / "mine.toml"
    assert not main(["edition", "new", "combinards", str(file)])
    plan = replace(PLAN, deals_per_pair=1, pairs=(("novice", "simple-1"),), edition=str(file))
    play_deals(plan, run_here, lambda number: None, tmp_path / "kept.part")
    assert usual
    assert usual not in (tmp_path / "kept.part").read_text()


def test_intervals_of_few_values_are_wider() -> None:
    """By the table of Student's distribution: 4, 10, 20 and 100 degrees of freedom."""
    for freedom, errors in ((4, 2.776), (10, 2.228), (20, 2.086), (100, 1.984)):
        values = [float(each % 2) for each in range(freedom + 1)]
        mean = sum(values) / len(values)
        error = (sum((each - mean) ** 2 for each in values) / freedom / len(values)) ** 0.5
        assert mean_and_margin(values)[1] == pytest.approx(errors * error, rel=2e-3)


def test_points_have_as_many_digits_as_say_something() -> None:
    assert format_points(0.513, 0.044) == "+0.51 ± 0.04"
    assert format_points(-1840.2, 382.4) == "-1840 ± 382"
    assert format_points(3.0, 41.0) == "+3 ± 41"


MATCH = ["lab", "match", "combinards", "wily", "regular", "simple-1", "--seats", "2", "--deals", "7", "--workers", "1"]
PART = "match-combinards-2-wily-regular-simple-1-0.part"


def test_a_match_that_was_broken_off_says_how_to_go_on_and_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert not main([*MATCH, "--lang", "en"])
    whole = capsys.readouterr().out
    assert not Path(PART).exists(), "a match that is finished leaves nothing behind"
    with monkeypatch.context() as patch:
        patch.setattr(match_command, "choose_runner", lambda workers, ray: tired(2, break_off))
        assert main([*MATCH, "--lang", "en"])
        assert f"{PART}: the same command goes on" in capsys.readouterr().err
        left = list[DealTask]()
        patch.setattr(match_command, "choose_runner", lambda workers, ray: noting(left))
        assert not main([*MATCH, "--lang", "en"])
    assert len(left) == 2
    assert capsys.readouterr().out == whole
    assert not main([*MATCH, "--lang", "en", "--kept", "for-good"])
    assert Path("for-good").exists()
    assert main([*MATCH, "--option", "goal=gain", "--lang", "fr", "--kept", "for-good"])
    assert "for-good est d’un autre jeu" in capsys.readouterr().err


def test_two_matches_at_a_time_do_not_end_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of other deals have a file each. Where one is named twice, whoever is done first takes it away."""
    monkeypatch.chdir(tmp_path)
    for first in ("0", "100"):
        monkeypatch.setattr(match_command, "choose_runner", lambda workers, ray: tired(1, break_off))
        assert main([*MATCH, "--first", first])
    assert {file.name for file in tmp_path.iterdir()} == {PART, PART.replace("-0.", "-100.")}
    monkeypatch.setattr(match_command, "choose_runner", lambda workers, ray: tired(9, Path(PART).unlink))
    capsys.readouterr()
    assert not main([*MATCH, "--lang", "en"])
    assert " ± " in capsys.readouterr().out


@pytest.mark.parametrize("words", [[*MATCH, "--kept"], ["lab", "ladder", *MATCH[2:], "--out"]])
def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    file = tmp_path / "not-there" / "kept.part"
    for language, told in (("en", f"{file} cannot be written (No such"), ("fr", "allez dans un autre dossier")):
        assert main([*words, str(file), "--lang", language])
        assert told in capsys.readouterr().err


def test_the_page_has_every_cell_and_every_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["lab", "ladder", "declarer", "novice", "honest", "--seats", "3", "--deals", "2", "--workers", "1"]
    words += ["--option", "rounds=1"]
    for language, word in (("en", "an even share"), ("fr", "la part égale")):
        assert not main([*words, "--lang", language, "--out", f"{language}.html"])
        page = Path(f"{language}.html").read_text("utf-8")
        assert word in page
        assert page.count("<circle") == 2
        assert page.count(" ± ") >= 4
        assert page.count("<rect") == 2
        assert "malle lab ladder declarer novice honest --seats 3 --deals 2 --option rounds=1" in page
    assert main([*words[:3], "novice", "clever", "--deals", "2", "--lang", "en"])
    assert "“clever”" in capsys.readouterr().err
