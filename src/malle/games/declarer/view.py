"""What each seat knows, and the states that are possible for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.declarer.edition import Cards
from malle.games.declarer.hand_inference import SeenHands, draw_hand_history, possible_hands, weigh_hands
from malle.games.declarer.state import DeclarerView, Memory, Now, State

_PHASES_WITH_HAND_VISIBLE = frozenset({"declare", "officer", "throw"})  # the traveller has the cards in hand
_PHASES_WITH_OWN_STAGE = frozenset(
    {"declare", "officer", "neighbour"}
)  # `hand` is a stage of its own, not yet in `hands`


def build_view(
    state: State, viewer: Viewer, turn: Waiting | Over, pack: tuple[int, ...], travellers: tuple[int, ...]
) -> DeclarerView:
    """Return what a viewer knows of a state.

    `pack` is the full pack by kind. `travellers` are all seats but the officer's, in order of play.
    """
    memory = Memory(state.first, _hands_seen(state, viewer, travellers), state.thrown)
    return DeclarerView(viewer, turn, build_now(state, viewer, pack), memory)


def build_now(state: State, viewer: Viewer, pack: tuple[int, ...]) -> Now:
    """Return what lies on the table before a viewer. `pack` is the full pack by kind."""
    holds = viewer == state.traveller and state.phase in _PHASES_WITH_HAND_VISIBLE
    return Now(
        phase=state.phase,
        round=state.round,
        officer=state.officer,
        traveller=state.traveller,
        purses=state.purses,
        left=state.left,
        laid=_subtract_cards(pack, state.pack, state.hand),
        cards=len(state.hand),
        hand=state.hand if holds else None,
        claim=state.claim,
        last=state.claim is not None and not state.left,
    )


def imagine_state(view: DeclarerView, luck: Luck, pack: tuple[int, ...]) -> State:
    """Return a random state that has this view, drawn with the odds that chance gives it.

    The history of the travelling hand is drawn; the cards that are left make up the pack. `pack` is the full
    pack by kind.
    """
    now, memory = view.now, view.memory
    unseen = _subtract_cards(pack, now.laid, ())
    cards = tuple(number + memory.thrown.count(kind) for kind, number in enumerate(unseen))
    hand_history: tuple[Cards, ...] = ((),)
    if now.phase != "over":
        hand_history = draw_hand_history(
            weigh_hands(cards, now.cards, memory.thrown, memory.seen), cards, memory.thrown, luck
        )
    hands, hand = (hand_history, hand_history[-1]) if now.phase == "throw" else (hand_history[:-1], hand_history[-1])
    return State(
        now.phase, now.round, now.officer, now.traveller, now.purses, _subtract_cards(unseen, (), hand), now.left, hand,
        now.claim, memory.first, hands, memory.thrown,
    )  # fmt: skip


def list_secrets(state: State, travellers: tuple[int, ...]) -> Mapping[str, Secret]:
    """Return the travelling hand at every stage of its way, as `hand-<stage>`. Each is known to the
    travellers who held it or took it over.

    A stage is public if a viewer who did not see it can work it out.
    """
    stages = _hand_stages(state)
    witnesses = [_seats_that_saw(state, stage, travellers) for stage in range(len(stages))]
    public_stages = _deducible_stages(state, travellers, witnesses)
    return {
        f"hand-{stage}": Secret(hand, frozenset(map(Seat, witnesses[stage])), stage in public_stages)
        for stage, hand in enumerate(stages)
    }


def _deducible_stages(state: State, travellers: tuple[int, ...], witnesses: Sequence[tuple[int, ...]]) -> set[int]:
    """Return the stages whose hand a viewer can work out without having seen it. This needs a pack with cards
    of one kind at most. What the viewer saw must then leave one possible hand. Return none while a card is
    being drawn."""
    if sum(number > 0 for number in state.pack) > 1 or not witnesses or state.phase == "draw":
        return set()
    cards = list(state.pack)
    for kind in (*state.hand, *state.thrown):
        cards[kind] += 1
    deducible: set[int] = set()
    for viewer in (None, *map(Seat, travellers)):
        weights = weigh_hands(tuple(cards), len(state.hand), state.thrown, _hands_seen(state, viewer, travellers))
        hands = possible_hands(weights, tuple(cards), state.thrown)
        deducible |= {stage for stage, seats in enumerate(witnesses) if viewer not in seats and len(hands[stage]) == 1}
    return deducible


def _hand_stages(state: State) -> tuple[Cards, ...]:
    """Return the travelling hand as it was at each stage of its way, the present one included if it is a
    stage of its own."""
    return (*state.hands, state.hand) if state.phase in _PHASES_WITH_OWN_STAGE else state.hands


def _hands_seen(state: State, viewer: Viewer, travellers: tuple[int, ...]) -> SeenHands:
    """Return the stages whose hand the viewer saw, each with its hand. A spectator (`None`) saw none."""
    return tuple(
        (stage, hand)
        for stage, hand in enumerate(_hand_stages(state))
        if viewer is not None and viewer in _seats_that_saw(state, stage, travellers)
    )


def _seats_that_saw(state: State, stage: int, travellers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that saw the hand of a stage: its holder and, once the hand was accepted, the next
    traveller."""
    start = travellers.index(state.first)
    holder = travellers[(start + stage) % len(travellers)]
    if stage < len(state.hands):
        return (holder, travellers[(start + stage + 1) % len(travellers)])
    return (holder,)


@lru_cache(4096)  # called with equal arguments for every viewer of a state
def _subtract_cards(cards: tuple[int, ...], others: tuple[int, ...], hand: Cards) -> tuple[int, ...]:
    """Return `cards` by kind without `others` by kind (empty: none) and without the cards of `hand`."""
    remaining = [number - other for number, other in zip(cards, others, strict=True)] if others else list(cards)
    for kind in hand:
        remaining[kind] -= 1
    return tuple(remaining)
