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
from malle.core import Event, GameInfo, Message, NoSuchRules, Refused, SceneBuilder, Viewer
from malle.core.scene import Animation, Colours, DrawInput, Scene, SeatOverlay, StaticScene
from malle.games.custom_editions import CustomEdition, game_named_in, read_custom_edition


class InvalidEdition(Struct, frozen=True):
    """A file of the folder that is not a valid edition. `CustomEditions` makes one for each such
    file."""

    game: str
    """The game that the file names, or an empty string if it names none."""
    file: str
    sentence: str
    """What is wrong, and in which line."""


class CustomEditions:
    """The custom editions of this server, by digest. An edition is a file of data and names with
    which a game is played; its digest is the SHA-256 of the file."""

    def __init__(self, game_info_of: Callable[[str], GameInfo] = games.load_game_info, folder: str = "") -> None:
        """Read all editions of a folder, if one is given. A file that is not a valid edition is recorded in
        `invalid`. Raise `Refused` if the folder does not exist."""
        self._game_info_of = game_info_of
        self._editions: dict[str, CustomEdition] = {}
        self._copies_folder: Path | None = None
        self.invalid: tuple[InvalidEdition, ...] = ()
        if folder and not Path(folder).is_dir():
            raise Refused(f"MALLE_EDITIONS is a folder of edition files; there is none at {folder}")
        for path in sorted(Path(folder).glob("*.toml")) if folder else ():
            self._add_file(path)

    def __getitem__(self, digest: str) -> CustomEdition:
        return self._editions[digest]

    def __contains__(self, digest: str) -> bool:
        return digest in self._editions

    def editions_of(self, game: str) -> list[CustomEdition]:
        """Return the editions of a game, sorted by name, then by digest."""
        return sorted(
            (box for box in self._editions.values() if box.game == game), key=lambda box: (box.name, box.digest)
        )

    def require(self, digest: str, game: str) -> CustomEdition:
        """Return the edition with this digest. Raise `NoSuchRules` if its file is missing, or if it
        belongs to another game than `game`."""
        found = self._editions.get(digest)
        if found is None or found.game != game:
            short = digest[:12]
            raise NoSuchRules(
                f"the edition {short} of {game} is not here: its host can put the file back and start anew"
            )
        return found

    def add_text(self, text: str, name: str = "edition.toml") -> CustomEdition:
        """Add an edition from the text of its file and return it; an edition that is present
        already is returned as it is. `name` is the name of the file, for the copy and for error
        messages. Raise `Refused` if the text is not valid."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        if digest in self._editions:
            return self._editions[digest]
        if self._copies_folder is None:
            self._copies_folder = Path(tempfile.mkdtemp(prefix="malle-editions-"))
            weakref.finalize(self, shutil.rmtree, self._copies_folder, True)
        path = self._copies_folder / digest / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        self._editions[digest] = read_custom_edition(path, find_info=self._game_info_of)
        return self._editions[digest]

    def _add_file(self, path: Path) -> None:
        """Add an edition file, or record in `invalid` why it cannot be used."""
        text = ""
        try:
            text = path.read_text("utf-8")
            self.add_text(text, path.name)
        except (OSError, UnicodeDecodeError):
            self.invalid += (
                InvalidEdition("", path.name, f"{path.name}, line 1: this is not a text file that can be read"),
            )
        except Refused as error:
            self.invalid += (InvalidEdition(game_named_in(text), path.name, str(error)),)


def with_edition_titles(game_info: GameInfo, edition: CustomEdition) -> GameInfo:
    """Return the facts of a game with a scene builder that uses the titles of an edition and shows
    its name. The facts of a game without scenes are returned unchanged."""
    if game_info.drawing is None:
        return game_info
    return msgspec.structs.replace(game_info, drawing=_TitledSceneBuilder(game_info.drawing, edition))


class _TitledSceneBuilder:
    """A game's scene builder whose static scene uses the titles of an edition. All other calls pass
    through."""

    def __init__(self, scene_builder: SceneBuilder[Any, Any], edition: CustomEdition) -> None:
        self._scene_builder, self._edition = scene_builder, edition

    @property
    def COLOURS(self) -> Colours:
        return self._scene_builder.COLOURS

    def static_scene(self, game: Any, viewer: Viewer) -> StaticScene:
        """Return the game's static scene with the titles and the name of the edition."""
        setting, edition = self._scene_builder.static_scene(game, viewer), self._edition
        table, summary = (*setting.table, Message("edition-named", {"name": edition.name})), setting.summary
        if summary is not None:  # on a phone the summary is shown on the table itself
            title = Message("beside", {"one": summary.title, "two": edition.name})
            summary = msgspec.structs.replace(summary, title=title)
        return msgspec.structs.replace(setting, table=table, summary=summary, words={**setting.words, **edition.words})

    def shared_scene(self, game: Any, draw_input: DrawInput[Any]) -> Scene:
        return self._scene_builder.shared_scene(game, draw_input)

    def seat_overlay(self, game: Any, draw_input: DrawInput[Any]) -> SeatOverlay | None:
        return self._scene_builder.seat_overlay(game, draw_input)

    def animations(self, game: Any, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        return self._scene_builder.animations(game, events)

    def log_messages(self, game: Any, events: tuple[Event, ...]) -> tuple[Message, ...]:
        return self._scene_builder.log_messages(game, events)
