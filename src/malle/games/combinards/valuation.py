"""What squares are worth to a robot with its hand: the sales that a square allows, what it costs, and
how often the pawn will stand there in its next turns. Values are millions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

from malle.games.combinards.edition import ILLICIT
from malle.games.combinards.lookup_tables import LookupTables
from malle.games.combinards.state import Now

TURNS_AHEAD = 5
"""How many turns robots look ahead. They assume that the pawn stays on its ring at forks."""
TURN_DISCOUNT = 0.9
"""Each later turn counts this share of the turn before it."""
KEPT_CARD_SHARE = 0.45
"""The value of a card that is kept, as a share of its price at the best place of sale."""
PURCHASE_VALUE = 14.0
"""The value of a chance to buy a card."""
YEAR_COST, EXTRA_YEAR_COST_NEAR_GOAL = 4.0, 14.0
"""What a year of prison costs a player without money, and how much more it costs a player who is
about to win."""
MIN_CASH_TO_BUY, FULL_HAND = 8, 14
"""The least cash with which robots buy, and the size of a hand with which they buy no more."""
MEAN_TAX_VALUE = -3.9
"""What landing on a tax brings on average."""

SquareValue = Callable[[int], float]
"""Returns what standing on a square is worth to a seat."""


@lru_cache(maxsize=16)
def expected_visits(tables: LookupTables) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return for each square the pairs (square reached, expected visits) of a pawn that starts
    there, over the next `TURNS_AHEAD` turns. A visit in a later turn counts less than 1."""
    ways = tables.board.paths_by_roll
    rolls = [
        (dice.low + dice.high, weight / sum(tables.dice_weights))
        for dice, weight in zip(tables.dice_actions, tables.dice_weights, strict=True)
    ]
    steps: list[dict[int, float]] = []
    for square in range(len(ways)):
        row: dict[int, float] = defaultdict(float)
        for roll, odds in rolls:
            row[ways[square][roll][0][-1]] += odds
        steps.append(row)
    return tuple(tuple(_visits_from(steps, square).items()) for square in range(len(ways)))


def _visits_from(steps: list[dict[int, float]], square: int) -> dict[int, float]:
    """Return the expected visits to each square, for a pawn that starts on `square` and moves
    `TURNS_AHEAD` times. `steps[start][end]` are the odds of one move. The visits of each later
    turn are multiplied by `TURN_DISCOUNT` once more."""
    here: dict[int, float] = {square: 1.0}
    seen: dict[int, float] = defaultdict(float)
    counts = 1.0
    for _ in range(TURNS_AHEAD):
        after: dict[int, float] = defaultdict(float)
        for at, share in here.items():
            for to, odds in steps[at].items():
                after[to] += share * odds
        here = after
        for at, share in here.items():
            seen[at] += counts * share
        counts *= TURN_DISCOUNT
    return seen


@lru_cache(maxsize=16)
def best_prices(tables: LookupTables) -> tuple[int, ...]:
    """Return the price of each card at the place that pays most for it."""
    return tuple(max(card.sales.values()) for card in tables.numbers.cards)


def year_cost(tables: LookupTables, now: Now, seat: int) -> float:
    """Return what a year of prison costs a seat. It rises with the seat's cash, up to the goal."""
    return YEAR_COST + EXTRA_YEAR_COST_NEAR_GOAL * min(1.0, now.cash[seat] / tables.goal_cash)


def purchase_value(now: Now, seat: int) -> float:
    """Return what a chance to buy is worth to a seat; 0 if the seat has too little cash or too
    many cards."""
    return PURCHASE_VALUE if now.cards[seat] < FULL_HAND and now.cash[seat] >= MIN_CASH_TO_BUY else 0.0


def square_value_function(tables: LookupTables, now: Now, seat: int) -> SquareValue:
    """Return a function that says what standing on a square is worth to a seat with the hand in
    `now`. The function caches its results. The value is negative where the square costs
    something."""
    hand = now.hand or ()
    goods, best, board = tables.numbers.cards, best_prices(tables), tables.board
    costs, buying = year_cost(tables, now, seat), purchase_value(now, seat)
    illicit = [card for card in hand if tables.card_kinds[card] == ILLICIT]
    control = sum(goods[card].fine + costs * goods[card].years + KEPT_CARD_SHARE * best[card] for card in illicit)
    fixed = {
        "purchase": buying,
        "control": -control / max(1, len(hand)),
        "police-station": 0.6 * costs * min(now.years[seat], 2 + len(hand) / 2) if hand else 0.0,
        "bank-charges": -float(tables.numbers.charges),
        "income-tax": MEAN_TAX_VALUE,
        "levy": MEAN_TAX_VALUE,
        "refund": float(now.pot),
        "customs": -0.4 * len(hand),
    }
    known: dict[int, float] = {}

    def gain(square: int) -> float:
        """Return what standing on a square is worth, from the cache if it is known."""
        if square not in known:
            known[square] = fixed[kind] if (kind := board.square_kinds[square]) in fixed else sale(square)
        return known[square]

    def sale(square: int) -> float:
        """Return what the best sale at a place of sale is worth, or all sales at a refinery: what
        they bring above the value of keeping the cards. On the inner ring, the purchase that may
        follow a sale counts, too."""
        sales = tables.sales_by_square[square]
        over = [sales[card] - KEPT_CARD_SHARE * best[card] for card in hand if card in sales]
        if board.square_kinds[square] == "refinery":
            return sum(over)
        most = max((0.0, *over))
        return most + buying if most and board.ring_of_square[square] == 0 else most

    return gain


def value_of_next_turns(tables: LookupTables, square: int, gain: SquareValue) -> float:
    """Return what the next turns of a pawn that starts on this square are worth. `gain` says
    what standing on each square is worth."""
    return sum(often * gain(each) for each, often in expected_visits(tables)[square])
