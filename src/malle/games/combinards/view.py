"""What each seat knows, the worlds it can imagine, and the list of secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.combinards.edition import ILLICIT, LICIT, PETROL, Cards
from malle.games.combinards.hand_odds import (
    TrackedHands,
    had_no_petrol,
    illicit_in,
    petrol_in,
    pick_makeups,
    possible_makeups,
    shape_of,
)
from malle.games.combinards.ledger import hidden_cards
from malle.games.combinards.lookup_tables import LookupTables
from malle.games.combinards.state import NO_CARD, CombinardsView, Memory, Now, State


def build_view(state: State, viewer: Viewer, turn: Waiting | Over) -> CombinardsView:
    """Return what a viewer knows of a state. `turn` says who acts next."""
    memory = Memory(
        first=state.first,
        card=state.card if state.known else NO_CARD,
        under=state.under,
        gone=state.gone,
        shown=state.shown,
        hidden=tuple(
            tuple(sorted(state.origin[card] for card in hidden_cards(state, seat))) for seat in range(len(state.cash))
        ),
        generation=state.generation,
        origin=state.origin,
        trails=state.trails,
        promises=state.promises,
    )
    return CombinardsView(viewer, turn, build_now(state, viewer), memory)


def build_now(state: State, viewer: Viewer) -> Now:
    """Return what lies on the table before a viewer."""
    in_window = bool(state.asked) and viewer in state.alive and viewer != state.seat
    return Now(
        phase=state.phase,
        round=state.round,
        seat=state.seat,
        alive=state.alive,
        at=state.at,
        cash=state.cash,
        years=state.years,
        cards=tuple(map(len, state.hands)),
        pot=state.pot,
        pack=len(state.bag),
        under=len(state.under),
        dice=state.dice,
        price=state.price,
        target=state.target,
        given=state.given,
        hand=None if viewer is None else state.hands[viewer],
        card=state.card if viewer == state.seat else NO_CARD,
        answer=viewer in state.yes if in_window and viewer not in state.asked else None,
        hands=state.hands if state.phase == "over" else (),
    )


def imagine_state(tables: LookupTables, view: CombinardsView, luck: Luck) -> State:
    """Return a state with this view, drawn at random by the odds that the cards seen so far leave.

    For each hand with a trail (notes since a clean control), draw first how many illicit cards it
    holds (and petrol, where that matters), then which. All other unknown cards fall at random where
    their generation allows. Each other seat that has answered while others are still asked says yes
    or no with equal odds.
    """
    now, memory, viewer = view.now, view.memory, view.viewer
    card = now.card if now.card != NO_CARD else memory.card
    buying = now.phase in ("announce", "doubt")
    places: dict[int, list[int]] = {
        seat: list(generations) for seat, generations in enumerate(memory.hidden) if generations and seat != viewer
    }
    if buying and card == NO_CARD:
        places[_BOUGHT_CARD] = [memory.generation]
    dealt = _deal_unknown_cards(tables, view, places, card, luck)
    hands = tuple(
        tuple(sorted((*memory.shown[seat], *dealt.get(seat, ())))) if seat != viewer else now.hand or ()
        for seat in range(tables.seats)
    )
    asked = view.turn.seats if isinstance(view.turn, Waiting) and now.phase in _WINDOW_PHASES else ()
    return State(
        phase=now.phase,
        round=now.round,
        first=memory.first,
        seat=now.seat,
        alive=now.alive,
        at=now.at,
        cash=now.cash,
        years=now.years,
        hands=hands,
        pot=now.pot,
        bag=tuple(dealt[_PACK]),
        under=memory.under,
        dice=now.dice,
        card=dealt[_BOUGHT_CARD][0] if _BOUGHT_CARD in dealt else card,
        price=now.price,
        asked=asked,
        yes=_imagine_answers(now, viewer, asked, luck),
        target=now.target,
        given=now.given,
        known=memory.card != NO_CARD,
        gone=memory.gone,
        shown=memory.shown,
        generation=memory.generation,
        origin=memory.origin,
        trails=memory.trails,
        promises=memory.promises,
    )


_BOUGHT_CARD, _PACK = -1, -2  # places of cards that are not seats
_WINDOW_PHASES = ("doubt", "denounce")


def _imagine_answers(now: Now, viewer: int | None, asked: tuple[int, ...], luck: Luck) -> tuple[int, ...]:
    """Return the seats that have said yes to a doubt or a denunciation: the viewer if it did,
    and each other seat that has answered with odds of one half. `asked` are the seats that have
    not answered. Empty in all other phases."""
    if now.phase not in _WINDOW_PHASES:
        return ()
    yes = []
    for seat in now.alive:
        if seat == viewer:
            if now.answer:
                yes.append(seat)
        elif seat != now.seat and seat not in asked and luck.pick((1, 1)):
            yes.append(seat)
    return tuple(yes)


def _deal_unknown_cards(
    tables: LookupTables, view: CombinardsView, places: dict[int, list[int]], card: int, luck: Luck
) -> dict[int, list[int]]:
    """Deal the unknown cards at random and return them by place: a seat, `_BOUGHT_CARD` or `_PACK`.

    `places` holds, for each place but the pack, the generations of its unknown cards; the pack
    takes the rest. `card` is the card being bought as far as the viewer knows it, otherwise
    `NO_CARD`. Hands with a trail are dealt first.
    """
    memory = view.memory
    unknown = _unknown_cards(tables, view, card)
    dealt: dict[int, list[int]] = {place: [] for place in (*places, _PACK)}
    seats_with_trail = [seat for seat in places if seat >= 0 and memory.trails[seat]]
    if seats_with_trail:
        unknown = _deal_hands_with_trail(tables, view, seats_with_trail, unknown, dealt, luck)
    free = {place: Counter(generations) for place, generations in places.items() if place not in seats_with_trail}
    left = Counter(memory.origin[each] for each in unknown)
    left.subtract(generation for slots in free.values() for generation in slots.elements())
    free[_PACK] = left
    for each in unknown:
        generation = memory.origin[each]
        where = [place for place, slots in free.items() if slots[generation] > 0]
        place = where[0] if len(where) == 1 else where[luck.pick([free[place][generation] for place in where])]
        dealt[place].append(each)
        free[place][generation] -= 1
    return dealt


def _deal_hands_with_trail(
    tables: LookupTables,
    view: CombinardsView,
    seats_with_trail: list[int],
    unknown: list[int],
    dealt: dict[int, list[int]],
    luck: Luck,
) -> list[int]:
    """Deal to the hands with a trail, by the odds of all of them together (see hand_odds.py).
    Append their cards to `dealt`, and return the unknown cards that are left, sorted."""
    memory = view.memory
    seats_with_trail = sorted(seats_with_trail, key=lambda seat: (not had_no_petrol(memory.trails[seat]), seat))
    hands: TrackedHands = tuple((shape_of(memory.hidden[seat]), memory.trails[seat]) for seat in seats_with_trail)
    sorts: dict[tuple[int, int], list[int]] = {}
    for card in unknown:
        sorts.setdefault((memory.origin[card], tables.card_kinds[card]), []).append(card)
    there = Counter({sort: len(cards) for sort, cards in sorts.items()})
    generations = sorted({generation for generation, _ in sorts})
    stock = tuple(
        (generation, there[generation, LICIT], there[generation, ILLICIT], there[generation, PETROL])
        for generation in generations
    )
    for (shape, trail), seat, makeup in zip(hands, seats_with_trail, pick_makeups(hands, stock, luck), strict=True):
        if not had_no_petrol(trail):
            for generation in generations:  # the hands from here on treat petrol like any other lawful card
                lawful = sorts.get((generation, LICIT), []) + sorts.pop((generation, PETROL), [])
                sorts[generation, LICIT] = sorted(lawful)
        for generation, cards in shape:
            illicit, petrol = illicit_in(makeup, generation), petrol_in(makeup, generation)
            for kind, number in ((LICIT, cards - illicit - petrol), (ILLICIT, illicit), (PETROL, petrol)):
                if number:
                    taken = _draw_cards(sorts[generation, kind], number, luck)
                    dealt[seat] += taken
                    sorts[generation, kind] = [card for card in sorts[generation, kind] if card not in taken]
    return sorted(card for cards in sorts.values() for card in cards)


def _unknown_cards(tables: LookupTables, view: CombinardsView, card: int) -> list[int]:
    """Return the cards whose place the viewer does not know. `card` is the card being bought as
    far as the viewer knows it, otherwise `NO_CARD`."""
    memory = view.memory
    placed = {*memory.under, *memory.gone, *(view.now.hand or ()), card}
    placed.update(*memory.shown)
    return [each for each in tables.all_cards if each not in placed]


def _draw_cards(cards: Cards | list[int], number: int, luck: Luck) -> list[int]:
    """Return `number` of the cards, drawn at random in their order. Every choice is equally
    likely."""
    chosen: list[int] = []
    for at, card in enumerate(cards):
        wanted, left = number - len(chosen), len(cards) - at
        if wanted == left or (wanted and luck.pick((wanted, left - wanted)) == 0):
            chosen.append(card)
    return chosen


def secrets_by_name(tables: LookupTables, state: State) -> Mapping[str, Secret]:
    """Return the secrets of a state by name: the unknown part of each hand (`hand-1`), the card
    being bought (`card`), and answers given while others are still asked (`answer-1`). A secret
    that another player could work out is marked as public."""
    secrets: dict[str, Secret] = {}
    for seat in state.alive:
        if cards := hidden_cards(state, seat):
            secrets[f"hand-{seat + 1}"] = Secret(
                cards, frozenset({Seat(seat)}), _is_deducible(tables, state, seat, cards)
            )
    if state.card != NO_CARD:
        open_ = state.known or _is_deducible(tables, state, state.seat, (state.card,))
        secrets["card"] = Secret(state.card, frozenset({Seat(state.seat)}), open_)
    if state.asked:
        answered = [seat for seat in state.alive if seat != state.seat and seat not in state.asked]
        secrets |= {f"answer-{seat + 1}": Secret(seat in state.yes, frozenset({Seat(seat)})) for seat in answered}
    return secrets


def _is_deducible(tables: LookupTables, state: State, owner: int, cards: Cards) -> bool:
    """Return whether another player can work out these cards of `owner`. Spectators and players who are
    out know no more than the players do."""
    return any(_can_deduce(tables, state, looker, owner, cards) for looker in state.alive if looker != owner)


def _can_deduce(tables: LookupTables, state: State, observer: int, owner: int, cards: Cards) -> bool:
    """Return whether `observer` can work out these cards of `owner`.

    Not if one of the cards could as well be an unknown card of the same kind and generation from
    elsewhere: both worlds weigh the same. Otherwise the cards are all unknown ones of their kind
    and generation, and the observer is sure if the hand can have only one composition.
    """
    sort = {card: (state.origin[card], tables.card_kinds[card]) for card in tables.all_cards}
    hands = {seat: hidden_cards(state, seat) for seat in state.alive if seat != observer}
    buying = state.card != NO_CARD and not state.known and observer != state.seat
    unknown = [*state.bag, *(card for hand in hands.values() for card in hand), *((state.card,) if buying else ())]
    if {sort[card] for card in cards} & {sort[card] for card in unknown if card not in cards}:
        return False
    there = Counter(sort[card] for card in unknown)
    stock = tuple(
        (generation, there[generation, LICIT], there[generation, ILLICIT], there[generation, PETROL])
        for generation in sorted({generation for generation, _ in there})
    )
    shapes = {seat: shape_of(tuple(state.origin[card] for card in hand)) for seat, hand in hands.items()}
    is_hand = cards == hands.get(owner)
    others: TrackedHands = tuple(
        (shapes[seat], state.trails[seat])
        for seat, hand in hands.items()
        if hand and state.trails[seat] and not (is_hand and seat == owner)
    )
    own = shape_of(tuple(state.origin[card] for card in cards)), state.trails[owner] if is_hand else ()
    return len(possible_makeups(own, others, stock)) == 1
