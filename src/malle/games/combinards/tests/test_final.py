"""The final picture: the board and every player's remaining cards. And what a buyer is told who got away."""

from __future__ import annotations

from malle.core import Luck, Over, Seat
from malle.core.play import play_game, random_chooser
from malle.core.scene import Animation, Board, DrawInput, Panel, Row, Scene
from malle.core.scene_checks import decode_drawn
from malle.games import load_game
from malle.games.combinards import GAME_INFO, drawing, event_messages
from malle.games.combinards.events import GotAway
from malle.games.combinards.rules import Combinards
from malle.games.combinards.tests.notation import Deals
from malle.i18n.translations import Translator


def test_the_board_and_every_hand_lie_open() -> None:
    """At the end of the game the board and the cards that every player still holds are shown."""
    for seed in range(3):
        game, luck = load_game("combinards")(4, {"rounds": 2}), Luck(seed)
        assert isinstance(game, Combinards)
        state, _ = play_game(game, random_chooser(game, luck), luck.pick)
        turn, now = game.turn(state), game.now(state, None)
        assert isinstance(turn, Over)
        glance = DrawInput(None, turn, "over", now)
        board, *hands = decode_drawn(drawing.shared_scene(game, glance), Scene).areas
        assert isinstance(board, Board)
        assert [item.seat for item in board.items] == list(now.alive)
        held = [hand for hand in state.hands if hand]
        assert len(hands) == len(held)
        for row, hand in zip(hands, held, strict=True):
            assert isinstance(row, Row)
            assert [item.label for item in row.items] == [event_messages.card_name(game.tables, card) for card in hand]


def away(play: Deals, seat: int | None) -> list[GotAway]:
    return [event for event in play.heard_events(seat) if isinstance(event, GotAway)]


def test_the_buyer_alone_is_told_that_the_bluff_passed() -> None:
    """Pianos are printed at 20; 10 is announced, and nobody doubts it."""
    play = Deals("dice 1 3; buy; draw pianos; announce 10; 2: trust; 3: trust", seats=4)
    assert not any(away(play, seat) for seat in (None, 1, 2, 3, 4)), "one has not answered"
    play.play("4: trust")
    (told,) = away(play, 1)
    assert not any(away(play, seat) for seat in (None, 2, 3, 4))
    said = {
        language: Translator(GAME_INFO.folder, language, names="ABCD", viewer=Seat(0)).translate(
            event_messages.event_message(play.rules, told)
        )
        for language in ("fr", "en")
    }
    assert said == {
        "fr": "Passé. Annoncé **10\u00a0M**, imprimé **20\u00a0M**.",
        "en": "You got away with it: **10\u00a0M** for a card worth **20\u00a0M**.",
    }
    (step,) = decode_drawn(drawing.animations(play.rules, (told,)), tuple[Animation, ...])
    (stamp,) = step.areas
    assert isinstance(stamp, Panel)
    honest = Deals("dice 1 3; buy; draw corks; announce 10; 2: trust; 3: trust; 4: trust", seats=4)
    assert not any(away(honest, seat) for seat in (None, 1, 2, 3, 4))
