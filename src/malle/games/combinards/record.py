"""What a robot keeps in mind of the others: how each of them announces prices, and how often they doubt them.

An announcement is taken to come from one of five habits: the printed price, one price lower, two lower, the lowest of
all, or any lower one. What is thought of a seat are weights of these habits. A price that nobody doubted moves them a
little, by how likely each habit makes it; a card that was shown moves them much more. All of it was heard by everybody.
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
"""What is thought of somebody who has not bought yet, in shares. Suspicious, and quick to forgive."""
STRENGTH = 1.5
"""So many purchases outweigh it."""
PRIOR = tuple(STRENGTH * share for share in FIRST)
SHOWN = 5.0
"""A card that was shown counts as so many purchases without doubt."""
ODD = (0.02, 0.1, 0.05, 0.3, 0.1)
"""How likely each habit names a price that is printed on no card."""
DOUBTS = (0.10, 0.10, 0.10, 0.08, 0.06, 0.02)
"""How often somebody doubts of whom nothing is known, by the rank of the price; the last one for all above."""
PATIENCE = 4.0
"""So many answers outweigh that."""


class Ladder(Struct, frozen=True):
    """The printed prices of an edition, and what each habit makes of them. A rank is a price's place among them."""

    prices: tuple[int, ...]
    odds: tuple[tuple[tuple[float, ...], ...], ...]
    """[habit][announced rank][printed rank]: how likely both come together."""
    best: tuple[float, ...]
    """What a card of each price brings at its best place, on average."""

    def rank(self, price: int) -> int:
        """The rank of a price, or of the printed one just below it."""
        return max((rank for rank, each in enumerate(self.prices) if each <= price), default=0)


class Record(Struct, frozen=True):
    """What one seat thinks of the others."""

    alive: tuple[int, ...]
    announced: tuple[int, int] | None
    """(buyer, price) while it is not known how it ends."""
    habits: tuple[tuple[float, ...], ...]
    """Weights, by seat."""
    doubts: tuple[tuple[tuple[float, float], ...], ...]
    """By seat and rank: how often they doubted such a price, and how often they could have."""


@lru_cache(maxsize=16)
def ladder(tables: Tables) -> Ladder:
    """Made once for a game."""
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
    """How likely somebody with this habit announces such a price for a card with such a one printed on it."""
    if habit == HONEST or printed == 0:
        return float(rank == printed)
    if habit == ANY_LOWER:
        return 1 / printed if rank < printed else 0.0
    lower = {ONE_DOWN: printed - 1, TWO_DOWN: max(0, printed - 2), LOWEST: 0}[habit]
    return float(rank == lower)


def empty(tables: Tables) -> Record:
    """Nothing heard yet."""
    seats, ranks = tables.seats, len(ladder(tables).prices)
    return Record(tuple(range(seats)), None, (PRIOR,) * seats, (((0.0, 0.0),) * ranks,) * seats)


def heard(tables: Tables, record: Record, event: Event, keeps: float = 1.0) -> Record:
    """The record after one more event. Of what was known of a seat before, `keeps` is left when it buys or answers."""
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
    """A purchase is over: somebody doubted and the card was shown, or nobody did."""
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
    """Those whose answer became known: in the order of play, up to the one who doubted."""
    if buyer not in alive:
        return ()
    at = alive.index(buyer)
    order = (*alive[at + 1 :], *alive[:at])
    return order if doubter not in order else order[: order.index(doubter) + 1]


def _likelihood(steps: Ladder, rank: int, price: int, printed: int | None) -> tuple[float, ...]:
    """How likely each habit makes what was heard."""
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
    """How likely a seat that announces this price lies, and what the card then brings at its best place."""
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
    if steps.prices[rank] != price:  # nobody says such a price for a card that bears it
        odd = 0.02 * sum(weights)
        true, false = 0.15 * true, false + odd
        worth += odd * steps.best[min(rank + 1, len(steps.best) - 1)]
    return (false / (false + true), worth / false) if false else (0.0, 0.0)


def doubted(record: Record, seats: tuple[int, ...], rank: int) -> float:
    """How likely at least one of these seats doubts a price of this rank."""
    first = DOUBTS[min(rank, len(DOUBTS) - 1)]
    nobody = 1.0
    for seat in seats:
        times, chances = record.doubts[seat][rank]
        nobody *= 1 - (PATIENCE * first + times) / (PATIENCE + chances)
    return 1 - nobody
