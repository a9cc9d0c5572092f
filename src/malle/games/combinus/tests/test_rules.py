"""The rules for two, each as notes of a game. Seat 1 has the borders left and right unless it says otherwise."""

from __future__ import annotations

import pytest

from malle.core import Illegal, NotYourTurn, Over
from malle.games.combinus.edition import CLASSIC, TINY
from malle.games.combinus.state import (
    BordersChosen,
    FirstDrawn,
    GameBlocked,
    GameEnded,
    PathCut,
    PathMade,
    TileExchanged,
    TilePicked,
    TilePlaced,
    TileSeen,
    TileShown,
    TileTaken,
    TileTurnedUp,
    TurnMissed,
)  # fmt: skip
from malle.games.combinus.tests.notation import Tracks, full, tiny

ALIKE = CLASSIC.parent / "alike.toml"


# Rule 1: the start


def test_ruling_first_by_lot() -> None:
    """Who begins is drawn by lot, with equal odds."""
    play = Tracks()
    assert play.chance_weights == {"first 1": 1, "first 2": 1}
    play.play("first 2")
    assert play.awaited_seats == (2,)
    assert play.heard_events() == [FirstDrawn(1)]


@pytest.mark.parametrize(("chosen", "sides"), [("left-right", 1), ("top-bottom", 0)])
def test_the_first_player_chooses_his_borders_and_the_other_has_the_rest(chosen: str, sides: int) -> None:
    play = Tracks(f"first 2; borders {chosen}")
    assert play.state.sides == sides
    assert play.heard_events() == [BordersChosen(1, int(chosen == "top-bottom"))]


def test_ruling_drawn_at_once_while_nothing_lies_face_up() -> None:
    """Where nothing face up can be played, the tile is drawn at once: there is no other choice."""
    play = full()
    assert len(play.chance_weights) == 25
    assert set(play.chance_weights.values()) == {1}
    play.play("draw -aab")
    assert play.awaited_seats == (1,)
    play.play("place -aab C3")
    play.play("draw joker")
    assert play.awaited_seats == (2,)


# Rule 2: placing


def test_a_tile_may_lie_anywhere_and_be_turned() -> None:
    play = full("aaaa C3")
    play.play("draw -a-b")
    assert len(play.legal_notations) == 20 * 4 + 4 * 1  # far from it in any turn; beside it in one
    assert {text.split()[2] for text in play.legal_notations} == {*play.rules.numbers.cell_names} - {"C3"}


def test_junctions_must_coincide() -> None:
    """Seen clockwise from each tile, an `a` meets a `b`."""
    play = full("aaaa C3")
    play.play("draw ---b")
    assert play.refusal("place b--- C4") is None
    assert play.refusal("place ---b D3") is None
    play = full("aaaa C3")
    play.play("draw ---a")
    error = play.refusal("place a--- C4")
    assert isinstance(error, Illegal)
    assert "the junctions do not touch" in str(error)
    assert "C3" in str(error)


def test_with_the_other_edition_like_meets_like() -> None:
    play = Tracks("first 1; borders left-right; draw aaaa; place aaaa C3; draw ---a", edition=ALIKE)
    assert play.refusal("place a--- C4") is None
    play = Tracks("first 1; borders left-right; draw aaaa; place aaaa C3; draw ---b", edition=ALIKE)
    assert isinstance(play.refusal("place b--- C4"), Illegal)


def test_blank_wants_blank() -> None:
    play = full("aaaa C3")
    play.play("draw ----")
    assert "blank against junction" in str(play.refusal("place ---- C2"))
    assert play.refusal("place ---- C1") is None
    play = full("---- C3")
    play.play("draw ---a")
    assert play.refusal("place ---a C2") is None
    assert "blank against junction" in str(play.refusal("place --a- C2"))


def test_the_joker_fits_everything() -> None:
    play = full("aaaa C3, ---- E3")
    play.play("draw joker")
    assert len(play.legal_notations) == 23
    assert play.refusal("place joker D3") is None


def test_everything_fits_the_joker() -> None:
    play = full("joker C3")
    for tile in ("----", "aaaa", "bbbb"):
        play = full("joker C3")
        play.play(f"draw {tile}")
        assert len(play.legal_notations) == 24


def test_the_frame_puts_no_condition_on_a_side() -> None:
    play = full()
    play.play("draw aaaa")
    assert len(play.legal_notations) == 25


def test_a_square_holds_one_tile() -> None:
    play = full("aaaa C3")
    play.play("draw joker")
    assert str(play.refusal("place joker C3")) == "C3 is taken"


def test_a_tile_that_can_be_placed_must_be_even_to_the_others_profit() -> None:
    """The one square left open makes the other's path: there is no other choice."""
    play = tiny("draw ----; place ---- A1; draw -a-b; place b-a- B2; draw joker")
    assert all(text.startswith("place") for text in play.legal_notations)
    play.play("place joker B1")
    assert play.heard_events()[-1] == PathMade(1)


def test_only_the_tile_in_hand_may_be_placed() -> None:
    play = full()
    play.play("draw aaab")
    assert "the tile in hand is aaab" in str(play.refusal("place abbb A1"))  # never flipped
    assert isinstance(play.refusal("2: place aaab A1"), NotYourTurn)


# Rule 3: a tile that cannot be played


def test_ruling_turn_over_with_a_tile_that_fits_nowhere() -> None:
    """It goes back face up, and the turn is over: the other player draws."""
    play = tiny("draw ----; place ---- A1; draw aaaa; place aaaa B2; draw bbbb")
    assert play.heard_events() == [TileTaken(0), TileTurnedUp(0, 1)]
    assert play.face_up == ("bbbb",)
    play.play("draw joker")
    assert play.awaited_seats == (2,)


def test_ruling_face_up_tiles_that_cannot_be_played_may_not_be_taken() -> None:
    """Else taking it would be a pass, for ever."""
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw ----; draw joker; place joker B1")
    assert play.face_up == ("-a-b ----",)
    assert play.legal_notations == ["take -a-b"]
    assert isinstance(play.refusal("take ----"), Illegal)


def test_ruling_from_the_pool_a_tile_lying_face_up_may_be_taken_instead_of_drawing() -> None:
    """A tile that was put back face up lies in the pool like the others, and may be taken from there."""
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw joker; place joker B1")
    assert play.legal_notations == ["take", "take -a-b"]
    play.play("take -a-b")
    assert play.heard_events() == [TilePicked(play.state.seat, 2)]
    assert all("-a-b" in text or "b-a-" in text or "a-b-" in text or "-b-a" in text for text in play.legal_notations)


def test_whoever_can_take_one_tile_alone_is_asked_all_the_same() -> None:
    """Nothing lies face down and one tile can be played: it is taken by whoever plays it, not by itself."""
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw ----; draw joker; place joker B1")
    assert (play.state.down, play.awaited_seats, play.phase, play.legal_notations) == (0, (2,), "take", ["take -a-b"])


def test_a_player_who_can_neither_draw_nor_play_misses_the_turn() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw -a-b; place -a-b B2; draw bbbb; draw ----; draw joker; place joker B1")
    assert [type(event) for event in play.heard_events()][-1] is TurnMissed
    assert play.heard_events()[-1] == TurnMissed(1)
    assert play.awaited_seats == (1,)


def test_nobody_is_ever_offered_a_pass() -> None:
    assert not any("pass" in play_word for play_word in map(type_name, full().rules.alphabet()))


def type_name(action: object) -> str:
    return type(action).__name__.lower()


# Rule 4: the exchange

LINKED = "draw aaaa; place aaaa A1; draw bbbb; place bbbb B1; "


def test_a_path_gives_the_right_to_exchange() -> None:
    play = tiny(LINKED + "draw -a-b")
    assert play.phase == "exchange"
    assert play.legal_notations == [
        "place b-a- A2", "place a-b- B2", "exchange -a-b A1", "exchange -a-b B1",
    ]  # fmt: skip


def test_the_tile_taken_off_must_then_be_placed() -> None:
    play = tiny(LINKED + "draw -a-b; exchange -a-b A1")
    assert play.heard_events() == [TileShown(0, 2), TileExchanged(0, play.rules.grid.pose_codes.index("-a-b"), 0, 0)]
    assert (play.awaited_seats, play.phase) == ((1,), "again")
    assert play.legal_notations == ["place aaaa B2"]
    play.play("place aaaa B2")
    assert play.board == "-a-b bbbb / . aaaa"
    assert isinstance(play.heard_events()[0], TilePlaced)


def test_ruling_one_exchange_a_turn() -> None:
    """The tile taken off is placed, never exchanged again."""
    play = tiny(LINKED + "draw -a-b; exchange -a-b A1")
    assert isinstance(play.refusal("exchange aaaa B1"), Illegal)
    assert all(text.startswith("place") for text in play.legal_notations)


def test_without_a_path_no_exchange() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw -a-b; place -a-b B2; draw joker")
    assert play.phase == "place"
    assert "needs a path" in str(play.refusal("exchange joker A1"))


def test_the_others_path_gives_no_right() -> None:
    """Left and right are linked: the owner of top and bottom may not exchange."""
    play = tiny(LINKED + "draw ----")
    assert play.heard_events()[-1] == TileTurnedUp(0, 3)
    play.play("draw -a-b")
    assert (play.awaited_seats, play.phase) == ((2,), "place")
    assert not any(text.startswith("exchange") for text in play.legal_notations)


def test_an_exchange_needs_a_square_for_the_tile_taken_off() -> None:
    """The first half is not even listed unless a second half exists."""
    play = tiny(LINKED + "draw -a-b; place b-a- A2; draw joker")
    assert play.legal_notations == ["place joker B2", "exchange joker A2"]
    assert "fit no empty square" in str(play.refusal("exchange joker A1"))


def test_an_exchange_must_fit_too() -> None:
    play = tiny(LINKED + "draw -a-b")
    assert "do not touch" in str(play.refusal("exchange -b-a A1"))
    assert "blank against junction" in str(play.refusal("exchange a-b- A1"))
    assert "no tile lies on A2" in str(play.refusal("exchange b-a- A2"))


def test_if_it_can_only_be_exchanged_it_must_be() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw joker; place joker B1; draw -a-b")
    assert play.legal_notations
    assert all(text.startswith("exchange") for text in play.legal_notations)


def test_an_exchange_may_cut_a_path_and_the_right_with_it() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw joker; place joker B1; draw -a-b; exchange b-a- A1")
    assert PathCut(0) in play.heard_events()
    assert not play.state.position.linked & 1


def test_ruling_joker_may_be_exchanged_like_any_tile() -> None:
    """Nothing says otherwise."""
    play = tiny("draw aaaa; place aaaa A1; draw joker; place joker B1; draw bbbb")
    assert "exchange bbbb B1" in play.legal_notations


def test_ruling_right_to_exchange_is_the_one_held_when_the_turn_began() -> None:
    """A path made by this very tile gives no exchange in the same turn: the turn is over with it."""
    play = tiny("draw aaaa; place aaaa A1; draw -a-b; place b-a- A2; draw bbbb")
    assert (play.phase, play.legal_notations) == ("place", ["place bbbb B1"])
    play.play("place bbbb B1")
    assert play.heard_events()[-1] == PathMade(0)
    play.play("draw joker")
    assert play.awaited_seats == (2,)


CUT = "draw joker; place joker A2; draw -a-b; place -a-b B2; draw ----; exchange ---- B2; "
"""Seat 2 made seat 1's path, and seat 1 has cut it with an exchange of their own."""


def test_ruling_right_to_exchange_is_lost_with_the_path() -> None:
    """Seat 1 had a path and has cut it. On their next turn they may place a tile, and nothing else."""
    play = tiny(CUT + "place -a-b B1; draw bbbb; draw aaaa")
    assert PathCut(0) in play.heard_events(entries=9)
    assert (play.awaited_seats, play.phase, play.legal_notations) == ((1,), "place", ["place aaaa A1"])


# Rule 5: blocked


BLOCKED = "draw -a-b; place -a-b A1; draw ----; place ---- B2; draw joker; place joker A2; "


def test_ruling_blocked_before_any_path_both_may_exchange() -> None:
    """aaaa and bbbb are left, and B1 takes neither; nobody has a path. Seat 2 may exchange all the same."""
    play = tiny(BLOCKED)
    assert play.heard_events()[-1] == GameBlocked()
    assert not play.state.position.linked
    play.play("draw aaaa")
    assert (play.awaited_seats, play.phase, play.legal_notations) == ((2,), "exchange", ["exchange aaaa A1"])


def test_ruling_blocked_after_a_path_was_cut() -> None:
    """Also where somebody had a path before: what counts is that nobody has one now. Seat 1 has cut the only one, and
    seat 2, who never had any, may exchange."""
    play = tiny(CUT + "place -a-b A1; draw aaaa")
    assert [event for event in play.heard_events(entries=9) if isinstance(event, PathMade)] == [PathMade(0)]
    assert GameBlocked() in play.heard_events(entries=2)
    assert (play.awaited_seats, play.phase, play.legal_notations) == ((2,), "exchange", ["exchange aaaa A1"])


def test_the_blocked_game_goes_on_until_somebody_has_a_path() -> None:
    play = tiny(BLOCKED + "draw aaaa; exchange aaaa A1; place -a-b B1")
    assert play.state.position.linked == 3
    assert play.heard_events() == [
        TilePlaced(1, play.rules.grid.pose_codes.index("-a-b"), 1), PathMade(0), GameEnded(1, (3, 2)),
    ]  # fmt: skip


def test_a_tile_that_fits_somewhere_is_no_block() -> None:
    play = tiny("draw -a-b; place -a-b A1; draw ----; place ---- B2; draw aaaa")
    assert (play.phase, GameBlocked() in play.heard_events(entries=9)) == ("", False)


# Rule 6: the end and the points


def test_the_game_ends_when_nobody_can_play_any_remaining_tile() -> None:
    play = tiny(LINKED + "draw -a-b; place b-a- A2; draw joker; place joker B2")
    assert play.board == "aaaa bbbb / b-a- joker"
    assert play.result == Over((3, 4), (2, 1), "stuck")
    assert play.heard_events()[-1] == GameEnded(1, (3, 4))


def test_ruling_end_needs_no_draw_to_be_seen() -> None:
    """All tiles differ, so what lies face down is known as a set: the end is seen at once, and leaks nothing."""
    play = tiny(LINKED + "draw -a-b; place b-a- A2; draw joker; place joker B2")
    assert play.tiles(play.state.down) == "----"


def test_a_full_grid_is_the_end() -> None:
    rows = NO_BRANCH.split(" / ")
    play = full()
    play.lay(
        ", ".join(f"{code} {'ABCDE'[x]}{y + 1}" for y, row in enumerate(rows) for x, code in enumerate(row.split()))
    )
    assert play.result == Over((0, 0), (1, 1), "full")


NO_BRANCH = (
    "-bb- -baa -b-a -bba --aa / aaa- bbbb -a-a aaab b-ab / bab- abbb joker b-b- b--- / "
    "aba- aaaa aabb abab ---a / ba-- bb-b ab-a b--a ----"
)
"""A whole grid without a branch."""


def test_a_branch_that_is_not_linked_does_not_count() -> None:
    """Row 3 joins left and right; A1 has a branch on the left that leads nowhere."""
    play = full("-a-b A3, -b-b B3, -a-a C3, --ba A1, abab E3, joker D3")
    assert play.state.position.linked == 1
    assert play.scores == (2, 0)
    good, bad = play.rules.grid.branch_masks(play.state.position, 0)
    assert (good.bit_count(), bad.bit_count()) == (2, 1)


def test_the_joker_on_a_border_counts_as_a_branch() -> None:
    play = full("joker A3, -a-b B3, -b-b C3, -a-a D3, abab E3")
    assert play.state.position.linked == 1
    assert play.scores == (2, 0)


def test_the_joker_in_a_corner_counts_on_both_borders() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw joker; place joker B1; draw bbbb; place bbbb A2")
    assert play.scores == (3, 3)


def test_ruling_blank_joker_leads_nowhere() -> None:
    """The joker fits beside a blank side, and leads nowhere there."""
    play = full("---a A3, joker B3, -a-b C3, -b-b D3, -a-a E3")
    assert play.board.split(" / ")[2] == "---a joker -a-b -b-b -a-a"
    assert (play.state.position.linked, play.scores) == (0, (0, 0))


def test_one_network_may_link_many_branches_and_serve_both() -> None:
    play = tiny(LINKED + "draw joker; place joker A2")
    assert play.state.position.linked == 3
    assert play.scores == (3, 3)


def test_ruling_ties_are_draws_and_more_branches_win() -> None:
    """Equal scores are a draw."""
    play = tiny(LINKED + "draw joker; place joker A2")
    play.play_until(lambda: play.result is not None)
    over = play.result
    assert over is not None
    assert over.places == tuple(1 + (max(over.scores) > score) for score in over.scores)


# Rule 7: the match


def test_ruling_match_adds_up_games_and_the_other_begins_the_next() -> None:
    """Points are added; whoever did not begin begins the next game."""
    play = tiny(LINKED + "draw -a-b; place b-a- A2; draw joker; place joker B2", games=2)
    assert (play.awaited_seats, play.phase, play.state.game, play.state.totals) == ((2,), "borders", 2, (3, 4))
    play.play("borders top-bottom; draw aaaa; place aaaa A1; draw bbbb; place bbbb A2")
    assert play.scores == (0, 2)
    play.play_until(lambda: play.result is not None)
    over = play.result
    assert over is not None
    ends = [event.scores for entry in play.log for event in entry.events if isinstance(event, GameEnded)]
    assert len(ends) == 2
    assert over.scores == (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1])


# When time runs out


@pytest.mark.parametrize(("notes", "answer"), [
    ("", "borders left-right"),
    ("borders left-right; draw aaab", "place aaab A1"),
    ("borders left-right; " + LINKED + "draw -a-b", "place b-a- A2"),  # an exchange would be possible
    ("borders left-right; draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw joker; place joker B1; draw -a-b",
     "exchange a-b- A1"),  # nothing else is
    ("borders left-right; " + LINKED + "draw -a-b; exchange -a-b A1", "place aaaa B2"),
    ("borders left-right; draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw joker; place joker B1",
     "take"),
    ("borders left-right; draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw ----; draw joker; "
     "place joker B1", "take -a-b"),
])  # fmt: skip
def test_ruling_deadline(notes: str, answer: str) -> None:
    """For whom the time runs out: left and right; an unseen tile, else the first one face up; the first square that
    takes it, row by row, and an exchange only where it can be laid nowhere."""
    play = Tracks(f"first 1; {notes}", edition=None if "aaab" in notes else TINY)
    play.play_default_entry()
    assert play.rules.write(play.log[-1].action) == answer


# What each player sees


def test_ruling_tile_in_hand_is_seen_by_its_taker_alone() -> None:
    """Its taker alone sees the tile until it is laid or turned up."""
    play = full()
    play.play("draw -bab")
    tile = play.rules.numbers.tile_names.index("-bab")
    assert play.heard_events(1) == [TileTaken(0), TileSeen(0, tile)]
    assert play.heard_events(2) == play.heard_events(None) == [TileTaken(0)]
    assert [play.now(seat).tile for seat in (1, 2, None)] == [tile, -1, -1]
    assert [play.now(seat).unseen.bit_count() for seat in (1, 2, None)] == [24, 25, 25]
    play.play("place -bab C3")
    assert play.heard_events(2) == [TileShown(0, tile), TilePlaced(0, play.rules.grid.pose_codes.index("-bab"), 12)]
