"""The final picture: the dearest lie that passed, with its cards open. And what a liar is told who got away."""

from __future__ import annotations

import pytest

from malle.core import Luck, Message, Over, Seat
from malle.core.play import play_game, robot_chooser
from malle.core.scene import DrawInput, Panel, Row, Scene, Text
from malle.core.scene_checks import decode_drawn
from malle.core.story import GameEvents
from malle.games import load_game
from malle.games.declarer import GAME_INFO, drawing, event_messages
from malle.games.declarer.final import final
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import CardSeen, Declared, GotAway, RoundBegan, Searched
from malle.games.declarer.story import fine_if_searched, iter_declarations
from malle.games.declarer.tests.notation import Customs
from malle.i18n.translations import LANGUAGES, Translator

NAMES = ("Ada", "Basile", "Inès", "Oscar")


def over(game: Declarer, luck: Luck) -> tuple[DrawInput, GameEvents]:  # type: ignore[type-arg]
    state, entries = play_game(game, robot_chooser(game, GAME_INFO.robot, luck), luck.pick)
    turn, now = game.turn(state), game.now(state, None)
    assert isinstance(turn, Over)
    return DrawInput(None, turn, "over", now), tuple(entry.events for entry in entries)


def read(text: Text, language: str = "fr", viewer: int | None = None) -> str:
    words = Translator(GAME_INFO.folder, language, names=NAMES, viewer=None if viewer is None else Seat(viewer))
    return (text if isinstance(text, str) else words.translate(text)).replace("\u00a0", " ").replace("*", "")


@pytest.mark.parametrize("seed", range(4))
def test_the_dearest_lie_that_passed_lies_open_with_the_purses_around_it(seed: int) -> None:
    game = load_game("declarer")(4)
    assert isinstance(game, Declarer)
    glance, heard = over(game, Luck(seed))
    scene = decode_drawn(final(game, glance, heard), Scene)
    passed = [each for each in list(iter_declarations(heard)) if not each.is_true and each.revealed_by < 0]
    assert passed
    dearest = max(fine_if_searched(game, each) for each in passed)
    row, verdict, count = scene.areas
    assert isinstance(row, Row)
    assert isinstance(verdict, Panel)
    assert isinstance(count, Panel)
    shown = [item.label for item in row.items]
    assert any(
        fine_if_searched(game, each) == dearest
        and shown == [Message(f"name-{game.numbers.kind_names[kind]}") for kind in each.hand]
        for each in passed
    )
    assert not row.private, "it is open"
    assert isinstance(verdict.title, Message)
    assert verdict.title.args["fine"] == dearest
    assert [chip.sum for chip in scene.chips] == [Message("money", {"amount": score}) for score in glance.now.purses]


def scene_of(game: Declarer, heard: GameEvents) -> Scene:
    glance, _ = over(game, Luck(1))
    return decode_drawn(final(game, glance, heard), Scene)


def test_stamps_say_what_was_declared_and_what_was_hidden() -> None:
    game = load_game("declarer")(4)
    assert isinstance(game, Declarer)
    kinds = [game.numbers.kind_names.index(name) for name in ("luggage", "wine", "wine", "watch")]
    heard: GameEvents = (
        (RoundBegan(2, 0), *(CardSeen(1, kind) for kind in kinds)),
        (Declared(1, (kinds[1],)),),
    )
    row, verdict, count = scene_of(game, heard).areas
    assert isinstance(row, Row)
    assert isinstance(verdict, Panel)
    assert isinstance(count, Panel)
    assert [item.stamp and (read(item.stamp.text), item.stamp.look) for item in row.items] == [
        ("franchise", "none"), ("déclaré", "true"), ("caché", "lie"), ("caché", "lie"),
    ]  # fmt: skip
    assert read(row.title) == "Basile, manche 2 : « 1 vin, rien d’autre »"
    assert read(row.title, "en", viewer=1) == "You, round 2: “1 wine, nothing else”"
    assert read(verdict.title).startswith("Ada a laissé passer, Inès aussi. Droits payés : 25 F.")
    assert read(verdict.title, viewer=2).startswith("Ada a laissé passer, vous aussi.")
    assert read(count.text) == "1 mensonge sur 1 déclaration, aucun pris."


def test_where_no_lie_passed_the_dearest_that_was_caught_is_shown_and_where_nobody_lied_the_count() -> None:
    game = load_game("declarer")(4)
    assert isinstance(game, Declarer)
    watch = game.numbers.kind_names.index("watch")
    lie: GameEvents = (
        (RoundBegan(1, 0), CardSeen(1, watch)),
        (Declared(1, ()),),
        (Searched(0, 1, (watch,), False, ()),),
    )
    _, verdict, count = scene_of(game, lie).areas
    assert isinstance(verdict, Panel)
    assert isinstance(count, Panel)
    assert (read(verdict.text), read(verdict.title, "en")) == (
        "Fraude",
        f"Ada had it opened: {game.numbers.fine_on((watch,))} F in fines. No lie got through.",
    )
    assert read(count.text, "en") == "1 lie in 1 declaration, 1 caught."
    truth: GameEvents = ((RoundBegan(1, 0), CardSeen(1, watch)), (Declared(1, (watch,)),))
    (count,) = scene_of(game, truth).areas
    assert isinstance(count, Panel)
    assert read(count.text) == "Aucun mensonge sur 1 déclaration."


@pytest.mark.parametrize(
    ("lies", "said", "caught", "french", "english"),
    [
        (3, 29, 1, "3 mensonges sur 29 déclarations, 1 pris.", "3 lies in 29 declarations, 1 caught."),
        (1, 1, 1, "1 mensonge sur 1 déclaration, 1 pris.", "1 lie in 1 declaration, 1 caught."),
        (2, 5, 0, "2 mensonges sur 5 déclarations, aucun pris.", "2 lies in 5 declarations, none caught."),
    ],
)
def test_the_table_learns_the_count_at_the_end(lies: int, said: int, caught: int, french: str, english: str) -> None:
    count = Message("final-count", {"lies": lies, "said": said, "caught": caught})
    assert (read(count), read(count, "en")) == (french, english)


# ---- whoever gets away with a lie

SMUGGLED = "officer 1; draw watch; draw wine; draw luggage ×2; declare 1 wine; believe"


def away(play: Customs, seat: int | None) -> list[GotAway]:
    return [event for event in play.heard_events(seat) if isinstance(event, GotAway)]


def test_the_liar_alone_is_told_that_the_lie_passed() -> None:
    """Once nobody doubts it, and not before; the others hear what they hear of an honest hand."""
    play = Customs(SMUGGLED)
    assert not any(away(play, seat) for seat in (None, 1, 2, 3, 4)), "the next traveller can still inform"
    play.play("accept")
    (told,) = away(play, 2)
    assert not any(away(play, seat) for seat in (None, 1, 3, 4))
    assert read(event_messages.event_message(play.rules, told), viewer=1) == "Passé. Vous cachiez 1 montre."
    honest = Customs("officer 1; draw wine; draw luggage ×3; declare 1 wine; believe; accept")
    assert not away(honest, 2)
    assert [play.heard_events(seat) for seat in (None, 1, 4)] == [honest.heard_events(seat) for seat in (None, 1, 4)]


def test_the_last_lie_of_a_round_is_told_as_well() -> None:
    play = Customs(SMUGGLED, short=True)
    while not away(play, 2) and play.left:
        play.play("accept")
    assert away(play, 2)


@pytest.mark.parametrize(
    ("hand", "claim", "french", "english"),
    [
        ("watch", "", "Vous cachiez 1 montre.", "You were hiding 1 watch."),
        ("watch watch crown", "watch", "Vous cachiez 1 montre et 1 couronne.", "You were hiding 1 watch and 1 crown."),
        ("luggage", "wine wine", "Vous déclariez 2 vins de trop.", "You declared 2 wines too many."),
        ("luggage", "wine", "Vous déclariez 1 vin de trop.", "You declared 1 wine too many."),
        (
            "luggage", "bag", "Pas de valise diplomatique dans vos cartes.",
            "There was no diplomatic bag among your cards.",
        ),
        (
            "wine", "bag", "Pas de valise diplomatique dans vos cartes, et vous cachiez 1 vin.",
            "There was no diplomatic bag among your cards, and you were hiding 1 wine.",
        ),
    ],
)  # fmt: skip
def test_what_passed_is_said_in_words_that_agree(hand: str, claim: str, french: str, english: str) -> None:
    game = load_game("declarer")(4)
    assert isinstance(game, Declarer)
    kinds, said = (tuple(sorted(map(game.numbers.kind_names.index, cards.split()))) for cards in (hand, claim))
    event = GotAway(1, kinds, said)
    told = {language: read(event_messages.event_message(game, event), language, viewer=1) for language in LANGUAGES}
    assert told == {"fr": f"Passé. {french}", "en": f"Waved through. {english}"}
    (step,) = drawing.animations(game, (event,))
    (stamp,) = step.areas
    assert isinstance(stamp, Panel)
    assert {language: read(stamp.title, language, viewer=1) for language in LANGUAGES} == {"fr": french, "en": english}
