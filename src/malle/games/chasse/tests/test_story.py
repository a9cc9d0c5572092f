"""What is told after the end: plates are followed to where they ended."""

from __future__ import annotations

from malle.core import Luck, Message, Over, Seat
from malle.core.play import play_game, robot_chooser
from malle.games import load_game
from malle.games.chasse import GAME_INFO
from malle.games.chasse.edition import OFF_BOARD
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled
from malle.games.chasse.story import arrivals_with_plates, deeds, story


def test_what_came_across_is_what_lies_there() -> None:
    """Of the pawns on the finish the story knows every plate; also where the smuggler's own log forgets them."""
    loaded = 0
    for seed in range(12):
        game, luck = load_game("chasse")(2, {"memory": bool(seed % 2)}), Luck(seed)
        assert isinstance(game, Chasse)
        state, entries = play_game(game, robot_chooser(game, GAME_INFO.robot, luck), luck.pick)
        heard = tuple(entry.events for entry in entries)
        there = sorted(
            (square, plates)
            for square, plates in zip(state.smugglers, state.plates, strict=True)
            if square != OFF_BOARD and square < game.numbers.width
        )
        assert sorted((square, plates) for _, square, plates in arrivals_with_plates(heard)) == there
        loaded += sum(plates for _, plates in there)
        over = game.turn(state)
        assert isinstance(over, Over)
        told = story(game, over, heard)
        controls = [event for events in heard for event in events if isinstance(event, Controlled)]
        right = sum(event.found > 0 for event in controls)
        assert told.notes[1] == Message("story-note-customs", {"n": len(controls), "right": right})
        assert [deeds(game, Seat(seat), heard) for seat in range(2)] == [(0, 0), (right, len(controls) - right)]
        titles = [fact.title for fact in told.facts]
        assert (Message("story-catch") in titles) == bool(right)
        assert (Message("story-nothing") in titles) == (len(controls) > right)
    assert loaded
