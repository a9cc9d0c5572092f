"""The final picture: the board with every plate open, also those that were seized."""

from __future__ import annotations

import pytest

from malle.core import Luck, Over
from malle.core.play import play_game, random_chooser
from malle.core.scene import Board, DrawInput, Scene
from malle.core.scene_checks import decode_drawn
from malle.games import load_game
from malle.games.chasse.edition import OFF_BOARD
from malle.games.chasse.final import final
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled


@pytest.mark.parametrize("seed", range(6))
def test_every_plate_lies_open(seed: int) -> None:
    game, luck = load_game("chasse")(2), Luck(seed)
    assert isinstance(game, Chasse)
    state, entries = play_game(game, random_chooser(game, luck), luck.pick)
    heard = tuple(entry.events for entry in entries)
    turn, now = game.turn(state), game.now(state, None)
    assert isinstance(turn, Over)
    glance = DrawInput(None, turn, "over", now)
    (board,) = decode_drawn(final(game, glance, heard), Scene).areas
    assert isinstance(board, Board)
    cells = game.routes[0].cell_names
    hidden = {
        cells[square]: n for square, n in zip(now.smugglers, now.plates or (), strict=True) if n and square != OFF_BOARD
    }
    badges = {item.at: item.badge for item in board.items if item.symbol == "smuggler" and item.badge not in ("", "0")}
    assert badges == {square: str(n) for square, n in hidden.items()}
    controls = [event for events in heard for event in events if isinstance(event, Controlled) and event.found]
    ringed = {square for mark in board.marks for square in mark.at}
    assert ringed == {*hidden, *(cells[event.square] for event in controls)}
    plates = sum(int(str(item.badge)) for item in board.items if item.symbol == "plate")
    assert plates <= sum(event.found for event in controls)
    squares = [item.at for item in board.items]
    assert len(squares) == len(set(squares)), "a plate lies where nobody stands"
