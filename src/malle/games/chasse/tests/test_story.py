"""What is told after the end: plates are followed to where they ended."""

from __future__ import annotations

from malle.core import Luck, Over, Say, Seat
from malle.core.play import play_game, robot_acts
from malle.games import load
from malle.games.chasse import SHEET
from malle.games.chasse.edition import OFF
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled
from malle.games.chasse.story import deeds, passages, story


def test_what_came_across_is_what_lies_there() -> None:
    """Of the pawns on the finish the story knows every plate; also where the smuggler's own log forgets them."""
    loaded = 0
    for seed in range(12):
        game, luck = load("chasse")(2, {"memory": bool(seed % 2)}), Luck(seed)
        assert isinstance(game, Chasse)
        state, entries = play_game(game, robot_acts(game, SHEET.robot, luck), luck.pick)
        heard = tuple(entry.heard for entry in entries)
        there = sorted(
            (square, plates)
            for square, plates in zip(state.smugglers, state.plates, strict=True)
            if square != OFF and square < game.numbers.width
        )
        assert sorted((square, plates) for _, square, plates in passages(heard)) == there
        loaded += sum(plates for _, plates in there)
        over = game.turn(state)
        assert isinstance(over, Over)
        told = story(game, over, heard)
        controls = [event for events in heard for event in events if isinstance(event, Controlled)]
        right = sum(event.found > 0 for event in controls)
        assert told.notes[1] == Say("story-note-customs", {"n": len(controls), "right": right})
        assert [deeds(game, Seat(seat), heard) for seat in range(2)] == [(0, 0), (right, len(controls) - right)]
        titles = [fact.title for fact in told.facts]
        assert (Say("story-catch") in titles) == bool(right)
        assert (Say("story-nothing") in titles) == (len(controls) > right)
    assert loaded
