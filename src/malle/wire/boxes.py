"""The editions of the host's own that tables can be played with: a folder of files, read once when the server starts.

What was read and checked is what is played: each file is copied aside, and a table names it by its digest. Whoever
changes a file has another edition after the next start; tables of the one before need the old file beside it.
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
    """A file of the folder that cannot be played."""

    game: str
    """Empty: it does not say."""
    file: str
    sentence: str
    """What is wrong, and in which line."""


class Boxes:
    """Editions by their digests."""

    def __init__(self, sheet_of: Callable[[str], Sheet] = games.sheet, folder: str = "") -> None:
        """With all of a folder, if there is one; a file that cannot be played is kept as `broken`. `Refused` if there
        is no such folder."""
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
        """Those of a game, by name."""
        return sorted((box for box in self._boxes.values() if box.game == game), key=lambda box: (box.name, box.digest))

    def need(self, digest: str, game: str) -> Box:
        """The edition of a table. `NoSuchRules` if its file is not here any more."""
        found = self._boxes.get(digest)
        if found is None or found.game != game:
            short = digest[:12]
            raise NoSuchRules(
                f"the edition {short} of {game} is not here: its host can put the file back and start anew"
            )
        return found

    def add(self, text: str, name: str = "edition.toml") -> Box:
        """Takes in an edition. `Refused` says what is wrong with it."""
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
        text = ""
        try:
            text = path.read_text("utf-8")
            self.add(text, path.name)
        except (OSError, UnicodeDecodeError):
            self.broken += (Broken("", path.name, f"{path.name}, line 1: this is not a text file that can be read"),)
        except Refused as error:
            self.broken += (Broken(game_of_file(text), path.name, str(error)),)


def titled(sheet: Sheet, box: Box) -> Sheet:
    """The sheet of a game whose drawing calls things as an edition does, and names the edition."""
    if sheet.drawing is None:
        return sheet
    return msgspec.structs.replace(sheet, drawing=_Titled(sheet.drawing, box))


class _Titled:
    """A game's drawing, with the words of an edition in its setting."""

    def __init__(self, drawing: Drawing[Any, Any], box: Box) -> None:
        self._drawing, self._box = drawing, box

    @property
    def COLOURS(self) -> Colours:
        return self._drawing.COLOURS

    def setting(self, game: Any, viewer: Viewer) -> Setting:
        found, box = self._drawing.setting(game, viewer), self._box
        table, summary = (*found.table, Say("edition-named", {"name": box.name})), found.summary
        if summary is not None:  # on a phone it is what stands on the table itself
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
