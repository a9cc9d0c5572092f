"""Combinus in words: a message for every event, action and table."""

from __future__ import annotations

from collections.abc import Mapping

from malle.core import Action, Event, Message, MessageArg, PlayerRef
from malle.core.message import slug_of_class
from malle.games.combinus.edition import junction_count
from malle.games.combinus.grid import bit_numbers
from malle.games.combinus.notation import PAIR_NAMES
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import (  # fmt: skip
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
    Place,
    TakeUp,
    TileExchanged,
    TileMask,
    TilePlaced,
    TileTaken,
    TileTurnedUp,
)


def tile_name(game: Combinus, tile: int) -> Message:
    """Return a message that names a tile by its number of junctions, such as `a tile with three junctions`."""
    name = game.numbers.tile_names[tile]
    return Message("tile-joker") if name == "joker" else Message("tile", {"n": junction_count(name)})


def event_message(game: Combinus, event: Event) -> Message:
    """Return the message of the log for an event. Every event has one."""
    args: dict[str, MessageArg] = {"seat": PlayerRef(event.seat)} if hasattr(event, "seat") else {}
    key = f"event-{slug_of_class(type(event))}"
    match event:
        case BordersChosen(_, pair):
            args |= {"pair": Message(f"pair-{PAIR_NAMES[pair]}")}
        case TilePlaced(_, pose, cell):
            args |= {"tile": tile_name(game, game.grid.tile_of_pose[pose]), "cell": game.numbers.cell_names[cell]}
        case TileExchanged(_, pose, cell, removed):
            args |= {"tile": tile_name(game, game.grid.tile_of_pose[pose]), "cell": game.numbers.cell_names[cell]}
            args |= {"removed": tile_name(game, removed)}
        case GameEnded(number, scores):
            args |= {"game": number, "one": PlayerRef(0), "other": PlayerRef(1), "mine": scores[0], "yours": scores[1]}
        case _ if hasattr(event, "tile"):
            args |= {"tile": tile_name(game, event.tile)}
    return Message(key, args)


def action_label(game: Combinus, action: Action) -> Message:
    """Return the label of the button that plays an action."""
    cells, codes, names = game.numbers.cell_names, game.grid.pose_codes, game.numbers.tile_names
    match action:
        case Place(pose, cell):
            return Message("action-place", {"code": codes[pose], "cell": cells[cell]})
        case Exchange(pose, cell):
            return Message("action-exchange", {"code": codes[pose], "cell": cells[cell]})
        case TakeUp(number) | Draw(number) | Deal(number):
            kind = "take-up" if isinstance(action, TakeUp) else type(action).__name__.lower()
            return Message(f"action-{kind}", {"tile": tile_name(game, number), "code": names[number]})
        case Choose(pair):
            return Message("action-choose", {"pair": Message(f"pair-{PAIR_NAMES[pair]}")})
        case First(seat):
            return Message("action-first", {"seat": PlayerRef(seat)})
    return Message("action-take-down")


def table_sentences(game: Combinus, view: CombinusView) -> tuple[Message, ...]:
    """Return messages that describe what lies on the table before the viewer."""
    now = view.now
    messages = [Message("table-game", {"game": now.game, "games": game.games_in_match})]
    if now.totals != (0, 0) and now.phase != "over":
        messages.append(
            Message(
                "table-totals",
                {"one": PlayerRef(0), "other": PlayerRef(1), "mine": now.totals[0], "yours": now.totals[1]},
            )
        )
    if now.sides >= 0:
        scores = game.scores(now.position, now.sides)
        messages += [
            Message(
                "table-borders",
                {
                    "seat": PlayerRef(seat),
                    "pair": Message(f"pair-{PAIR_NAMES[pair]}"),
                    "points": scores[seat],
                    "linked": "yes" if now.position.linked >> pair & 1 else "no",
                },
            )
            for seat, pair in ((now.sides, 0), (1 - now.sides, 1))
        ]
    letters = [cell[0] for cell in game.numbers.cell_names[: game.numbers.columns]]
    messages.append(Message("table-columns", {"tiles": " ".join(f"{letter:5}" for letter in letters).rstrip()}))
    messages += [
        Message("table-row", {"row": row + 1, "tiles": _row_text(game, view, row)}) for row in range(game.numbers.rows)
    ]
    if now.unseen:
        messages.append(Message("table-unseen", {"n": now.unseen.bit_count(), "tiles": _tile_list(game, now.unseen)}))
    for seat, pool in enumerate(now.up):
        if pool:
            key = "table-pool" if len(now.up) == 1 else "table-own"
            messages.append(
                Message(key, {"seat": PlayerRef(seat), "n": pool.bit_count(), "tiles": _tile_list(game, pool)})
            )
    if now.tile != NO_TILE:
        hand_args: dict[str, MessageArg] = {
            "seat": PlayerRef(now.seat),
            "tile": tile_name(game, now.tile),
            "code": game.numbers.tile_names[now.tile],
        }
        messages.append(Message("table-hand", hand_args))
    return tuple(messages)


def _row_text(game: Combinus, view: CombinusView, row: int) -> str:
    """Return a row of the board in notation, with a dot for each empty square."""
    board, columns = view.now.position.board, game.numbers.columns
    poses = board[row * columns : (row + 1) * columns]
    return " ".join(f"{'.' if pose < 0 else game.grid.pose_codes[pose]:5}" for pose in poses).rstrip()


def _tile_list(game: Combinus, tiles: TileMask) -> str:
    """Return the names of a set of tiles in notation, separated by spaces."""
    return " ".join(game.numbers.tile_names[number] for number in bit_numbers(tiles))


def statistics(game: Combinus, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
    """Return statistics of a finished match as (times it happened, times it could have
    happened): drawn tiles that could not be played, exchanges, squares filled, and games that
    were blocked."""
    kinds = [type(event) for entry in events_by_entry for event in entry]
    games, laid = kinds.count(GameEnded), kinds.count(TilePlaced)
    blocked, seen = 0, False
    for kind in kinds:
        if kind is GameEnded:
            blocked, seen = blocked + seen, False
        seen = seen or kind is GameBlocked
    return {
        "turned-up": (kinds.count(TileTurnedUp), kinds.count(TileTaken)),
        "exchanges": (kinds.count(TileExchanged), laid),
        "filled": (laid, games * game.grid.cell_count),
        "blocked": (blocked, games),
    }
