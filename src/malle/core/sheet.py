"""The fact sheet of a game: what the library, the home page and the tests must know before a game is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from malle.core.contract import Action, AnyGame, Event, Over, Seat, Viewer
from malle.core.errors import NoSuchRules, Refused
from malle.core.learnt import Exploited
from malle.core.lesson import Lesson, read_lesson
from malle.core.luck import Luck
from malle.core.mind import AnyMind, Level, Plain
from malle.core.paper import Paper
from malle.core.say import Say
from malle.core.scene import Animation, Colours, Glance, Own, Scene, Setting
from malle.core.solitaire import Solitaire
from malle.core.story import Heard, Opinion, Story

G = TypeVar("G", contravariant=True)
"""A game's own class."""
V = TypeVar("V", contravariant=True)
"""Its class of views."""
N = TypeVar("N")
"""Its class of what lies before a viewer, a view's `now`."""


class Option(Struct, frozen=True):
    """A choice made when a table is opened. What it means stands in the word files as `option-<name>`, and
    what a choice means that is a word as `option-<name>-<choice>`."""

    name: str
    default: bool | int | str
    choices: tuple[bool | int | str, ...]


class Imprint(Struct, frozen=True):
    """Whose game it is, as the box and its booklet print it. A field that is empty is not printed there."""

    name: str
    """The name of the game as printed."""
    subtitle: str = ""
    """The line under the name as printed, a quotation of at most twelve words."""
    language: str = "fr"
    """The language of the name and the subtitle."""
    author: str = ""
    licence: str = ""
    """Who granted the licence."""
    publisher: str = ""
    place: str = ""
    year: int | None = None
    """The year beside the copyright sign."""
    number: str = ""
    """The publisher's number of the box."""
    registered: bool = False
    """Does the sign ® stand beside the name?"""
    scan: str = ""
    """Who put the booklet online."""
    address: str = ""
    """The address of whoever put the booklet online."""

    @property
    def facts(self) -> dict[str, str]:
        """Who made the game, where and when, in the order in which pages list it."""
        return {
            "author": self.author,
            "licence": self.licence,
            "publisher": self.publisher,
            "number": self.number,
            "place": self.place,
            "year": str(self.year or ""),
        }


class Telling(Protocol[G, V]):
    """A game's tongue: a module with these functions. They see views, events and actions, never a state."""

    def event(self, game: G, event: Event) -> Say:
        """The log's sentence for an event."""

    def action(self, game: G, action: Action) -> Say:
        """What a button that plays this action says."""

    def table(self, game: G, view: V) -> tuple[Say, ...]:
        """What lies on the table before the viewer, in sentences: the terminal and the screen reader's table."""

    def figures(self, game: G, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
        """Shares worth knowing about a finished game, as (times it happened, times it could have), by slug.
        `heard` is all events of the game, entry by entry. Simulations add them up."""


class Drawing(Protocol[G, N]):
    """A game's picture: a module with these functions. They see what lies before a viewer and what was heard, never a
    state, never a memory. `malle.core.scene` says what they make, `docs/scene.md` how it looks."""

    @property
    def COLOURS(self) -> Colours:
        """The five colours of the table, by day and by night."""

    def setting(self, game: G, viewer: Viewer) -> Setting:
        """What does not change during a game."""

    def table(self, game: G, glance: Glance[N]) -> Scene:
        """What everybody sees of a state, drawn from what a spectator sees."""

    def own(self, game: G, glance: Glance[N]) -> Own | None:
        """What a seat sees besides, and may do; None if it sees what all see."""

    def motion(self, game: G, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        """What to animate, from the events of one move that a viewer heard."""

    def said(self, game: G, events: tuple[Event, ...]) -> tuple[Say, ...]:
        """The log's sentences for one move: the telling's for each event, or fewer where several are one."""


class Robot(Protocol[G, V]):
    """Chooses from what a seat knows, and from nothing else."""

    def __call__(self, game: G, view: V, legal: tuple[Action, ...], luck: Luck) -> Action:
        """One of `legal`. The same view and the same luck give the same action."""


class Learner(Protocol):
    """Somebody who learns a table by playing against their like."""

    games: int
    """Played so far."""

    def play(self) -> None:
        """One game more."""

    def table(self) -> Mapping[str, tuple[int, ...]]:
        """For each situation that they tell apart, how often to choose what."""

    def kept(self) -> bytes:
        """All they need to go on another day."""


class Training(Protocol):
    """How a game's robots learn: a module with these functions. `progress` is told how many games were played."""

    def learner(self, game: AnyGame, *, seed: int, kept: bytes = b"") -> Learner:
        """Somebody who has learnt nothing, or goes on from what was kept. `Refused` if that is something else."""

    def exploit(
        self,
        game: AnyGame,
        table: Mapping[str, tuple[int, ...]],
        *,
        games: int,
        seed: int,
        progress: Callable[[int], None],
    ) -> Iterator[Exploited]:
        """After each doubling of their games, how far ahead somebody comes who learns to play against that table
        alone."""


class Sheet(Struct, frozen=True):
    """What a game's folder declares in its `__init__.py`, as `SHEET`."""

    name: str
    """The slug: the folder's name."""
    version: int
    """The rules' version. A change of rules raises it; tables finish on the version they began with (`earlier`)."""
    seats: tuple[int, ...]
    """The numbers of players it is for."""
    options: tuple[Option, ...]
    hidden: bool
    """Has it hidden information?"""
    total: Literal["zero", "constant", "general"]
    """What the scores of all seats add up to: always 0, always the same, or anything."""
    folder: Path
    """Where words/, rulebook/, symbols/, data/ and tests/ are."""
    make: Callable[[int, Mapping[str, Any], Path | None], AnyGame]
    """(seats, options, edition file or None for the usual one) -> a game. Called through `malle.games.load`."""
    tiny: Callable[[], AnyGame]
    """The same rules on an edition small enough to be enumerated whole (some 300,000 decision nodes at the most)."""
    telling: Telling[Any, Any]
    robot: Robot[Any, Any]
    robots: Mapping[str, Robot[Any, Any]] = {}
    """Robots that are kept as they are, by name and version (`simple-1`), so that stronger ones can be measured against
    them. What a name once meant it means for good."""
    levels: Mapping[Level, AnyMind] = {}
    """Robots of three levels, which people choose when they open a table. Empty: there is `robot` alone."""
    tempers: Mapping[Level, tuple[AnyMind, ...]] = {}
    """Others of a level: as strong, with another temper. Which of them sits there is drawn for each seat of a table.
    They note what they hear alike, so that what one thought can be told without knowing which it was."""
    ponders: tuple[Level, ...] = ()
    """The levels that think for a millisecond and more: they do so in processes of their own, beside the worker's."""
    minds: Mapping[str, AnyMind] = {}
    """Further ones that remember, by name, for the lab: they are played against each other, and against the rest."""
    training: Training | None = None
    """How its robots have learnt (`malle lab train`); None: by nobody's training."""
    imprint: Imprint | None = None
    """Whose game it is. NOTICE and the page about the site show it. None: the game comes from no box."""
    letter: Mapping[str, bool | int | str] = {}
    """The options that follow the booklet to the letter, where the usual choice does not. The page of options offers
    them together. Empty: no option follows the booklet more closely than the usual settings."""
    age: int | None = None
    """From which age the box recommends it; None: it does not say."""
    decisions: Mapping[int, int] = {}
    """Decisions of all players in a game, by number of players: the median that `malle simulate GAME --seats NUMBER
    --games 300 --robots regular` prints. Pages reckon from it how long a game takes. Empty: nobody has counted them."""
    legs: int = 1
    """A fair match is so many games: after each the players move on by one seat, and the scores are added; the highest
    sum wins."""
    sides: tuple[str, ...] = ()
    """What each seat plays where they are not alike, by slug: `role-<side>` says it, and people choose it beforehand.
    Empty: all seats are alike."""
    drawing: Drawing[Any, Any] | None = None
    """How it is drawn. Symbols are SVG files in `symbols/`, the cover is `symbols/box.svg`."""
    tells: tuple[str, ...] = ()
    """The phases in which the answer at the deadline tells others something. Everywhere else it is quiet: they hear the
    same whatever they may not know, or it is news."""
    together: tuple[str, ...] = ()
    """The phases in which one seat acts several times in a row, and the others are shown all of it at once: when the
    last act is in the log, and nothing before."""
    calls: int = 0
    """By how many calls a move may differ in two worlds that somebody cannot tell apart: more could be timed."""
    solitaire: Solitaire | None = None
    """A game for one that comes with it."""
    story: Callable[[Any, Over, Heard], Story] | None = None
    """(game, how it ended, all its events move by move) -> what is told under the result. Called after the end only."""
    final: Callable[[Any, Glance[Any], Heard], Scene] | None = None
    """(game, what a spectator sees after the end, all its events move by move) -> the final picture: the first thing
    that people are shown after the end, every secret open. Called after the end only. None: the last scene."""
    deeds: Callable[[Any, Seat, Heard], tuple[int, int]] | None = None
    """(game, a seat, all its events) -> how often what this seat dared came off, and how often not: lies that passed,
    and that were caught. `deeds-good` and `deeds-bad` name them. Called after the end only; people see their own."""
    thoughts: Callable[[Any, AnyMind, Seat, Heard], Iterable[Opinion]] | None = None
    """(game, a level's mind, its seat, all events) -> what that robot thought when it decided, worked out again. Called
    after the end only; `tests/test_calibration.py` holds what is said to what was true."""
    paper: Paper | None = None
    """What its rulebook and the page about the edition show of its numbers. `edition/<language>.md` says the rest."""
    earlier: tuple[Sheet, ...] = ()
    """The versions that tables and records may still be of, each as a whole sheet of its own: what it shares with the
    newest (words, drawing, robot) it names again, mostly by `msgspec.structs.replace(SHEET, version=1, make=…)`."""

    def mind(self, level: Level, luck: Luck | None = None) -> AnyMind:
        """The robot of a level, or the only one. Whoever sits down at a table draws its temper by luck."""
        tempers = self.tempers_of(level)
        return luck.choice(tempers) if luck else tempers[0]

    def tempers_of(self, level: Level) -> tuple[AnyMind, ...]:
        """The robots of a level, an even-tempered one first."""
        return (self.levels.get(level) or Plain(self.robot), *self.tempers.get(level, ()))

    @property
    def lesson(self) -> Lesson | None:
        """The lesson in its folder, if there is one (`malle.core.lesson`)."""
        return read_lesson(self.folder / "lesson.toml")

    @property
    def usual_seats(self) -> int:
        """As many as play where nobody says how many."""
        return 4 if 4 in self.seats else self.seats[0]

    def of_version(self, version: int) -> Sheet:
        """The sheet of a version, the newest or one that is kept. `NoSuchRules` says what to do."""
        for sheet in (self, *self.earlier):
            if sheet.version == version:
                return sheet
        known = _or(tuple(sorted(sheet.version for sheet in (self, *self.earlier))))
        step = "a newer" if version > self.version else "the older"
        missing = f"{self.name} has no rules of version {version} here, only {known}"
        raise NoSuchRules(f"{missing}: install {step} release of Malle that has them")

    def __hash__(self) -> int:
        """By name and version: pages and rulebooks are kept by sheet, whatever it holds."""
        return hash((self.name, self.version))

    def settle_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value; `Refused` names the first thing wrong and what is possible."""
        if seats not in self.seats:
            raise Refused(f"{self.name} is for {_or(self.seats)} players, not {seats}")
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise Refused(f"{self.name} has no option {name!r}; it has {_or(tuple(known)) or 'none'}")
            if value not in known[name].choices or type(value) is not type(known[name].default):
                raise Refused(f"option {name} may be {_or(known[name].choices)}, not {value!r}")
        return {name: options.get(name, option.default) for name, option in known.items()}


def final_of(sheet: Sheet, game: AnyGame, glance: Glance[Any], heard: Heard) -> Scene:
    """The final picture of a game that is over: its own, or its last scene."""
    assert sheet.drawing is not None
    return sheet.drawing.table(game, glance) if sheet.final is None else sheet.final(game, glance, heard)


def _or(things: tuple[object, ...]) -> str:
    return ", ".join(str(thing).lower() if isinstance(thing, bool) else str(thing) for thing in things)
