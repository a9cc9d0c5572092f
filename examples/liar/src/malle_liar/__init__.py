"""Liar's dice for 2 to 4 players: traditional, in the public domain. README.md has the rulings."""

from pathlib import Path

from malle.core import GameInfo
from malle.core.rules import game_maker
from malle_liar import drawing, event_messages, robot
from malle_liar.rules import Liar, Numbers

HERE = Path(__file__).parent
make = game_maker(Liar, Numbers, HERE / "data" / "classic.toml")

GAME_INFO = GameInfo(
    name="liar",
    version=1,
    seats=(2, 3, 4),
    options=(),
    has_hidden_information=True,
    score_sum="constant",
    folder=HERE,
    make_game=make,
    make_tiny_game=lambda: make(2, {}, HERE / "data" / "tiny.toml"),
    messages=event_messages,
    robot=robot.choose,
    drawing=drawing,
    final_scene=drawing.final,
)
