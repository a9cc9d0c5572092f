"""Public checks for games. One call runs them all:

    from malle.testing import check_all
    from my_package import GAME_INFO

    assert not check_all(GAME_INFO)

`docs/testing.md` explains every law and how to read a violation.
"""

from malle.core import GameInfo
from malle.testing.exact_laws import check_exact_laws as check_exact_laws
from malle.testing.game_folder import check_game_folder as check_game_folder
from malle.testing.golden import check_golden_records as check_golden_records
from malle.testing.lesson_checks import check_lesson as check_lesson
from malle.testing.paired_rooms import check_paired_rooms as check_paired_rooms
from malle.testing.purity import check_purity as check_purity
from malle.testing.robot_honesty import check_robot_honesty as check_robot_honesty
from malle.testing.rulebook_checks import check_rulebooks as check_rulebooks
from malle.testing.sampled_laws import check_sampled_laws as check_sampled_laws
from malle.testing.scene_laws import check_scenes as check_scenes
from malle.testing.secrecy_baseline import check_secrecy_baseline as check_secrecy_baseline
from malle.testing.suite import check_contract as check_contract
from malle.testing.text_checks import check_message_grammar as check_message_grammar
from malle.testing.violations import Violation as Violation


def check_all(game_info: GameInfo, *, pairs: int = 2_000) -> list[Violation]:
    """Run every check on a game and return the violations; an empty list is a pass. `pairs` is the
    number of pairs of worlds for the sampled laws, over all numbers of seats together. If files of
    the game's folder are missing, return only the violations of the folder check, because the later
    checks read those files."""
    violations = check_game_folder(game_info)
    if any(fault.law == "folder" for fault in violations):
        return violations
    violations += [*check_rulebooks(game_info), *check_lesson(game_info), *check_golden_records(game_info)]
    violations += [*check_contract(game_info), *check_scenes(game_info), *check_paired_rooms(game_info)]
    violations += [
        *check_purity(game_info),
        *check_secrecy_baseline(game_info),
        *check_exact_laws(game_info.make_tiny_game()),
    ]
    share = -(-pairs // len(game_info.seats))
    for seats in game_info.seats:
        violations += check_sampled_laws(
            game_info.make_game(seats, game_info.complete_options(seats, {}), None), pairs=share
        )
    return violations
