"""What is told after the end: the points game by game, the first path and the first cut."""

from __future__ import annotations

from malle.core import Luck, Message, Over
from malle.core.play import play_game, random_chooser
from malle.games import load_game
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import PathCut, PathMade
from malle.games.combinus.story import story


def test_the_points_add_up_game_by_game() -> None:
    told_of: set[str] = set()
    for seed in range(6):
        game, luck = load_game("combinus")(2, {"games": 2}), Luck(seed)
        assert isinstance(game, Combinus)
        state, entries = play_game(game, random_chooser(game, luck), luck.pick)
        over = game.turn(state)
        assert isinstance(over, Over)
        heard = tuple(entry.events for entry in entries)
        told = story(game, over, heard)
        for seat, slip in enumerate(told.slips):
            assert len(slip.lines) == 3
            assert (
                sum(int(str(line.sum)) for line in slip.lines[:-1]) == int(str(slip.lines[-1].sum)) == over.scores[seat]
            )
        events = [event for each in heard for event in each]
        titles = [fact.title for fact in told.facts]
        assert (Message("story-linked") in titles) == any(isinstance(event, PathMade) for event in events)
        assert (Message("story-cut") in titles) == any(isinstance(event, PathCut) for event in events)
        told_of.update(str(title) for title in titles)
    assert told_of
