"""A match in the terminal: several games in a row. All players move one seat further after each
game; their scores are added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel

from malle.cli.play.play_command import ReadLine, TerminalGame
from malle.core import AnyGame, GameInfo, Message
from malle.core.match import Match, Scores, build_match, rotate_one_seat
from malle.core.robots.robot import Level
from malle.i18n.translations import Translator


def play_match(
    game_info: GameInfo,
    game: AnyGame,
    *,
    language: str,
    seat: int,
    console: Console,
    read_line: ReadLine,
    record_path: Path | None = None,
    edition: str = "usual",
    titles: str = "",
    level: Level = "novice",
) -> bool:
    """Play the games of a match until it is over or the person stops; a game without matches is
    played once. Return False if the person stopped during a game, else True.

    `record_path` is the path for the first game's record, or `None` for no records. The number
    of a later game is added to its file name. `edition` and `titles`: see `TerminalGame`."""
    earlier_scores: tuple[Scores, ...] = ()
    names: tuple[str, ...] = ()
    while True:
        session = TerminalGame(
            game_info,
            game,
            language=language,
            seat=seat,
            console=console,
            read_line=read_line,
            player_names=names,
            edition=edition,
            titles=titles,
            level=level,
        )
        over = session.play()
        if over is None:
            return False
        match = build_match(game_info.games_per_match, earlier_scores, over.scores, game.seats)
        if record_path is not None:
            session.save_record(
                record_path if match.leg == 1 else record_path.with_stem(f"{record_path.stem}-{match.leg}")
            )
        if match.legs == 1:
            return True
        _print_standings(match, session.translations, seat, console)
        if match.over or not _wants_next_game(match, session.translations, read_line):
            return True
        earlier_scores, names = tuple(map(rotate_one_seat, match.played)), rotate_one_seat(session.player_names)
        seat = (seat + 1) % game.seats


def _print_standings(match: Match, words: Translator, seat: int, console: Console) -> None:
    """Print every player's scores so far and their sum; if the match is over, also the winner or
    that it is drawn."""
    lines = []
    if match.over:
        winners = [player_seat for player_seat, place in enumerate(match.places) if place == 1]
        winner_arguments = {"name": words.player_name(winners[0]), "you": "yes" if winners == [seat] else "no"}
        lines = [
            words.translate(
                Message("cli-match-drawn") if len(winners) > 1 else Message("cli-match-won", dict(winner_arguments))
            ),
            "",
        ]
    for player_seat in sorted(range(len(match.sums)), key=lambda each: match.places[each]):
        scores = " + ".join(str(scores[player_seat]) for scores in match.played)
        args: dict[str, Any] = {
            "name": words.player_name(player_seat),
            "scores": scores,
            "sum": match.sums[player_seat],
        }
        lines.append(words.translate(Message("cli-match-sum", args)))
    title = words.translate(Message("cli-match-leg", {"leg": match.leg, "legs": match.legs}))
    console.print(Panel("\n".join(lines), title=title, border_style="green"))


def _wants_next_game(match: Match, words: Translator, read_line: ReadLine) -> bool:
    """Ask whether to play the next game. The words `n`, `no`, `non`, `q` and `quit` mean no; any
    other answer, also an empty line, means yes. Return False at Ctrl-C or the end of input."""
    question = Message("cli-next-leg", {"leg": match.leg + 1, "legs": match.legs})
    try:
        answer = read_line(words.translate(question) + " > ")
    except (EOFError, KeyboardInterrupt):
        return False
    return answer.strip().lower() not in ("n", "no", "non", "q", "quit")
