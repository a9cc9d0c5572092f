"""Leaks of kinds that were in no list when the laws were made: found, or not and why. docs/testing.md tells them all.

Most tell whether the declaration on the table is a lie. What is not found stays here too, so that a law that finds it
one day shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from malle.core import Action, Edition, Event, GameInfo, Illegal, Luck, Malformed, Message, Seat, Viewer
from malle.core.scene import Animation, Colours, DrawInput, Panel, Scene
from malle.games.declarer import GAME_INFO, drawing, event_messages, robot
from malle.games.declarer.edition import Numbers
from malle.games.declarer.rules import Declarer, Step
from malle.games.declarer.state import Believe, DeclarerView, HandSeen, Now, Search, State
from malle.games.declarer.tests.test_leaks_in_rooms import lies, make
from malle.games.declarer.tests.test_planted_leaks import FOUR_CARDS
from malle.games.declarer.tests.test_planted_leaks import game as tiny
from malle.testing import check_contract, check_exact_laws, check_paired_rooms
from malle.testing.planted_leaks import broken_laws, fix_setting, with_replaced_functions

last: list[State] = []
"""The state that was reached last, whoever asks."""


def told() -> bool:
    """Was there a lie in it?"""
    return bool(last) and lies(last[0])


class Watched(Declarer):
    """Keeps the state that was reached last: no leak yet."""

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        after, heard = super().apply(state, mover, action)
        last[:] = [after]
        return after, heard


def planted(kind: type[Declarer] = Watched, *, calls: int = sys.maxsize, **parts: Any) -> GameInfo:
    """The game with other rules, or with another drawing, telling or robot."""
    return replace(GAME_INFO, make_game=partial(make, kind), max_call_difference=calls, **parts)


# -- told by how something is said


def turned(said: tuple[Message, ...]) -> tuple[Message, ...]:
    """The same sentences, their arguments in another order."""
    return tuple(Message(each.key, dict(reversed([*each.args.items()]))) for each in said) if told() else said


def order_of_arguments() -> GameInfo:
    return planted(
        drawing=with_replaced_functions(
            drawing, log_messages=lambda game, events: turned(drawing.log_messages(game, events))
        )
    )


def argument_that_nobody_says() -> GameInfo:
    """A sentence is given a number that is not in it."""

    def table(game: Declarer, glance: DrawInput[Now]) -> Scene:
        scene = drawing.shared_scene(game, glance)
        assert isinstance(scene.prompt, Message)
        more = {**scene.prompt.args, "more": int(told())}
        return replace(scene, prompt=Message(scene.prompt.key, more))

    return planted(drawing=with_replaced_functions(drawing, shared_scene=table))


def wait_in_an_animation() -> GameInfo:
    """The drum is beaten before a lie is believed."""

    def motion(game: Declarer, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        return tuple(replace(each, drum=each.drum or told()) for each in drawing.animations(game, events))

    return planted(drawing=with_replaced_functions(drawing, animations=motion))


def words_of_an_answer() -> GameInfo:
    """In a terminal: what a move is called."""

    def action(game: Declarer, action: Action) -> Message:
        said = event_messages.action_label(game, action)
        return Message(said.key, {**said.args, "more": int(told())})

    return planted(messages=with_replaced_functions(event_messages, action_label=action))


def words_of_an_event() -> GameInfo:
    """In a terminal: what was heard. The screen has its own words for it."""

    def event(game: Declarer, event: Event) -> Message:
        said = event_messages.event_message(game, event)
        return Message(said.key, {**said.args, "more": int(told())})

    return planted(messages=with_replaced_functions(event_messages, event_message=event))


class Blushes:
    """A drawing whose page has other colours while somebody lies."""

    def __getattr__(self, name: str) -> Any:
        return getattr(drawing, name)

    @property
    def COLOURS(self) -> Colours:
        return replace(drawing.COLOURS, box="#800000") if told() else drawing.COLOURS


class Shouts(Watched):
    """Moves are written in capitals while somebody lies. Its list of words is made in small letters, whoever lies."""

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        super().__init__(seats, options, edition)
        self._actions_by_text = {text.lower(): action for text, action in self._actions_by_text.items()}

    def write(self, action: Action) -> str:
        text = super().write(action)
        return text.upper() if told() else text

    def read(self, text: str, state: State, seat: Seat) -> Action:
        return super().read(text.lower(), state, seat)


class KindOfRefusal(Declarer):
    """The text of a refusal is the same, its kind is not."""

    def read(self, text: str, state: State, seat: Seat) -> Action:
        try:
            return super().read(text, state, seat)
        except Malformed as error:
            raise (Illegal if lies(state) else Malformed)(str(error)) from None


class NumberForTruth(Declarer):
    """`true` is written as 1 before a lie: the same to Python."""

    def now(self, state: State, viewer: Viewer) -> Now:
        return _number(super().now(state, viewer), state)

    def view(self, state: State, viewer: Viewer) -> DeclarerView:
        view = super().view(state, viewer)
        return replace(view, now=_number(view.now, state))


def _number(now: Now, state: State) -> Now:
    return replace(now, last=int(now.last)) if lies(state) else now


class Whispers(Declarer):
    """When the officer believes, somebody hears a hand of no cards: a liar, or else the officer."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        after, heard = super()._apply_believe(state, mover, action)
        return after, (*heard, HandSeen(state.traveller if lies(state) else mover, ()))


def drawing_that_fails() -> GameInfo:
    """The officer's screen cannot be drawn before a liar: they see an error."""

    def own(game: Declarer, glance: DrawInput[Now]) -> Any:
        if told() and glance.viewer == glance.now.officer:
            raise KeyError("hand")
        return drawing.seat_overlay(game, glance)

    return planted(drawing=with_replaced_functions(drawing, seat_overlay=own))


# -- told now and then


def panel_where(when: Callable[[Declarer, Now], bool]) -> GameInfo:
    def table(game: Declarer, glance: DrawInput[Now]) -> Scene:
        scene = drawing.shared_scene(game, glance)
        more = told() and when(game, glance.now)
        return replace(scene, areas=(*scene.areas, Panel("more", text="…"))) if more else scene

    return planted(drawing=with_replaced_functions(drawing, shared_scene=table))


def in_the_last_round() -> GameInfo:
    return panel_where(lambda game, now: now.round == game.rounds)


def two_options_together() -> GameInfo:
    return replace(panel_where(lambda game, _: game.options["short"] and game.options["strict"]), seats=(4,))


# -- told by time


class Spins(Declarer):
    """To believe in half of the hands takes counting to twenty thousand: no call more."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        number = 0
        while number < (20_000 if state.hand[-1] % 2 else 1):
            number += 1
        return super()._apply_believe(state, mover, action)


class OneLongCall(Declarer):
    """To believe in half of the hands takes adding up a million numbers, in one call like any other."""

    def _apply_believe(self, state: State, mover: Seat, action: Believe) -> Step:
        sum(range(1_000_000 if state.hand[-1] % 2 else 1))
        return super()._apply_believe(state, mover, action)


# -- told to those who play together


def robots_that_talk() -> GameInfo:
    """A robot that declares leaves its hand where the officer's robot finds it."""
    left: list[tuple[int, ...]] = []

    def choose(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
        if view.now.phase == "declare":
            left[:] = [view.now.hand or ()]
        if view.now.phase == "officer" and left:
            return Search() if sum(left[0]) % 2 else Believe()
        return robot.choose(game, view, legal, luck)

    return planted(robot=choose)


class SecretWord(Declarer):
    """Whoever types a word that nobody knows is told whether the declaration is true."""

    def read(self, text: str, state: State, seat: Seat) -> Action:
        if text == "open sesame" and lies(state):
            raise Malformed("it is open")
        return super().read(text, state, seat)


ROOMS: Mapping[str, Callable[[], GameInfo]] = {
    "the order of arguments": order_of_arguments,
    "an argument that no sentence says": argument_that_nobody_says,
    "a wait in an animation": wait_in_an_animation,
    "the words of an answer": words_of_an_answer,
    "the words of an event": words_of_an_event,
    "the colours of the page": lambda: planted(drawing=Blushes()),
    "capitals in notation": lambda: planted(Shouts),
    "the kind of a refusal": lambda: planted(KindOfRefusal),
    "a number for a truth": lambda: planted(NumberForTruth),
    "robots that talk": robots_that_talk,
    "a panel in the last round": in_the_last_round,
    "a panel with two options at once": two_options_together,
}
"""Found by coupled rooms."""

OTHERS: Mapping[str, tuple[Callable[[], GameInfo], str]] = {
    "a drawing that fails": (drawing_that_fails, "crash"),
    "counting without a call": (lambda: planted(Spins, calls=GAME_INFO.max_call_difference), "calls"),
}
"""Found on the way there."""

UNFOUND: Mapping[str, Callable[[], GameInfo]] = {
    "one long call": lambda: planted(OneLongCall, calls=GAME_INFO.max_call_difference),
    "a secret word": lambda: planted(SecretWord),
}
"""Not found. Only a clock sees how long a call takes, and tests that judge times fail on a busy machine. A word that
nobody would type is not tried; whoever reads the source finds it."""


def found_in(sheet: GameInfo) -> set[str]:
    """With four players; the one that needs two options, with every option."""
    if len(sheet.seats) == 1:
        return broken_laws(check_paired_rooms(sheet, pairs=30, stop_at_first=True))
    return broken_laws(check_paired_rooms(fix_setting(sheet, 4), pairs=800, stop_at_first=True))


@pytest.mark.parametrize("leak", ROOMS)
@pytest.mark.timeout(200)
def test_coupled_rooms_find(leak: str) -> None:
    assert "coupled rooms" in found_in(ROOMS[leak]())


@pytest.mark.parametrize("leak", OTHERS)
@pytest.mark.timeout(200)
def test_it_is_found_on_the_way(leak: str) -> None:
    leaky, law = OTHERS[leak]
    assert law in found_in(leaky())


@pytest.mark.parametrize("leak", UNFOUND)
@pytest.mark.timeout(200)
def test_nothing_finds(leak: str) -> None:
    """If this fails there is a law to be told of."""
    assert not check_paired_rooms(fix_setting(UNFOUND[leak](), 4), pairs=40)


def test_a_whisper_to_one_or_the_other_is_found() -> None:
    """Coupled rooms take it for news, which may rule out a world; the exact odds do not."""
    found = check_exact_laws(tiny(Whispers, FOUR_CARDS, 3, rounds=1), stop_at_first=True)
    assert "E2 sufficient" in broken_laws(found), found[:2]


class Renumbers(Declarer):
    """The list of all actions, by which a learner numbers them, is turned round once somebody lied."""

    lied: ClassVar[bool] = False

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        after, heard = super().apply(state, mover, action)
        type(self).lied |= lies(after)
        return after, heard

    def alphabet(self) -> Any:
        listed = super().alphabet()
        return listed[::-1] if self.lied else listed


def test_numbers_of_actions_that_tell_are_found() -> None:
    assert "alphabet" in broken_laws(check_contract(fix_setting(planted(Renumbers), 3, rounds=1)))


def test_states_that_look_equal_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever compares worlds would take two hands for one, and find nothing."""

    def seen(state: State) -> tuple[object, ...]:
        return state.phase, state.round, state.purses, state.claim, state.left

    monkeypatch.setattr(State, "__eq__", lambda one, other: seen(one) == seen(other))
    monkeypatch.setattr(State, "__hash__", lambda state: hash(seen(state)))
    assert "equality" in broken_laws(check_contract(fix_setting(GAME_INFO, 3, rounds=1)))
