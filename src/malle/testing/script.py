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
from malle.core.play import Ply, events_for_viewer
from malle.games import load_game_info
from malle.i18n.translations import Translator

_ENTRY = re.compile(r"(?:(\d+):\s*)?(.*?)(?:\s*×\s*(\d+))?")


class ScriptError(AssertionError):
    """A line of a script that cannot be played."""


class Script:
    """A game played from a script: the object holds the game, its state and its log so far. The
    `play` methods continue the game; the others show the current position."""

    player_names: Sequence[str] = ("Ada", "Basile", "Chloé", "Denis", "Élise", "Farid")
    """Players' names by seat, for sentences."""

    def __init__(self, game: AnyGame, script: str = "") -> None:
        self.game = game
        self.state: Any = game.new()
        self.log: list[Ply] = []
        self._luck = Luck(0)
        self.play(script)

    def play(self, script: str) -> None:
        """Play the lines of a script. `ScriptError` says which entry cannot be played, and why;
        entries before it stay played."""
        for number, line in enumerate(script.splitlines(), 1):
            for entry in line.partition("#")[0].split(";"):
                if entry.strip():
                    try:
                        self._play_repeated_entry(entry.strip())
                    except MalleError as error:
                        raise ScriptError(f"line {number}, {entry.strip()!r}: {error}") from error

    def play_until(self, condition: Callable[[], bool]) -> None:
        """Play default entries until the condition holds, none if it holds already. `ScriptError`
        if the game ends before."""
        while not condition():
            self.play_default_entry()

    def play_default_entry(self) -> None:
        """Play one entry: the first possible outcome of chance, or the default action of the first awaited
        seat. `ScriptError` if the game is over."""
        turn = self.game.turn(self.state)
        if isinstance(turn, Over):
            raise ScriptError("the game is over, and it was to go on")
        if isinstance(turn, Chance):
            self._apply_action(NATURE, self._find_outcome(next(iter(self.chance_weights))))
        else:
            self._apply_action(turn.seats[0], self.game.default(self.state, turn.seats[0], self._luck))

    # -- the current position

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        """The awaited seats, counted from 1. Empty while chance is to act and after the end."""
        turn = self.game.turn(self.state)
        return tuple(seat + 1 for seat in turn.seats) if isinstance(turn, Waiting) else ()

    @property
    def legal_notations(self) -> list[str]:
        """The legal actions of the one awaited seat, in notation. `ScriptError` if several seats are awaited,
        or none."""
        return [self.game.write(action) for action in self.game.legal(self.state, self._find_mover(None))]

    @property
    def chance_weights(self) -> dict[str, int]:
        """The possible outcomes of chance, in notation, with their weights. `ScriptError` if chance is not to
        act."""
        turn = self.game.turn(self.state)
        if not isinstance(turn, Chance):
            raise ScriptError(f"nature is not awaited; seat {self.awaited_seats} is")
        pairs = zip(turn.outcomes, turn.weights, strict=True)
        return {self.game.write(outcome): weight for outcome, weight in pairs if weight}

    @property
    def phase(self) -> str:
        """The identifier of the phase, such as `bid`; empty while chance is to act."""
        return "" if isinstance(self.game.turn(self.state), Chance) else self.game.phase(self.view())

    @property
    def result(self) -> Over | None:
        """The result of the game, or `None` while it goes on."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Over) else None

    def view(self, seat: int | None = None) -> View:
        """Return the view of `seat`, counted from 1, or of the spectator if `None`."""
        view: View = self.game.view(self.state, _to_viewer(seat))
        return view

    def heard_events(self, seat: int | None = None, *, entries: int = 1) -> list[Event]:
        """Return what one viewer heard in the last `entries` log entries: `seat`, counted from 1,
        or the spectator if `None`."""
        viewer = _to_viewer(seat)
        return [event for entry in self.log[-entries:] for event in events_for_viewer(viewer, entry.events)]

    def log_sentences(self, language: str, seat: int | None = None, *, entries: int = 1) -> list[str]:
        """Return the sentences of the last `entries` log entries as one reader gets them: `seat`,
        counted from 1, or the spectator if `None`."""
        telling, words = load_game_info(self.game.name).messages, self._translations(language, seat)
        return [
            words.translate(telling.event_message(self.game, event))
            for event in self.heard_events(seat, entries=entries)
        ]

    def table_sentences(self, language: str, seat: int | None = None) -> list[str]:
        """Return the table in sentences, as one reader gets them: `seat`, counted from 1, or the
        spectator if `None`."""
        messages = load_game_info(self.game.name).messages.table_sentences(self.game, self.view(seat))
        return [self._translations(language, seat).translate(message) for message in messages]

    def _translations(self, language: str, seat: int | None) -> Translator:
        """Return the game's translator for one reader (`seat`, counted from 1, or the spectator),
        with the players' names."""
        return Translator(
            load_game_info(self.game.name).folder, language, names=self.player_names, viewer=_to_viewer(seat)
        )

    def refusal(self, entry: str) -> MalleError | None:
        """Return the error with which the game refuses this entry, or `None` if it may be played.
        The position does not change. `ScriptError` if the entry is not a line for this position,
        for example for lack of a seat."""
        state, log = self.state, list(self.log)
        try:
            self._play_repeated_entry(entry)
        except MalleError as error:
            return error
        finally:
            self.state, self.log = state, log
        return None

    # -- entries

    def _play_repeated_entry(self, entry: str) -> None:
        """Play one entry of a script as often as it says (`×3`), by the seat that it names, if
        any."""
        match = _ENTRY.fullmatch(entry)
        assert match is not None
        for _ in range(int(match[3] or 1)):
            self._play_entry(match[1], match[2])

    def _play_entry(self, seat: str | None, text: str) -> None:
        """Play one entry once. `seat` is counted from 1; without it, the entry belongs to chance or
        to the one awaited seat. Raise the game's error or `ScriptError` if it cannot be played."""
        turn = self.game.turn(self.state)
        if isinstance(turn, Over):
            raise ScriptError(f"{text!r}: the game is over")
        if isinstance(turn, Chance) and seat is None:
            self._apply_action(NATURE, self._find_outcome(text))
            return
        mover = self._find_mover(seat)
        action = self.game.read(text, self.state, mover)
        if self.game.write(action) != text:
            raise ScriptError(f"{text!r} is written {self.game.write(action)!r}")
        self._apply_action(mover, action)

    def _find_outcome(self, text: str) -> Action:
        """Return the possible outcome of chance that is written as `text`. `ScriptError` if there is none."""
        turn = self.game.turn(self.state)
        assert isinstance(turn, Chance)
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if weight and self.game.write(outcome) == text:
                return outcome
        raise ScriptError(f"{text!r}: nature may do one of {self.chance_weights}")

    def _find_mover(self, seat: str | None) -> Seat:
        """Return the seat that is named (counted from 1), or the one awaited seat if none is named.
        `ScriptError` if none is named, and several seats or none are awaited."""
        if seat is not None:
            return Seat(int(seat) - 1)
        if len(self.awaited_seats) != 1:
            raise ScriptError(f"say which seat: {self.awaited_seats or 'none'} awaited")
        return Seat(self.awaited_seats[0] - 1)

    def _apply_action(self, mover: Seat, action: Action) -> None:
        """Apply an action to the state, and append it to the log with its events."""
        self.state, events = self.game.apply(self.state, mover, action)
        self.log.append(Ply(mover, action, events))


def _to_viewer(seat: int | None) -> Viewer:
    """Convert a seat counted from 1 to a viewer; `None` is the spectator."""
    return None if seat is None else Seat(seat - 1)
