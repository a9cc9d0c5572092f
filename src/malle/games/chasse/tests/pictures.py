"""Moments of the game worth a picture: the moves that lead there, who looks, and what happens while they look."""

from __future__ import annotations

from msgspec import Struct

from malle.core import Luck, Over
from malle.core.play import play_game, random_chooser
from malle.games import load_game
from malle.games.chasse.state import Why

HIDDEN = ("hide c13", "hide e13", "hide e13", "hide h12", "hide k13")
OUT = (*HIDDEN, "e13-e8", "m3-m4", "e8-g5")
"""Two plates stand on g5, within reach."""
BAIT = (*HIDDEN, "f12-f9", "m3-m4", "f9-g7")
"""An empty pawn stands on g7, within reach."""
NEAR = (*HIDDEN, *["k13-k7", "i3-k7", "c13-c7", "k7-j6", "e13-e8", "j6-i2", "e8-d8-d4", "f2-d4", "c7-f4", "d4-c4-c8"])
"""A plate stands on f4, and the column is open."""


class Picture(Struct, frozen=True):
    """A moment."""

    name: str
    moves: tuple[str, ...]
    seat: int | None
    """Who looks: 0 the smuggler, 1 the customs, None a spectator."""
    last: str = ""
    """Played by the other side while the page looks on."""
    press: tuple[str, ...] = ()
    """Squares pressed, one after the other."""
    options: dict[str, bool] = {}
    robots: int = 0
    """So many more moves by robots first; -1: until the end."""
    before: tuple[tuple[int, int], ...] = ()
    """The scores of the match's game before this one, by the present seats."""


def ending(why: Why) -> tuple[str, ...]:
    """The moves of a game played at random that ended this way."""
    game, luck = load_game("chasse")(2), Luck(4)
    while True:
        state, entries = play_game(game, random_chooser(game, luck), luck.pick)
        over = game.turn(state)
        if isinstance(over, Over) and over.why == why:
            return tuple(game.write(entry.action) for entry in entries)


PICTURES = (
    Picture("hiding", HIDDEN[:3], 0),
    Picture("hiding-seen-by-customs", HIDDEN[:3], 1),
    Picture("start-smuggler", HIDDEN, 0),
    Picture("start-customs", (*HIDDEN, "e13-e8"), 1),
    Picture("pawn-picked", OUT[:-1], 0, press=("E8",)),
    Picture("way-chosen", OUT[:-1], 0, press=("E8", "G5")),
    Picture("control-offered", OUT, 1, press=("F2", "G5")),
    Picture("control-finds", OUT, 0, last="f2-g5"),
    Picture("control-empty", BAIT, 0, last="g3-g7"),
    Picture("before-arrival", NEAR, 0, press=("F4", "F1")),
    Picture("arrival-seen-by-customs", NEAR, 1, last="f4-f1"),
    Picture("retreat", (*HIDDEN, "a13-a11", "m3-m4"), 0, press=("A11", "A13")),
    Picture("half-way", HIDDEN, 0, robots=12),
    Picture("half-way-customs", HIDDEN, 1, robots=12),
    Picture("chalk", (*BAIT, "g3-g7", "b12-b11"), 1, options={"chalk": True}),
    Picture("memory", OUT, 0, options={"memory": True}),
    Picture("straight", OUT[:6], 0, options={"straight": True}),
    Picture("end", HIDDEN, 0, robots=-1),
    Picture("end-standstill", ending("standstill"), 1),
    Picture("end-no-customs", ending("no-customs"), 0),
    Picture("spectator", OUT, None),
    Picture("second-game", (*HIDDEN, "e13-e8"), 1, before=((300, 100),)),
    Picture("match-over", HIDDEN, 1, robots=-1, before=((300, 100),)),
)
