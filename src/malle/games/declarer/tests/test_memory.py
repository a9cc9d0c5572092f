"""What a traveller remembers: the hands they held of the one that is on its way, and the cards thrown away from it."""

from __future__ import annotations

from typing import cast

from malle.core import Luck, Seat
from malle.games.declarer.state import DeclarerView, State
from malle.games.declarer.tests.notation import Customs

ONCE_ROUND = """
    officer 1
    draw watch; draw wine; draw luggage ×2; 2: declare 1 wine; believe
    3: accept; throw wine; draw cigars; 3: declare 1 cigars; believe
"""
"""Seat 2 took the hand and passed it to seat 3, who threw the wine away and passed it to seat 4."""


def test_ruling_memory_of_a_hand_passed_on() -> None:
    """memory: who passed a hand on remembers it card by card, though it lies before them no longer."""
    play = Customs("officer 1; draw watch; draw wine; draw luggage ×2; declare 1 wine; believe")
    assert play.hand(2) == ""
    assert play.remembers(2) == ["2 luggage 1 wine 1 watch"]


def test_ruling_memory_less_what_was_thrown_away() -> None:
    """memory: they saw the wine thrown away: three of their cards are still in the hand, and one they do not know."""
    play = Customs(ONCE_ROUND)
    assert play.remembers(2) == ["2 luggage 1 wine 1 watch"]
    assert play.words(play.memory(2).thrown) == "1 wine"
    hands = imagined_hands(play, 2)
    assert len(hands) > 3
    assert all("watch" in hand and "luggage" in hand for hand in hands)


def test_ruling_memory_of_the_one_who_took_it_over() -> None:
    """memory: who accepted a hand has seen it twice: as they received it, and as they passed it on."""
    play = Customs(ONCE_ROUND)
    assert play.remembers(3) == ["2 luggage 1 wine 1 watch", "2 luggage 1 cigars 1 watch"]


def test_ruling_memory_of_those_who_never_held_it() -> None:
    """memory: officer, next traveller and spectator remember only the card thrown away."""
    play = Customs(ONCE_ROUND)
    for seat in (1, 4, None):
        assert play.remembers(seat) == []
        assert play.words(play.memory(seat).thrown) == "1 wine"


def test_ruling_memory_when_the_hand_comes_back() -> None:
    """memory: the hand comes round to the one who took it; still unseen, they know what must be in it."""
    play = Customs(f"{ONCE_ROUND}; 4: accept; throw luggage; draw luggage; 4: declare 1 cigars; believe")
    assert play.awaited_seats == (2,)
    hands = imagined_hands(play, 2)
    assert all("watch" in hand for hand in hands)  # seat 4 hid the watch, and seat 2 is sure of it


def test_ruling_memory_ends_with_the_hand() -> None:
    """memory: once the hand has been shown and laid aside, there is nothing more to remember of it."""
    play = Customs(f"{ONCE_ROUND}; 4: doubt; draw luggage ×4")
    assert play.remembers(2) == play.remembers(3) == []
    assert play.remembers(4) == ["4 luggage"]
    assert play.memory(2).thrown == ()
    assert play.suitcase == "2 luggage 1 wine 1 cigars 1 watch"


def test_ruling_memory_ends_with_the_round() -> None:
    """memory: the pack is shuffled anew for the next officer; what was seen before tells nothing any more."""
    play = Customs("officer 1", short=True)
    play.play_until(lambda: len(play.officers) == 2 and play.phase == "declare")
    assert [play.remembers(seat) for seat in (1, 2, 3, 4)] == [[], [], ["4 luggage"], []]


def test_ruling_memory_a_throw_tells_that_there_is_no_bag() -> None:
    """memory: a received bag must be thrown away; a wine thrown away tells everybody that no bag was there."""
    play = Customs(ONCE_ROUND)
    for seat in (1, 4, None):
        assert all("bag" not in play.words(world.hands[0]) for world in imagined(play, seat))


def test_ruling_memory_is_not_on_the_table() -> None:
    """memory: the table shows no card face twice: what one remembers is kept apart from what lies before one."""
    play = Customs(ONCE_ROUND)
    for seat in (1, 2, 3, 4, None):
        assert cast(DeclarerView, play.view(seat)).now == play.now


def imagined(play: Customs, seat: int | None) -> list[State]:
    """Worlds as they may be for what this seat knows."""
    luck = Luck(2)
    return [play.rules.imagine(cast(DeclarerView, play.view(seat)), luck) for _ in range(60)]


def imagined_hands(play: Customs, seat: int) -> set[str]:
    """The travelling hand as it may be for what this seat knows."""
    assert play.state.traveller != Seat(seat - 1)
    return {play.words(world.hand) for world in imagined(play, seat)}
