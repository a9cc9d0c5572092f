"""What a robot remembers of the others: how each of them announces prices, and how often each of them
doubts.

An announcement is taken to come from one of five habits: the printed price, one price lower, two lower,
the lowest of all, or any lower one. The model of a seat is a weight for each habit. A price that nobody
doubted moves the weights a little, by how likely each habit makes it; a card that was shown moves them
much more. Everybody heard all of it.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from malle.core import Event
from malle.games.combinards.events import Announced, Bought, Doubted, TurnedOut
from malle.games.combinards.tables import Tables

HABITS = 5
HONEST, ONE_DOWN, LOWEST, ANY_LOWER, TWO_DOWN = range(HABITS)
FIRST = (0.45, 0.35, 0.07, 0.07, 0.06)
"""Shares of the habits for a seat that has not bought yet. They are suspicious, and quickly forgiving."""
STRENGTH = 1.5
"""How many purchases weigh as much as these shares."""
PRIOR = tuple(STRENGTH * share for share in FIRST)
SHOWN = 5.0
"""A card that was shown counts as much as this number of purchases without doubt."""
ODD = (0.02, 0.1, 0.05, 0.3, 0.1)
"""How likely each habit announces a price that is printed on no card."""
DOUBTS = (0.10, 0.10, 0.10, 0.08, 0.06, 0.02)
"""How often an unknown player doubts, by the rank of the price. The last value is for all higher ranks."""
PATIENCE = 4.0
"""How many answers weigh as much as these rates."""


class Ladder(Struct, frozen=True):
    """The printed prices of an edition, and what each habit makes of them. The rank of a price is its
    index in `prices`."""

    prices: tuple[int, ...]
    odds: tuple[tuple[tuple[float, ...], ...], ...]
    """[habit][announced rank][printed rank]: how likely both occur together."""
    best: tuple[float, ...]
    """By rank: what a card of this price brings at its best place, on average."""

    def rank(self, price: int) -> int:
        """Return the rank of a price; for a price that is not printed, the rank of the next lower one, or 0."""
        return max((rank for rank, each in enumerate(self.prices) if each <= price), default=0)


class Record(Struct, frozen=True):
    """What one seat remembers of all seats."""

    alive: tuple[int, ...]
    """The seats still in the game."""
    announced: tuple[int, int] | None
    """(buyer, price) of a purchase that is not settled yet; otherwise `None`."""
    habits: tuple[tuple[float, ...], ...]
    """By seat: the weights of the five habits."""
    doubts: tuple[tuple[tuple[float, float], ...], ...]
    """By seat and rank: how often the seat doubted such a price, and how often it answered."""


@lru_cache(maxsize=16)
def ladder(tables: Tables) -> Ladder:
    """Return the price ladder of an edition. It is cached."""
    numbers = tables.numbers
    prices = tuple(sorted({card.price for card in numbers.cards}))
    by_rank = [[card for card in numbers.cards if card.price == price] for price in prices]
    share = [len(cards) / len(numbers.cards) for cards in by_rank]
    odds = tuple(
        tuple(
            tuple(share[printed] * _likely(habit, printed, rank) for printed in range(len(prices)))
            for rank in range(len(prices))
        )
        for habit in range(HABITS)
    )
    best = tuple(sum(max(card.sales.values()) for card in cards) / len(cards) for cards in by_rank)
    return Ladder(prices, odds, best)


def _likely(habit: int, printed: int, rank: int) -> float:
    """Return how likely a player with this habit announces the price of rank `announced_rank` for a
    card with the price of rank `printed_rank`."""
    if habit == HONEST or printed == 0:
        return float(rank == printed)
    if habit == ANY_LOWER:
        return 1 / printed if rank < printed else 0.0
    lower = {ONE_DOWN: printed - 1, TWO_DOWN: max(0, printed - 2), LOWEST: 0}[habit]
    return float(rank == lower)


def empty(tables: Tables) -> Record:
    """Return the model of a seat that has heard nothing yet."""
    seats, ranks = tables.seats, len(ladder(tables).prices)
    return Record(tuple(range(seats)), None, (PRIOR,) * seats, (((0.0, 0.0),) * ranks,) * seats)


def heard(tables: Tables, record: Record, event: Event, keeps: float = 1.0) -> Record:
    """Return the model after one more event. When a seat buys or answers, only the share `memory_kept`
    of what was known of it remains."""
    match event:
        case Announced(seat=seat, price=price):
            return replace(record, announced=(seat, price))
        case Bought() if record.announced is not None:
            return _ended(tables, record, None, None, keeps)
        case Doubted(seat=seat, card=card) if record.announced is not None:
            return _ended(tables, record, seat, tables.numbers.cards[card].price, keeps)
        case TurnedOut(seat=seat):
            return replace(record, alive=tuple(each for each in record.alive if each != seat))
    return record


def _ended(tables: Tables, record: Record, doubter: int | None, printed: int | None, keeps: float) -> Record:
    """Return the model after a purchase. If a seat doubted, `doubter` is that seat and `printed_price`
    the price on the card shown; otherwise both are `None`."""
    assert record.announced is not None
    steps = ladder(tables)
    buyer, price = record.announced
    rank = steps.rank(price)
    habits, doubts = list(record.habits), list(record.doubts)
    for seat in _asked(record.alive, buyer, doubter):
        row = list(doubts[seat])
        times, chances = row[rank]
        row[rank] = (keeps * times + (seat == doubter), keeps * chances + 1)
        doubts[seat] = tuple(row)
    likely = _likelihood(steps, rank, price, printed)
    weighed = [weight * each for weight, each in zip(habits[buyer], likely, strict=True)]
    if total := sum(weighed):
        gain = 1.0 if printed is None else SHOWN
        habits[buyer] = tuple(
            first + keeps * (weight - first) + gain * each / total
            for first, weight, each in zip(PRIOR, habits[buyer], weighed, strict=True)
        )
    return replace(record, announced=None, habits=tuple(habits), doubts=tuple(doubts))


def _asked(alive: tuple[int, ...], buyer: int, doubter: int | None) -> tuple[int, ...]:
    """Return the seats whose answer became known: in the order of play after the buyer, up to the
    doubter. Empty if the buyer is out of the game."""
    if buyer not in alive:
        return ()
    at = alive.index(buyer)
    order = (*alive[at + 1 :], *alive[:at])
    return order if doubter not in order else order[: order.index(doubter) + 1]


def _likelihood(steps: Ladder, rank: int, price: int, printed: int | None) -> tuple[float, ...]:
    """Return, for each habit, how likely it makes what was heard. `printed_price` is the price on the
    card shown, or `None` if nobody doubted. Only the ratios between the habits matter."""
    usual = steps.prices[rank] == price
    if printed is None:
        return tuple(sum(steps.odds[habit][rank]) for habit in range(HABITS)) if usual else ODD
    if price > printed:
        return (1.0, 0.0, 0.0, 0.0, 0.0)
    if not usual:
        return (0.0, 0.1, 0.1, 0.1, 0.1)
    true = steps.prices.index(printed)
    return tuple(_likely(habit, true, rank) for habit in range(HABITS))


def lie(tables: Tables, record: Record, seat: int, price: int) -> tuple[float, float]:
    """Return how likely a seat that announces this price lies, and what the card then brings at its
    best place on average. Both are 0 if it cannot be a lie."""
    steps = ladder(tables)
    rank = steps.rank(price)
    weights = record.habits[seat]
    false = worth = true = 0.0
    for habit, weight in enumerate(weights):
        for printed, odds in enumerate(steps.odds[habit][rank]):
            if steps.prices[printed] > price:
                false += weight * odds
                worth += weight * odds * steps.best[printed]
            else:
                true += weight * odds
    if steps.prices[rank] != price:  # no card bears such a price, so hardly any honest buyer announces it
        odd = 0.02 * sum(weights)
        true, false = 0.15 * true, false + odd
        worth += odd * steps.best[min(rank + 1, len(steps.best) - 1)]
    return (false / (false + true), worth / false) if false else (0.0, 0.0)


def doubted(record: Record, seats: tuple[int, ...], rank: int) -> float:
    """Return how likely at least one of these seats doubts a price of this rank."""
    first = DOUBTS[min(rank, len(DOUBTS) - 1)]
    nobody = 1.0
    for seat in seats:
        times, chances = record.doubts[seat][rank]
        nobody *= 1 - (PATIENCE * first + times) / (PATIENCE + chances)
    return 1 - nobody
