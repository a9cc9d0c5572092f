"""What the buttons promise is what is then paid, under every option."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, cast

import pytest

from malle.core import Event, Luck
from malle.core.scene import Button, ChoiceTree, Row, StaticScene
from malle.core.scene_checks import decode_drawn
from malle.games.declarer import GAME_INFO, drawing
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Believe, Claim, Declare, Doubt, Doubted, Paid, Search, Searched, State
from malle.games.declarer.tests.notation import Customs
from malle.i18n.translations import Translator
from malle.testing.button_promises import DecisionSample, sample_decisions, untested_option_values

MANY = [600, pytest.param(10_000, marks=pytest.mark.long)]


def plain(text: object) -> str:
    """A sentence without marks and thousands."""
    return re.sub(r"(\d),(\d{3})", r"\1\2", str(text).replace("\u00a0", " ").replace("**", ""))


def paid(events: tuple[Event, ...]) -> list[Paid]:
    return [event for event in events if isinstance(event, Paid)]


def after(position: DecisionSample, text: str) -> tuple[State, tuple[Event, ...]]:
    """What this answer does, by the rules."""
    game, state = position.game, position.state
    step = game.apply(state, position.seat, game.read(text, state, position.seat))
    return cast(tuple[State, tuple[Event, ...]], step)


def promised(button: Button, events: tuple[Event, ...]) -> str:
    """The line of a button that speaks of what has come about."""
    shown = next((event for event in events if isinstance(event, Searched | Doubted)), None)
    if shown is None:
        return plain(button.lines[0])
    word = "true: " if shown.true else "false: "
    (line,) = (plain(each) for each in button.lines if plain(each).startswith(word))
    return line.removeprefix(word)


def check(position: DecisionSample, line: str, events: tuple[Event, ...]) -> None:
    """The line, read as people read it, against the payments."""
    seat, game = position.seat, cast(Declarer, position.game)
    received = sum(each.amount for each in paid(events) if each.payee == seat)
    spent = sum(each.amount for each in paid(events) if each.payer == seat)
    fine = game.numbers.fine_on(position.state.hand)
    where = f"{line!r} under {dict(game.options)}: {paid(events)}"
    if found := re.fullmatch(r"I receive (\d+) F", line):
        assert (received, spent) == (int(found[1]), 0), where
    elif found := re.fullmatch(r"(?:I receive (\d+) F and|I) pay (\d+) F", line):
        assert (received, spent) == (int(found[1] or 0), int(found[2])), where
    elif found := re.fullmatch(r"(\d+) F for me", line):
        assert (received, spent) == (int(found[1]), 0), where
    elif found := re.fullmatch(r"as much as the fine for me, up to (\d+) F", line):
        (bill,) = (each.amount for each in paid(events) if each.reason == "fine") if fine else (0,)
        assert (received, spent) == (min(bill, int(found[1])), 0), where
    elif found := re.fullmatch(r"the fine is mine(?:, and (\d+) F more)?", line):
        assert (received, spent) == (fine + int(found[1] or 0), 0), where
    elif found := re.fullmatch(r"P(\d) pays (\d+) F, I pay nothing", line):
        assert (received, spent) == (0, 0), where
        assert [(each.payer, each.amount) for each in paid(events)] == [(int(found[1]), int(found[2]))], where
    else:
        assert line in ("I receive nothing", "without having looked", "and the round is over"), line
        assert (received, spent) == (0, 0), where


@pytest.mark.parametrize("positions", MANY)
def test_every_answer_pays_what_its_button_says(positions: int) -> None:
    """The officer's and the next traveller's."""
    seen: Counter[tuple[str, bool, bool]] = Counter()
    played = []
    for position in sample_decisions(GAME_INFO, positions):
        played.append(position.game)
        phase, options = position.state.phase, position.game.options
        if phase in ("officer", "neighbour"):
            ask = cast(ChoiceTree, position.seat_overlay.ask)
            for button in ask.buttons:
                _, events = after(position, button.act.text)
                check(position, promised(button, events), events)
            seen[phase, options["capped"], options["strict"]] += 1
    assert len(seen) == 8, seen
    assert not untested_option_values(GAME_INFO, played)


@pytest.mark.parametrize("positions", MANY)
def test_the_officer_is_told_what_an_informer_will_cost(positions: int) -> None:
    """The note under the question, against what the next traveller's doubt then makes the officer pay."""
    for position in sample_decisions(GAME_INFO, positions, seed=2):
        if position.state.phase != "officer":
            continue
        game, seat = cast(Declarer, position.game), position.seat
        believed, _ = after(position, "believe")
        informer = game.turn(believed).seats[0]  # type: ignore[union-attr]
        _, events = game.apply(believed, informer, Doubt())
        note = plain(cast(ChoiceTree, position.seat_overlay.ask).note)
        right = re.search(r"you who will owe P\d (the fine, up to )?(\d+) F", note)
        wrong = re.search(r"if wrongly, P\d (\d+) F", note)
        assert right is not None
        true = any(isinstance(event, Doubted) and event.true for event in events)
        spent = sum(each.amount for each in paid(events) if each.payer == seat)
        fine = game.cashier.fine_on_lie(position.state.claim, position.state.hand)
        owed = min(fine, int(right[2])) if right[1] else int(right[2])
        assert spent == ((int(wrong[1]) if wrong else 0) if true else owed), (note, dict(game.options), events)


@pytest.mark.parametrize("positions", MANY)
def test_a_traveller_is_told_what_a_lie_costs(positions: int) -> None:
    """The note under the cards, and the button of the diplomatic bag."""
    for position in sample_decisions(GAME_INFO, positions, seed=3):
        if position.state.phase != "declare":
            continue
        game = cast(Declarer, position.game)
        (row,) = (area for area in position.seat_overlay.areas if isinstance(area, Row) and area.id == "hand")
        risk = re.search(r"everything you carry: (\d+) F", plain(row.note))
        bag = cast(Any, position.seat_overlay.ask).compose.other[0]
        extra = re.search(r"(\d+) F on top of the fines", plain(bag.lines[0]))
        assert risk is not None
        assert extra is not None
        for action, due in ((Declare(()), 0), (Claim(), int(extra[1]))):
            said, _ = game.apply(position.state, position.seat, action)
            _, events = game.apply(said, position.state.officer, Search())
            if any(isinstance(event, Searched) and not event.true for event in events):
                assert sum(each.amount for each in paid(events)) == int(risk[1]) + due


@pytest.mark.parametrize("positions", MANY)
def test_a_traveller_is_told_what_a_declaration_costs(positions: int) -> None:
    """What the counters add up to is what is paid when the officer believes it, lie or truth; the bag costs nothing."""
    luck = Luck(4)
    for position in sample_decisions(GAME_INFO, positions, seed=5):
        if position.state.phase != "declare":
            continue
        game = cast(Declarer, position.game)
        (composer,) = decode_drawn(drawing.static_scene(game, position.seat), StaticScene).composers
        costs = {row.word: row.value for row in composer.rows}
        for action in luck.sample(list(game.legal(position.state, position.seat)), 3):
            words = game.write(action).removeprefix(composer.prefix).split()
            pairs = zip(words[::2], words[1::2], strict=False)
            due = sum(int(many) * costs[word] for many, word in pairs if many.isdigit())
            said, _ = game.apply(position.state, position.seat, action)
            _, events = game.apply(said, position.state.officer, Believe())
            assert sum(each.amount for each in paid(events)) == due, game.write(action)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, []),
        ({"capped": True}, ["Capped reward: never more than the liar has to pay."]),
        (
            {"strict": True},
            ["Strict bag: whoever informs on a bag that is really there pays nothing, and the officer pays 200 F."],
        ),
    ],
)
def test_the_tariff_reminds_of_the_options(options: dict[str, Any], told: list[str]) -> None:
    """What stands under the tariff is what is played."""
    setting = Translator(GAME_INFO.folder, "en").translate_tree(
        drawing.static_scene(Customs(**options).rules, None), StaticScene
    )
    assert setting.summary is not None
    assert [plain(each) for each in setting.summary.text[1:]] == told
