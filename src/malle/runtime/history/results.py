"""How a finished game ended for one of its seats, in the form that is stored for its person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from malle.core import GameInfo, Seat, View, encode
from malle.core.scene import DrawInput
from malle.core.story import GameEvents
from malle.storage.people.game_history import GameResult
from malle.table import Table


class _ChipWorth(Struct):
    """The part that is read here of a scene's `PlayerStatus`."""

    worth: int | None = None


def result_for_seat(
    game_info: GameInfo, table: Table, table_id: int, seat: int, all_events: GameEvents | None = None
) -> GameResult | None:
    """Return how the game ended for this seat, or `None` before the end. `table` must be the table
    as this seat is shown it. With all events of the game in `all_events`, it is also counted how
    often the seat's bold moves succeeded and failed. Pass the events only if one person had the
    seat from the deal to the end (see `malle.runtime.history.replay`)."""
    over = table.over
    if over is None:
        return None
    final_scores, place = _final_scores(game_info, table, over.scores), over.places[seat]
    own = final_scores[seat]
    against = final_scores[1 - seat] if len(final_scores) == 2 and own is not None else None
    drawn = place == 1 and over.places.count(1) > 1
    well, ill = None, None
    if all_events is not None and game_info.risk_statistics is not None:
        well, ill = game_info.risk_statistics(table.game, Seat(seat), all_events)
    score = over.scores[seat] if own is None else own
    return GameResult(table_id, game_info.name, place, len(over.places), drawn, score, against, well, ill)


def _final_scores(game_info: GameInfo, table: Table, scores: Sequence[int]) -> Sequence[int | None]:
    """Return what each seat ended with, as players read it: the `worth` of its `PlayerStatus` in
    the scene. If no seat has a worth, `scores` are returned. If some seats have one, a seat without
    it is out of the game and gets `None`."""
    if game_info.drawing is None or table.turn is None:
        return scores
    game = table.game
    view = View(None, table.turn, game.now(table.state, None), None)
    scene = game_info.drawing.shared_scene(game, DrawInput(None, table.turn, game.phase(view), view.now, ()))
    chips = msgspec.json.decode(encode(scene.chips), type=list[_ChipWorth])  # a drawing may hold encoded JSON
    worth = [chip.worth for chip in chips]
    return scores if all(each is None for each in worth) else worth
