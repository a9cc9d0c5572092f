"""Games played from a script, so that a test of a rule reads like the rule.

A script is written in the game's own notation, chance included, as in a record:

    officer 1
    draw wine; draw luggage ×3      # several entries on a line; ×3 plays the entry three times
    2: declare nothing              # `2:` requires that seat 2 makes the move

Seats are counted from 1, as in notation. An entry without a seat belongs to chance where chance is to act, and else to
the one awaited seat. Every entry is read by `game.read` and must be written the same way again, so every line of a
script could be a line of a record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from malle.core import NATURE, Action, AnyGame, Chance, Event, Luck, MalleError, Over, Seat, View, Viewer, Waiting
from malle.core.play import Ply, heard_by
from malle.games import sheet
from malle.words import Words

_ENTRY = re.compile(r"(?:(\d+):\s*)?(.*?)(?:\s*×\s*(\d+))?")


class OffScript(AssertionError):
    """A line of a script that cannot be played."""


class Script:
    """A game, played as far as its script goes. The `play` methods continue it; the others show the current
    position."""

    names: Sequence[str] = ("Ada", "Basile", "Chloé", "Denis", "Élise", "Farid")
    """Players' names by seat, for sentences."""

    def __init__(self, game: AnyGame, text: str = "") -> None:
        self.game = game
        self.state: Any = game.new()
        self.log: list[Ply] = []
        self._luck = Luck(0)
        self.play(text)

    def play(self, text: str) -> None:
        """Play these lines. `ScriptError` says which entry cannot be played, and why."""
        for number, line in enumerate(text.splitlines(), 1):
            for note in line.partition("#")[0].split(";"):
                if note.strip():
                    try:
                        self._note(note.strip())
                    except MalleError as error:
                        raise OffScript(f"line {number}, {note.strip()!r}: {error}") from error

    def play_on(self, until: Callable[[], bool]) -> None:
        """Play default entries until the condition holds. `ScriptError` if the game ends before."""
        while not until():
            self.step()

    def step(self) -> None:
        """Play one entry: the first possible outcome of chance, or the default action of the first awaited
        seat. `ScriptError` if the game is over."""
        turn = self.game.turn(self.state)
        if isinstance(turn, Over):
            raise OffScript("the game is over, and it was to go on")
        if isinstance(turn, Chance):
            self._do(NATURE, self._outcome(next(iter(self.chances))))
        else:
            self._do(turn.seats[0], self.game.default(self.state, turn.seats[0], self._luck))

    # -- the current position

    @property
    def awaited(self) -> tuple[int, ...]:
        """The awaited seats, counted from 1. Empty while chance is to act and after the end."""
        turn = self.game.turn(self.state)
        return tuple(seat + 1 for seat in turn.seats) if isinstance(turn, Waiting) else ()

    @property
    def legal(self) -> list[str]:
        """The legal actions of the one awaited seat, in notation. `ScriptError` if several seats are awaited,
        or none."""
        return [self.game.write(action) for action in self.game.legal(self.state, self._mover(None))]

    @property
    def chances(self) -> dict[str, int]:
        """The possible outcomes of chance, in notation, with their weights. `ScriptError` if chance is not to
        act."""
        turn = self.game.turn(self.state)
        if not isinstance(turn, Chance):
            raise OffScript(f"nature is not awaited; seat {self.awaited} is")
        pairs = zip(turn.outcomes, turn.weights, strict=True)
        return {self.game.write(outcome): weight for outcome, weight in pairs if weight}

    @property
    def phase(self) -> str:
        """The slug of the phase; empty while chance is to act."""
        return "" if isinstance(self.game.turn(self.state), Chance) else self.game.phase(self.view())

    @property
    def over(self) -> Over | None:
        """The result of the game, or `None` while it goes on."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Over) else None

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat, counted from 1, or of the spectator."""
        view: View = self.game.view(self.state, _viewer(seat))
        return view

    def heard(self, seat: int | None = None, *, entries: int = 1) -> list[Event]:
        """Return the events of the last `entries` log entries that a seat, counted from 1, or the spectator
        heard."""
        viewer = _viewer(seat)
        return [event for entry in self.log[-entries:] for event in heard_by(viewer, entry.heard)]

    def told(self, language: str, seat: int | None = None, *, entries: int = 1) -> list[str]:
        """Return the log's sentences for the last `entries` log entries, as a seat, counted from 1, or the
        spectator reads them."""
        telling, words = sheet(self.game.name).telling, self._words(language, seat)
        return [words.say(telling.event(self.game, event)) for event in self.heard(seat, entries=entries)]

    def table(self, language: str, seat: int | None = None) -> list[str]:
        """Return the table in sentences, as a seat, counted from 1, or the spectator sees it."""
        said = sheet(self.game.name).telling.table(self.game, self.view(seat))
        return [self._words(language, seat).say(each) for each in said]

    def _words(self, language: str, seat: int | None) -> Words:
        """Return the game's translations for a reader, with the players' names."""
        return Words(sheet(self.game.name).folder, language, names=self.names, viewer=_viewer(seat))

    def refuses(self, note: str) -> MalleError | None:
        """Return the error with which the game refuses this entry, or `None` if it may be played. The position
        does not change."""
        state, log = self.state, list(self.log)
        try:
            self._note(note)
        except MalleError as error:
            return error
        finally:
            self.state, self.log = state, log
        return None

    # -- entries

    def _note(self, note: str) -> None:
        """Play one entry of a script, with its optional seat and repetition."""
        found = _ENTRY.fullmatch(note)
        assert found is not None
        for _ in range(int(found[3] or 1)):
            self._entry(found[1], found[2])

    def _entry(self, seat: str | None, text: str) -> None:
        """Play one entry once. `seat` is counted from 1; without it the entry belongs to chance or to the one
        awaited seat."""
        turn = self.game.turn(self.state)
        if isinstance(turn, Over):
            raise OffScript(f"{text!r}: the game is over")
        if isinstance(turn, Chance) and seat is None:
            self._do(NATURE, self._outcome(text))
            return
        mover = self._mover(seat)
        action = self.game.read(text, self.state, mover)
        if self.game.write(action) != text:
            raise OffScript(f"{text!r} is written {self.game.write(action)!r}")
        self._do(mover, action)

    def _outcome(self, text: str) -> Action:
        """Return the possible outcome of chance that is written as `text`. `ScriptError` if there is none."""
        turn = self.game.turn(self.state)
        assert isinstance(turn, Chance)
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if weight and self.game.write(outcome) == text:
                return outcome
        raise OffScript(f"{text!r}: nature may do one of {self.chances}")

    def _mover(self, seat: str | None) -> Seat:
        """Return the named seat, counted from 1, or the one awaited seat. `ScriptError` if several seats are
        awaited, or none."""
        if seat is not None:
            return Seat(int(seat) - 1)
        if len(self.awaited) != 1:
            raise OffScript(f"say which seat: {self.awaited or 'none'} awaited")
        return Seat(self.awaited[0] - 1)

    def _do(self, mover: Seat, action: Action) -> None:
        """Apply an action, and append it to the log."""
        self.state, heard = self.game.apply(self.state, mover, action)
        self.log.append(Ply(mover, action, heard))


def _viewer(seat: int | None) -> Viewer:
    """Convert a seat counted from 1 to a viewer; `None` is the spectator."""
    return None if seat is None else Seat(seat - 1)
