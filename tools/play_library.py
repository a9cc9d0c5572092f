"""Writes the Python files that the page that plays (Malle in the browser) needs, compiled.
`tools/play_page.py` runs it in the page's interpreter, Pyodide.

Needed are the files that play loads: some moves of every game at each level, and a whole game with
its story, moments and record."""

from __future__ import annotations

import json
import sys
import traceback
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from pathlib import Path

MOVES, WHOLE = 60, 1500
"""Moves that robots play: at each level, and enough for a whole game."""
UNCHECKED = b"\x01\x00\x00\x00"
"""Flags of a compiled file that is not compared with its source, which is not there."""


def play(game: str, seats: int, level: str, moves: int) -> None:
    """Let robots play `moves` moves of a game, or fewer if it ends before. If `moves` is `WHOLE`,
    also make the game's story, moments and record."""
    from malle.runtime.table_session import TableSession

    now = 0.0
    opening = json.dumps({"game": game, "seats": seats, "people": [], "level": level, "seed": "11" * 32, "table": "t"})
    session = TableSession([opening], lambda *_: None, lambda _: None, thinking=0, clock=lambda: now)
    session.hear(0, '{"type":"hello"}')
    for _ in range(moves):
        now += session.turn() or 0.0
        session.turn()
        session.shown()
    if moves == WHOLE:
        session.story(), session.moments("all", 0), session.verified()


def main(source: str, *written: str) -> None:
    """Write two archives to the paths `written`. The first has what is needed of the standard
    library; the second what is needed of packages and of Malle, which lies at `source`."""
    from malle import games
    from malle.core.robots.robot import LEVELS

    opened: list[Path] = []
    sys.addaudithook(lambda name, what: opened.append(Path(str(what[0]))) if name == "open" else None)
    for sheet in map(games.load_game_info, games.OWN_GAMES):
        for level in LEVELS:
            play(sheet.name, sheet.default_seats, level, MOVES)
        play(sheet.name, sheet.seats[0], LEVELS[0], WHOLE)
    try:
        raise ValueError
    except ValueError:
        traceback.format_exc()
    origins = [Path(str(spec.origin)) for each in [*sys.modules.values()] if (spec := getattr(each, "__spec__", None))]
    data = [path for path in opened if path.is_relative_to(source) and path.suffix in (".toml", ".json")]
    data += [each for path in data for each in path.parent.glob("*.toml")]
    roots = [next(Path(each) for each in sys.path if each.endswith(end)) for end in (".zip", "site-packages", source)]
    found = [{path.relative_to(root): path for path in origins + data if path.is_relative_to(root)} for root in roots]
    library = zipfile.ZipFile(roots[0])
    write(written[0], {name: library.read(str(name)) for name in found[0]})
    write(written[1], {name: path.read_bytes() for each in found[1:] for name, path in each.items()})


def write(to: str, files: dict[Path, bytes]) -> None:
    """Write an uncompressed zip to `to`, with Python files compiled. The same files give the same
    bytes."""
    with zipfile.ZipFile(to, "w") as made:
        for name, content in sorted(files.items()):
            if name.suffix == ".py":
                code = compile(content, str(name), "exec", dont_inherit=True, optimize=2)
                content = MAGIC_NUMBER + UNCHECKED + source_hash(content) + dumps(code)
                name = name.with_suffix(".pyc")
            made.writestr(zipfile.ZipInfo(str(name)), content)


if "given" in globals():
    sys.path.insert(0, globals()["given"][0])
    main(*globals()["given"])
