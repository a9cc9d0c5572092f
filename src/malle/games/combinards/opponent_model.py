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
from malle.games.combinards.lookup_tables import LookupTables

HABIT_COUNT = 5
HONEST, ONE_DOWN, LOWEST, ANY_LOWER, TWO_DOWN = range(HABIT_COUNT)
INITIAL_HABIT_SHARES = (0.45, 0.35, 0.07, 0.07, 0.06)
"""Shares of the habits for a seat that has not bought yet, in the order of the habits' numbers."""
INITIAL_HABIT_PURCHASES = 1.5
"""How many purchases weigh as much as `INITIAL_HABIT_SHARES`."""
INITIAL_HABIT_WEIGHTS = tuple(INITIAL_HABIT_PURCHASES * share for share in INITIAL_HABIT_SHARES)
SHOWN_CARD_PURCHASES = 5.0
"""A card that was shown counts as much as this number of purchases without a doubt."""
UNPRINTED_PRICE_ODDS = (0.02, 0.1, 0.05, 0.3, 0.1)
"""How likely each habit announces a price that is printed on no card."""
INITIAL_DOUBT_RATES = (0.10, 0.10, 0.10, 0.08, 0.06, 0.02)
"""How often an unknown player doubts, by the rank of the price. The last value is for all higher ranks."""
INITIAL_DOUBT_ANSWERS = 4.0
"""How many answers weigh as much as `INITIAL_DOUBT_RATES`."""


class PriceLadder(Struct, frozen=True):
    """The printed prices of an edition in rising order, and how each habit announces them. The
    rank of a price is its index in `prices`."""

    prices: tuple[int, ...]
    odds: tuple[tuple[tuple[float, ...], ...], ...]
    """[habit][announced rank][printed rank]: how likely a card has the printed price and a
    player with this habit then announces the other one."""
    best_sale_means: tuple[float, ...]
    """By rank: what a card of this price brings at its best place, on average."""

    def rank_of_price(self, price: int) -> int:
        """Return the rank of a price; for a price that is not printed, the rank of the next lower one, or 0."""
        return max((rank for rank, each in enumerate(self.prices) if each <= price), default=0)


class OpponentModel(Struct, frozen=True):
    """What one seat remembers of how all seats announce and doubt. Robots get one from
    `new_model`."""

    alive: tuple[int, ...]
    """The seats still in the game."""
    open_announcement: tuple[int, int] | None
    """(buyer, price) of a purchase that is not settled yet; otherwise `None`."""
    habit_weights: tuple[tuple[float, ...], ...]
    """By seat: the weights of the five habits."""
    doubt_counts: tuple[tuple[tuple[float, float], ...], ...]
    """By seat and rank: (how often the seat doubted a price of that rank, how often its answer
    to one is known)."""


@lru_cache(maxsize=16)
def price_ladder(tables: LookupTables) -> PriceLadder:
    """Return the price ladder of an edition. It is cached."""
    numbers = tables.numbers
    prices = tuple(sorted({card.price for card in numbers.cards}))
    by_rank = [[card for card in numbers.cards if card.price == price] for price in prices]
    share = [len(cards) / len(numbers.cards) for cards in by_rank]
    odds = tuple(
        tuple(
            tuple(share[printed] * _announcement_odds(habit, printed, rank) for printed in range(len(prices)))
            for rank in range(len(prices))
        )
        for habit in range(HABIT_COUNT)
    )
    best = tuple(sum(max(card.sales.values()) for card in cards) / len(cards) for cards in by_rank)
    return PriceLadder(prices, odds, best)


def _announcement_odds(habit: int, printed_rank: int, announced_rank: int) -> float:
    """Return how likely a player with this habit announces the price of rank `announced_rank` for a
    card with the price of rank `printed_rank`."""
    if habit == HONEST or printed_rank == 0:
        return float(announced_rank == printed_rank)
    if habit == ANY_LOWER:
        return 1 / printed_rank if announced_rank < printed_rank else 0.0
    lower = {ONE_DOWN: printed_rank - 1, TWO_DOWN: max(0, printed_rank - 2), LOWEST: 0}[habit]
    return float(announced_rank == lower)


def new_model(tables: LookupTables) -> OpponentModel:
    """Return the model that a seat starts with, before it has heard anything."""
    seats, ranks = tables.seats, len(price_ladder(tables).prices)
    return OpponentModel(tuple(range(seats)), None, (INITIAL_HABIT_WEIGHTS,) * seats, (((0.0, 0.0),) * ranks,) * seats)


def update_model(tables: LookupTables, model: OpponentModel, event: Event, memory_kept: float = 1.0) -> OpponentModel:
    """Return the model of how opponents announce prices and doubt, after one more event. Before
    a seat's purchase or answer is added, what was known of that seat is reduced to the share
    `memory_kept`."""
    match event:
        case Announced(seat=seat, price=price):
            return replace(model, open_announcement=(seat, price))
        case Bought() if model.open_announcement is not None:
            return _settle_purchase(tables, model, None, None, memory_kept)
        case Doubted(seat=seat, card=card) if model.open_announcement is not None:
            return _settle_purchase(tables, model, seat, tables.numbers.cards[card].price, memory_kept)
        case TurnedOut(seat=seat):
            return replace(model, alive=tuple(each for each in model.alive if each != seat))
    return model


def _settle_purchase(
    tables: LookupTables, model: OpponentModel, doubter: int | None, printed_price: int | None, memory_kept: float
) -> OpponentModel:
    """Return the model after the open purchase is settled. If a seat doubted, `doubter` is that
    seat and `printed_price` the price on the card shown; otherwise both are `None`. For
    `memory_kept` see `update_model`."""
    assert model.open_announcement is not None
    steps = price_ladder(tables)
    buyer, price = model.open_announcement
    rank = steps.rank_of_price(price)
    habits, doubts = list(model.habit_weights), list(model.doubt_counts)
    for seat in _seats_with_known_answer(model.alive, buyer, doubter):
        row = list(doubts[seat])
        times, chances = row[rank]
        row[rank] = (memory_kept * times + (seat == doubter), memory_kept * chances + 1)
        doubts[seat] = tuple(row)
    likely = _habit_likelihoods(steps, rank, price, printed_price)
    weighed = [weight * each for weight, each in zip(habits[buyer], likely, strict=True)]
    if total := sum(weighed):
        gain = 1.0 if printed_price is None else SHOWN_CARD_PURCHASES
        habits[buyer] = tuple(
            first + memory_kept * (weight - first) + gain * each / total
            for first, weight, each in zip(INITIAL_HABIT_WEIGHTS, habits[buyer], weighed, strict=True)
        )
    return replace(model, open_announcement=None, habit_weights=tuple(habits), doubt_counts=tuple(doubts))


def _seats_with_known_answer(alive: tuple[int, ...], buyer: int, doubter: int | None) -> tuple[int, ...]:
    """Return the seats whose answer a purchase makes known: in order of play after the buyer, up
    to and with the doubter. Empty if the buyer is out of the game."""
    if buyer not in alive:
        return ()
    at = alive.index(buyer)
    order = (*alive[at + 1 :], *alive[:at])
    return order if doubter not in order else order[: order.index(doubter) + 1]


def _habit_likelihoods(steps: PriceLadder, rank: int, price: int, printed_price: int | None) -> tuple[float, ...]:
    """Return, for each habit, how likely it is to have led to this purchase. `rank` is the rank
    of the announced price `price`. `printed_price` is the price on the card shown, or `None` if
    nobody doubted. Only the ratios between the habits matter."""
    usual = steps.prices[rank] == price
    if printed_price is None:
        return tuple(sum(steps.odds[habit][rank]) for habit in range(HABIT_COUNT)) if usual else UNPRINTED_PRICE_ODDS
    if price > printed_price:
        return (1.0, 0.0, 0.0, 0.0, 0.0)
    if not usual:
        return (0.0, 0.1, 0.1, 0.1, 0.1)
    true = steps.prices.index(printed_price)
    return tuple(_announcement_odds(habit, true, rank) for habit in range(HABIT_COUNT))


def estimate_lie(tables: LookupTables, model: OpponentModel, seat: int, price: int) -> tuple[float, float]:
    """Return (how likely a seat that announces this price lies, what the card then brings on
    average at its best place of sale). Both are 0 if the price cannot be a lie."""
    steps = price_ladder(tables)
    rank = steps.rank_of_price(price)
    weights = model.habit_weights[seat]
    false = worth = true = 0.0
    for habit, weight in enumerate(weights):
        for printed, odds in enumerate(steps.odds[habit][rank]):
            if steps.prices[printed] > price:
                false += weight * odds
                worth += weight * odds * steps.best_sale_means[printed]
            else:
                true += weight * odds
    if steps.prices[rank] != price:  # no card bears such a price, so hardly any honest buyer announces it
        odd = 0.02 * sum(weights)
        true, false = 0.15 * true, false + odd
        worth += odd * steps.best_sale_means[min(rank + 1, len(steps.best_sale_means) - 1)]
    return (false / (false + true), worth / false) if false else (0.0, 0.0)


def doubt_probability(model: OpponentModel, seats: tuple[int, ...], rank: int) -> float:
    """Return how likely at least one of these seats doubts a price of this rank."""
    first = INITIAL_DOUBT_RATES[min(rank, len(INITIAL_DOUBT_RATES) - 1)]
    nobody = 1.0
    for seat in seats:
        times, chances = model.doubt_counts[seat][rank]
        nobody *= 1 - (INITIAL_DOUBT_ANSWERS * first + times) / (INITIAL_DOUBT_ANSWERS + chances)
    return 1 - nobody
