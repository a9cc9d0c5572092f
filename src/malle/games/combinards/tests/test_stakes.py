"""What the buttons promise is what is then paid, under every option."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

import pytest

from malle.core import NATURE, Chance, Event, Seat, Waiting
from malle.core.scene import Button, Choice, ChoiceTree, DrawInput, SeatOverlay
from malle.games.combinards import GAME_INFO, drawing
from malle.games.combinards.events import Bought, Doubted, Judged, Paid, PetrolDeclared, PricePaid, Sold, YearsChanged
from malle.games.combinards.lookup_tables import PASS, TRUST
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import State
from malle.games.combinards.tests.notation import Deals
from malle.i18n.translations import Translator
from malle.testing.button_promises import DecisionSample, sample_decisions, untested_option_values


def plain(text: object) -> str:
    """A sentence without marks and thousands."""
    return re.sub(r"(\d),(\d{3})", r"\1\2", str(text).replace("\u00a0", " ").replace("**", ""))


def number(pattern: str, text: object) -> int:
    """The number that a sentence says at this place."""
    found = re.search(pattern, plain(text))
    assert found is not None, f"{plain(text)!r} has no {pattern!r}"
    return int(found[1])


def after(position: DecisionSample, act: Choice) -> tuple[State, tuple[Event, ...]]:
    """What this answer does, everybody else who is asked keeping quiet."""
    game = position.game
    state, events = game.apply(position.state, position.seat, game.read(act.text, position.state, position.seat))
    heard = list(events)
    while state.phase == position.state.phase in ("doubt", "denounce") and isinstance(
        turn := game.turn(state), Waiting
    ):
        quiet = TRUST if state.phase == "doubt" else PASS
        state, events = game.apply(state, turn.seats[0], quiet)
        heard += events
    return state, tuple(heard)


def spent(events: tuple[Event, ...], seat: int) -> int:
    """What this seat paid."""
    paid = sum(event.amount for event in events if isinstance(event, Paid) and event.payer == seat)
    return paid + sum(event.amount for event in events if isinstance(event, PricePaid) and event.seat == seat)


def changed(events: tuple[Event, ...], seat: int) -> int:
    """By how many years the record changed."""
    return sum(event.change for event in events if isinstance(event, YearsChanged) and event.seat == seat)


def check_tax(position: DecisionSample, buttons: tuple[Button, ...]) -> None:
    pay, throw = buttons
    _, events = after(position, pay.act)
    assert spent(events, position.seat) == number(r"Pay (\d+) M", pay.label)
    free, game = number(r"up to (\d+): nothing; above it: the total", throw.lines[0]), position.game
    state, _ = after(position, throw.act)
    turn = game.turn(state)
    assert isinstance(turn, Chance)
    for outcome in turn.outcomes:
        _, events = game.apply(state, NATURE, outcome)
        roll = outcome.low + outcome.high  # type: ignore[attr-defined]
        due = 0 if roll <= free else roll
        assert spent(events, position.seat) == min(due, position.state.cash[position.seat])


def check_reward(position: DecisionSample, buttons: tuple[Button, ...]) -> None:
    years, money = buttons
    assert -changed(after(position, years.act)[1], position.seat) == number(r"^(\d+) years? off$", years.label)
    (paid,) = (event for event in after(position, money.act)[1] if isinstance(event, Paid))
    assert (paid.payee, paid.amount) == (position.seat, number(r"^(\d+) M$", money.label))


def check_doubt(position: DecisionSample, buttons: tuple[Button, ...]) -> None:
    doubt, trust = buttons
    (bought,) = (event for event in after(position, trust.act)[1] if isinstance(event, Bought))
    assert bought.price == number(r"^(\d+) M to the bank", trust.lines[0])
    indemnity = number(r"its price \+ (\d+) M$", doubt.lines[0])
    state, events = after(position, doubt.act)
    (doubted,) = (event for event in events if isinstance(event, Doubted))
    printed = cast(Combinards, position.game).numbers.cards[doubted.card].price
    if doubted.true:
        assert spent(events, position.seat) == min(printed + indemnity, position.state.cash[position.seat])
    else:
        assert spent(events, position.seat) == 0
        assert doubted.card in state.hands[position.seat]


def check_denounce(position: DecisionSample, buttons: tuple[Button, ...]) -> None:
    denounce, _ = buttons
    _, events = after(position, denounce.act)
    (judged,) = (event for event in events if isinstance(event, Judged))
    stake = plain(denounce.lines[0])
    due = 0 if judged.right or stake.endswith("if not, nothing") else number(r"if not, I pay (\d+) M$", stake)
    assert spent(events, position.seat) == min(due, position.state.cash[position.seat]), stake
    assert " 0 M" not in stake


CHECKS = {"tax": check_tax, "reward": check_reward, "doubt": check_doubt, "denounce": check_denounce}
CARDS = {"sell", "refinery", "stop", "station"}


def check_card(position: DecisionSample, act: Choice) -> None:
    """One card of the hand: sold, declared or given up."""
    _, events = after(position, act)
    for event in events:
        if isinstance(event, Sold):
            assert event.amount == number(r" for (\d+) M$", act.say)
        elif isinstance(event, PetrolDeclared):
            assert event.amount == number(r"bonus (\d+) M$", act.say)
    if position.state.phase == "station":
        assert -changed(events, position.seat) == number(r": (\d+) years? off$", act.say)


@pytest.mark.parametrize("positions", [1500, pytest.param(10_000, marks=pytest.mark.long)])
def test_every_answer_does_what_its_button_says(positions: int) -> None:
    """Taxes, rewards, doubts, denunciations, sales, bonuses and years."""
    seen: Counter[str] = Counter()
    played = []
    for position in sample_decisions(GAME_INFO, positions):
        played.append(position.game)
        ask = cast(ChoiceTree, position.seat_overlay.ask)
        phase = position.state.phase
        if phase in CHECKS and not position.state.yes:  # nobody has doubted or denounced before
            CHECKS[phase](position, ask.buttons)
        elif phase in CARDS:
            for pick in ask.picks:
                for act in pick.acts:
                    check_card(position, act)
        seen[phase] += 1
    assert CARDS | (CHECKS.keys() - {"reward"}) <= seen.keys(), seen
    assert not untested_option_values(GAME_INFO, played)


def test_no_more_years_are_promised_than_there_are() -> None:
    """A die of five and a record of two years: two years off."""
    start = "dice 1 1; denounce 2; check ivory; die 5"
    play = Deals(start, hands={2: "ivory"}, at={1: "I7"}, years={1: 2})
    turn, seat = play.rules.turn(play.state), Seat(0)
    assert isinstance(turn, Waiting)
    now, legal = play.rules.now(play.state, seat), play.rules.legal(play.state, seat)
    own = drawing.seat_overlay(play.rules, DrawInput(seat, turn, "reward", now, legal))
    spoken = Translator(GAME_INFO.folder, "en", viewer=seat).translate_tree(own, SeatOverlay)
    position = DecisionSample(play.rules, play.state, seat, spoken)
    check_reward(position, cast(ChoiceTree, spoken.ask).buttons)
