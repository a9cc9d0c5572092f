"""What whoever is awaited is asked, in words, at positions of many games under every option.

For tests that compare what a button promises with what its answer then does.
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
"""How many moves on the way are a robot's; the others are any that are legal."""
LOOKS = 0.1
"""At how many positions of a game somebody looks: many games tell more than every position of few."""


class Facing(Struct, frozen=True):
    """A position, and what one of those awaited is shown of their own."""

    game: AnyGame
    state: Any
    seat: Seat
    own: Own
    """Every message in it is a sentence."""


def asked(sheet: Sheet, positions: int, *, language: str = "en", seed: int = 1) -> Iterator[Facing]:
    """So many positions. Each game has a number of seats and options of its own, drawn from all there are."""
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
    """The option values under which none of some games was played."""
    seen = {(name, value) for game in games for name, value in game.options.items()}
    return {(option.name, choice) for option in sheet.options for choice in option.choices} - seen


def _of_game(sheet: Sheet, game: AnyGame, luck: Luck, language: str) -> Iterator[Facing]:
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
