"""Draws the README's picture of the terminal: the opening of a real game, rendered by rich."""

from __future__ import annotations

import io
import re
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from malle.cli.play.play_command import TerminalGame
from malle.games import OWN_GAMES, load_game, load_game_info


def main(path: Path, language: str = "en") -> None:
    """Play until the person has given the three prepared answers, and save the screen as an SVG
    file at `path`."""
    facts = load_game_info(OWN_GAMES[0])
    console = Console(record=True, width=100, highlight=False, file=io.StringIO())
    answers = iter(["accept", "cognac", "1 camera"])

    def ask(prompt: str) -> str:
        """Print the prompt with the next prepared answer, and return the answer. `StopIteration`
        after the last one ends the game."""
        answer = next(answers)
        console.print(prompt + answer, style="bold")
        return answer

    seed = bytes(31) + b"\x07"
    with suppress(StopIteration):
        TerminalGame(
            facts, load_game(facts.name)(4), language=language, seat=1, console=console, read_line=ask, seed=seed
        ).play()
    svg = console.export_svg(title=f"malle play {facts.name} --seats 4 --lang {language}")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no outside address
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
