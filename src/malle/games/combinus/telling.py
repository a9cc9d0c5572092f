"""Combinus in words: a message for every event, action and table."""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Action, Arg, Event, Say, Who
from malle.core.say import slug
from malle.games.combinus.edition import junctions
from malle.games.combinus.grid import bits
from malle.games.combinus.notation import PAIRS
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (
    NO_TILE,
    BordersChosen,
    Choose,
    CombinusView,
    Deal,
    Draw,
    Exchange,
    First,
    GameBlocked,
    GameEnded,
    Mask,
    Place,
    TakeUp,
    TileExchanged,
    TilePlaced,
    TileTaken,
    TileTurnedUp,
)  # fmt: skip


def tile(game: Combinus, number: int) -> Say:
    """Return a message that names a tile by its number of junctions, such as `a tile with three junctions`."""
    name = game.numbers.names[number]
    return Say("tile-joker") if name == "joker" else Say("tile", {"n": junctions(name)})


def event(game: Combinus, event: Event) -> Say:
    """Return the log's message for an event."""
    args: dict[str, Arg] = {"seat": Who(event.seat)} if hasattr(event, "seat") else {}
    key = f"event-{slug(type(event))}"
    match event:
        case BordersChosen(_, pair):
            args |= {"pair": Say(f"pair-{PAIRS[pair]}")}
        case TilePlaced(_, pose, cell):
            args |= {"tile": tile(game, game.grid.tile_of[pose]), "cell": game.numbers.cells[cell]}
        case TileExchanged(_, pose, cell, removed):
            args |= {"tile": tile(game, game.grid.tile_of[pose]), "cell": game.numbers.cells[cell]}
            args |= {"removed": tile(game, removed)}
        case GameEnded(number, scores):
            args |= {"game": number, "one": Who(0), "other": Who(1), "mine": scores[0], "yours": scores[1]}
        case _ if hasattr(event, "tile"):
            args |= {"tile": tile(game, event.tile)}
    return Say(key, args)


def action(game: Combinus, action: Action) -> Say:
    """Return the label of the button that plays an action."""
    cells, codes, names = game.numbers.cells, game.grid.codes, game.numbers.names
    match action:
        case Place(pose, cell):
            return Say("action-place", {"code": codes[pose], "cell": cells[cell]})
        case Exchange(pose, cell):
            return Say("action-exchange", {"code": codes[pose], "cell": cells[cell]})
        case TakeUp(number) | Draw(number) | Deal(number):
            kind = "take-up" if isinstance(action, TakeUp) else type(action).__name__.lower()
            return Say(f"action-{kind}", {"tile": tile(game, number), "code": names[number]})
        case Choose(pair):
            return Say("action-choose", {"pair": Say(f"pair-{PAIRS[pair]}")})
        case First(seat):
            return Say("action-first", {"seat": Who(seat)})
    return Say("action-take-down")


def table(game: Combinus, view: CombinusView) -> tuple[Say, ...]:
    """Return messages that describe what lies on the table before the viewer."""
    now = view.now
    said = [Say("table-game", {"game": now.game, "games": game.games})]
    if now.totals != (0, 0) and now.phase != "over":
        said.append(
            Say("table-totals", {"one": Who(0), "other": Who(1), "mine": now.totals[0], "yours": now.totals[1]})
        )
    if now.sides >= 0:
        scores = game.scores(now.position, now.sides)
        said += [
            Say("table-borders", {"seat": Who(seat), "pair": Say(f"pair-{PAIRS[pair]}"), "points": scores[seat],
                "linked": "yes" if now.position.linked >> pair & 1 else "no"})
            for seat, pair in ((now.sides, 0), (1 - now.sides, 1))
        ]  # fmt: skip
    letters = [cell[0] for cell in game.numbers.cells[: game.numbers.columns]]
    said.append(Say("table-columns", {"tiles": " ".join(f"{letter:5}" for letter in letters).rstrip()}))
    said += [Say("table-row", {"row": row + 1, "tiles": _row(game, view, row)}) for row in range(game.numbers.rows)]
    if now.unseen:
        said.append(Say("table-unseen", {"n": now.unseen.bit_count(), "tiles": _codes(game, now.unseen)}))
    for seat, pool in enumerate(now.up):
        if pool:
            key = "table-pool" if len(now.up) == 1 else "table-own"
            said.append(Say(key, {"seat": Who(seat), "n": pool.bit_count(), "tiles": _codes(game, pool)}))
    if now.tile != NO_TILE:
        held: dict[str, Arg] = {
            "seat": Who(now.seat),
            "tile": tile(game, now.tile),
            "code": game.numbers.names[now.tile],
        }
        said.append(Say("table-hand", held))
    return tuple(said)


def _row(game: Combinus, view: CombinusView, row: int) -> str:
    """Return a row of the board in notation, with a dot for each empty square."""
    board, columns = view.now.position.board, game.numbers.columns
    poses = board[row * columns : (row + 1) * columns]
    return " ".join(f"{'.' if pose < 0 else game.grid.codes[pose]:5}" for pose in poses).rstrip()


def _codes(game: Combinus, tiles: Mask) -> str:
    """Return the names of a set of tiles in notation, separated by spaces."""
    return " ".join(game.numbers.names[number] for number in bits(tiles))


def figures(game: Combinus, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return how often drawn tiles could not be played, tiles were placed after an exchange, squares were
    filled, and games were blocked."""
    kinds = [type(event) for entry in heard for event in entry]
    games, laid = kinds.count(GameEnded), kinds.count(TilePlaced)
    blocked, seen = 0, False
    for kind in kinds:
        if kind is GameEnded:
            blocked, seen = blocked + seen, False
        seen = seen or kind is GameBlocked
    return {
        "turned-up": (kinds.count(TileTurnedUp), kinds.count(TileTaken)),
        "exchanges": (kinds.count(TileExchanged), laid),
        "filled": (laid, games * game.grid.size),
        "blocked": (blocked, games),
    }
