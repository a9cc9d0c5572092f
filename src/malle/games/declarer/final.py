"""The final picture of Rien à déclarer ?: the dearest lie that passed, with its cards face up."""

from __future__ import annotations

from msgspec.structs import replace

from malle.core import Message, MessageArg, PlayerRef
from malle.core.scene import Area, DrawInput, Panel, Row, Scene, Stamp, item_id
from malle.core.story import GameEvents
from malle.games.declarer import drawing, event_messages
from malle.games.declarer.edition import FIRST_ARTICLE
from malle.games.declarer.icons import card_item
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Now
from malle.games.declarer.story import Declaration, fine_if_searched, iter_declarations, lies_by_fine


def final(game: Declarer, draw_input: DrawInput[Now], events_by_entry: GameEvents) -> Scene:
    """Return the final scene: the lie with the highest fine that passed, and the number of lies.

    If no lie passed, it is the lie with the highest fine that was caught. If nobody lied, only the
    number is shown.
    """
    all_declarations = list(iter_declarations(events_by_entry))
    passed, caught = lies_by_fine(game, all_declarations)
    count = {"lies": len(passed) + len(caught), "said": len(all_declarations), "caught": len(caught)}
    count_panel = Panel("count", text=Message("final-count", count))
    lie = [*passed, *caught][:1]
    areas: tuple[Area, ...] = (*_open_lie(game, lie[0]), count_panel) if lie else (count_panel,)
    return replace(drawing.shared_scene(game, draw_input), areas=areas)


def _open_lie(game: Declarer, lie: Declaration) -> tuple[Area, ...]:
    """Return the areas for a lie: its cards face up, what was declared, and what it cost or would have cost."""
    args: dict[str, MessageArg] = {
        "traveller": PlayerRef(lie.traveller),
        "officer": PlayerRef(lie.officer),
        "next": PlayerRef(game.next_traveller(lie.officer, lie.traveller)),
        "seat": PlayerRef(max(lie.revealed_by, 0)),
        "round": lie.round,
        "kind": "bag" if lie.claim == BAG_CLAIM else "some" if lie.claim else "nothing",
        "claim": event_messages.claim_messages(game, lie.claim),
        "duty": game.cashier.duty_on(lie.claim),
        "fine": fine_if_searched(game, lie),
    }
    unmatched, shown = list(lie.claim), lie.revealed_by >= 0
    cards = tuple(
        card_item(game, kind, item_id("lie", 0, place), _card_stamp(kind, unmatched, shown=shown))
        for place, kind in enumerate(lie.hand)
    )
    title = Message("final-caught" if shown else "final-passed", args)
    stamp = Message("verdict-lie" if shown else "verdict-passed")
    return (
        Row("lie", cards, Message("final-said", args)),
        Panel("verdict", "verdict", title=title, text=stamp, tone="" if shown else "good"),
    )


def _card_stamp(kind: int, unmatched: list[int], *, shown: bool) -> Stamp:
    """Return the stamp for a card of a lie: declared, free of duty, or hidden.

    `unmatched` has the declared articles that no earlier card matched. If this card matches one,
    the article is removed from `unmatched`. `shown`: the hand was shown, so the lie was caught.
    """
    if kind in unmatched:
        unmatched.remove(kind)
        return Stamp(Message("stamp-said"), "true")
    if kind < FIRST_ARTICLE:
        return Stamp(Message("stamp-free"), "none")
    return Stamp(Message("stamp-hidden" if shown else "stamp-kept"), "lie")
