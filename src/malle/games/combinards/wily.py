"""A robot with a memory of the others. It doubts by what it thinks of the buyer, announces prices by
how often it will be doubted, and goes where its hand earns most.

It sees its seat's view and hears what its seat hears; nothing else. All values are millions.
"""

from __future__ import annotations

from math import exp

from msgspec import Struct

from malle.core import Action, Event, Luck, Seat
from malle.games.combinards import record
from malle.games.combinards.edition import PETROL
from malle.games.combinards.record import Record
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD, CombinardsView, Declare, Denounce, Fly, Give, Go, Now, Sell
from malle.games.combinards.tables import BUY, DOUBT, PASS, PAY, TAKE_YEARS, THROW, TRUST, Tables
from malle.games.combinards.worth import (
    CROWDED,
    LATER,
    PURCHASE,
    RESERVE,
    SALE,
    ahead,
    best_sales,
    gains,
    purchase,
    year,
)  # fmt: skip

HIDDEN = 0.62
"""The value of a card that is being bought, as a share of its best price."""
RIVALS = 0.35
"""What a million gained by the others costs the robot, shared among them all."""
EAGER = 3.0
"""A bonus for every doubt, in millions: being thought suspicious pays."""
POOR = 25
"""With less cash than this a sale counts ten millions more. Half of this sum is kept when doubting."""
RICH = 0.7
"""A player with more than this share of the goal is worth informing on."""
INFORMS = 0.25
"""How often it informs on such a player."""
HURRY = 40.0
"""What giving up a card is worth besides, to a player who is about to win or to be arrested."""


class Temper(Struct, frozen=True):
    """How sharply a robot calculates, and how well it remembers."""

    price: float = 4.0
    """The scale in millions on which it tells prices apart when it announces. Larger means more random."""
    doubt: float = 6.0
    """The scale in millions on which it decides whether to doubt. Larger means more random."""
    keeps: float = 1.0
    """The share of what it knew of a seat that is left at that seat's next purchase or answer."""
    fear: float = 1.0
    """Factor on its estimate of how likely it is doubted."""
    suspicion: float = 0.0
    """What a doubt is worth to it besides, in millions."""


class Wily:
    """The robot, with a style. Its memory is an `OpponentModel`."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """Return the memory of a seat that has heard nothing yet."""
        return record.empty(game.tables)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """Return the memory after one more log entry."""
        for event in events:
            notes = record.heard(game.tables, notes, event, self._temper.keeps)
        return notes

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """Return one of the legal actions."""
        return _choose(game, view, legal, notes, luck, self._temper)


WILY = Wily(Temper())
REGULAR = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2))
BOLD = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2, fear=0.7, suspicion=-4.0))
WARY = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2, fear=1.4, suspicion=4.0))


def _choose(
    game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck, temper: Temper
) -> Action:
    """Return the choice of a robot with this style and this memory."""
    tables, now, seat = game.tables, view.now, view.viewer
    if len(legal) == 1 or seat is None:
        return legal[0]
    match now.phase:
        case "fork":
            return _fork(tables, now, seat, legal)
        case "fly":
            return _fly(tables, now, seat, legal)
        case "buy":
            return _buy(tables, now, seat)
        case "announce":
            return _announce(tables, view, seat, notes, luck, temper)
        case "doubt":
            return _doubt(tables, view, seat, notes, luck, temper)
        case "denounce":
            return legal[0] if view.memory.promises[now.seat] else PASS
        case "sell":
            return _sell(tables, now, seat, legal)
        case "refinery":
            return next((action for action in legal if isinstance(action, Sell)), PASS)
        case "stop":
            return legal[0] if isinstance(legal[0], Declare) else PASS
        case "station":
            return _give(tables, now, seat, legal)
        case "inform":
            return _inform(tables, view, seat, legal, luck)
        case "tax":
            return THROW if now.cash[seat] >= 12 else PAY
    return TAKE_YEARS


def _fork(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the way that earns more in the next turns. The way to an outer circuit counts the bonus
    for petrol as well."""
    gain = gains(tables, now, seat)
    bonus = sum(tables.numbers.cards[card].bonus for card in now.hand or () if tables.kind[card] == PETROL)

    def worth(action: Action) -> float:
        assert isinstance(action, Go)
        outside = tables.board.ring[action.square] != 0
        return gain(action.square) + LATER * ahead(tables, action.square, gain) + (bonus if outside else 0)

    return max(legal, key=worth)


def _fly(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the flight from which the next turns earn most, or `PASS` if staying earns as much."""
    gain = gains(tables, now, seat)

    def worth(action: Action) -> float:
        return ahead(tables, action.square if isinstance(action, Fly) else now.at[seat], gain)

    return max((PASS, *(action for action in legal if isinstance(action, Fly))), key=worth)


def _buy(tables: Tables, now: Now, seat: int) -> Action:
    """Buy unless the game is won, cash is short, or the hand is full."""
    if now.cash[seat] >= tables.goal and not now.years[seat]:
        return PASS
    return BUY if now.cash[seat] >= RESERVE and now.cards[seat] < CROWDED else PASS


def _announce(tables: Tables, view: CombinardsView, seat: int, notes: Record, luck: Luck, temper: Temper) -> Action:
    """Return a price: the better it pays, the likelier. What it pays depends on how often these
    opponents doubt it. The draw keeps the price from telling the card. If everybody knows the card,
    return its printed price."""
    now = view.now
    printed, most = tables.numbers.cards[now.card].price, min(now.cash[seat], len(tables.announces))
    if view.memory.card != NO_CARD:  # everybody knows the card
        return tables.announces[min(printed, most) - 1]
    worth, others = HIDDEN * best_sales(tables)[now.card], tuple(each for each in now.alive if each != seat)
    envy = RIVALS * worth / max(1, len(others))
    prices: list[int] = []
    pays: list[float] = []
    for rank, price in enumerate(record.ladder(tables).prices):
        if price > min(printed, most):
            break
        odds = min(1.0, temper.fear * record.doubted(notes, others, rank))
        if price == printed:
            pays.append(worth - printed * (1 - odds) + tables.numbers.indemnity * odds)
        else:
            pays.append((1 - odds) * (worth - price) - odds * (printed + envy))
        prices.append(price)
    if not prices:
        return tables.announces[most - 1]
    top = max(pays)
    return tables.announces[prices[luck.pick([1 + int(1e6 * exp((pay - top) / temper.price)) for pay in pays])] - 1]


def _doubt(tables: Tables, view: CombinardsView, seat: int, notes: Record, luck: Luck, temper: Temper) -> Action:
    """Doubt the likelier, the more the expected gain from a lie outweighs the cost of the truth. If
    everybody knows the card, doubt if and only if the price is a lie."""
    now = view.now
    if view.memory.card != NO_CARD:
        return DOUBT if now.price < tables.numbers.cards[view.memory.card].price else TRUST
    if not affords(tables, now.cash[seat], now.price):
        return TRUST
    cost = now.price + tables.numbers.indemnity
    odds, worth = record.lie(tables, notes, now.seat, now.price)
    gain = (
        (1 + RIVALS / max(1, len(now.alive) - 1)) * (odds * HIDDEN * worth - (1 - odds) * cost)
        + EAGER
        + temper.suspicion
    )
    return DOUBT if luck.random() < 1 / (1 + exp(-max(-30.0, min(30.0, gain / temper.doubt)))) else TRUST


def affords(tables: Tables, cash: int, price: int) -> bool:
    """Return whether the robot would have enough cash left after a wrong doubt. If not, it trusts
    without estimating how likely the price is a lie."""
    return cash >= price + tables.numbers.indemnity + POOR / 2


def _sell(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the sale that brings most above the value of keeping the card, or `PASS` if keeping is
    better. On the inner ring a purchase may follow, which counts as well. A sale that wins comes first."""
    sales, best, cash = tables.sales[now.at[seat]], best_sales(tables), now.cash[seat]
    after = PURCHASE if tables.board.ring[now.at[seat]] == 0 and purchase(now, seat) else 0.0
    after += 10 if cash < POOR else 0
    cards = [action.card for action in legal if isinstance(action, Sell)]
    wins = [card for card in cards if cash + sales[card] >= tables.goal and not now.years[seat]]
    if wins:
        return tables.sells[wins[0]]
    card = max(cards, key=lambda each: sales[each] - SALE * best[each])
    return tables.sells[card] if sales[card] - SALE * best[card] + after > 0 else PASS


def _give(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the card whose years off the record are worth most above its value, or `PASS` if none is
    worth its price."""
    costs, best = year(tables, now, seat), best_sales(tables)
    presses = now.cash[seat] >= 0.9 * tables.goal or now.years[seat] > 0.7 * tables.numbers.prison
    worth = {
        action.card: costs * min(years, now.years[seat]) - SALE * best[action.card] + (HURRY if presses else 0)
        for action in legal
        if isinstance(action, Give) and (years := tables.numbers.cards[action.card].remission)
    }
    card = max(worth, key=lambda each: worth[each], default=None)
    return tables.gives[card] if card is not None and worth[card] > 0 else PASS


def _inform(tables: Tables, view: CombinardsView, seat: int, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return, now and then, a denunciation of a player who has nearly won and holds cards that nobody
    has seen; otherwise `PASS`."""
    now = view.now
    targets = [action.seat for action in legal if isinstance(action, Denounce)]
    target = max(targets, key=lambda each: (now.cash[each] - 20 * now.years[each], -each))
    worth_it = now.cash[target] > RICH * tables.goal and now.years[target] < 3 and len(view.memory.hidden[target]) > 2
    safe = now.years[seat] < 0.6 * tables.numbers.prison
    return tables.denounces[target] if worth_it and safe and luck.random() < INFORMS else PASS
