"""What runs without a server's packages: the laws after `pip install malle`, and a table with msgspec alone."""

from __future__ import annotations

import json

import pytest

from malle.games import OWN_GAMES
from tests.bare import plain_distributions, plain_modules, run_bare

LAWS = """
import malle_liar
from malle.testing import *

sheet = malle_liar.SHEET
assert check_exact(sheet.tiny()) == []
assert check_contract(sheet) == []
assert check_sampled(sheet.make(2, {}, None), pairs=20) == []
assert check_coupled(sheet, pairs=5) == []
"""


def test_the_laws_run_after_a_plain_install() -> None:
    assert "msgspec" in plain_distributions()
    assert not plain_distributions() & {"asyncpg", "litestar", "nats-py", "structlog", "sqlalchemy", "pytest"}
    done = run_bare(LAWS, allowed=plain_modules())
    assert done.returncode == 0, done.stderr


TABLE = """
import json
from malle.core import NATURE, Luck, Seat, Waiting
from malle.core.dealer import Dealer
from malle.games import sheet
from malle.runtime.views.frames import frame
from malle.runtime.timing.reading_time import Pace
from malle.runtime.history.replay import Winder, Reel
from malle.runtime.room import Room
from malle.table import Setup, TableId, open_table
from malle.protocol.messages import encode

facts = sheet(sys.argv[1])
game, luck = facts.tiny(), Luck(1)
options = facts.settle_options(game.seats, {})
setup = Setup(table="t", game=facts.name, version=facts.version, seats=game.seats, options=options, seal="")
table = open_table(setup, game, Dealer(bytes(32), "t"))
room, winder, sizes, holds = Room(TableId(1), "t", table, facts), Winder(table), [], []
room.pace = Pace(lambda sheet, game, events: [30] * len(events))


def follow(step):
    room.advance(step)
    room.pace.follow(facts, step, 0.0)
    holds.append(room.pace.free)
    winder.add(step.entry)
    sizes.extend(len(frame(room, viewer, 0, robot=False, first=True)) for viewer in (None, Seat(0)))


for seat in range(game.seats):
    follow(room.table.sit(Seat(seat), "person" if seat == 0 else "robot"))
while isinstance(turn := room.table.turn, Waiting):
    seat = turn.seats[0]
    legal = tuple(game.legal(room.table.state, seat))
    action = facts.robot(game, game.view(room.table.state, seat), legal, luck)
    follow(room.table.act(seat, game.write(action), room.table.seq))
reel = Reel(room, tuple(winder.steps))
story = reel.story()
print(json.dumps([len(sizes), min(sizes), max(holds), len(reel.steps), reel.at(0).table.seq, len(story.facts)]))
print([name for name in sys.modules if name.startswith("malle.storage") or name == "malle.i18n.translations"])
"""


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_table_is_played_and_shown_with_msgspec_alone(name: str) -> None:
    """Frames, reading time, replay and story, as a page without a server needs them."""
    done = run_bare(TABLE, name)
    assert done.returncode == 0, done.stderr
    told, servers = done.stdout.splitlines()
    frames, smallest, hold, steps, first, _ = json.loads(told)
    assert frames > steps > 2
    assert smallest > 500
    assert hold > 0
    assert first > 0
    assert servers == "[]"
