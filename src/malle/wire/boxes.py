"""The operator's own editions that tables can be played with: a folder of edition files, read once when the
server starts.

Each file that was read and checked is copied to a temporary folder, and a table names it by its digest. So a
table is played with exactly what was checked. Changing a file makes another edition at the next start; tables
of the former edition need the old file in the folder as well.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from malle import games
from malle.core import Drawing, Event, NoSuchRules, Refused, Say, Sheet, Viewer
from malle.core.scene import Animation, Colours, Glance, Own, Scene, Setting
from malle.games.boxes import Box, game_of_file, read_box


class Broken(Struct, frozen=True):
    """A file of the folder that is not a valid edition."""

    game: str
    """The game that the file names, or an empty string if it names none."""
    file: str
    sentence: str
    """What is wrong, and in which line."""


class Boxes:
    """The custom editions of this server, by digest."""

    def __init__(self, sheet_of: Callable[[str], Sheet] = games.sheet, folder: str = "") -> None:
        """Read all editions of a folder, if one is given. A file that is not a valid edition is recorded in
        `invalid`. Raise `Refused` if the folder does not exist."""
        self._sheet_of = sheet_of
        self._boxes: dict[str, Box] = {}
        self._aside: Path | None = None
        self.broken: tuple[Broken, ...] = ()
        if folder and not Path(folder).is_dir():
            raise Refused(f"MALLE_EDITIONS is a folder of edition files; there is none at {folder}")
        for path in sorted(Path(folder).glob("*.toml")) if folder else ():
            self._try(path)

    def __getitem__(self, digest: str) -> Box:
        return self._boxes[digest]

    def __contains__(self, digest: str) -> bool:
        return digest in self._boxes

    def of(self, game: str) -> list[Box]:
        """Return the editions of a game, sorted by name."""
        return sorted((box for box in self._boxes.values() if box.game == game), key=lambda box: (box.name, box.digest))

    def need(self, digest: str, game: str) -> Box:
        """Return the edition of a table. Raise `NoSuchRules` if its file is missing, or if it belongs to
        another game."""
        found = self._boxes.get(digest)
        if found is None or found.game != game:
            short = digest[:12]
            raise NoSuchRules(
                f"the edition {short} of {game} is not here: its host can put the file back and start anew"
            )
        return found

    def add(self, text: str, name: str = "edition.toml") -> Box:
        """Add an edition from its text and return it; an edition that is present already is returned as it
        is. Raise `Refused` if it is not valid."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        if digest in self._boxes:
            return self._boxes[digest]
        if self._aside is None:
            self._aside = Path(tempfile.mkdtemp(prefix="malle-editions-"))
            weakref.finalize(self, shutil.rmtree, self._aside, True)
        path = self._aside / digest / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        self._boxes[digest] = read_box(path, sheet_of=self._sheet_of)
        return self._boxes[digest]

    def _try(self, path: Path) -> None:
        """Add an edition file, or record in `invalid` why it cannot be used."""
        text = ""
        try:
            text = path.read_text("utf-8")
            self.add(text, path.name)
        except (OSError, UnicodeDecodeError):
            self.broken += (Broken("", path.name, f"{path.name}, line 1: this is not a text file that can be read"),)
        except Refused as error:
            self.broken += (Broken(game_of_file(text), path.name, str(error)),)


def titled(sheet: Sheet, box: Box) -> Sheet:
    """Return the game's facts with a scene builder that uses the titles of an edition and shows its name. A
    game without scenes is returned unchanged."""
    if sheet.drawing is None:
        return sheet
    return msgspec.structs.replace(sheet, drawing=_Titled(sheet.drawing, box))


class _Titled:
    """A game's scene builder whose setting uses the titles of an edition. All other calls pass through."""

    def __init__(self, drawing: Drawing[Any, Any], box: Box) -> None:
        self._drawing, self._box = drawing, box

    @property
    def COLOURS(self) -> Colours:
        return self._drawing.COLOURS

    def setting(self, game: Any, viewer: Viewer) -> Setting:
        """Return the game's setting with the titles and the name of the edition."""
        found, box = self._drawing.setting(game, viewer), self._box
        table, summary = (*found.table, Say("edition-named", {"name": box.name})), found.summary
        if summary is not None:  # on a phone the summary is shown on the table itself
            title = Say("beside", {"one": summary.title, "two": box.name})
            summary = msgspec.structs.replace(summary, title=title)
        return msgspec.structs.replace(found, table=table, summary=summary, words={**found.words, **box.words})

    def table(self, game: Any, glance: Glance[Any]) -> Scene:
        return self._drawing.table(game, glance)

    def own(self, game: Any, glance: Glance[Any]) -> Own | None:
        return self._drawing.own(game, glance)

    def motion(self, game: Any, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        return self._drawing.motion(game, events)

    def said(self, game: Any, events: tuple[Event, ...]) -> tuple[Say, ...]:
        return self._drawing.said(game, events)
