"""Memory is part of the game: what was heard once lies on no table, and robots know no more than the table could."""

from __future__ import annotations

from malle.core import Luck, Seat, Waiting, encode
from malle.core.play import make_move, resolve_chance
from malle.games import load_game
from malle.games.combinards import events
from malle.games.combinards.events import EVENTS
from malle.games.combinards.rules import Combinards
from malle.games.combinards.tests.notation import Deals

FADING = {
    "CardDealt", "CardSeen", "Announced", "Bought", "Doubted", "PricePaid", "Sold", "PetrolDeclared", "GivenUp",
    "ControlSeen", "Confiscated", "GotAway", "HandShown", "CardPaid", "CardYears",
}  # fmt: skip
"""Petrol declared, prices announced, cards seen, and the sums and years that would tell them."""


def test_memory_what_fades() -> None:
    """These events are in no log once the next move is made, before the game is over."""
    assert {event.__name__ for event in EVENTS if event.shown_once} == FADING


def test_memory_no_kept_event_names_a_card_or_a_price() -> None:
    """Whatever a log keeps has neither card nor price in it."""
    for event in EVENTS:
        if not event.shown_once:
            assert not {"card", "price"} & set(event.__struct_fields__), event
    assert "cards" in events.Shuffled.__struct_fields__  # how many, not which


def test_memory_no_kept_fine_or_year_names_a_card() -> None:
    """Whole games: whatever is heard of a fine, or of years that a card cost or took off, fades."""
    seen = 0
    for seed in range(3):
        luck, game = Luck(seed), load_game("combinards")(4, {})
        state, _ = resolve_chance(game, game.new(), luck.pick)
        for _ in range(400):
            turn = game.turn(state)
            if not isinstance(turn, Waiting):
                break
            seat = turn.seats[0]
            state, plies = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
            told = [each for ply in plies for each in ply.events]
            shown = [each for each in told if isinstance(each, events.Confiscated | events.GivenUp)]
            sums = [
                each for each in told if isinstance(each, events.YearsChanged) or getattr(each, "reason", "") == "fine"
            ]
            if shown and sums:
                seen += 1
                assert all(each.shown_once for each in sums), sums
    assert seen > 3


def test_memory_lies_on_no_table() -> None:
    """Two games that differ in what was declared, announced and seen, and in nothing else: the same table."""
    declared = Deals("dice 4 4; go A0; declare petrol-1; pass", hands={1: "petrol-1 soaps"})
    silent = Deals("dice 4 4; go A0; pass", hands={1: "petrol-1 soaps"}, cash={1: 105})
    announced = "dice 1 3; buy; draw pianos; announce {}; 2: trust; 3: trust"
    cheap, dear = Deals(announced.format(5)), Deals(announced.format(15), cash={1: 110})
    for one, other in ((declared, silent), (cheap, dear)):
        one.play("dice 1 3")
        other.play("dice 1 3")
        for seat in (1, 2, 3, None):
            assert encode(one.view(seat).now) == encode(other.view(seat).now)
    assert declared.memory != silent.memory


def test_memory_of_sold_cards_is_not_on_the_table() -> None:
    """Which cards lie under the pack is memory; how many, everybody sees."""
    one = Deals("dice 1 1; sell corks; pass; dice 1 3", hands={1: "corks"})
    other = Deals("dice 1 1; sell soaps; pass; dice 1 3", hands={1: "soaps"})
    assert one.now == other.now
    assert one.now.under == 1
    assert one.memory.under != other.memory.under


def test_memory_is_alike_for_all() -> None:
    """Every viewer has the same memory: nobody sees a card of another that the whole table does not see."""
    game = load_game("combinards")(4)
    luck = Luck(5)
    state, _ = resolve_chance(game, game.new(), luck.pick)
    for _ in range(300):
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            break
        assert len({encode(game.view(state, viewer).memory) for viewer in (None, *map(Seat, range(4)))}) == 1
        seat = luck.choice(turn.seats)
        state, _ = make_move(game, state, seat, luck.choice(list(game.legal(state, seat))), luck.pick)


def test_memory_of_a_hand_is_bounded() -> None:
    """What is noted of a hand is dropped once it cannot matter: no trail grows for ever."""
    game = load_game("combinards")(3)
    assert isinstance(game, Combinards)
    longest, size = 0, 0
    for seed in range(8):
        luck = Luck(seed)
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = luck.choice(turn.seats)
            state, _ = make_move(game, state, seat, luck.choice(list(game.legal(state, seat))), luck.pick)
            longest = max(longest, *map(len, state.trails))
            size = max(size, len(encode(state)))
    assert longest < 120
    assert size < 6_000


def test_memory_after_the_end_everything_is_shown() -> None:
    """When the game is over, all hands lie open."""
    play = Deals("dice 1 1; sell corks; pass", hands={1: "corks soaps", 2: "ivory"}, cash={1: 595})
    assert [play.words(hand) for hand in play.now.hands] == ["soaps", "ivory", ""]
