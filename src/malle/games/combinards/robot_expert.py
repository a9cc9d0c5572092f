"""A robot with a memory of the others. It doubts by what it thinks of the buyer, announces prices
by how often they will be doubted, and goes where its hand earns most.

It sees its seat's view and hears what its seat hears; nothing else. All values are millions.
"""

from __future__ import annotations

from math import exp

from msgspec import Struct

from malle.core import Action, Event, Luck, Seat
from malle.games.combinards import opponent_model
from malle.games.combinards.edition import PETROL
from malle.games.combinards.lookup_tables import BUY, DOUBT, PASS, PAY, TAKE_YEARS, THROW, TRUST, LookupTables
from malle.games.combinards.opponent_model import OpponentModel
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import NO_CARD, CombinardsView, Declare, Denounce, Fly, Give, Go, Now, Sell
from malle.games.combinards.valuation import (  # fmt: skip
    FULL_HAND,
    KEPT_CARD_SHARE,
    MIN_CASH_TO_BUY,
    PURCHASE_VALUE,
    TURN_DISCOUNT,
    best_prices,
    purchase_value,
    square_value_function,
    value_of_next_turns,
    year_cost,
)

BOUGHT_CARD_SHARE = 0.62
"""The value of a card that is being bought, as a share of its price at the best place of sale."""
RIVALS_GAIN_COST = 0.35
"""What a million gained by the others costs the robot, shared among them all."""
DOUBT_BONUS = 3.0
"""A bonus for every doubt, in millions: being thought suspicious pays."""
LOW_CASH = 25
"""With less cash than this, in millions, a sale counts ten millions more. Half of this sum is
kept when doubting."""
INFORM_GOAL_SHARE = 0.7
"""A player with more than this share of the goal in cash is worth denouncing in a flying
control."""
INFORM_RATE = 0.25
"""How often the robot denounces such a player."""
PRESSING_YEARS_BONUS = 40.0
"""What giving up a card is worth in addition, in millions, to a player who is about to win or to
be arrested."""


class RobotStyle(Struct, frozen=True):
    """How sharply a robot calculates, and how well it remembers."""

    price_scale: float = 4.0
    """The scale in millions on which it tells prices apart when it announces. Larger means more random."""
    doubt_scale: float = 6.0
    """The scale in millions on which it decides whether to doubt. Larger means more random."""
    memory_kept: float = 1.0
    """The share of what it knew of a seat that is left at that seat's next purchase or answer."""
    doubt_fear: float = 1.0
    """Factor on its estimate of how likely its announcements are doubted."""
    doubt_bonus: float = 0.0
    """What a doubt is worth to it in addition, in millions."""


class ExpertRobot:
    """The robot that remembers, with a style. Its memory is an `OpponentModel`."""

    def __init__(self, style: RobotStyle) -> None:
        self._style = style

    def new_memory(self, game: Combinards, seat: Seat) -> OpponentModel:
        """Return the memory that a seat starts with, before it has heard anything."""
        return opponent_model.new_model(game.tables)

    def observe(self, game: Combinards, memory: OpponentModel, events: tuple[Event, ...]) -> OpponentModel:
        """Return the memory after one more log entry, given as the events that the seat heard."""
        for event in events:
            memory = opponent_model.update_model(game.tables, memory, event, self._style.memory_kept)
        return memory

    def choose(
        self, game: Combinards, view: CombinardsView, legal: tuple[Action, ...], memory: OpponentModel, luck: Luck
    ) -> Action:
        """Return one of the legal actions, by the view, this memory and the robot's style."""
        return _choose_action(game, view, legal, memory, luck, self._style)


WILY = ExpertRobot(RobotStyle())
REGULAR = ExpertRobot(RobotStyle(price_scale=14.0, doubt_scale=20.0, memory_kept=0.2))
BOLD = ExpertRobot(RobotStyle(price_scale=14.0, doubt_scale=20.0, memory_kept=0.2, doubt_fear=0.7, doubt_bonus=-4.0))
WARY = ExpertRobot(RobotStyle(price_scale=14.0, doubt_scale=20.0, memory_kept=0.2, doubt_fear=1.4, doubt_bonus=4.0))


def _choose_action(
    game: Combinards,
    view: CombinardsView,
    legal: tuple[Action, ...],
    memory: OpponentModel,
    luck: Luck,
    style: RobotStyle,
) -> Action:
    """Return the choice of a robot with this style and this memory."""
    tables, now, seat = game.tables, view.now, view.viewer
    if len(legal) == 1 or seat is None:
        return legal[0]
    match now.phase:
        case "fork":
            return _choose_way(tables, now, seat, legal)
        case "fly":
            return _choose_flight(tables, now, seat, legal)
        case "buy":
            return _choose_purchase(tables, now, seat)
        case "announce":
            return _choose_price(tables, view, seat, memory, luck, style)
        case "doubt":
            return _choose_doubt(tables, view, seat, memory, luck, style)
        case "denounce":
            return legal[0] if view.memory.promises[now.seat] else PASS
        case "sell":
            return _choose_sale(tables, now, seat, legal)
        case "refinery":
            return next((action for action in legal if isinstance(action, Sell)), PASS)
        case "stop":
            return legal[0] if isinstance(legal[0], Declare) else PASS
        case "station":
            return _choose_gift(tables, now, seat, legal)
        case "inform":
            return _choose_accused(tables, view, seat, legal, luck)
        case "tax":
            return THROW if now.cash[seat] >= 12 else PAY
    return TAKE_YEARS


def _choose_way(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the way that earns more in the next turns. The way to an outer circuit counts the bonus
    for petrol as well."""
    gain = square_value_function(tables, now, seat)
    bonus = sum(tables.numbers.cards[card].bonus for card in now.hand or () if tables.card_kinds[card] == PETROL)

    def worth(action: Action) -> float:
        """Return what going to this square is worth: standing there, the next turns, and for an
        outer circuit the bonus."""
        assert isinstance(action, Go)
        outside = tables.board.ring_of_square[action.square] != 0
        return (
            gain(action.square)
            + TURN_DISCOUNT * value_of_next_turns(tables, action.square, gain)
            + (bonus if outside else 0)
        )

    return max(legal, key=worth)


def _choose_flight(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the flight from which the next turns earn most, or `PASS` if staying earns as much."""
    gain = square_value_function(tables, now, seat)

    def worth(action: Action) -> float:
        return value_of_next_turns(tables, action.square if isinstance(action, Fly) else now.at[seat], gain)

    return max((PASS, *(action for action in legal if isinstance(action, Fly))), key=worth)


def _choose_purchase(tables: LookupTables, now: Now, seat: int) -> Action:
    """Buy unless the game is won, cash is short, or the hand is full."""
    if now.cash[seat] >= tables.goal_cash and not now.years[seat]:
        return PASS
    return BUY if now.cash[seat] >= MIN_CASH_TO_BUY and now.cards[seat] < FULL_HAND else PASS


def _choose_price(
    tables: LookupTables, view: CombinardsView, seat: int, memory: OpponentModel, luck: Luck, style: RobotStyle
) -> Action:
    """Return an announcement: the better a price pays, the likelier. What it pays depends on how
    often these opponents doubt it. It is drawn at random so that the price does not tell the
    card. If everybody knows the card, return its printed price, limited by cash."""
    now = view.now
    printed, most = tables.numbers.cards[now.card].price, min(now.cash[seat], len(tables.announce_actions))
    if view.memory.card != NO_CARD:  # everybody knows the card
        return tables.announce_actions[min(printed, most) - 1]
    worth, others = BOUGHT_CARD_SHARE * best_prices(tables)[now.card], tuple(each for each in now.alive if each != seat)
    envy = RIVALS_GAIN_COST * worth / max(1, len(others))
    prices: list[int] = []
    pays: list[float] = []
    for rank, price in enumerate(opponent_model.price_ladder(tables).prices):
        if price > min(printed, most):
            break
        odds = min(1.0, style.doubt_fear * opponent_model.doubt_probability(memory, others, rank))
        if price == printed:
            pays.append(worth - printed * (1 - odds) + tables.numbers.indemnity * odds)
        else:
            pays.append((1 - odds) * (worth - price) - odds * (printed + envy))
        prices.append(price)
    if not prices:
        return tables.announce_actions[most - 1]
    top = max(pays)
    return tables.announce_actions[
        prices[luck.pick([1 + int(1e6 * exp((pay - top) / style.price_scale)) for pay in pays])] - 1
    ]


def _choose_doubt(
    tables: LookupTables, view: CombinardsView, seat: int, memory: OpponentModel, luck: Luck, style: RobotStyle
) -> Action:
    """Doubt the likelier, the more the gain expected if the price is a lie outweighs the cost if
    it is true. Trust without enough cash. If everybody knows the card, doubt if and only if the
    price is a lie."""
    now = view.now
    if view.memory.card != NO_CARD:
        return DOUBT if now.price < tables.numbers.cards[view.memory.card].price else TRUST
    if not can_afford_doubt(tables, now.cash[seat], now.price):
        return TRUST
    cost = now.price + tables.numbers.indemnity
    odds, worth = opponent_model.estimate_lie(tables, memory, now.seat, now.price)
    gain = (
        (1 + RIVALS_GAIN_COST / max(1, len(now.alive) - 1)) * (odds * BOUGHT_CARD_SHARE * worth - (1 - odds) * cost)
        + DOUBT_BONUS
        + style.doubt_bonus
    )
    return DOUBT if luck.random() < 1 / (1 + exp(-max(-30.0, min(30.0, gain / style.doubt_scale)))) else TRUST


def can_afford_doubt(tables: LookupTables, cash: int, price: int) -> bool:
    """Return whether a robot with this cash would have enough left after a wrong doubt of this
    price. If not, it trusts without estimating how likely the price is a lie."""
    return cash >= price + tables.numbers.indemnity + LOW_CASH / 2


def _choose_sale(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return a sale that wins the game, if there is one. Otherwise return the sale that brings
    most above the value of keeping the card, or `PASS` if keeping is better. On the inner ring,
    the purchase that may follow counts as well."""
    sales, best, cash = tables.sales_by_square[now.at[seat]], best_prices(tables), now.cash[seat]
    after = PURCHASE_VALUE if tables.board.ring_of_square[now.at[seat]] == 0 and purchase_value(now, seat) else 0.0
    after += 10 if cash < LOW_CASH else 0
    cards = [action.card for action in legal if isinstance(action, Sell)]
    wins = [card for card in cards if cash + sales[card] >= tables.goal_cash and not now.years[seat]]
    if wins:
        return tables.sell_actions[wins[0]]
    card = max(cards, key=lambda each: sales[each] - KEPT_CARD_SHARE * best[each])
    return tables.sell_actions[card] if sales[card] - KEPT_CARD_SHARE * best[card] + after > 0 else PASS


def _choose_gift(tables: LookupTables, now: Now, seat: int, legal: tuple[Action, ...]) -> Action:
    """Return the giving up of the card whose years off the record are worth most above the
    card's value, or `PASS` if no card is worth giving up."""
    costs, best = year_cost(tables, now, seat), best_prices(tables)
    presses = now.cash[seat] >= 0.9 * tables.goal_cash or now.years[seat] > 0.7 * tables.numbers.prison
    worth = {
        action.card: costs * min(years, now.years[seat])
        - KEPT_CARD_SHARE * best[action.card]
        + (PRESSING_YEARS_BONUS if presses else 0)
        for action in legal
        if isinstance(action, Give) and (years := tables.numbers.cards[action.card].remission)
    }
    card = max(worth, key=lambda each: worth[each], default=None)
    return tables.give_actions[card] if card is not None and worth[card] > 0 else PASS


def _choose_accused(
    tables: LookupTables, view: CombinardsView, seat: int, legal: tuple[Action, ...], luck: Luck
) -> Action:
    """Return, now and then, a denunciation of a player who has nearly won and holds cards that
    nobody has seen; otherwise `PASS`. A robot with many years denounces nobody."""
    now = view.now
    targets = [action.seat for action in legal if isinstance(action, Denounce)]
    target = max(targets, key=lambda each: (now.cash[each] - 20 * now.years[each], -each))
    worth_it = (
        now.cash[target] > INFORM_GOAL_SHARE * tables.goal_cash
        and now.years[target] < 3
        and len(view.memory.hidden[target]) > 2
    )
    safe = now.years[seat] < 0.6 * tables.numbers.prison
    return tables.denounce_actions[target] if worth_it and safe and luck.random() < INFORM_RATE else PASS
