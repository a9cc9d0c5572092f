"""What runs without a server's packages: the laws after `pip install malle`, and a table with msgspec alone."""

from __future__ import annotations

import json

import pytest

from malle.games import OWN_GAMES
from tests.bare import plain_distributions, plain_modules, run_bare

LAWS = """
import malle_liar
from malle.testing import *

game_info = malle_liar.GAME_INFO
assert check_exact_laws(game_info.make_tiny_game()) == []
assert check_contract(game_info) == []
assert check_sampled_laws(game_info.make_game(2, {}, None), pairs=20) == []
assert check_paired_rooms(game_info, pairs=5) == []
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
from malle.games import load_game_info
from malle.runtime.views.frames import build_frame
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.history.replay import Replay, ReplayBuilder
from malle.runtime.room import Room
from malle.table import Setup, TableId, open_table
from malle.protocol.messages import encode

facts = load_game_info(sys.argv[1])
game, luck = facts.make_tiny_game(), Luck(1)
options = facts.complete_options(game.seats, {})
setup = Setup(table="t", game=facts.name, version=facts.version, seats=game.seats, options=options, seal="")
table = open_table(setup, game, Dealer(bytes(32), "t"))
room, builder, sizes, holds = Room(TableId(1), "t", table, facts), ReplayBuilder(table), [], []
room.reading_timer = ReadingTimer(lambda game_info, game, events: [30] * len(events))


def follow(step):
    room.advance(step)
    room.reading_timer.add_step(facts, step, 0.0)
    holds.append(room.reading_timer.robots_may_move_at)
    builder.add_entry(step.entry)
    sizes.extend(len(build_frame(room, viewer, 0, robot=False, first=True)) for viewer in (None, Seat(0)))


for seat in range(game.seats):
    follow(room.table.sit(Seat(seat), "person" if seat == 0 else "robot"))
while isinstance(turn := room.table.turn, Waiting):
    seat = turn.seats[0]
    legal = tuple(game.legal(room.table.state, seat))
    action = facts.robot(game, game.view(room.table.state, seat), legal, luck)
    follow(room.table.act(seat, game.write(action), room.table.seq))
replay = Replay(room, tuple(builder.steps))
story = replay.make_story()
first = replay.room_at(0).table.seq
print(json.dumps([len(sizes), min(sizes), max(holds), len(replay.steps), first, len(story.facts)]))
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
