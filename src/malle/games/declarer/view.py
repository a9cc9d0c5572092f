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
    """Return what a viewer (a seat, or `None` for a spectator) knows of a state.

    `pack` has the number of cards of each kind in the full pack. `travellers` are all seats but the
    officer's, in order of play.
    """
    memory = Memory(state.first, _hands_seen(state, viewer, travellers), state.thrown)
    return DeclarerView(viewer, turn, build_now(state, viewer, pack), memory)


def build_now(state: State, viewer: Viewer, pack: tuple[int, ...]) -> Now:
    """Return what a viewer sees on the table.

    `pack` has the number of cards of each kind in the full pack.
    """
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

    What is drawn is the travelling hand at every stage of its way. The remaining cards that are not
    face up make up the pack of the result. `pack` has the number of cards of each kind in the full
    pack.
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
    """Return the travelling hand at every stage of its way as a secret with the name
    `hand-<stage>`.

    A new stage begins when the hand is passed on. The hand of a stage is known to the traveller who
    held it and to the one who took it over. It is public if any viewer who did not see it can work
    it out.
    """
    stages = _hand_stages(state)
    witnesses = [_seats_that_saw(state, stage, travellers) for stage in range(len(stages))]
    public_stages = _deducible_stages(state, travellers, witnesses)
    return {
        f"hand-{stage}": Secret(hand, frozenset(map(Seat, witnesses[stage])), stage in public_stages)
        for stage, hand in enumerate(stages)
    }


def _deducible_stages(state: State, travellers: tuple[int, ...], witnesses: Sequence[tuple[int, ...]]) -> set[int]:
    """Return the stages whose hand some viewer can work out without having seen it.

    That is possible only if the pack has cards of one kind at most, and all that the viewer saw
    leaves one possible hand. The result is empty while a card is being drawn. `witnesses` has, by
    stage, the seats that saw the hand.
    """
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
    """Return the travelling hand as it was at each stage of its way.

    The present hand is included if it is complete and not yet accepted, so that it is a stage of
    its own.
    """
    return (*state.hands, state.hand) if state.phase in _PHASES_WITH_OWN_STAGE else state.hands


def _hands_seen(state: State, viewer: Viewer, travellers: tuple[int, ...]) -> SeenHands:
    """Return (stage, hand) for the stages whose hand the viewer saw.

    A spectator (`None`) saw none.
    """
    return tuple(
        (stage, hand)
        for stage, hand in enumerate(_hand_stages(state))
        if viewer is not None and viewer in _seats_that_saw(state, stage, travellers)
    )


def _seats_that_saw(state: State, stage: int, travellers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that saw the hand of a stage.

    They are the traveller who held it and, once it was accepted, the next traveller.
    """
    start = travellers.index(state.first)
    holder = travellers[(start + stage) % len(travellers)]
    if stage < len(state.hands):
        return (holder, travellers[(start + stage + 1) % len(travellers)])
    return (holder,)


@lru_cache(4096)  # called with equal arguments for every viewer of a state
def _subtract_cards(cards: tuple[int, ...], others: tuple[int, ...], hand: Cards) -> tuple[int, ...]:
    """Return how many cards of each kind are left of `cards` without `others` and without the cards
    of `hand`.

    `cards`, `others` and the result count cards by kind. An empty `others` subtracts nothing.
    """
    remaining = [number - other for number, other in zip(cards, others, strict=True)] if others else list(cards)
    for kind in hand:
        remaining[kind] -= 1
    return tuple(remaining)
