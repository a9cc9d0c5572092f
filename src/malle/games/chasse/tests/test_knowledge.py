"""What is known, and what can be imagined: checked against every placement there is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from malle.core import Action, Luck, MalleError, Over, Seat, Waiting
from malle.core.play import events_for_viewer
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Hide, State
from malle.games.chasse.tests.notation import APART, Hunt
from malle.testing.exhaustive_random import outcome_probabilities

Log = list[tuple[Seat, Action]]


def placements(pawns: int = 13, plates: int = 5) -> Iterator[tuple[int, ...]]:
    """All of them."""
    for under in combinations_with_replacement(range(pawns), plates):
        yield tuple(under.count(pawn) for pawn in range(pawns))


def imagined(game: Chasse, state: State, viewer: Seat | None) -> dict[tuple[int, ...], Fraction]:
    """The placements among the worlds a viewer imagines, with their exact odds."""
    odds: dict[tuple[int, ...], Fraction] = {}
    for world, share in outcome_probabilities(lambda luck: game.imagine(game.view(state, viewer), luck)):
        odds[world.plates] = odds.get(world.plates, Fraction(0)) + share
    return odds


def played(seed: int, least: int) -> tuple[Chasse, State, Log]:
    """A random game, stopped somewhere after so many moves."""
    game, luck = Hunt().game, Luck(seed)
    state = game.new()
    log: Log = []
    stop = least + luck.randrange(40)
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        action = luck.choice(game.legal(state, seat))
        after, _ = game.apply(state, seat, action)
        if len(log) >= stop or isinstance(game.turn(after), Over):
            break
        log.append((seat, action))
        state = after
    return game, state, log


def explains(game: Chasse, log: Log, other: tuple[int, ...]) -> bool:
    """Would the customs have heard the same if the plates had been hidden otherwise?"""
    mine, theirs = game.new(), game.new()
    hides = [Hide(pawn) for pawn, n in enumerate(other) for _ in range(n)]
    for number, (seat, action) in enumerate(log):
        mine, heard = game.apply(mine, seat, action)
        try:
            theirs, others = game.apply(theirs, seat, hides[number] if number < len(hides) else action)
        except MalleError:
            return False
        if events_for_viewer(Seat(CUSTOMS), heard) != events_for_viewer(Seat(CUSTOMS), others):
            return False
    return True


def test_at_first_all_placements_weigh_alike() -> None:
    """6,188 of them, each with the same odds."""
    hunt = Hunt(APART)
    odds = imagined(hunt.game, hunt.state, Seat(CUSTOMS))
    assert odds == dict.fromkeys(placements(), Fraction(1, 6188))


def test_while_plates_are_being_hidden() -> None:
    """After two, every way to hide two."""
    hunt = Hunt("hide c13; hide c13")
    assert imagined(hunt.game, hunt.state, None) == dict.fromkeys(placements(plates=2), Fraction(1, 91))


@pytest.mark.parametrize("seed", range(4))
def test_imagine_draws_what_explains_everything_heard(seed: int) -> None:
    """The whole game is played again with every placement; those with which the customs would have heard the same are
    exactly the ones imagined, all alike."""
    game, state, log = played(seed, least=20 + 40 * seed)
    agree = [other for other in placements() if _agrees(state, other)]
    explain = [other for other in agree if explains(game, log, other)]
    seen = {_now(state, other) for other in explain}
    assert seen
    for viewer in (Seat(CUSTOMS), None):
        assert imagined(game, state, viewer) == dict.fromkeys(seen, Fraction(1, len(seen)))


def _agrees(state: State, other: tuple[int, ...]) -> bool:
    """A quick look before the long one: nothing under a pawn found empty, and as much seized as was."""
    taken = sum(n for n, square in zip(other, state.smugglers, strict=True) if square < 0)
    return taken == state.seized and not any(other[pawn] for pawn in state.cleared)


def _now(state: State, other: tuple[int, ...]) -> tuple[int, ...]:
    """What of a placement is still hidden now."""
    return tuple(n if square >= 0 else 0 for n, square in zip(other, state.smugglers, strict=True))


def test_the_smuggler_imagines_the_truth_alone() -> None:
    """They know everything, also when their screen does not show it."""
    for memory in (False, True):
        hunt = Hunt(APART, memory=memory)
        assert imagined(hunt.game, hunt.state, Seat(SMUGGLER)) == {hunt.state.plates: Fraction(1)}


def test_an_arrival_tells_that_something_is_still_on_the_way() -> None:
    """One plate, two pawns, one of them arrived: it is under the other."""
    hunt = Hunt.at("g3 a9:1", "m3")
    assert len(imagined(hunt.game, hunt.state, Seat(CUSTOMS))) == 2
    hunt.play("g3-g1")
    assert imagined(hunt.game, hunt.state, Seat(CUSTOMS)) == {(0, 1): Fraction(1)}
    assert hunt.game.secrets(hunt.state)["plates"].is_public
