"""A cheat's programs (`tests.server.cheat`) against a real server: each learns nothing, and each would.

Every day the programs that look play a few tries, and each wins where its hole is planted (`planted_ways.HOLES`). In
the long run all play many, those that measure times too, and what is left for the best cheat is printed and bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from malle.config.settings import read_config
from malle.protocol.messages import StateMessage
from malle.robots.decide import Decision
from malle.robots.robot_worker import RobotWorker
from malle.storage.store import parse_databases
from tests.server import cheat
from tests.server.cheat import Ground, TooBusy, at_most, bound, guessed
from tests.server.cheat_windows import PROGRAMS, THINK, TIMERS
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import packing_of
from tests.server.worlds import GAMES, name_people

pytestmark = pytest.mark.services

WINDOW = 20.0
SETTINGS: dict[str, dict[str, str]] = {
    "window": {"MALLE_WINDOW": str(WINDOW)},
    "gallery": {"MALLE_WINDOW": str(WINDOW)},
    "times": {"MALLE_WINDOW": str(WINDOW)},
    "limiter": {"MALLE_RATE": "0.001", "MALLE_HTTP_RATE": "0.001"},
}
"""What the server of a program needs."""
TWO = ("window", "gallery", "together")
RARE = {"clock", "together"}
"""Programs that are left to the long run: `tests/test_together.py` has what `together` sees every day."""
TRIES = {
    "doors": 60,
    "tokens": 60,
    "lengths": 100,
    "limiter": 60,
    "presence": 60,
    "cache": 60,
    "window": 60,
    "gallery": 60,
    "together": 60,
    "clock": 60,
}
"""In the long run."""
MOST = dict.fromkeys(PROGRAMS, 0.0) | {"lengths": 0.1}
"""How often what a program sees may differ, at the most: never, but for lengths, which are told in SECURITY.md."""
TIMED = {"times": 300, "robots": 120}
DOUBT = 0.001
"""How often an honest server may be accused by a program that guesses."""


class Grounds:
    """Servers for programs."""

    def __init__(self, zygote: Zygote, environment: dict[str, str], log: Path) -> None:
        self.zygote, self.environment, self.log = zygote, environment, log
        self.nurseries: list[Nursery] = []

    async def make(self, name: str, plant: str = "", luck: str = "") -> Ground:
        """Servers as a program needs them: two processes of one site, where it asks both; tables by `luck`."""
        settings = {**self.environment, **SETTINGS.get(name, {})}
        nursery = Nursery(self.zygote, settings, self.log)
        self.nurseries.append(nursery)
        ports = [free_port() for _ in range(2 if name in TWO else 1)]
        for port in ports:
            nursery.start(port, plant=plant, pages=True)
        await name_people(settings["MALLE_OWNER_PEOPLE"])
        owners = parse_databases(settings["MALLE_OWNER_DATABASES"])
        games = GAMES if name == "lengths" else ()
        packings = {game: await asyncio.to_thread(packing_of, ports[0], game) for game in games}
        return Ground(
            ports, read_config(settings), owners, WINDOW, random.Random(f"cheat {name} {plant}{luck}"), packings
        )


@pytest.fixture
def grounds(zygote: Zygote, environment: dict[str, str], tmp_path: Path) -> Iterator[Grounds]:
    """Where programs play."""
    made = Grounds(zygote, environment, tmp_path / "server.log")
    yield made
    for nursery in made.nurseries:
        nursery.close()


async def play(ground: Ground, name: str, tries: int) -> list[cheat.Seen]:
    """What a program saw, both times, in tries in which what it saw differs: there, and no more, if it saw much."""
    differ, done = [], 0
    while done < tries:
        with contextlib.suppress(TooBusy):
            one, two = await PROGRAMS[name](ground)
            done += 1
            if one != two:
                differ.append(_parting(one, two))
    return differ


def _parting(one: object, two: object) -> cheat.Seen:
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next((a, b) for a, b in zip(one, two, strict=True) if a != b)
    return one, two


@pytest.mark.parametrize("name", sorted(set(PROGRAMS) - RARE))
async def test_a_cheat_sees_nothing(grounds: Grounds, name: str) -> None:
    assert await play(await grounds.make(name), name, 2) == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.long] if each in RARE else []) for each in sorted(PROGRAMS)],
)
async def test_a_cheat_wins_where_there_is_a_hole(grounds: Grounds, name: str) -> None:
    ground = await grounds.make(name, name)
    for _ in range(6):
        if await play(ground, name, 1):
            return
    pytest.fail("the program does not see its hole")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(PROGRAMS))
async def test_a_cheat_sees_nothing_in_many_tries(grounds: Grounds, name: str) -> None:
    tries = TRIES[name]
    differ = await play(await grounds.make(name), name, tries)
    print(f"{name}: {len(differ)} of {tries} tries differ, an advantage of {bound(len(differ), tries):.3f} at the most")
    assert len(differ) <= MOST[name] * tries, differ[0]


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_lengths_at_combinus_tell_what_is_told(grounds: Grounds) -> None:
    """Its frames are about as long as a step of the pad: what is left is told in SECURITY.md."""
    ground, tries = await grounds.make("lengths", luck="at combinus"), 100
    seen = [await cheat.lengths_of(ground, "combinus") for _ in range(tries)]
    differ = sum(one != two for one, two in seen)
    print(
        f"lengths at combinus: {differ} of {tries} tries differ, an advantage of {bound(differ, tries):.3f} at the most"
    )
    assert differ <= 0.4 * tries


async def measure(ground: Ground, name: str, tries: int) -> tuple[float, float]:
    """The advantage of guessing that the longer time is that of the second: at least, and at the most."""
    right = done = 0
    while done < tries:
        with contextlib.suppress(TooBusy):
            one, two = await TIMERS[name](ground)
            done += 1
            right += one < two
    least, most = guessed(right, tries, DOUBT)
    print(f"{name}: right in {right} of {tries} tries, an advantage of {least:.3f} at least and {most:.3f} at the most")
    return least, most


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(TIMERS))
async def test_a_cheat_with_a_stopwatch_guesses(grounds: Grounds, name: str) -> None:
    assert (await measure(await grounds.make(name), name, TIMED[name]))[0] == 0


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(TIMERS))
async def test_a_cheat_with_a_stopwatch_wins_where_there_is_a_hole(
    grounds: Grounds, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "robots":
        monkeypatch.setattr(RobotWorker, "_decide", _think_by_hand)
    ground = await grounds.make(name, "" if name == "robots" else name, "a hole")
    assert (await measure(ground, name, 60))[0] > 0


async def _think_by_hand(worker: RobotWorker, robot: Any, state: StateMessage, token: str, came: float) -> Decision:
    """A robot that thinks for longer than it may, and for how long depends on what it has in hand."""
    hand = hashlib.sha256(bytes(state.view)).digest()
    await asyncio.sleep(THINK * (1 + hand[0] / 64))
    return await _think_as_it_does(worker, robot, state, token, came)


_think_as_it_does = RobotWorker._decide


def test_a_bound_is_what_statistics_say() -> None:
    assert at_most(0, 100) == pytest.approx(1 - 0.01**0.01, abs=1e-6)
    assert at_most(5, 10, 0.05) == pytest.approx(0.7776, abs=1e-3)
    assert guessed(50, 100)[0] == 0
    assert guessed(95, 100)[0] > 0.7
    assert guessed(5, 100)[0] > 0.7
