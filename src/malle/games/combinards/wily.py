"""A robot with a record of the others: it doubts by what it thinks of the buyer, names prices by how often it will be
doubted, and goes where its hand earns most.

It sees its seat's view, and hears what its seat hears; nothing else. Everything is reckoned in millions.
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
"""What a card counts that is to be bought, of its best price."""
RIVALS = 0.35
"""What a million of somebody else's costs, shared by all of them."""
EAGER = 3.0
"""It doubts where that costs so much: being thought suspicious pays."""
POOR = 25
"""With less cash than this a sale counts ten more, and half of it is kept when doubting."""
RICH = 0.7
"""Somebody with so much of the goal is worth informing on."""
INFORMS = 0.25
HURRY = 40.0
"""What a year off the record counts more to somebody about to win, or about to be arrested."""


class Temper(Struct, frozen=True):
    """How sharply it reckons, and how well it remembers."""

    price: float = 4.0
    """So many millions of difference are hardly told apart when it names a price: it cannot be foreseen."""
    doubt: float = 6.0
    """The same when it doubts."""
    keeps: float = 1.0
    """What is left of a seat's record at that seat's next purchase: what is older has faded more."""
    fear: float = 1.0
    """How many times as likely as its record says it thinks it that it is doubted."""
    suspicion: float = 0.0
    """What a doubt is worth to it besides, in millions."""


class Wily:
    """The robot, with a temper."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def notes(self, game: Combinards, seat: Seat) -> Record:
        """Nothing heard yet."""
        return record.empty(game.tables)

    def hear(self, game: Combinards, notes: Record, events: tuple[Event, ...]) -> Record:
        """The record after one more move."""
        for event in events:
            notes = record.heard(game.tables, notes, event, self._temper.keeps)
        return notes

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck
    ) -> Action:
        """One of the legal actions."""
        return _choose(game, view, legal, notes, luck, self._temper)


WILY = Wily(Temper())
REGULAR = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2))
BOLD = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2, fear=0.7, suspicion=-4.0))
WARY = Wily(Temper(price=14.0, doubt=20.0, keeps=0.2, fear=1.4, suspicion=4.0))


def _choose(
    game: Combinards, view: CombinardsView, legal: tuple[Action, ...], notes: Record, luck: Luck, temper: Temper
) -> Action:
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
    """The way that earns more; outside, petrol is declared."""
    gain = gains(tables, now, seat)
    bonus = sum(tables.numbers.cards[card].bonus for card in now.hand or () if tables.kind[card] == PETROL)

    def worth(action: Action) -> float:
        assert isinstance(action, Go)
        outside = tables.board.ring[action.square] != 0
        return gain(action.square) + LATER * ahead(tables, action.square, gain) + (bonus if outside else 0)

    return max(legal, key=worth)


def _fly(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    gain = gains(tables, now, seat)

    def worth(action: Action) -> float:
        return ahead(tables, action.square if isinstance(action, Fly) else now.at[seat], gain)

    return max((PASS, *(action for action in legal if isinstance(action, Fly))), key=worth)


def _buy(tables: Tables, now: Now, seat: int) -> Action:
    if now.cash[seat] >= tables.goal and not now.years[seat]:
        return PASS
    return BUY if now.cash[seat] >= RESERVE and now.cards[seat] < CROWDED else PASS


def _announce(tables: Tables, view: CombinardsView, seat: int, notes: Record, luck: Luck, temper: Temper) -> Action:
    """The price that pays best with those who listen, softened so that it cannot be read."""
    now = view.now
    printed, most = tables.numbers.cards[now.card].price, min(now.cash[seat], len(tables.announces))
    if view.memory.card != NO_CARD:  # everybody knows it
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
    """If what a lie would bring outweighs what the truth would cost."""
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
    """Would it have enough left after a doubt that is wrong? Else it does not ask itself whether the price is a lie."""
    return cash >= price + tables.numbers.indemnity + POOR / 2


def _sell(tables: Tables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """The card that brings most over what it may bring elsewhere. On the inner ring a purchase follows."""
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
    """The card whose years off the record outweigh most what it would bring."""
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
    """Now and then, on whoever is about to win and holds cards that nobody has seen."""
    now = view.now
    targets = [action.seat for action in legal if isinstance(action, Denounce)]
    target = max(targets, key=lambda each: (now.cash[each] - 20 * now.years[each], -each))
    worth_it = now.cash[target] > RICH * tables.goal and now.years[target] < 3 and len(view.memory.hidden[target]) > 2
    safe = now.years[seat] < 0.6 * tables.numbers.prison
    return tables.denounces[target] if worth_it and safe and luck.random() < INFORMS else PASS
