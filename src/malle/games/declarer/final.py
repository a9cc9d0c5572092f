"""The final picture of Rien à déclarer ?: the dearest lie that passed, with its cards face up."""

from __future__ import annotations

from msgspec.structs import replace

from malle.core import Arg, Say, Who
from malle.core.scene import Area, Glance, Panel, Row, Scene, Stamp, item_id
from malle.core.story import Heard
from malle.games.declarer import drawing, telling
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import FIRST_ARTICLE
from malle.games.declarer.faces import card
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Now
from malle.games.declarer.story import Said, declarations, fine, lies


def final(game: Declarer, glance: Glance[Now], heard: Heard) -> Scene:
    """Return the final scene: the dearest lie that passed, otherwise the dearest one that was caught, and the
    number of lies. If nobody lied, only the number is shown."""
    said = list(declarations(heard))
    passed, caught = lies(game, said)
    count = {"lies": len(passed) + len(caught), "said": len(said), "caught": len(caught)}
    told = Panel("count", text=Say("final-count", count))
    lie = [*passed, *caught][:1]
    areas: tuple[Area, ...] = (*_open(game, lie[0]), told) if lie else (told,)
    return replace(drawing.table(game, glance), areas=areas)


def _open(game: Declarer, lie: Said) -> tuple[Area, ...]:
    """Return the areas for a lie: its cards face up, what was declared, and what it cost or would have cost."""
    args: dict[str, Arg] = {
        "traveller": Who(lie.traveller),
        "officer": Who(lie.officer),
        "next": Who(game.after(lie.officer, lie.traveller)),
        "seat": Who(max(lie.seen_by, 0)),
        "round": lie.round,
        "kind": "bag" if lie.claim == CLAIMED else "some" if lie.claim else "nothing",
        "claim": telling.claim(game, lie.claim),
        "duty": game.cashier.duty(lie.claim),
        "fine": fine(game, lie),
    }
    left, shown = list(lie.claim), lie.seen_by >= 0
    cards = tuple(
        card(game, kind, item_id("lie", 0, place), _stamp(kind, left, shown=shown))
        for place, kind in enumerate(lie.hand)
    )
    told = Say("final-caught" if shown else "final-passed", args)
    stamp = Say("verdict-lie" if shown else "verdict-passed")
    return (
        Row("lie", cards, Say("final-said", args)),
        Panel("verdict", "verdict", title=told, text=stamp, tone="" if shown else "good"),
    )


def _stamp(kind: int, left: list[int], *, shown: bool) -> Stamp:
    """Return the stamp for a card of a lie: declared, free of duty, or hidden. A declared card is removed
    from `unmatched`, the declared articles not matched yet."""
    if kind in left:
        left.remove(kind)
        return Stamp(Say("stamp-said"), "true")
    if kind < FIRST_ARTICLE:
        return Stamp(Say("stamp-free"), "none")
    return Stamp(Say("stamp-hidden" if shown else "stamp-kept"), "lie")
