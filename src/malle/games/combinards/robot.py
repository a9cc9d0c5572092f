"""A simple robot without memory: it buys while it can, announces less than a high price, and doubts
cheap announcements a little. It sells where that pays, and mostly remembers whose petrol is still to be
sold.

It sees its seat's view and nothing else. How often it lies and doubts comes from a model of one
purchase: neither always nor never doubting is right, cheap announcements are doubted most, and a card
of the highest price is always announced below it.
"""

from __future__ import annotations

from malle.core import Action, Luck
from malle.games.combinards.edition import ILLICIT, LICIT, PETROL, Cards
from malle.games.combinards.lookup_tables import (  # fmt: skip
    BUY,
    DOUBT,
    PASS,
    PAY,
    TAKE_YEARS,
    THROW,
    TRUST,
    LookupTables,
)
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import (
    CombinardsView,
    Declare,
    Denounce,
    Fly,
    Give,
    Go,
    Now,
    Sell,
)  # fmt: skip

MIN_CASH_TO_BUY = 15
"""The least cash with which it buys."""
FULL_HAND = 10
"""The number of cards in hand with which it buys no more."""
SHADING_RATE = 0.4
"""How often it announces less than the printed price, where that is neither among the two lowest nor
the highest."""
DOUBT_RATES = ((1, 0.15), (2, 0.12), (5, 0.08), (10, 0.05), (20, 0.02))
"""(price, rate): how often announced prices up to this price are doubted, by all other players together."""
DENOUNCE_RATE = 0.8
"""How often it denounces an open promise."""


def choose(game: Combinards, view: CombinardsView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return one of the legal actions, by simple rules for each phase and some chance. It needs
    no memory, and reads only the view."""
    tables, now, seat = game.tables, view.now, view.viewer
    if len(legal) == 1 or seat is None:
        return legal[0]
    hand = now.hand or ()
    match now.phase:
        case "fork":
            return _choose_way(tables, hand, legal, luck)
        case "buy":
            willing = now.cash[seat] >= MIN_CASH_TO_BUY and len(hand) < FULL_HAND
            return BUY if willing else PASS
        case "announce":
            return _choose_price(tables, now, seat, luck)
        case "doubt":
            return DOUBT if now.cash[seat] > 70 and luck.random() < _doubt_rate(now) else TRUST
        case "denounce":
            rate = DENOUNCE_RATE if view.memory.promises[now.seat] else 0.01
            return legal[0] if luck.random() < rate else PASS
        case "sell" | "refinery":
            return _choose_sale(tables, now, seat, legal)
        case "stop":
            return legal[0] if isinstance(legal[0], Declare) and luck.random() < 0.8 else PASS
        case "station":
            return _choose_gift(tables, now, seat, legal)
        case "inform":
            return _choose_accused(view, seat, legal, luck)
        case "fly":
            return _choose_flight(tables, now, seat, hand, legal)
        case "tax":
            return THROW if now.cash[seat] >= 12 else PAY
    return TAKE_YEARS


def _value_outside(tables: LookupTables, hand: Cards) -> int:
    """Return how many millions more the hand would bring outside the inner ring than on it, by a
    rough estimate."""
    worth = {LICIT: 0, ILLICIT: 20, PETROL: 20}
    return sum(worth[tables.card_kinds[card]] for card in hand)


def _choose_way(tables: LookupTables, hand: Cards, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return the way to an outer circuit if the hand sells better there, and sometimes without a
    reason; otherwise the inner way."""
    outside = _value_outside(tables, hand) >= 40 or luck.random() < 0.15
    return next((action for action in legal if _is_outer(tables, action) == outside), legal[0])


def _is_outer(tables: LookupTables, action: Action) -> bool:
    """Return whether the action leads to a square of an outer circuit."""
    return isinstance(action, Go | Fly) and tables.board.ring_of_square[action.square] != 0


def _choose_price(tables: LookupTables, now: Now, seat: int, luck: Luck) -> Action:
    """Return an announcement: the printed price, or the next lower of all printed prices. A card
    of the highest price is always announced below it. Cash limits the price."""
    prices = sorted({card.price for card in tables.numbers.cards})
    printed = tables.numbers.cards[now.card].price
    at = prices.index(printed)
    if at and (at == len(prices) - 1 or (at > 1 and luck.random() < SHADING_RATE)):
        printed = prices[at - 1]
    return tables.announce_actions[min(printed, now.cash[seat], len(tables.announce_actions)) - 1]


def _doubt_rate(now: Now) -> float:
    """Return how often this robot doubts the announced price: its share of the rate in
    `DOUBT_RATES`, which is for all other players together."""
    rate = next((rate for price, rate in DOUBT_RATES if now.price <= price), 0.0)
    return rate / max(1, len(now.alive) - 1)


def _choose_sale(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the sale of the card that brings the largest part of its best price here, or `PASS` if
    that part is too small."""
    sales = tables.sales_by_square[now.at[seat]]
    best: tuple[float, int] = (0.0, -1)
    for action in legal:
        if isinstance(action, Sell):
            share = sales[action.card] / max(tables.numbers.cards[action.card].sales.values())
            best = max(best, (share, action.card))
    poor = now.cash[seat] < 30 or now.cards[seat] > 6
    return tables.sell_actions[best[1]] if best[0] > (0.15 if poor else 0.45) else PASS


def _choose_gift(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the giving up of the card with the lowest printed price for each year it takes off.
    Return `PASS` if no card takes off years, or if the player has both few years and little
    money."""
    if now.years[seat] < 8 and now.cash[seat] < 0.4 * tables.goal_cash:
        return PASS
    cards = [action.card for action in legal if isinstance(action, Give)]
    goods = tables.numbers.cards
    useful = [card for card in cards if goods[card].remission]
    return (
        tables.give_actions[min(useful, key=lambda card: goods[card].price / goods[card].remission)] if useful else PASS
    )


def _choose_accused(view: CombinardsView, seat: int, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return, now and then, a denunciation of the player with the most cards that nobody has
    seen; otherwise `PASS`. Notes about a hand make it less attractive. A player with much cash
    is denounced more often, and a robot with many years denounces nobody."""
    now = view.now
    targets = [action.seat for action in legal if isinstance(action, Denounce)]
    target = max(targets, key=lambda each: (len(view.memory.hidden[each]) - 3 * len(view.memory.trails[each]), -each))
    eager = 0.12 if now.cash[target] < 400 else 0.4
    return Denounce(target) if now.years[seat] < 12 and luck.random() < eager else PASS


def _choose_flight(tables: LookupTables, now: Now, seat: int, hand: Cards, legal: tuple[Action, ...]) -> Action:
    """Return the flight to an outer circuit if the hand sells better there, and back to the
    inner ring otherwise; `PASS` if the pawn is there already or no airport is."""
    outside = tables.board.ring_of_square[now.at[seat]] != 0
    wanted = _value_outside(tables, hand) >= 40
    if outside == wanted:
        return PASS
    return next((action for action in legal if isinstance(action, Fly) and _is_outer(tables, action) == wanted), PASS)
