"""What each player knows: the leak test on every variant and both fitting rules, and what a drawn tile tells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from malle.core import Luck, Seat, parse_edition
from malle.games import load_game, load_game_info
from malle.games.combinus.edition import CLASSIC, TINY, Numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.tests.notation import Tracks, full, tiny
from malle.testing import check_exact_laws, check_sampled_laws

ALIKE = CLASSIC.parent / "alike.toml"


def tiny_game(fit: str, **options: Any) -> Combinus:
    text = TINY.read_text("utf-8").replace("coincide", fit)
    return Combinus(2, load_game_info("combinus").complete_options(2, options), parse_edition(text, Numbers))


@pytest.mark.parametrize(
    ("fit", "options"),
    [
        ("alike", {}),
        ("coincide", {"variant": "hands"}),
        ("coincide", {"variant": "open"}),
    ],
    ids=["alike", "hands", "open"],
)
@pytest.mark.timeout(120)
def test_no_leak_exactly(fit: str, options: dict[str, Any]) -> None:
    assert not check_exact_laws(tiny_game(fit, **options))


@pytest.mark.parametrize(
    "options", [{"variant": "hands"}, {"variant": "open"}, {"games": 2}], ids=["hands", "open", "match"]
)
def test_no_leak_in_sampled_worlds(options: dict[str, Any]) -> None:
    assert not check_sampled_laws(load_game("combinus")(2, options), pairs=300, seed=8)
    assert not check_sampled_laws(load_game("combinus")(2, options, ALIKE), pairs=100, seed=9)


def imagined(play: Tracks, seat: int, times: int = 300) -> Counter[str]:
    """The tiles that a seat imagines in the other's hand."""
    luck, view = Luck(2), play.rules.view(play.state, Seat(seat - 1))
    worlds = (play.rules.imagine(view, luck) for _ in range(times))
    return Counter(play.rules.numbers.tile_names[world.tile] for world in worlds)


def test_the_other_imagines_any_unseen_tile() -> None:
    play = full("aaaa C3, ---- A1")
    play.play("draw -bab")
    seen = imagined(play, 2)
    assert set(seen) == set(play.rules.numbers.tile_names) - {"aaaa", "----"}
    assert max(seen.values()) < 40
    assert imagined(play, 1) == {"-bab": 300}


def test_that_it_is_in_hand_tells_that_it_can_be_played() -> None:
    """After ---- on A1 and aaaa on B2 the tile bbbb fits nowhere: whoever holds a tile does not hold that one."""
    play = tiny("draw ----; place ---- A1; draw aaaa; place aaaa B2; draw joker")
    assert set(imagined(play, 2)) == {"-a-b", "joker"}


def test_a_tile_taken_face_up_is_no_secret() -> None:
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B2; draw -a-b; draw joker; place joker B1; take -a-b")
    assert play.rules.secrets(play.state) == {}
    assert play.now(1).tile == play.now(2).tile == play.now(None).tile


def test_secrets_are_named_with_those_who_may_know_them() -> None:
    play = full()
    play.play("draw -bab")
    secret = play.rules.secrets(play.state)["tile"]
    assert (secret.value, secret.knowers, secret.is_public) == ("-bab", frozenset({Seat(0)}), False)
    play = tiny("draw aaaa; place aaaa A1; draw bbbb; place bbbb B1; draw -a-b; place b-a- A2; draw joker")
    assert play.rules.secrets(play.state)["tile"].is_public  # ---- is the only other one, and it cannot be played
