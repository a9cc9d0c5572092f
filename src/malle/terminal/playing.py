"""A game in the terminal: one person against robots, which know only their own view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from malle.core import AnyGame, Luck, Over, Say, Seat, Sheet, Waiting
from malle.core.dealer import Dealer, Draws, new_seed, seal
from malle.core.mind import Level
from malle.core.play import Ply, heard_by, move, settle
from malle.core.record import make_record, write_record
from malle.core.say import ending
from malle.signing import Host
from malle.terminal.board import board_lines
from malle.terminal.picking import Choice, match
from malle.words import Words

FEW = 12
"""Most actions listed at once, with their numbers. To reach the others, the player types some words, or asks
for all."""
NO_BREAK = "\u00a0\u202f"
"""No-break spaces of French sentences, which Python does not count as printable."""
ROBOTS = ("Ada", "Basile", "Céleste", "Denis", "Élise")
"""Names of the robots."""

Ask = Callable[[str], str]
"""Shows a prompt and returns the line typed; raises `EOFError` at the end of input."""


class Session:
    """One game of one person against robots."""

    def __init__(
        self,
        sheet: Sheet,
        game: AnyGame,
        *,
        language: str,
        seat: int,
        console: Console,
        ask: Ask,
        seed: bytes | None = None,
        names: tuple[str, ...] = (),
        edition: str = "usual",
        titles: str = "",
        level: Level = "novice",
    ) -> None:
        """Prepare a game. `seed` is random unless given. `player_names` are given by seat, from an earlier
        game of the match. `titles` are messages of a custom edition, which replace the game's."""
        self.sheet = sheet
        self.game = game
        self.edition = edition
        """The edition's name in the record."""
        self.me = Seat(seat)
        self.console = console
        self.ask = ask
        house = Words(sheet.folder, language, laid_over=titles)
        robots = iter(ROBOTS)
        self.names = names or tuple(
            house.say(Say("you")) if each == seat else next(robots) for each in range(game.seats)
        )
        self.words = Words(sheet.folder, language, names=self.names, viewer=self.me, laid_over=titles)
        self.seed = seed or new_seed()
        self.table = f"terminal-{sha256(self.seed).hexdigest()[:8]}"
        self.draws = Draws(Dealer(self.seed, self.table))
        self.luck = Luck(sha256(b"robots" + self.seed).digest())
        self.entries: list[Ply] = []
        self._minds = [sheet.mind(level, self.luck) for _ in range(game.seats)]
        self.notes = [mind.notes(game, Seat(each)) for each, mind in enumerate(self._minds)]
        """Each robot's memory, by seat."""

    def play(self) -> Over | None:
        """Play the game to its end and return the result, or `None` if the person stops before."""
        say = self.words.say
        title = say(Say("title"))
        welcome = Say("cli-welcome", {"title": title, "seats": self.game.seats, "seat": self.me + 1})
        self.console.print(Panel(say(welcome), title=title, subtitle=f"seal {seal(self.seed, self.table)[:16]}"))
        state, entries = settle(self.game, self.game.new(), self.draws.pick)
        self._hear(entries)
        while isinstance(turn := self.game.turn(state), Waiting):
            seat = self.me if self.me in turn.seats else turn.seats[0]
            action = self._choose(state) if seat == self.me else self._robot(state, seat)
            if action is None:
                self.console.print(say(Say("cli-bye")))
                return None
            state, entries = move(self.game, state, seat, action, self.draws.pick)
            self._hear(entries)
        assert isinstance(turn, Over)
        self._result(turn)
        return turn

    def save(self, path: Path) -> None:
        """Write the signed record of the finished game."""
        host = Host()
        record = make_record(
            self.game, self.entries, seed=self.seed, table=self.table, edition=self.edition, host=host.public
        )
        path.write_text(write_record(record, host.sign), "utf-8")
        self.console.print(self.words.say(Say("cli-saved", {"file": str(path)})))

    def _robot(self, state: Any, seat: Seat) -> Any:
        """Return the action that a seat's robot chooses."""
        view, legal = self.game.view(state, seat), tuple(self.game.legal(state, seat))
        return self._minds[seat].choose(self.game, view, legal, self.notes[seat], self.luck)

    def _hear(self, entries: Sequence[Ply]) -> None:
        """Record entries, let every robot observe them, and print what the person hears of them."""
        self.entries += entries
        for entry in entries:
            for seat, notes in enumerate(self.notes):
                self.notes[seat] = self._minds[seat].hear(self.game, notes, heard_by(Seat(seat), entry.heard))
        events = (event for entry in entries for event in heard_by(self.me, entry.heard))
        said = (self._plain(self.sheet.telling.event(self.game, event)) for event in events)
        for sentence, same in groupby(said):
            times = len(list(same))
            self.console.print(Text(f"  {sentence}" + (f" ×{times}" if times > 1 else ""), style="dim"))

    def _print(self, said: Say) -> None:
        """Print a message as plain text, because Rich would interpret `[…]` in it as markup."""
        self.console.print(Text(self.words.say(said)))

    def _plain(self, said: Say) -> str:
        """Return a message's sentence without the marks for bold text."""
        return self.words.say(said).replace("**", "")

    def _choose(self, state: Any) -> Any:
        """Show the table and the first legal actions. Return the person's action, or `None` if they stop."""
        view = self.game.view(state, self.me)
        board = board_lines(self.sheet, self.game, state, self.me, self.words)
        lines = [*board, *(self._plain(said) for said in self.sheet.telling.table(self.game, view))]
        prompt = Say(f"phase-{self.game.phase(view)}", {"you": "yes", "who": ""})
        self.console.print(
            Panel(Text("\n".join(lines)), title=self.words.say(prompt), title_align="left", border_style="cyan")
        )
        choices = [self._choice(action) for action in self.game.legal(state, self.me)]
        self._list(choices[:FEW])
        if len(choices) > FEW:
            example = choices[len(choices) // 3].label
            self._print(Say("cli-many", {"n": len(choices), "example": example}))
        return self._pick(choices)

    def _choice(self, action: Any) -> Choice:
        """Return an action with its notation and label."""
        label = self.words.say(self.sheet.telling.action(self.game, action))
        return Choice(action, self.game.write(action), label)

    def _list(self, choices: Sequence[Choice]) -> None:
        """Print actions as a numbered list."""
        width = max(len(choice.label) for choice in choices)
        for number, choice in enumerate(choices, 1):
            self.console.print(Text.assemble(f"{number:4}  {choice.label:{width}}  ", (choice.notation, "dim")))

    def _pick(self, choices: Sequence[Choice]) -> Any:
        """Prompt until the typed text means one action, and return it. Return `None` if the person stops."""
        shown = choices[:FEW]
        while True:
            try:
                typed = self.ask(self.words.say(Say("cli-choose")) + " > ").strip()
            except (EOFError, KeyboardInterrupt):
                return None
            if typed in ("q", "quit"):
                return None
            unseen = typed.isdecimal() and len(shown) < int(typed) <= len(choices)
            if typed == "?" or unseen:  # players must see an action before they choose it by number
                shown = choices
                self._list(choices)
                continue
            found = match(typed, choices, shown)
            if len(found) == 1:
                return found[0].action
            self._print(Say("cli-match", {"n": len(found), "text": _shown(typed)}))
            if found:
                shown = found[:FEW]
                self._list(shown)

    def _result(self, over: Over) -> None:
        """Print how the game ended, and every player's place and score."""
        say = self.words.say
        order = sorted(range(self.game.seats), key=lambda seat: over.places[seat])
        lines = [say(ending(over)), ""]
        for seat in order:
            args: dict[str, Any] = {
                "place": over.places[seat],
                "name": self.words.name(seat),
                "score": over.scores[seat],
            }
            lines.append(say(Say("cli-place", args)))
        self.console.print(Panel("\n".join(lines), title=say(Say("cli-over")), border_style="green"))


def _shown(typed: str) -> str:
    """Return typed text without control characters, which a terminal would obey."""
    return "".join(char for char in typed if char.isprintable() or char in NO_BREAK)
