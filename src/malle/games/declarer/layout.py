"""The parts of the picture that do not change during a game: the tariff and the counters of a declaration."""

from __future__ import annotations

from malle.core import Message, MessageArg, Viewer
from malle.core.scene import Composer, ComposerRow, StaticScene, Summary, SummaryRow
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, LUGGAGE
from malle.games.declarer.icons import card_name, card_symbol, counted_cards, money_message, tariff_notes
from malle.games.declarer.rules import Declarer

DASH = "—"
"""Stands in the tariff for a duty or a fine that is not due."""


def static_scene(game: Declarer, viewer: Viewer) -> StaticScene:
    """Return the tariff with reminders for the options in use, and the counters with which people
    declare.

    All viewers get the same.
    """
    kinds = range(FIRST_ARTICLE, len(game.pack))
    compose = Composer(
        id="declaration",
        title=Message("compose-title"),
        prefix="declare",
        nothing="nothing",
        rows=tuple(_composer_row(game, kind) for kind in kinds),
        said_nothing=Message("compose-nothing"),
        said_rest=Message("compose-rest"),
        last_comma=Message("compose-and"),
        total=Message("compose-total", {"sum": "{n}"}),
        count=Message("compose-count", {"n": "{n}", "most": "{most}"}),
    )
    costs = [_tariff_row(game, kind) for kind in kinds]
    free = [SummaryRow(card_name(game, kind), (DASH, DASH), card_symbol(game, kind)) for kind in (LUGGAGE, BAG)]
    heads = tuple(Message(f"tariff-{head}") for head in ("article", "duty", "fine"))
    sums: dict[str, MessageArg] = {"compensation": game.numbers.compensation, "reward": game.numbers.reward}
    reminders = [Message(f"tariff-reminder-{name}", sums) for name in ("capped", "strict") if game.options[name]]
    return StaticScene(
        title=Message("title"),
        table=(Message("screen-table", {"cards": game.cards_per_round, "rounds": game.rounds}),),
        composers=(compose,),
        summary=Summary(
            Message("tariff"), heads, (*costs, *free), ("good", "bad"), (Message("tariff-reminder", sums), *reminders)
        ),
    )


def _composer_row(game: Declarer, kind: int) -> ComposerRow:
    """Return the counter with which people declare an article; it goes up to the number that may be
    declared."""
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    most = min(article.cards, game.hand_size)
    return ComposerRow(
        word=article.name,
        label=card_name(game, kind),
        most=most,
        said=tuple(counted_cards(game, kind, count) for count in range(1, most + 1)),
        symbol=card_symbol(game, kind),
        notes=tariff_notes(game, kind, "screen-fine"),
        value=article.duty,
    )


def _tariff_row(game: Declarer, kind: int) -> SummaryRow:
    """Return the row of an article in the tariff: its duty and its fine."""
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return SummaryRow(
        card_name(game, kind), (money_message(article.duty), money_message(article.fine)), card_symbol(game, kind)
    )
