"""What a viewer is shown, ready for the wire: setting, scene, steps and sentences in his language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from malle.core import Action, AnyGame, Event, Over, Say, Sheet, View, Viewer, Waiting, Who
from malle.core.scene import Chip, Glance, Scene, Setting, Step
from malle.words import Words

_encode = msgspec.json.Encoder().encode


class Shower(Struct, frozen=True):
    """Shows one game to one viewer in one language. Cheap to make; everything it says is a function of what it is given."""

    sheet: Sheet
    game: AnyGame
    viewer: Viewer
    words: Words

    def setting(self) -> Raw:
        """What does not change during the game."""
        drawing = self.sheet.drawing
        title = self.words.say(Say("title"))
        drawn = Setting(title) if drawing is None else drawing.setting(self.game, self.viewer, self.words.say)
        return Raw(_encode(drawn))

    def scene(self, view: View, legal: Sequence[Action]) -> Raw:
        """What lies before him, and what he may do."""
        assert view.turn is not None
        drawing = self.sheet.drawing
        phase = self.game.phase(view)
        if drawing is None:
            chips = tuple(Chip("") for _ in range(self.game.seats))
            return Raw(_encode(Scene(phase, phase, chips)))
        glance = Glance(self.viewer, view.turn, phase, view.now, legal, self.words.say)
        return Raw(_encode(drawing.scene(self.game, glance)))

    def steps(self, events: tuple[Event, ...]) -> Raw:
        """What to animate of a move, from what he heard of it."""
        drawing = self.sheet.drawing
        drawn: tuple[Step, ...] = ()
        if drawing is not None:
            drawn = drawing.steps(self.game, events, self.viewer, self.words.say)
        return Raw(_encode(drawn))

    def said(self, events: tuple[Event, ...]) -> tuple[str, ...]:
        """The same move in sentences."""
        return tuple(self.words.say(self.sheet.telling.event(self.game, event)) for event in events)

    def result(self, over: Over) -> str:
        """How it ended, in a sentence."""
        winners = [seat for seat, place in enumerate(over.places) if place == 1]
        names = tuple(self.words.say(Say("whose", {"seat": Who(seat)})) for seat in winners)
        said = Say(f"over-{over.why}", {"winners": ", ".join(names), "n": len(winners)})
        return self.words.say(said)
