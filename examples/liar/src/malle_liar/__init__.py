"""Liar's dice for 2 to 4 players: traditional, in the public domain. README.md has the rulings."""

from pathlib import Path

from malle.core import Sheet
from malle.core.rules import maker
from malle_liar import drawing, robot, telling
from malle_liar.rules import Liar, Numbers

HERE = Path(__file__).parent
make = maker(Liar, Numbers, HERE / "data" / "classic.toml")

SHEET = Sheet(
    name="liar",
    version=1,
    seats=(2, 3, 4),
    options=(),
    hidden=True,
    total="constant",
    folder=HERE,
    make=make,
    tiny=lambda: make(2, {}, HERE / "data" / "tiny.toml"),
    telling=telling,
    robot=robot.choose,
    drawing=drawing,
    final=drawing.final,
)
