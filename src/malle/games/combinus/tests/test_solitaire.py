"""Combinus alone: the twelve challenges, how a grid is judged, and what the solver answers."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations, pairwise
from time import perf_counter

import msgspec
import pytest

from malle.core import Luck, Refused
from malle.games.combinus.edition import rotations
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import (
    Board,
    Challenge,
    asymmetric_cells,
    border_sides,
    cells_out_of_order,
    checklist,
    clashing_sides,
    classic_edition,
    frame_can_hold,
    given_poses,
    mirror_tile,
    read_board,
    solves_challenge,
    twelve_challenges,
    write_board,
)
from malle.games.combinus.solitaire.daily import challenge_of_day, daily_challenges
from malle.games.combinus.solitaire.difficulty import draw_allowed_poses, measure_difficulty, star_rating
from malle.games.combinus.solitaire.lesson import LESSON_STEPS, lesson_challenge
from malle.games.combinus.tests.test_rules import NO_BRANCH
from malle.testing.timing import Timing

BY_NAME = {challenge.name: challenge for challenge in twelve_challenges()}

EMPTY_GRID: Board = (EMPTY,) * 25
PLENTY = 3600.0
"""Seconds for a solver: how busy the machine is decides how many it needs, and no answer may hang on that."""


def board(text: str) -> Board:
    return read_board(text)


# -- the lesson


def test_the_lesson_is_as_it_is_told() -> None:
    """Laid one after the other, a piece clashes where its bubble says so and nowhere else; the last one solves it."""
    numbers, grid = classic_edition()
    laid = [EMPTY] * grid.cell_count
    for cell, pose in given_poses(lesson_challenge()).items():
        laid[cell] = pose
    assert laid.count(EMPTY) == 4
    found = []
    for step in LESSON_STEPS:
        laid[numbers.cell_names.index(step.cell)] = grid.pose_codes.index(step.code) if step.code else EMPTY
        found.append((bool([*clashing_sides(tuple(laid))]), solves_challenge(lesson_challenge(), tuple(laid))))
    assert found == [(number == 2, number == 6) for number in range(1, 7)]


# -- the twelve, and the judge


def test_the_booklet_has_twelve_challenges() -> None:
    assert [challenge.name for challenge in twelve_challenges()] == [
        "none", "twenty", "one-in-two", "middles", "two-each", "five-on-two", "three-facing", "corners-narrow",
        "corners-wide", "blank-centre", "diagonal", "in-order",
    ]  # fmt: skip
    centred = [challenge.name for challenge in twelve_challenges() if challenge.centre == "joker"]
    assert centred == ["none", "twenty", "one-in-two", "middles", "two-each", "five-on-two"]


def test_a_known_grid_without_branches_solves_the_first_and_no_other() -> None:
    grid = board(NO_BRANCH)
    assert [name for name, challenge in BY_NAME.items() if solves_challenge(challenge, grid)] == ["none"]


def test_a_board_is_written_and_read_back() -> None:
    assert write_board(board(NO_BRANCH)) == NO_BRANCH
    half = ". . -b-a . . / . . . . . / . . joker . . / . . . . . / . . . . ----"
    assert write_board(board(half)) == half


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("aaaa", "25 squares"),
        (NO_BRANCH.replace("joker", "jokes"), "no tile 'jokes'"),
        (NO_BRANCH.replace("----", "---b"), "twice"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        read_board(text)


def test_the_clash_is_on_the_side_that_clashes() -> None:
    """B4 has a junction to the east, C4 is blank to the west."""
    numbers, _ = classic_edition()
    rows = [". . . . ."] * 3 + [". abab b--a . .", ". . . . ."]
    found = list(clashing_sides(board(" / ".join(rows))))
    assert found == []
    rows[3] = ". aaab ---- . ."
    assert [(numbers.cell_names[cell], "NESW"[at]) for cell, at in clashing_sides(board(" / ".join(rows)))] == [
        ("B4", "E")
    ]
    assert not list(clashing_sides(board(NO_BRANCH)))


def test_the_checklist_is_live() -> None:
    """Name, done, lost: an empty grid has nothing done and nothing lost."""
    none = BY_NAME["none"]
    assert [(point.name, point.done, point.lost) for point in checklist(none, EMPTY_GRID)] == [
        ("centre", False, False),
        ("branches", False, False),
        ("fits", False, False),
    ]
    wrong = board("---a . . . . / . . . . . / . . aaaa . . / . . . . . / . . . . .")
    assert [(point.name, point.done, point.lost) for point in checklist(none, wrong)] == [
        ("centre", False, True),
        ("branches", False, True),
        ("fits", False, False),
    ]
    assert all(point.done for point in checklist(none, board(NO_BRANCH)))


def test_frames_say_where_branches_are() -> None:
    _, grid = classic_edition()
    borders = border_sides(grid, board(NO_BRANCH))
    assert frame_can_hold("..... ..... ..... .....", borders)
    assert not frame_can_hold("#.... ..... ..... .....", borders)
    corner = board("aa-b . . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    assert frame_can_hold("a...b a...b a...b a...b", border_sides(grid, corner))  # both near the corner
    assert not frame_can_hold("b...a b...a b...a b...a", border_sides(grid, corner))


@pytest.mark.parametrize("gaps", ["corners-narrow", "corners-wide"])
def test_in_a_corner_of_gaps_the_joker_is_neither_narrow_nor_wide(gaps: str) -> None:
    """Its branches stand nowhere in particular, so that a corner with the joker has no gap at all."""
    _, grid = classic_edition()
    corner = border_sides(grid, board("joker . . . . / . . . . . / . . . . . / . . . . . / . . . . ."))
    assert frame_can_hold("#???? ????? ????? ????#", corner)  # a branch on both borders it is
    assert not any(frame_can_hold(frame, corner) for frame in BY_NAME[gaps].frames)


@pytest.mark.parametrize("borders", [()] + [(one,) for one in range(4)] + [*combinations(range(4), 2)]
                         + [*combinations(range(4), 3)])  # fmt: skip
def test_five_on_two_borders_may_be_opposite_or_neighbouring(borders: tuple[int, ...]) -> None:
    """Any two borders do; one does not, and three do not."""
    sides = tuple(("a" if border in borders else "-",) * 5 for border in range(4))
    held = any(frame_can_hold(frame, sides) for frame in BY_NAME["five-on-two"].frames)
    assert held is (len(borders) == 2)


def test_a_mirror_exchanges_the_places_of_junctions() -> None:
    assert mirror_tile("a--b", True) == "a--b"
    assert mirror_tile("ab--", True) == "--ab"
    assert mirror_tile("ab--", False) == "ab--"
    numbers, _ = classic_edition()
    for code in numbers.pose_codes:
        for falling in (True, False):
            assert mirror_tile(mirror_tile(code, falling), falling) == code
            assert min(rotations(mirror_tile(code, falling))) in numbers.tile_names


def test_asymmetry_and_order_are_counted() -> None:
    lone = board("---- ab-- . . . / --ba . . . . / . . . . . / . . . . . / . . . . .")
    assert asymmetric_cells(lone, True) == (1,)
    assert asymmetric_cells(lone, False) == ()
    assert cells_out_of_order(board(". . -aab . . / . joker . aaab . / ---- . . ---a . / . . . . . / . . . . .")) == (
        8,
        13,
    )


# -- the solver


@pytest.mark.parametrize("challenge", twelve_challenges(), ids=lambda challenge: challenge.name)
@pytest.mark.timeout(900)
def test_each_of_the_twelve_is_solved(challenge: Challenge, timing: Timing) -> None:
    """Within 5 s on a machine that has nothing else to do; the one that orders tiles within 60 s."""
    from malle.games.combinus.solitaire.solver import solve

    limit = 60.0 if challenge.order == "junctions" else 5.0
    answer = solve(challenge, seconds=PLENTY)
    assert answer.solvable == "yes"
    timing(f"solving {challenge.name}", answer.seconds, limit)
    assert solves_challenge(challenge, answer.board)


def test_no_grid_is_wholly_symmetric_about_a_diagonal() -> None:
    """So `but for one tile` is the best that can be done. By counting: five squares lie on the diagonal and must be
    their own mirror image, the others go in pairs; the 25 tiles cannot be divided so."""
    numbers, _ = classic_edition()
    own = [name for name in numbers.tile_names if min(rotations(mirror_tile(name, True))) == name]
    on_it = [name for name in own if any(mirror_tile(code, True) == code for code in rotations(name))]
    # A tile that is its own mirror image has no partner: it lies on the diagonal, or spoils a pair.
    assert (len(own), len(on_it)) == (7, 6)
    assert set(on_it) <= set(own)


def half_filled(challenge: Challenge, luck: Luck, laid: int) -> Board:
    """A grid as a player fills it: any tile that fits beside the others and keeps a frame."""
    numbers, grid = classic_edition()
    allowed = draw_allowed_poses(challenge, grid, luck)
    found = list(EMPTY_GRID)
    if challenge.centre:
        found[grid.centre_cell] = grid.poses_of_tile[numbers.tile_names.index(challenge.centre)][0]
    while sum(pose != EMPTY for pose in found) < laid:
        position = grid.position_of_board(tuple(found))
        unused = set(range(len(numbers.tile_names))) - {grid.tile_of_pose[pose] for pose in found if pose != EMPTY}
        choices = [
            (cell, pose)
            for cell, pose_there in enumerate(found)
            if pose_there == EMPTY
            for tile in unused
            for pose in grid.fitting_poses_at(position, cell, tile)
            if pose in allowed[cell]
        ]
        beside = [each for each in choices if position.wishes[each[0]]]
        if not choices:
            break
        cell, pose = luck.choice(beside or choices)
        found[cell] = pose
    return tuple(found)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("grids", [4, pytest.param(40, marks=pytest.mark.long)])
def test_still_solvable_is_answered_within_two_seconds(grids: int, timing: Timing) -> None:
    """At the 95th percentile, on half-filled grids of all challenges."""
    from malle.games.combinus.solitaire.solver import solve

    luck, times, verdicts = Luck(6), [], []
    for challenge in twelve_challenges():
        for _ in range(grids):
            grid = half_filled(challenge, luck, luck.randrange(10, 16))
            began = perf_counter()
            answer = solve(challenge, grid, seconds=PLENTY)
            times.append(perf_counter() - began)
            verdicts.append(answer.solvable)
            if answer.solvable == "yes":
                assert solves_challenge(challenge, answer.board)
                assert all(old in (EMPTY, new) for old, new in zip(grid, answer.board, strict=True))
    times.sort()
    timing("the 95th of 100 answers", times[int(len(times) * 0.95)], 2)
    assert "unknown" not in verdicts
    assert {"yes", "no"} <= set(verdicts)


@pytest.mark.timeout(900)
def test_hints_lead_to_a_solution() -> None:
    """From an empty grid, following every hint; a tile that spoils the grid is taken off again."""
    from malle.games.combinus.solitaire.solver import find_hint

    challenge = BY_NAME["middles"]
    found = list(EMPTY_GRID)
    found[0] = classic_edition()[1].pose_codes.index("a--b")  # a branch in a corner: not what is wanted
    for _ in range(60):
        step = find_hint(challenge, tuple(found), seconds=PLENTY)
        if step is None:
            break
        assert step.pose == EMPTY or found[step.cell] == EMPTY
        found[step.cell] = step.pose
    assert solves_challenge(challenge, tuple(found))


def test_the_first_hint_on_a_spoilt_grid_is_what_to_take_off() -> None:
    from malle.games.combinus.solitaire.solutions import Hint
    from malle.games.combinus.solitaire.solver import find_hint

    spoilt = board("---a . . . . / . . . . . / . . joker . . / . . . . . / . . . . .")
    assert find_hint(BY_NAME["none"], spoilt, seconds=PLENTY) == Hint(0, EMPTY)


# -- new challenges, and the one of the day


def test_difficulty_is_measured_the_same_every_time_and_rises() -> None:
    easy, hard = BY_NAME["blank-centre"], BY_NAME["none"]
    assert measure_difficulty(easy, tries=5) == measure_difficulty(easy, tries=5)
    assert measure_difficulty(easy, tries=5) < measure_difficulty(hard, tries=5)
    assert [star_rating(number) for number in (30, 100, 500, 1_500, 4_000)] == [1, 2, 3, 4, 5]


def test_the_weeks_that_are_dealt_out_rise() -> None:
    """Every day of a week is harder than the one before, and none is dealt out twice."""
    from malle.games.combinus.solitaire.generate import order_by_weekday

    dealt_out = list(order_by_weekday(list(daily_challenges()), Luck(3)))
    assert {day.name for day in dealt_out} == {day.name for day in daily_challenges()}
    for start in range(0, len(dealt_out), 7):
        efforts = [day.effort for day in dealt_out[start : start + 7]]
        assert efforts == sorted(efforts)


def test_what_nobody_can_measure_is_made_easier() -> None:
    """Tiles of its solution are given until tries come to an end."""
    from malle.games.combinus.solitaire.generate import MAX_DIFFICULTY, with_difficulty

    hard = Challenge(name="hard", centre="----", frames=("..#.. ..#.. ..... .....",))
    solution = board(
        "-a-- -abb aaab -aab ---b / -ab- abab ba-a baab --bb / a-a- b-a- ---- bba- aaaa"
        " / bbb- bbba joker bbbb b-ba / aa-- aa-b -b-b aa-a a--b"
    )
    assert solves_challenge(hard, solution)
    assert measure_difficulty(hard, tries=6) > MAX_DIFFICULTY
    easier = with_difficulty(hard, solution, Luck(1), tries=6)
    assert easier.effort <= MAX_DIFFICULTY
    assert hard.given.items() < easier.given.items()
    assert solves_challenge(easier, solution)


@pytest.mark.parametrize(
    "days",
    [
        daily_challenges()[:1],
        pytest.param(daily_challenges()[::13], marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    ],
)
def test_two_measurements_agree_within_a_fifth(days: tuple[Challenge, ...]) -> None:
    """The same player with other luck."""
    for day in days:
        once, again = measure_difficulty(day), measure_difficulty(day, seed=2)
        assert abs(once - again) <= 0.2 * min(once, again), (day.name, once, again)


def test_few_tries_would_not_do() -> None:
    """Twenty-five of them, which it once was, differ by more than a fifth more often than not."""
    day = daily_challenges()[8]
    found = [measure_difficulty(day, tries=25, seed=seed) for seed in range(3, 11)]
    assert max(found) > 1.2 * min(found), found


@pytest.mark.timeout(900)
def test_a_new_challenge_can_be_solved_and_has_its_stars() -> None:
    from malle.games.combinus.solitaire.generate import generate_challenge
    from malle.games.combinus.solitaire.solver import solve

    challenge = generate_challenge(Luck(21), "new", tries=25)
    challenge.check(classic_edition()[0])
    assert challenge.effort >= 24 - len(challenge.given)
    answer = solve(challenge, seconds=PLENTY)
    assert solves_challenge(challenge, answer.board)


def test_every_day_has_one_challenge_the_same_for_all() -> None:
    today = date(2026, 11, 15)
    assert challenge_of_day(today) == challenge_of_day(date(2026, 11, 15))
    week = [challenge_of_day(date(2026, 11, 16) + timedelta(days=day)) for day in range(7)]
    assert len({challenge.name for challenge in week}) == 7
    assert challenge_of_day(today + timedelta(days=len(daily_challenges()))) == challenge_of_day(today)


def test_the_year_goes_from_easy_on_monday_to_hard_on_sunday() -> None:
    """No day is harder than any of the next weekday, and none so hard that nobody could measure it."""
    from malle.games.combinus.solitaire.generate import MAX_DIFFICULTY

    days = daily_challenges()
    assert len(days) == 364
    assert len({(day.centre, day.frames, tuple(sorted(day.given.items()))) for day in days}) == 364
    booklet = {(challenge.centre, challenge.frames) for challenge in twelve_challenges()}
    assert not [day.name for day in days if not day.given and (day.centre, day.frames) in booklet]
    weekdays = [[day.effort for day in days[weekday::7]] for weekday in range(7)]
    for easier, harder in pairwise(weekdays):
        assert max(easier) <= min(harder)
    assert max(weekdays[6]) <= MAX_DIFFICULTY
    means = [sum(map(star_rating, efforts)) / 52 for efforts in weekdays]
    assert means[0] < 2 < 4 < means[6]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_challenge_of_the_year_can_be_solved() -> None:
    """As it is stated, by the solver, which knows no solution; a second checker, which shares nothing with the first,
    agrees."""
    from malle.games.combinus.solitaire.solver import solve
    from malle.games.combinus.tests.test_known import second_opinion

    for challenge in daily_challenges():
        answer = solve(challenge, seconds=PLENTY)
        assert answer.solvable == "yes", challenge.name
        assert solves_challenge(challenge, answer.board)
        assert second_opinion(challenge, write_board(answer.board)), challenge.name


def test_a_challenge_that_cannot_be_read_is_refused() -> None:
    numbers, _ = classic_edition()
    good = BY_NAME["none"]
    for wrong in (
        msgspec.structs.replace(good, frames=("..... .....",)),
        msgspec.structs.replace(good, frames=("..... ..... ..... ....x",)),
        msgspec.structs.replace(good, centre="cccc"),
        msgspec.structs.replace(good, given={"F9": "aaaa"}),
    ):
        with pytest.raises(Refused):
            wrong.check(numbers)
