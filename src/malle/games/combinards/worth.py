"""What a hand is worth to a robot where it may go: sales that a square allows, what it costs, and how often one will be
there within the next turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

from malle.games.combinards.edition import ILLICIT
from malle.games.combinards.state import Now
from malle.games.combinards.tables import Tables

TURNS = 5
"""So many turns ahead are looked at, along the inner ring where nobody says otherwise."""
LATER = 0.9
"""What the next turn counts, for one now."""
SALE = 0.45
"""What a card counts that is kept, of its best price."""
PURCHASE = 14.0
"""What a chance to buy is worth, in millions."""
YEAR, RICH_YEAR = 4.0, 14.0
"""What a year of prison costs a player without money, and how much more one about to win."""
RESERVE, CROWDED = 8, 14
"""Cash to keep when buying, and cards in hand with which one buys no more."""
TAX = -3.9
"""What a tax costs on average."""

Gain = Callable[[int], float]
"""What a seat has of standing on a square."""


@lru_cache(maxsize=16)
def visits(tables: Tables) -> tuple[tuple[tuple[int, float], ...], ...]:
    """From each square: where one will have been within the next turns, and how often, later turns counting less."""
    ways = tables.board.ways
    rolls = [
        (dice.low + dice.high, weight / sum(tables.dice_weights))
        for dice, weight in zip(tables.dice, tables.dice_weights, strict=True)
    ]
    steps: list[dict[int, float]] = []
    for square in range(len(ways)):
        row: dict[int, float] = defaultdict(float)
        for roll, odds in rolls:
            row[ways[square][roll][0][-1]] += odds
        steps.append(row)
    return tuple(tuple(_ahead(steps, square).items()) for square in range(len(ways)))


def _ahead(steps: list[dict[int, float]], square: int) -> dict[int, float]:
    here: dict[int, float] = {square: 1.0}
    seen: dict[int, float] = defaultdict(float)
    counts = 1.0
    for _ in range(TURNS):
        after: dict[int, float] = defaultdict(float)
        for at, share in here.items():
            for to, odds in steps[at].items():
                after[to] += share * odds
        here = after
        for at, share in here.items():
            seen[at] += counts * share
        counts *= LATER
    return seen


@lru_cache(maxsize=16)
def best_sales(tables: Tables) -> tuple[int, ...]:
    """What each card brings at its best place."""
    return tuple(max(card.sales.values()) for card in tables.numbers.cards)


def year(tables: Tables, now: Now, seat: int) -> float:
    """What a year of prison costs a seat."""
    return YEAR + RICH_YEAR * min(1.0, now.cash[seat] / tables.goal)


def purchase(now: Now, seat: int) -> float:
    """What a chance to buy is worth to a seat."""
    return PURCHASE if now.cards[seat] < CROWDED and now.cash[seat] >= RESERVE else 0.0


def gains(tables: Tables, now: Now, seat: int) -> Gain:
    """What a seat has of each square, with the hand it holds; reckoned where it is asked for."""
    hand = now.hand or ()
    goods, best, board = tables.numbers.cards, best_sales(tables), tables.board
    costs, buying = year(tables, now, seat), purchase(now, seat)
    illicit = [card for card in hand if tables.kind[card] == ILLICIT]
    control = sum(goods[card].fine + costs * goods[card].years + SALE * best[card] for card in illicit)
    fixed = {
        "purchase": buying,
        "control": -control / max(1, len(hand)),
        "police-station": 0.6 * costs * min(now.years[seat], 2 + len(hand) / 2) if hand else 0.0,
        "bank-charges": -float(tables.numbers.charges),
        "income-tax": TAX,
        "levy": TAX,
        "refund": float(now.pot),
        "customs": -0.4 * len(hand),
    }
    known: dict[int, float] = {}

    def gain(square: int) -> float:
        if square not in known:
            known[square] = fixed[kind] if (kind := board.kinds[square]) in fixed else sale(square)
        return known[square]

    def sale(square: int) -> float:
        sales = tables.sales[square]
        over = [sales[card] - SALE * best[card] for card in hand if card in sales]
        if board.kinds[square] == "refinery":
            return sum(over)
        most = max((0.0, *over))
        return most + buying if most and board.ring[square] == 0 else most

    return gain


def ahead(tables: Tables, square: int, gain: Gain) -> float:
    """What the next turns bring from this square."""
    return sum(often * gain(each) for each, often in visits(tables)[square])
