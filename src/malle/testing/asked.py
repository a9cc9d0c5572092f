"""Samples of decisions, with all that an awaited seat is shown in words, from many games under every option.

For tests that compare what a button promises with what its action then does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, Luck, Seat, Sheet, View, Waiting
from malle.core.play import move, settle
from malle.core.scene import Glance, Own
from malle.words import Words

ROBOT = 0.7
"""Share of moves chosen by the game's robot; the others are random legal moves."""
LOOKS = 0.1
"""Share of positions that are yielded. Few positions from each of many games tell more than all of one."""


class Facing(Struct, frozen=True):
    """A position where a seat must decide, with what that seat alone is shown."""

    game: AnyGame
    state: Any
    seat: Seat
    own: Own
    """The seat's part of the scene, with every message already replaced by its sentence."""


def asked(sheet: Sheet, positions: int, *, language: str = "en", seed: int = 1) -> Iterator[Facing]:
    """Yield exactly `positions` decisions, from as many games as that takes. Seats and options of each game
    are drawn at random from all that the game allows. The same `seed` gives the same decisions."""
    luck, left = Luck(f"asked {seed}"), positions
    while left:
        seats = luck.choice(sheet.seats)
        options = {option.name: luck.choice(option.choices) for option in sheet.options}
        game = sheet.make(seats, sheet.settle_options(seats, options), None)
        for each in _of_game(sheet, game, luck, language):
            yield each
            left -= 1
            if not left:
                return


def unseen(sheet: Sheet, games: Iterable[AnyGame]) -> set[tuple[str, Any]]:
    """Return the (option, value) pairs that none of the given games was played with."""
    seen = {(name, value) for game in games for name, value in game.options.items()}
    return {(option.name, choice) for option in sheet.options for choice in option.choices} - seen


def _of_game(sheet: Sheet, game: AnyGame, luck: Luck, language: str) -> Iterator[Facing]:
    """Play one game to its end and yield a sample of its decisions."""
    assert sheet.drawing is not None
    names = [f"P{seat}" for seat in range(game.seats)]
    state, _ = settle(game, game.new(), luck.pick)
    while isinstance(turn := game.turn(state), Waiting):
        seat = luck.choice(turn.seats)
        legal = game.legal(state, seat)
        if luck.random() < LOOKS:
            now = game.now(state, seat)
            own = sheet.drawing.own(game, Glance(seat, turn, game.phase(View(seat, turn, now, None)), now, legal))
            words = Words(sheet.folder, language, names=names, viewer=seat)
            yield Facing(game, state, seat, words.speak(own, Own))
        by_robot = luck.random() < ROBOT
        action = sheet.robot(game, game.view(state, seat), tuple(legal), luck) if by_robot else luck.choice(legal)
        state, _ = move(game, state, seat, action, luck.pick)
