"""What a screen promises is what is then played, under every option."""

from __future__ import annotations

import re
from typing import cast

import pytest

from malle.core import Seat
from malle.core.scene import ChoiceTree, StaticScene
from malle.games.chasse import GAME_INFO, drawing, event_messages
from malle.games.chasse.edition import SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.tests.notation import Hunt
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.button_promises import sample_decisions, untested_option_values


@pytest.mark.parametrize("positions", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_control_for_nothing_gives_the_points_it_says(positions: int) -> None:
    """And one that finds something gives the customs what the reminder says: a pawn, and each plate."""
    seen = {True: 0, False: 0}
    played = []
    for position in sample_decisions(GAME_INFO, positions):
        played.append(position.game)
        game, state = cast(Chasse, position.game), position.state
        before = event_messages.visible_points(game, game.now(state, None))
        for pick in cast(ChoiceTree, position.seat_overlay.ask).picks:
            for act in (act for target in pick.targets for act in target.acts if act.note):
                found = re.search(r"you lose an officer, (\d+) points? to your opponent", str(act.note))
                assert found is not None
                after, _ = game.apply(state, position.seat, game.read(act.text, state, position.seat))
                if after.phase == "over":
                    continue  # plates that had arrived are shown with it
                won = [
                    b - a
                    for a, b in zip(before, event_messages.visible_points(game, game.now(after, None)), strict=True)
                ]
                plates = after.seized - state.seized
                expected = [0, game.numbers.pawn + plates * game.numbers.plate] if plates else [int(found[1]), 0]
                assert won == expected, act
                seen[bool(plates)] += 1
    assert min(seen.values()) > 0, seen
    assert not untested_option_values(GAME_INFO, played)


REMINDED = {
    "en": r"past the middle of the board go to the smuggler, those short of it to customs\.$",
    "fr": r"ont dépassé le milieu du tableau vont à la contrebande, celles qui n’y sont pas arrivées, à la douane\.$",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reminder_gives_the_middle_row_to_nobody(language: str) -> None:
    """At a standstill a counter in row 6 is the smuggler's, one in row 8 the customs', and one in row 7 nobody's: the
    card says what becomes of the first two, and not that the rest is the customs'."""
    hunt = Hunt.at("a6:1 c7:1 e8:1 m10", "m3", quiet=39)
    hunt.play("m10-k10")
    assert hunt.state.why == "standstill"
    assert hunt.points == (hunt.game.numbers.plate, hunt.game.numbers.plate)
    setting = Translator(GAME_INFO.folder, language).translate_tree(
        drawing.static_scene(hunt.game, Seat(SMUGGLER)), StaticScene
    )
    assert setting.summary is not None
    (said,) = (str(text) for text in setting.summary.text if re.search(REMINDED[language], str(text)))
    assert not re.search(r"\bautres\b|\bothers?\b|\brest\b", said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("straight", [False, True])
def test_bends_are_taught_where_they_are_allowed(language: str, straight: bool) -> None:
    """The reminder, and the reason why a pawn cannot go where somebody pointed."""
    hunt, bend = Hunt(straight=straight), {"fr": "coude", "en": "bend"}[language]
    setting = Translator(GAME_INFO.folder, language).translate_tree(
        drawing.static_scene(hunt.game, Seat(SMUGGLER)), StaticScene
    )
    assert setting.summary is not None
    assert (bend in str(setting.summary.text[0])) is not straight
    asks = [
        position.seat_overlay.ask
        for position in sample_decisions(GAME_INFO, 300, language=language)
        if _straight(position.game) == straight
    ]
    whys = [str(why.text) for ask in asks if ask for why in ask.why if why.pick]
    assert whys
    assert all((bend in why) is not straight for why in whys)


def _straight(game: object) -> bool:
    return not cast(Chasse, game).routes[SMUGGLER].bends


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_screen_has_a_number_of_the_edition_in_it(language: str) -> None:
    """The board of another edition has other rows: `row 7` and `thirteen` are this one's alone."""
    lines = (GAME_INFO.folder / "words" / f"{language}.ftl").read_text("utf-8").splitlines()
    said = "\n".join(line for line in lines if not line.startswith("blurb"))
    assert not re.findall(r"(?:rangée|row) \d+|treize|thirteen", said)
