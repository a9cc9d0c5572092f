"""The final picture: the web, with the winner's way from border to border lit."""

from __future__ import annotations

from itertools import pairwise

import pytest

from malle.core import Luck, Over
from malle.core.play import play_game, robot_chooser
from malle.core.scene import Board
from malle.games.combinus import GAME_INFO
from malle.games.combinus.grid import EMPTY, bit_numbers
from malle.games.combinus.tests.test_drawing import new, seen


@pytest.mark.parametrize("seed", range(3))
def test_the_winners_path_is_lit_from_border_to_border(seed: int) -> None:
    game, luck = new(), Luck(seed)
    state, _ = play_game(game, robot_chooser(game, GAME_INFO.robot, luck), luck.pick)
    over = game.turn(state)
    assert isinstance(over, Over)
    scene = seen(game, state, None)
    (board,) = scene.areas
    assert isinstance(board, Board)
    assert len(board.items) == sum(pose != EMPTY for pose in state.position.board), "the whole web"
    assert board.id not in {area.id for area in scene.end}, "the picture is not drawn twice"
    lit = [game.numbers.cell_names.index(item.at) for item in board.items if item.paint == "path"]
    linked = over.places.count(1) == 1 and state.position.linked >> int(over.places.index(1) != state.sides) & 1
    assert bool(lit) == bool(linked)
    if lit:
        one, other = game.grid.pair_border_masks[int(over.places.index(1) != state.sides)]
        network = next(each for each in state.position.networks if each >> lit[0] & 1)
        assert network & one
        assert network & other
        assert {*lit} <= {*bit_numbers(network)}


def test_a_path_is_one_way_of_squares_side_by_side() -> None:
    game = new()
    for seed in range(6):
        luck = Luck(seed)
        state, _ = play_game(game, robot_chooser(game, GAME_INFO.robot, luck), luck.pick)
        for pair in (0, 1):
            path = game.grid.shortest_path(state.position, pair)
            assert bool(path) == bool(state.position.linked >> pair & 1)
            for one, other in pairwise(path):
                assert other in {near for _, near in game.grid.neighbours[one]}
