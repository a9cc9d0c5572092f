"""Writes the part of NOTICE about the owners of the games, from the games' own facts.

    python -m tools.notice

`/about#rights` shows the same values as a table. `tests/test_rights.py` compares the two and fails if NOTICE
is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from malle import games
from malle.core import Imprint

NOTICE = Path(__file__).parents[1] / "NOTICE"
BEGIN = "Whose games these are\n"
END = "The built client ships"
HEAD = """
As the booklets print it. What is missing is not printed there. Malle is not connected with any of these people and
companies. The names of the games and the registered marks belong to their owners.
"""
PROPOSED = """Proposed, to be confirmed by a person: whoever holds rights in one of these games may ask the project to
rename the game or to remove it, and the project will do so.
"""


def entry(imprint: Imprint) -> str:
    """Return the lines of NOTICE for one game: its name, then one line for each thing that its
    booklet prints about its makers."""
    facts = {
        "subtitle": imprint.subtitle,
        **imprint.facts,
        "booklet put online by": f"{imprint.scan}, {imprint.address}" if imprint.scan else "",
    }
    lines = [f"  {name}: {value}" for name, value in facts.items() if value]
    return "\n".join([f"{imprint.name}{'®' if imprint.registered else ''}", *lines])


def section() -> str:
    """Return the whole part of NOTICE about the owners of the games."""
    imprints = [sheet.imprint for sheet in map(games.load_game_info, games.OWN_GAMES) if sheet.imprint is not None]
    return "\n".join([BEGIN[:-1], HEAD, "\n\n".join(map(entry, imprints)), "", PROPOSED, ""])


def notice(text: str) -> str:
    """Return the text of a NOTICE with the part about the owners replaced. If it has no such part,
    the part is added before the one on the client."""
    before, begin, rest = text.partition(BEGIN)
    if not begin:
        before, _, rest = text.partition(END)
        rest = END + rest
    return f"{before}{section()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    NOTICE.write_text(notice(NOTICE.read_text("utf-8")), "utf-8")
    sys.stdout.write(f"{NOTICE.name}\n")
