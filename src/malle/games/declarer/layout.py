"""The parts of the picture that do not change during a game: the tariff and the counters of a declaration."""

from __future__ import annotations

from malle.core import Arg, Say, Viewer
from malle.core.scene import Composer, Cost, Counter, Setting, Summary
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, LUGGAGE
from malle.games.declarer.faces import counted, money, name, symbol, tariff
from malle.games.declarer.rules import Declarer

DASH = "—"


def setting(game: Declarer, viewer: Viewer) -> Setting:
    """Return the tariff, with reminders for the options in use, and the counters of a declaration. All
    viewers get the same."""
    kinds = range(FIRST_ARTICLE, len(game.pack))
    compose = Composer(
        id="declaration",
        title=Say("compose-title"),
        prefix="declare",
        nothing="nothing",
        rows=tuple(_counter(game, kind) for kind in kinds),
        said_nothing=Say("compose-nothing"),
        said_rest=Say("compose-rest"),
        last_comma=Say("compose-and"),
        total=Say("compose-total", {"sum": "{n}"}),
        count=Say("compose-count", {"n": "{n}", "most": "{most}"}),
    )
    costs = [_cost(game, kind) for kind in kinds]
    free = [Cost(name(game, kind), (DASH, DASH), symbol(game, kind)) for kind in (LUGGAGE, BAG)]
    heads = tuple(Say(f"tariff-{head}") for head in ("article", "duty", "fine"))
    sums: dict[str, Arg] = {"compensation": game.numbers.compensation, "reward": game.numbers.reward}
    told = [Say(f"tariff-reminder-{name}", sums) for name in ("capped", "strict") if game.options[name]]
    return Setting(
        title=Say("title"),
        table=(Say("screen-table", {"cards": game.limit, "rounds": game.rounds}),),
        composers=(compose,),
        summary=Summary(Say("tariff"), heads, (*costs, *free), ("good", "bad"), (Say("tariff-reminder", sums), *told)),
    )


def _counter(game: Declarer, kind: int) -> Counter:
    """Return the counter of an article, up to the number of cards that can be declared."""
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    most = min(article.cards, game.hand)
    return Counter(
        word=article.name,
        label=name(game, kind),
        most=most,
        said=tuple(counted(game, kind, count) for count in range(1, most + 1)),
        symbol=symbol(game, kind),
        notes=tariff(game, kind, "screen-fine"),
        value=article.duty,
    )


def _cost(game: Declarer, kind: int) -> Cost:
    """Return the row of an article in the tariff: its duty and its fine."""
    article = game.numbers.articles[kind - FIRST_ARTICLE]
    return Cost(name(game, kind), (money(article.duty), money(article.fine)), symbol(game, kind))
