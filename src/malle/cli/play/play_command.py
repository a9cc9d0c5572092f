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

from malle.cli.play.board import board_lines
from malle.cli.play.choose import ListedAction, find_matches
from malle.core import AnyGame, GameInfo, Luck, Message, Over, Seat, Waiting
from malle.core.dealer import Dealer, DrawCounter, new_seed, seal_of_seed
from malle.core.message import ending_message
from malle.core.play import Ply, events_for_viewer, make_move, resolve_chance
from malle.core.record import build_record, format_record
from malle.core.robots.robot import Level
from malle.i18n.translations import Translator
from malle.protocol.record_signature import RecordSigner

MAX_LISTED_ACTIONS = 12
"""Most actions listed at once, with their numbers. To reach others, the player types some words,
or asks for all."""
NO_BREAK_SPACES = "\u00a0\u202f"
"""No-break spaces of French sentences, which Python does not count as printable."""
ROBOT_NAMES = ("Ada", "Basile", "Céleste", "Denis", "Élise")
"""Names of the robots, in the order of their seats."""

ReadLine = Callable[[str], str]
"""Shows a prompt and returns the line typed; raises `EOFError` at the end of input."""


class TerminalGame:
    """One game in the terminal of one person against robots."""

    def __init__(
        self,
        game_info: GameInfo,
        game: AnyGame,
        *,
        language: str,
        seat: int,
        console: Console,
        read_line: ReadLine,
        seed: bytes | None = None,
        player_names: tuple[str, ...] = (),
        edition: str = "usual",
        titles: str = "",
        level: Level = "novice",
    ) -> None:
        """Prepare a game that the person plays at `seat`. `seed` is random unless given.
        `player_names` are names by seat, from an earlier game of the match; if empty, new ones
        are used. `edition` is the edition's name for the record. `titles` are Fluent messages of
        a custom edition, which replace the game's."""
        self.game_info = game_info
        self.game = game
        self.edition = edition
        """The edition's name in the record."""
        self.own_seat = Seat(seat)
        self.console = console
        self.read_line = read_line
        game_translations = Translator(game_info.folder, language, overrides=titles)
        robots = iter(ROBOT_NAMES)
        self.player_names = player_names or tuple(
            game_translations.translate(Message("you")) if seat_number == seat else next(robots)
            for seat_number in range(game.seats)
        )
        self.translations = Translator(
            game_info.folder, language, names=self.player_names, viewer=self.own_seat, overrides=titles
        )
        self.seed = seed or new_seed()
        self.table_id = f"terminal-{sha256(self.seed).hexdigest()[:8]}"
        self.draws = DrawCounter(Dealer(self.seed, self.table_id))
        self.luck = Luck(sha256(b"robots" + self.seed).digest())
        self.entries: list[Ply] = []
        self._robots = [game_info.robot_of_level(level, self.luck) for _ in range(game.seats)]
        self.robot_memories = [
            robot.new_memory(game, Seat(seat_number)) for seat_number, robot in enumerate(self._robots)
        ]
        """Each robot's memory, by seat."""

    def play(self) -> Over | None:
        """Play the game to its end, and print and return its result. Return `None` if the person
        stops before."""
        say = self.translations.translate
        title = say(Message("title"))
        welcome = Message("cli-welcome", {"title": title, "seats": self.game.seats, "seat": self.own_seat + 1})
        self.console.print(
            Panel(say(welcome), title=title, subtitle=f"seal {seal_of_seed(self.seed, self.table_id)[:16]}")
        )
        state, entries = resolve_chance(self.game, self.game.new(), self.draws.pick)
        self._record_and_print(entries)
        while isinstance(turn := self.game.turn(state), Waiting):
            seat = self.own_seat if self.own_seat in turn.seats else turn.seats[0]
            action = self._choose_action(state) if seat == self.own_seat else self._robot_action(state, seat)
            if action is None:
                self.console.print(say(Message("cli-bye")))
                return None
            state, entries = make_move(self.game, state, seat, action, self.draws.pick)
            self._record_and_print(entries)
        assert isinstance(turn, Over)
        self._print_result(turn)
        return turn

    def save_record(self, path: Path) -> None:
        """Write the signed record of the finished game to `path`, and say so."""
        host = RecordSigner()
        record = build_record(
            self.game, self.entries, seed=self.seed, table=self.table_id, edition=self.edition, host=host.public_key
        )
        path.write_text(format_record(record, host.sign), "utf-8")
        self.console.print(self.translations.translate(Message("cli-saved", {"file": str(path)})))

    def _robot_action(self, state: Any, seat: Seat) -> Any:
        """Return the action that the robot at this seat chooses, knowing only its view and what
        it heard."""
        view, legal = self.game.view(state, seat), tuple(self.game.legal(state, seat))
        return self._robots[seat].choose(self.game, view, legal, self.robot_memories[seat], self.luck)

    def _record_and_print(self, entries: Sequence[Ply]) -> None:
        """Add moves and draws to the game's record, tell each robot what its seat hears of them,
        and print what the person hears. Equal sentences in a row are printed once, with their
        number."""
        self.entries += entries
        for entry in entries:
            for seat, memory in enumerate(self.robot_memories):
                self.robot_memories[seat] = self._robots[seat].observe(
                    self.game, memory, events_for_viewer(Seat(seat), entry.events)
                )
        events = (event for entry in entries for event in events_for_viewer(self.own_seat, entry.events))
        sentences = (self._plain_sentence(self.game_info.messages.event_message(self.game, event)) for event in events)
        for sentence, repeats in groupby(sentences):
            times = len(list(repeats))
            self.console.print(Text(f"  {sentence}" + (f" ×{times}" if times > 1 else ""), style="dim"))

    def _print_message(self, message: Message) -> None:
        """Print a translated message as plain text. Rich would otherwise read `[…]` in it as
        markup."""
        self.console.print(Text(self.translations.translate(message)))

    def _plain_sentence(self, message: Message) -> str:
        """Return a message's translated sentence without the marks (`**`) for bold text."""
        return self.translations.translate(message).replace("**", "")

    def _choose_action(self, state: Any) -> Any:
        """Show the table and the first `MAX_LISTED_ACTIONS` legal actions, and ask the person.
        Return the chosen action, or `None` if the person stops."""
        view = self.game.view(state, self.own_seat)
        board = board_lines(self.game_info, self.game, state, self.own_seat, self.translations)
        lines = [
            *board,
            *(self._plain_sentence(said) for said in self.game_info.messages.table_sentences(self.game, view)),
        ]
        prompt = Message(f"phase-{self.game.phase(view)}", {"you": "yes", "who": ""})
        self.console.print(
            Panel(
                Text("\n".join(lines)),
                title=self.translations.translate(prompt),
                title_align="left",
                border_style="cyan",
            )
        )
        choices = [self._listed_action(action) for action in self.game.legal(state, self.own_seat)]
        self._print_actions(choices[:MAX_LISTED_ACTIONS])
        if len(choices) > MAX_LISTED_ACTIONS:
            example = choices[len(choices) // 3].label
            self._print_message(Message("cli-many", {"n": len(choices), "example": example}))
        return self._ask_for_action(choices)

    def _listed_action(self, action: Any) -> ListedAction:
        """Return an action with its notation and label."""
        label = self.translations.translate(self.game_info.messages.action_label(self.game, action))
        return ListedAction(action, self.game.write(action), label)

    def _print_actions(self, choices: Sequence[ListedAction]) -> None:
        """Print actions as a list numbered from 1, with their notations. There must be at least
        one."""
        width = max(len(choice.label) for choice in choices)
        for number, choice in enumerate(choices, 1):
            self.console.print(Text.assemble(f"{number:4}  {choice.label:{width}}  ", (choice.notation, "dim")))

    def _ask_for_action(self, choices: Sequence[ListedAction]) -> Any:
        """Ask until the typed text means one of `choices`, and return that action. A "?", or a
        number not shown yet, lists all. Return `None` at "q", "quit", Ctrl-C or the end of
        input."""
        shown = choices[:MAX_LISTED_ACTIONS]
        while True:
            try:
                typed = self.read_line(self.translations.translate(Message("cli-choose")) + " > ").strip()
            except (EOFError, KeyboardInterrupt):
                return None
            if typed in ("q", "quit"):
                return None
            is_unlisted = typed.isdecimal() and len(shown) < int(typed) <= len(choices)
            if typed == "?" or is_unlisted:  # players must see an action before they choose it by number
                shown = choices
                self._print_actions(choices)
                continue
            matches = find_matches(typed, choices, shown)
            if len(matches) == 1:
                return matches[0].action
            self._print_message(Message("cli-match", {"n": len(matches), "text": _printable(typed)}))
            if matches:
                shown = matches[:MAX_LISTED_ACTIONS]
                self._print_actions(shown)

    def _print_result(self, over: Over) -> None:
        """Print how the game ended, and every player's place and score."""
        say = self.translations.translate
        order = sorted(range(self.game.seats), key=lambda seat: over.places[seat])
        lines = [say(ending_message(over)), ""]
        for seat in order:
            args: dict[str, Any] = {
                "place": over.places[seat],
                "name": self.translations.player_name(seat),
                "score": over.scores[seat],
            }
            lines.append(say(Message("cli-place", args)))
        self.console.print(Panel("\n".join(lines), title=say(Message("cli-over")), border_style="green"))


def _printable(typed: str) -> str:
    """Return typed text without control characters, which a terminal would obey."""
    return "".join(char for char in typed if char.isprintable() or char in NO_BREAK_SPACES)
