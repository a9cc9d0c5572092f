"""Samples of decisions, with everything that an awaited seat is shown in words, from many games
under every option.

They are for tests that compare what a button promises with what its action then does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, GameInfo, Luck, Seat, View, Waiting
from malle.core.play import make_move, resolve_chance
from malle.core.scene import DrawInput, SeatOverlay
from malle.i18n.translations import Translator

ROBOT_MOVE_SHARE = 0.7
"""Share of the moves in sample games that the game's robot chooses; the others are random legal
moves."""
SAMPLE_SHARE = 0.1
"""Share of the decisions of a game that are yielded. Few decisions from each of many games find
more than all decisions of one game."""


class DecisionSample(Struct, frozen=True):
    """A position where a seat must decide, with what that seat alone is shown. Made by
    `sample_decisions`."""

    game: AnyGame
    state: Any
    seat: Seat
    seat_overlay: SeatOverlay
    """The seat's own part of the scene, with every message already replaced by its sentence."""


def sample_decisions(
    game_info: GameInfo, positions: int, *, language: str = "en", seed: int = 1
) -> Iterator[DecisionSample]:
    """Yield exactly `positions` decisions, from as many games as that takes. The number of seats
    and the options of each game are drawn at random from all that the game allows. Sentences are in
    `language`. The same `seed` gives the same decisions."""
    luck, remaining = Luck(f"asked {seed}"), positions
    while remaining:
        seats = luck.choice(game_info.seats)
        options = {option.name: luck.choice(option.choices) for option in game_info.options}
        game = game_info.make_game(seats, game_info.complete_options(seats, options), None)
        for sample in _sample_game(game_info, game, luck, language):
            yield sample
            remaining -= 1
            if not remaining:
                return


def untested_option_values(game_info: GameInfo, games: Iterable[AnyGame]) -> set[tuple[str, Any]]:
    """Return the (option, value) pairs of a game that none of the given games was played with."""
    seen = {(name, value) for game in games for name, value in game.options.items()}
    return {(option.name, choice) for option in game_info.options for choice in option.choices} - seen


def _sample_game(game_info: GameInfo, game: AnyGame, luck: Luck, language: str) -> Iterator[DecisionSample]:
    """Play one game to its end and yield a random share (`SAMPLE_SHARE`) of its decisions. Moves
    are chosen by the game's robot or at random."""
    assert game_info.drawing is not None
    names = [f"P{seat}" for seat in range(game.seats)]
    state, _ = resolve_chance(game, game.new(), luck.pick)
    while isinstance(turn := game.turn(state), Waiting):
        seat = luck.choice(turn.seats)
        legal = game.legal(state, seat)
        if luck.random() < SAMPLE_SHARE:
            now = game.now(state, seat)
            own = game_info.drawing.seat_overlay(
                game, DrawInput(seat, turn, game.phase(View(seat, turn, now, None)), now, legal)
            )
            words = Translator(game_info.folder, language, names=names, viewer=seat)
            yield DecisionSample(game, state, seat, words.translate_tree(own, SeatOverlay))
        by_robot = luck.random() < ROBOT_MOVE_SHARE
        action = game_info.robot(game, game.view(state, seat), tuple(legal), luck) if by_robot else luck.choice(legal)
        state, _ = make_move(game, state, seat, action, luck.pick)
