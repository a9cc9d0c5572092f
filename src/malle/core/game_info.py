"""What a game declares about itself (`GameInfo`), and the interfaces of its modules: messages, drawing, robots,
training.

The library, the home page and the tests need these facts before a game is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from malle.core.editions.printed_numbers import EditionInfo
from malle.core.errors import NoSuchRules, Refused
from malle.core.game import Action, AnyGame, Event, Over, Seat, Viewer
from malle.core.lesson import Lesson, load_lesson
from malle.core.message import Message
from malle.core.randomness import Luck
from malle.core.robots.learned_policy import Exploitability
from malle.core.robots.robot import AnyRobot, Level, StatelessRobot
from malle.core.scene import Animation, Colours, DrawInput, Scene, SeatOverlay, StaticScene
from malle.core.solitaire import Solitaire
from malle.core.story import GameEvents, Opinion, Story

G = TypeVar("G", contravariant=True)
"""A game's own class."""
V = TypeVar("V", contravariant=True)
"""The game's class of views."""
N = TypeVar("N")
"""The game's class of what lies before a viewer: the type of a view's `now`."""


class Option(Struct, frozen=True):
    """A choice made when a table is opened.

    The word files describe it as `option-<name>`, and a choice that is a word as `option-<name>-<choice>`.
    """

    name: str
    default: bool | int | str
    choices: tuple[bool | int | str, ...]


class Imprint(Struct, frozen=True):
    """Who made the game, as printed on the box and its booklet. A field that is empty is not printed there."""

    name: str
    """The name of the game as printed."""
    subtitle: str = ""
    """The line under the name as printed; a quotation of at most twelve words."""
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
    """Whether the sign ® is printed beside the name."""
    scan: str = ""
    """Who put the booklet online."""
    address: str = ""
    """The address of the person or body that put the booklet online."""

    @property
    def facts(self) -> dict[str, str]:
        """Who made the game, where and when, in the order in which pages list it. Values that are
        not known are empty strings."""
        return {
            "author": self.author,
            "licence": self.licence,
            "publisher": self.publisher,
            "number": self.number,
            "place": self.place,
            "year": str(self.year or ""),
        }


class EventMessages(Protocol[G, V]):
    """A game's messages. A game implements it as a module with these functions. They are given
    views, events and actions, never a state."""

    def event_message(self, game: G, event: Event) -> Message:
        """Return the message of the log for an event. Every event has one."""

    def action_label(self, game: G, action: Action) -> Message:
        """Return the label of a button that plays this action."""

    def table_sentences(self, game: G, view: V) -> tuple[Message, ...]:
        """Return messages that describe what lies on the table before the viewer, for the terminal
        and for screen readers."""

    def statistics(self, game: G, events_by_entry: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
        """Return statistics of a finished game by name, as (times it happened, times it could have
        happened).

        `events_by_entry` has all events of the game, in one tuple for each entry. Simulations add
        up the numbers of many games.
        """


class SceneBuilder(Protocol[G, N]):
    """A game's drawing. A game implements it as a module with these functions.

    They are given what lies before a viewer and what the viewer heard, never a state and never a
    memory. `malle.core.scene` has the values that they make; `docs/scene.md` shows how each of
    these values looks.
    """

    @property
    def COLOURS(self) -> Colours:
        """The colours of the table, by day and by night."""

    def static_scene(self, game: G, viewer: Viewer) -> StaticScene:
        """Return the parts of the picture that do not change during a game."""

    def shared_scene(self, game: G, draw_input: DrawInput[N]) -> Scene:
        """Draw what everybody sees of a state, from what a spectator sees."""

    def seat_overlay(self, game: G, draw_input: DrawInput[N]) -> SeatOverlay | None:
        """Draw what one seat sees beyond the shared scene, and offer what it may do now. `None` if
        there is neither."""

    def animations(self, game: G, events: tuple[Event, ...]) -> tuple[Animation, ...]:
        """Return what to animate, in order, given the events of one log entry that a viewer
        heard."""

    def log_messages(self, game: G, events: tuple[Event, ...]) -> tuple[Message, ...]:
        """Return the log's messages for one entry, given the events that a viewer heard. Usually
        there is one for each event; several events may share one."""


class Robot(Protocol[G, V]):
    """A robot without a memory: a function that chooses an action from what a seat knows, and from
    nothing else."""

    def __call__(self, game: G, view: V, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Return one of `legal`. The same view and the same luck give the same action."""


class Learner(Protocol):
    """A robot that learns a policy by playing against copies of itself. `Training.make_learner`
    makes it."""

    games_played: int
    """Games played so far."""

    def play_game(self) -> None:
        """Play one more game and learn from it."""

    def policy(self) -> Mapping[str, tuple[int, ...]]:
        """Return the policy: for each situation that the learner tells apart, the weights of its
        choices, that is how often to choose each."""

    def checkpoint(self) -> bytes:
        """Return all that is needed to continue on another day, for `Training.make_learner`."""


class Training(Protocol):
    """How a game's robots learn. A game implements it as a module with these functions."""

    def make_learner(self, game: AnyGame, *, seed: int, checkpoint: bytes = b"") -> Learner:
        """Return a learner that has learned nothing, or one that continues from `checkpoint` unless
        this is empty. `Refused` if `checkpoint` does not come from such a learner."""

    def measure_exploitability(
        self,
        game: AnyGame,
        policy: Mapping[str, tuple[int, ...]],
        *,
        games: int,
        seed: int,
        progress: Callable[[int], None],
    ) -> Iterator[Exploitability]:
        """Train an opponent against the given `policy` alone. After each doubling of its training
        games, yield how far the opponent comes ahead.

        `games` is the number of training games in all. `progress` is called with the number of
        games played since the last call.
        """


class GameInfo(Struct, frozen=True):
    """What a game declares about itself, before any table exists. It is the constant `GAME_INFO` in
    the `__init__.py` of the game's folder."""

    name: str
    """The game's slug, which is also its folder's name."""
    version: int
    """The version of the rules. A change of rules raises it; tables finish on the version they began with (see
    `earlier_versions`)."""
    seats: tuple[int, ...]
    """The numbers of players that the game is for."""
    options: tuple[Option, ...]
    has_hidden_information: bool
    """Whether the game ever hides something from a player."""
    score_sum: Literal["zero", "constant", "general"]
    """What the scores of all seats add up to: always 0, always the same, or anything."""
    folder: Path
    """The folder with words/, rulebook/, symbols/, data/ and tests/."""
    make_game: Callable[[int, Mapping[str, Any], Path | None], AnyGame]
    """(seats, options, edition file or `None` for the usual one) -> a game. Call it through
    `malle.games.load_game`."""
    make_tiny_game: Callable[[], AnyGame]
    """Make the game on an edition small enough to enumerate whole: at most some 300,000 decision nodes."""
    messages: EventMessages[Any, Any]
    robot: Robot[Any, Any]
    benchmark_robots: Mapping[str, Robot[Any, Any]] = {}
    """Robots kept unchanged as benchmarks, by name and version (`simple-1`). Never change one: add a new name."""
    levels: Mapping[Level, AnyRobot] = {}
    """Robots of three levels, which people choose when they open a table. If empty, there is only `robot`."""
    styles: Mapping[Level, tuple[AnyRobot, ...]] = {}
    """Further robots of a level, equally strong but with another style. For each seat of a table
    one robot of the level is drawn. All robots of a level keep the same memory, so that opinions
    can be worked out afterwards without knowing which of them sat there."""
    slow_levels: tuple[Level, ...] = ()
    """The levels that think for a millisecond or longer. They run in processes of their own beside the robot
    worker."""
    research_robots: Mapping[str, AnyRobot] = {}
    """Further robots with a memory, by name, for research only. They play against each other and
    against the robots above."""
    training: Training | None = None
    """How the game's robots learn (`malle research train`), or `None` if they do not."""
    imprint: Imprint | None = None
    """Who made the printed game, for NOTICE and the page about the site. `None` if the game does
    not come from a box."""
    booklet_options: Mapping[str, bool | int | str] = {}
    """The options that follow the printed booklet more closely than the defaults do, with their
    values. The page of options offers all of them together. Empty if the defaults follow the
    booklet."""
    min_age: int | None = None
    """The lowest age that the box recommends, or `None` if it does not say."""
    median_decisions: Mapping[int, int] = {}
    """The median number of decisions of all players in a game, by number of players. `malle simulate GAME
    --seats NUMBER --games 300 --robots regular` prints it. Pages estimate from it how long a game takes. Empty
    if not counted."""
    games_per_match: int = 1
    """The number of games in a fair match. After each the players move on by one seat and the scores are added;
    the highest sum wins."""
    sides: tuple[str, ...] = ()
    """What each seat plays, by slug, if the seats are not alike. `role-<side>` says it, and people choose it
    before the game. Empty if all seats are alike."""
    drawing: SceneBuilder[Any, Any] | None = None
    """The module that draws the game, or `None`. Symbols are SVG files in `symbols/`; the cover is
    `symbols/box.svg`."""
    revealing_default_phases: tuple[str, ...] = ()
    """The phases in which the default action at a deadline may tell others a secret. In every other
    phase, the others hear the same in all worlds that they cannot tell apart, or the event reveals
    a secret anyway."""
    grouped_action_phases: tuple[str, ...] = ()
    """The phases in which one seat acts several times in a row, and the other viewers see all of it
    at once: nothing until the last of these actions is in the log."""
    max_call_difference: int = 0
    """How many function calls more a move may take in one world than in another that a viewer
    cannot tell apart. A greater difference could be measured as time."""
    solitaire: Solitaire | None = None
    """The server's side of the game's solitaire, if it has one."""
    story: Callable[[Any, Over, GameEvents], Story] | None = None
    """(game, how it ended, all its events) -> the story shown under the result. Called after the end only."""
    final_scene: Callable[[Any, DrawInput[Any], GameEvents], Scene] | None = None
    """(game, what a spectator sees after the end, all its events) -> the final picture, with every
    secret open. Called after the end only. If `None`, the last scene is shown."""
    risk_statistics: Callable[[Any, Seat, GameEvents], tuple[int, int]] | None = None
    """(game, a seat, all its events) -> how often the seat's risks paid off and how often not, such as lies
    that passed and lies that were caught. The messages `deeds-good` and `deeds-bad` name them. Called after the
    end only; people see their own."""
    robot_opinions: Callable[[Any, AnyRobot, Seat, GameEvents], Iterable[Opinion]] | None = None
    """(game, a level's robot, its seat, all events) -> what that robot thought when it decided, worked out
    again. Called after the end only. `tests/test_calibration.py` compares the opinions with what was true."""
    edition_info: EditionInfo | None = None
    """What the rulebook and the page about the edition print of its numbers. `edition/<language>.md` has the
    rest."""
    earlier_versions: tuple[GameInfo, ...] = ()
    """Older versions that tables and records may still use, each a complete `GameInfo`. Make one
    mostly by `msgspec.structs.replace(GAME_INFO, version=1, make_game=…)`, so that it shares words,
    drawing and robots with the newest."""

    def robot_of_level(self, level: Level, luck: Luck | None = None) -> AnyRobot:
        """Return a robot of a level. With `luck` it is drawn from all robots of that level;
        without, it is the first."""
        tempers = self.robots_of_level(level)
        return luck.choice(tempers) if luck else tempers[0]

    def robots_of_level(self, level: Level) -> tuple[AnyRobot, ...]:
        """Return the robots of a level, the default robot first, then the level's `styles`. If
        `levels` has none for it, the default is `robot`, which keeps no memory."""
        return (self.levels.get(level) or StatelessRobot(self.robot), *self.styles.get(level, ()))

    @property
    def lesson(self) -> Lesson | None:
        """The game's tutorial, from `lesson.toml` in its folder, or `None` if there is no such
        file. `Refused` if the file is not valid."""
        return load_lesson(self.folder / "lesson.toml")

    @property
    def default_seats(self) -> int:
        """The default number of seats: 4 if the game allows it, otherwise the first of `seats`."""
        return 4 if 4 in self.seats else self.seats[0]

    def for_version(self, version: int) -> GameInfo:
        """Return the `GameInfo` of a version of the rules, from this one and `earlier_versions`.
        `NoSuchRules`, if there is none, says whether to install an older or a newer release of
        Malle."""
        for info in (self, *self.earlier_versions):
            if info.version == version:
                return info
        known = _list_values(tuple(sorted(info.version for info in (self, *self.earlier_versions))))
        step = "a newer" if version > self.version else "the older"
        missing = f"{self.name} has no rules of version {version} here, only {known}"
        raise NoSuchRules(f"{missing}: install {step} release of Malle that has them")

    def __hash__(self) -> int:
        """Hash by name and version, so that pages and rulebooks can be cached by `GameInfo`."""
        return hash((self.name, self.version))

    def complete_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return every option with its value, defaults filled in. `Refused` if the game is not for
        `seats` players, or if an option is unknown or not one of its choices."""
        if seats not in self.seats:
            raise Refused(f"{self.name} is for {_list_values(self.seats)} players, not {seats}")
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise Refused(f"{self.name} has no option {name!r}; it has {_list_values(tuple(known)) or 'none'}")
            if value not in known[name].choices or type(value) is not type(known[name].default):
                raise Refused(f"option {name} may be {_list_values(known[name].choices)}, not {value!r}")
        return {name: options.get(name, option.default) for name, option in known.items()}


def draw_final_scene(info: GameInfo, game: AnyGame, draw_input: DrawInput[Any], events_by_entry: GameEvents) -> Scene:
    """Draw the final picture of a finished game: by `final_scene` if the game has one, otherwise
    its last scene. The game must have a `drawing`."""
    assert info.drawing is not None
    return (
        info.drawing.shared_scene(game, draw_input)
        if info.final_scene is None
        else info.final_scene(game, draw_input, events_by_entry)
    )


def _list_values(things: tuple[object, ...]) -> str:
    """Join values by commas, for a sentence. Booleans are written `true` and `false`."""
    return ", ".join(str(thing).lower() if isinstance(thing, bool) else str(thing) for thing in things)
