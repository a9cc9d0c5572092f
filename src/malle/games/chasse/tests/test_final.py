"""The final picture: the board with every plate open, also those that were seized."""

from __future__ import annotations

import pytest

from malle.core import Luck, Over
from malle.core.play import play_game, random_acts
from malle.core.scene import Board, Glance, Scene
from malle.core.soundness import read_back
from malle.games import load
from malle.games.chasse.edition import OFF
from malle.games.chasse.final import final
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled


@pytest.mark.parametrize("seed", range(6))
def test_every_plate_lies_open(seed: int) -> None:
    game, luck = load("chasse")(2), Luck(seed)
    assert isinstance(game, Chasse)
    state, entries = play_game(game, random_acts(game, luck), luck.pick)
    heard = tuple(entry.heard for entry in entries)
    turn, now = game.turn(state), game.now(state, None)
    assert isinstance(turn, Over)
    glance = Glance(None, turn, "over", now)
    (board,) = read_back(final(game, glance, heard), Scene).areas
    assert isinstance(board, Board)
    cells = game.routes[0].cells
    hidden = {
        cells[square]: n for square, n in zip(now.smugglers, now.plates or (), strict=True) if n and square != OFF
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
