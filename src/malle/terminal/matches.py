"""A match in the terminal: several games in a row. Players move one seat further each time; scores are added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel

from malle.core import AnyGame, Say, Sheet
from malle.core.match import Match, Scores, match_of, moved_on
from malle.core.mind import Level
from malle.terminal.playing import Ask, Session
from malle.words import Words


def play_match(
    sheet: Sheet,
    game: AnyGame,
    *,
    language: str,
    seat: int,
    console: Console,
    ask: Ask,
    save: Path | None = None,
    edition: str = "usual",
    titles: str = "",
    level: Level = "novice",
) -> bool:
    """Play the games of a match until the person stops; a single game if a match has one. Return False if they
    stopped inside a game, else True.

    `record_path` is the path of the first game's record, or `None` for no records. Later games add their
    number to its name."""
    before: tuple[Scores, ...] = ()
    names: tuple[str, ...] = ()
    while True:
        session = Session(
            sheet,
            game,
            language=language,
            seat=seat,
            console=console,
            ask=ask,
            names=names,
            edition=edition,
            titles=titles,
            level=level,
        )
        over = session.play()
        if over is None:
            return False
        match = match_of(sheet.legs, before, over.scores, game.seats)
        if save is not None:
            session.save(save if match.leg == 1 else save.with_stem(f"{save.stem}-{match.leg}"))
        if match.legs == 1:
            return True
        _tell(match, session.words, seat, console)
        if match.over or not _wants(match, session.words, ask):
            return True
        before, names = tuple(map(moved_on, match.played)), moved_on(session.names)
        seat = (seat + 1) % game.seats


def _tell(match: Match, words: Words, seat: int, console: Console) -> None:
    """Print the scores so far, and the winner or a draw if the match is over."""
    lines = []
    if match.over:
        first = [each for each, place in enumerate(match.places) if place == 1]
        won = {"name": words.name(first[0]), "you": "yes" if first == [seat] else "no"}
        lines = [words.say(Say("cli-match-drawn") if len(first) > 1 else Say("cli-match-won", dict(won))), ""]
    for each in sorted(range(len(match.sums)), key=lambda each: match.places[each]):
        scores = " + ".join(str(scores[each]) for scores in match.played)
        args: dict[str, Any] = {"name": words.name(each), "scores": scores, "sum": match.sums[each]}
        lines.append(words.say(Say("cli-match-sum", args)))
    title = words.say(Say("cli-match-leg", {"leg": match.leg, "legs": match.legs}))
    console.print(Panel("\n".join(lines), title=title, border_style="green"))


def _wants(match: Match, words: Words, ask: Ask) -> bool:
    """Ask whether to play the next game. Any answer but "no" or "quit" counts as yes. Return False at the end
    of input."""
    question = Say("cli-next-leg", {"leg": match.leg + 1, "legs": match.legs})
    try:
        typed = ask(words.say(question) + " > ")
    except (EOFError, KeyboardInterrupt):
        return False
    return typed.strip().lower() not in ("n", "no", "non", "q", "quit")
