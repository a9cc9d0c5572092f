"""The variants of the rulebook."""

from __future__ import annotations

import pytest

from malle.core import Chance, Illegal, Luck, Over, Refused, Waiting, parse_edition
from malle.core.play import make_move, resolve_chance
from malle.games import load_game
from malle.games.combinus.edition import TINY, Numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import RestDealt, TileDealt, TurnMissed
from malle.games.combinus.tests.notation import Tracks

ODD = """name = "odd"
rows = { rebuilt = 2 }
columns = { rebuilt = 2 }
joker = { rebuilt = true }
fit = { rebuilt = "coincide" }
tiles = { rebuilt = ["aaaa", "bbbb", "----"] }
"""

TWELVE = ("aaaa", "aaab", "aabb", "abab", "abbb", "bbbb", "-aaa", "-aab", "-aba", "-abb", "-baa", "-bab")


def hands(dealt: tuple[str, ...] = TWELVE) -> Tracks:
    """Variant 1: seat 1 begins with these twelve tiles."""
    return Tracks("first 1;" + ";".join(f"draw {tile}".replace("draw", "deal") for tile in dealt), variant="hands")


def test_ruling_dealt_first_twelve_tiles_face_up_each() -> None:
    """The tiles are dealt before the first player chooses borders: they lie open from the start."""
    play = hands()
    assert play.board.split(" / ")[2] == ". . joker . ."
    assert play.face_up[0].split() == list(TWELVE)
    assert len(play.face_up[1].split()) == 12
    assert play.heard_events() == [TileDealt(0, 11), RestDealt(1)]
    assert (play.awaited_seats, play.phase) == ((1,), "borders")


def test_variant_1_each_plays_from_his_own_tiles_only() -> None:
    play = hands()
    play.play("borders left-right")
    assert play.legal_notations == [f"take {tile}" for tile in TWELVE]
    assert isinstance(play.refusal("take ----"), Illegal)
    play.play("take aaaa; place aaaa A1")
    assert play.awaited_seats == (2,)
    assert "take ----" in play.legal_notations
    assert not set(play.legal_notations) & {f"take {tile}" for tile in TWELVE}


def test_variant_1_nothing_is_hidden() -> None:
    play = hands()
    play.play("borders left-right; take aaaa")
    assert play.now(1) == play.now(2) == play.now(None)
    assert play.rules.secrets(play.state) == {}


def test_ruling_forced_turns_a_blocked_player_misses_turns_while_the_other_goes_on() -> None:
    """A blocked player misses turns while the other goes on."""
    game = load_game("combinus")(2, {"variant": "hands"})
    luck, missed = Luck(4), []
    for _ in range(40):
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            state, entries = make_move(game, state, seat, luck.choice(game.legal(state, seat)), luck.pick)
            events = entries[0].events
            missed += [(seat, event.seat, game.turn(state)) for event in events if isinstance(event, TurnMissed)]
    assert missed
    assert all(mover != misser and turn == Waiting((mover,)) for mover, misser, turn in missed)


def test_variant_2_all_tiles_lie_face_up_and_there_is_no_chance() -> None:
    play = Tracks("first 2; borders top-bottom", variant="open")
    assert play.board.split(" / ")[2] == ". . joker . ."
    assert len(play.legal_notations) == 24
    play.play("take -a-b; place -a-b B3")
    assert play.awaited_seats == (1,)
    assert len(play.legal_notations) == 23
    luck = Luck(3)
    while isinstance(turn := play.rules.turn(play.state), Waiting):
        assert play.now(1) == play.now(2) == play.now(None)
        seat = turn.seats[0]
        play.state, _ = play.rules.apply(play.state, seat, luck.choice(play.rules.legal(play.state, seat)))
    assert not isinstance(turn, Chance)


def test_variant_of_the_front_page_the_joker_is_taken_like_any_other() -> None:
    """All tiles face up and the grid empty: nothing is hidden, nothing is drawn, and the joker may be laid anywhere."""
    play = Tracks("first 2; borders top-bottom", variant="spread")
    assert play.board == " / ".join([". . . . ."] * 5)
    assert len(play.legal_notations) == 25
    play.play("take joker; place joker A1")
    assert play.awaited_seats == (1,)
    assert "take joker" not in play.legal_notations
    luck = Luck(5)
    while isinstance(turn := play.rules.turn(play.state), Waiting):
        assert play.now(1) == play.now(2) == play.now(None)
        assert play.rules.secrets(play.state) == {}
        seat = turn.seats[0]
        play.state, _ = play.rules.apply(play.state, seat, luck.choice(play.rules.legal(play.state, seat)))
    assert isinstance(turn, Over)


def test_ruling_forced_turns_whoever_can_play_must() -> None:
    """Whoever can play must."""
    play = Tracks("first 1; borders left-right", variant="open")
    assert "take" not in play.legal_notations
    play.play("take aaaa")
    assert all(text.startswith("place") for text in play.legal_notations)


def test_ruling_joker_may_be_exchanged_from_the_centre() -> None:
    """Ruling: like any tile. Seat 1 links left and right through the centre, then takes the joker out of it."""
    play = Tracks("first 1; borders left-right", variant="open")
    play.play("take -a-b; place -a-b A3; take ----; place ---- A1; take -b-b; place -b-b B3; take ---a; place ---a E1")
    play.play("take -a-a; place -a-a D3; take ---b; place ---b A5; take abab; place abab E3")
    assert play.state.position.linked == 1
    play.play("take --aa; place --aa E5; take aaab; exchange abaa C3; place joker C1")
    assert play.board.split(" / ")[2] == "-a-b -b-b abaa -a-a abab"


def test_the_variants_need_a_joker_and_an_even_number_of_tiles() -> None:
    assert load_game("combinus")(2, {"variant": "hands"}, TINY).options["variant"] == "hands"
    with pytest.raises(Refused, match="may be pool, hands, open"):
        load_game("combinus")(2, {"variant": "none"})
    with pytest.raises(Refused, match="need a joker"):
        Combinus(2, {"variant": "hands", "games": 1}, parse_edition(ODD, Numbers))
