"""The grid's tables against the rules spelled out plainly, on thousands of positions of random games."""

from __future__ import annotations

from typing import cast

import pytest

from malle.core import Chance, Luck, Seat, Waiting, load_edition
from malle.core.play import make_move, resolve_chance
from malle.games import load_game
from malle.games.combinus.edition import CLASSIC, Numbers, side_of, sides_fit
from malle.games.combinus.grid import EMPTY, Grid, Position, bit_numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import State

ALIKE = CLASSIC.parent / "alike.toml"


class Plain:
    """The same facts, worked out square by square from the codes of the tiles."""

    def __init__(self, numbers: Numbers, grid: Grid, board: tuple[int, ...]) -> None:
        self.numbers, self.grid, self.board = numbers, grid, board

    def beside(self, cell: int) -> dict[int, int]:
        row, column = divmod(cell, self.numbers.columns)
        places = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        return {
            at: r * self.numbers.columns + c
            for at, (r, c) in enumerate(places)
            if 0 <= r < self.numbers.rows and 0 <= c < self.numbers.columns
        }

    def code(self, cell: int) -> str:
        return self.grid.pose_codes[self.board[cell]]

    def fits(self, cell: int, code: str) -> bool:
        return all(
            self.board[near] == EMPTY
            or sides_fit(side_of(code, at), side_of(self.code(near), (at + 2) % 4), self.numbers.fit)
            for at, near in self.beside(cell).items()
        )

    def placements(self, tile: int) -> set[tuple[int, int]]:
        poses = [pose for pose, owner in enumerate(self.grid.tile_of_pose) if owner == tile]
        empty = [cell for cell, pose in enumerate(self.board) if pose == EMPTY]
        return {(cell, pose) for cell in empty for pose in poses if self.fits(cell, self.grid.pose_codes[pose])}

    def exchanges(self, tile: int) -> set[tuple[int, int]]:
        found = set()
        for cell, old in enumerate(self.board):
            for pose, owner in enumerate(self.grid.tile_of_pose):
                if old != EMPTY and owner == tile and self.fits(cell, self.grid.pose_codes[pose]):
                    after = Plain(self.numbers, self.grid, (*self.board[:cell], pose, *self.board[cell + 1 :]))
                    if after.placements(self.grid.tile_of_pose[old]):
                        found.add((cell, pose))
        return found

    def points(self, pair: int) -> int:
        """Follow the tracks from each branch on one border; count those of networks that reach the other."""
        ends = ((3, 1), (0, 2))[pair]
        total = 0
        for cell, pose in enumerate(self.board):
            for at in ends:
                if pose != EMPTY and at not in self.beside(cell) and side_of(self.code(cell), at) != "-":
                    total += self.reaches(cell, ends[1 - ends.index(at)])
        return total

    def reaches(self, start: int, border: int) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            if border not in self.beside(cell) and side_of(self.code(cell), border) != "-":
                return True
            for at, near in self.beside(cell).items():
                joined = self.board[near] != EMPTY and near not in seen
                if joined and "-" not in (side_of(self.code(cell), at), side_of(self.code(near), (at + 2) % 4)):
                    seen.add(near)
                    waiting.append(near)
        return False


def positions(game: Combinus, games: int, seed: int) -> list[State]:
    """Rest states of random games."""
    luck, found = Luck(seed), []
    for _ in range(games):
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            found.append(state)
            seat = turn.seats[0]
            state, _ = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
        assert not isinstance(turn, Chance)
        found.append(state)
    return found


@pytest.mark.parametrize("edition", [CLASSIC, ALIKE], ids=["coincide", "alike"])
def test_what_fits_what_may_be_exchanged_and_what_counts(edition: object) -> None:
    path = ALIKE if edition == ALIKE else CLASSIC
    game = cast(Combinus, load_game("combinus")(2, {}, path))
    for state in positions(game, 12, 5):
        position, grid = state.position, game.grid
        plain = Plain(game.numbers, grid, position.board)
        for pair in (0, 1):
            assert grid.score(position, pair) == plain.points(pair)
            assert bool(position.linked >> pair & 1) == (plain.points(pair) > 0)
        tiles = [state.tile] if state.tile >= 0 else bit_numbers(state.down | state.up[0])
        for tile in tiles:
            placements = plain.placements(tile)
            assert bool(position.fitting >> tile & 1) == bool(placements)
            if state.phase == "place":
                exchanges = plain.exchanges(tile)
                assert set(grid.possible_exchanges(position, tile)) == exchanges
                assert bool(grid.exchangeable_tiles(position, 1 << tile)) == bool(exchanges)
                legal = game.legal(state, Seat(state.seat))
                expected = {("Place", *each) for each in placements}
                expected |= {("Exchange", *each) for each in exchanges} if game.lookup.may_exchange(state) else set()
                assert {(type(each).__name__, each.cell, each.pose) for each in legal} == expected  # type: ignore[attr-defined]


def test_a_position_is_the_same_by_whatever_way() -> None:
    """Exchanges undo and remake networks; the result must equal the board laid afresh."""
    game = cast(Combinus, load_game("combinus")(2))
    for state in positions(game, 20, 9):
        assert game.grid.position_of_board(state.position.board) == state.position


def test_a_larger_set_of_tiles_still_weighs_right() -> None:
    """The 82 poses are the 81 squares of three sorts of side, and the joker."""
    grid = Grid(load_edition(CLASSIC, Numbers).data)
    assert len(grid.pose_codes) == 82
    assert sorted(map(len, grid.poses_of_tile)) == [1] * 4 + [2] * 3 + [4] * 18
    assert isinstance(grid.empty_position, Position)
