"""What crosses the table socket: JSON objects tagged by `type`, one a frame, binary frames both ways, all padded.

A client opens `/tables/<table>/socket`, says `hello`, and from then on receives a complete `state` whenever the table
has moved on: never a difference, so that any `state` can be shown without those before it. `heard` tells what happened
since the `state` before, for animation and for the log. Whoever reads slowly gets fewer and newer ones.

A client acts by `act`. The answer is `taken` once the move is in the database, or `refused`. Whoever loses the
connection before the answer sends the same `act` again with the same key: the answer is the same, and the move is made
once. What changes a table otherwise than by a move of the game (undo, resign, pause) is an `ask`, with a key too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from malle.core import Say
from malle.core.match import Match
from malle.core.mind import Level

Key: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$")]
"""A UUID that the client makes, one for each thing it wants done, kept when it sends it again. Not of version 8: those
are the server's own."""

# From the client


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message. A browser's token is in its cookie; robots and tests give theirs here or in a header."""

    token: Annotated[str, Meta(max_length=100)] = ""
    packed: Annotated[str, Meta(max_length=40)] = ""
    """The build whose packed frames this client can open: a tenth of the bytes. Any other: frames come as they are."""


class ActMessage(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """One action of the game, in notation: a leaf of the scene's legal tree, or what was typed."""

    seq: Annotated[int, Meta(ge=0)]
    """The `state.seq` it was chosen on."""
    text: Annotated[str, Meta(max_length=300)]
    key: Key


class AskMessage(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Something about the table itself. `undo` takes back the seat's latest move, if nobody learnt anything by it and
    nobody is asked who was not asked before it; `resign` leaves the seat to a robot, until whoever left it asks to
    `return`, by the same token; `give-up` leaves it for good; `pause` stops the table, once everybody who is there has
    asked for it, until somebody asks to `resume`; after the end, `next` goes on with the same people at another table,
    which `Public.next` names whoever asked first. For people: a robot plays its seat and asks for nothing."""

    seq: Annotated[int, Meta(ge=0)]
    what: Literal["undo", "resign", "give-up", "return", "pause", "resume", "next"]
    key: Key


class LookMessage(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """The page is looked at, or lies in the background; now and then again as long as somebody is at it."""

    away: bool


class SeenMessage(Struct, frozen=True, tag="seen", forbid_unknown_fields=True):
    """The reader has gone on from what was told at this seq. The robots, who wait until it can have been read, need not
    wait any longer once all people at the table have. There is no answer."""

    seq: Annotated[int, Meta(ge=0)]


class KnockMessage(Struct, frozen=True, tag="knock", forbid_unknown_fields=True):
    """Somebody without a seat here, who has the invitation, asks for a robot's seat at a table in play. `taken` means
    that it is asked: `Public.asking` tells everybody for how long, and whoever is let in is sent away and comes back to
    the seat. One asks at a time; a seat that a robot keeps for whoever left it is not to be had."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    name: Annotated[str, Meta(max_length=200)]
    invite: Annotated[str, Meta(max_length=100)]
    key: Key


class LetMessage(Struct, frozen=True, tag="let", forbid_unknown_fields=True):
    """A person at the table answers whoever knocks. One no ends it; they are in when everybody says yes who was there
    when they asked, or is there now."""

    asking: Key
    """`Asking.id`."""
    yes: bool
    key: Key


class RecallMessage(Struct, frozen=True, tag="recall", forbid_unknown_fields=True):
    """A robot asks for all that its seat has heard so far, what has faded too; `recalled` answers. People remember for
    themselves, and whoever takes a robot's seat begins with what lies on the table."""

    key: Key


class NudgeMessage(Struct, frozen=True, tag="nudge", forbid_unknown_fields=True):
    """A person who waits gives a sign to somebody in `Public.absent`; once a minute."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    key: Key


class StandInMessage(Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """A person who waits would have a robot play for somebody in `Public.absent` until they are back, or would rather
    wait. Most of those who are there decide; a single one alone."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    yes: bool
    key: Key


Emote = Literal["wink", "bravo", "phew", "oops", "really", "well", "wait", "nose"]
"""What can be said at a table without words of one's own."""


class EmoteMessage(Struct, frozen=True, tag="emote", forbid_unknown_fields=True):
    """A person at the table shows what they think: three a minute, and not while they owe an answer in a window."""

    what: Emote
    key: Key


FromClient: TypeAlias = (
    Hello
    | ActMessage
    | AskMessage
    | LookMessage
    | SeenMessage
    | KnockMessage
    | LetMessage
    | NudgeMessage
    | StandInMessage
    | EmoteMessage
    | RecallMessage
)

# From the server


Presence = Literal["here", "away", "gone"]
"""Connected; connected with the page in the background, or waited for and without a sign for long; not connected."""


class Player(Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    """Empty: nobody yet."""
    kind: Literal["open", "person", "robot"]
    presence: Presence = "here"


class Result(Struct, frozen=True):
    """How it ended."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    why: str
    sentence: str = ""


class Asking(Struct, frozen=True):
    """Somebody asks for a robot's seat."""

    id: str
    name: str
    seat: int
    seconds: int
    """Whole seconds left for the answers when this was sent."""
    yes: tuple[int, ...]
    """The seats that have said yes."""


class Absent(Struct, frozen=True):
    """Somebody who is waited for and not there."""

    seat: int
    seconds: int
    """For which they have been missed when this was sent."""
    nudged: int | None
    """Seconds since they were given a sign; None: they were not."""
    yes: tuple[int, ...]
    """The seats of those who would have a robot play meanwhile."""
    needed: int
    """How many of those who are there have to want it."""


class Public(Struct, frozen=True):
    """What everybody may know about the table, spectators included: encoded once for all who watch. What never changes
    is only in the first `state`, and where a table is asked for by HTTP."""

    seats: tuple[Player, ...]
    awaited: tuple[int, ...]
    """The seats that may act now, from 0."""
    begun: bool
    """False while seats are open: nobody can act yet."""
    game: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    """Of the rules: robots play by the same."""
    options: Mapping[str, bool | int | str] | UnsetType = UNSET
    seal: str | UnsetType = UNSET
    """The digest of the sealed seed."""
    edition: str | UnsetType = UNSET
    """The digest of the edition, where it is not the usual one: `/editions/<digest>` has the file."""
    late: int | UnsetType = UNSET
    """Moves that spectators are behind the players."""
    tempo: Literal["calm", "usual", "quick"] | UnsetType = UNSET
    """How much time robots leave to read."""
    level: Level | UnsetType = UNSET
    """How hard the robots are to beat; not said where the game has one kind alone."""
    paused: bool = False
    clock: int | None = None
    """Whole seconds left for the seats awaited when this was sent; None: no limit."""
    reserve: int = 0
    """At a slow table: how many of them are of the reserve, which is used last."""
    over: Result | None = None
    match: Match | None = None
    """How the match stands, where a fair match is several games."""
    next: str = ""
    """The table where these people went on after the end; `/tables/<this one>/next` leads there with one's seat."""
    asking: Asking | None = None
    """Who knocks, for the people at the table to answer by `let`."""
    absent: tuple[Absent, ...] = ()
    """Who is missed, for the people at the table to answer by `nudge` and `stand-in`. Late spectators are not told."""
    pausing: tuple[int, ...] = ()
    """The seats of those who want a pause. Late spectators are not told."""
    ready: tuple[int, ...] = ()
    """Before the start: the seats of those who say that it may be."""
    host: int = -1
    """The seat of whoever opened the table, or has its key since; -1: nobody's."""
    watching: int = 0
    """How many look on who have no seat; more than twenty in round numbers."""


NOTHING = Raw(b"null")
NO_MOTION = Raw(b"[]")


class Told(Struct, frozen=True, omit_defaults=True):
    """One move as this viewer heard it. It has no number and no mover, and a move of which nothing is left to be told
    is not there: games of memory do not remember for you, and gaps, or whose moves they were, would count what has
    faded. Robots get every move."""

    said: tuple[Say, ...]
    """What happened, as messages for the log; marked as texts of a scene are."""
    motion: Raw = msgspec.field(default_factory=lambda: NO_MOTION)
    """A list of the scene's `Animation`s; for robots, of the game's events."""
    kept: tuple[Say, ...] | None = None
    """What of `said` stays in the log after the next move: games of memory do not remember for you. None: all."""
    mark: int = -1
    """The seat whose mark stands beside the line: the first that is named in what stays of it. -1: none is."""
    reading: int = 0
    """Milliseconds that it is to be read, the same for all: so long the robots wait. Of the latest move alone."""
    private: tuple[int, ...] = ()
    """The places in `said` of what spectators are not told: these lines are for this viewer's eyes."""


class StateMessage(Struct, frozen=True, tag="state", omit_defaults=True):
    """The table as one viewer sees it: complete, but for what never changes, which the first one after `hello` has."""

    seq: int
    table: Raw
    """A `Public`."""
    scene: Raw
    """A `Scene`, drawn from what a spectator sees; null for robots and before everybody sits."""
    heard: tuple[Told, ...] = ()
    """What happened since the `state` before this one, oldest first; none in the first one after `hello`."""
    own: Raw = msgspec.field(default_factory=lambda: NOTHING)
    """An `Own`, what this viewer sees besides."""
    undoable: bool = False
    """May you undo now?"""
    viewer: int | UnsetType | None = UNSET
    """Your seat; None: you are a spectator. In the first `state` after `hello`."""
    left: int | UnsetType = UNSET
    """The seat that a robot keeps for you, in the first `state` after `hello`: `return` gives it back."""
    setting: Raw = msgspec.field(default_factory=lambda: NOTHING)
    """A `Setting`, only in the first `state` after `hello` that has a scene."""
    log: tuple[Told, ...] = ()
    """The latest moves, oldest first, without those that were taken back. Only in the first `state` after `hello`, to
    which `heard` adds, and after an undo. Only the last move has its motion, so that it can be seen again."""
    taken_back: bool = False
    """A move of which you heard was taken back: `log` stands in place of the log that you have."""
    build: str = ""
    """The client that this server ships, only in the first `state`: another one than yours means a reload, when it
    suits."""
    view: Raw = msgspec.field(default_factory=lambda: NOTHING)
    """Robots only: the seat's whole view, memory included."""
    legal: Raw = msgspec.field(default_factory=lambda: NOTHING)
    """Robots only: the seat's legal actions as values."""


class Taken(Struct, frozen=True, tag="taken"):
    """Done, and in the database: the answer to `act` and `ask`."""

    key: str
    seq: int
    """The table's seq after it."""


class Recalled(Struct, frozen=True, tag="recalled"):
    """All moves up to the one that is shown, as a robot's seat heard them: the answer to `recall`."""

    key: str
    heard: tuple[Told, ...]
    """Oldest first, `motion` being the game's events. What was undone is in it: it was heard."""


class Refusal(Struct, frozen=True, tag="refused"):
    """Not done. The slug is for programs, the sentence for people. An empty key: about the connection itself."""

    key: str
    slug: str
    sentence: str


class Emoted(Struct, frozen=True, tag="emoted"):
    """Somebody at the table shows what they think, for a moment: it is in no state and no log. Late spectators are not
    told, nor are robots."""

    seat: int
    what: Emote


FromServer: TypeAlias = StateMessage | Taken | Recalled | Refusal | Emoted


HINTS = "/api/robots/hints"
"""Where a worker listens at the server itself, if there is no NATS: lines as there, `table seq seats` with bits."""


class Awaited(Struct, frozen=True):
    """A table at which robots are awaited: what a worker is told by HTTP, for hints that it missed."""

    table: str
    seq: int
    seats: tuple[int, ...]


SEEN = "x-malle-seen"
"""The header of `/health` that says whether it was asked over TLS: `http` or `https`."""
STEP = 1024
"""Whatever crosses the socket is padded to a multiple of so many bytes."""


def padded(data: bytes) -> bytes:
    """A message or a packed frame as it is sent. Encryption hides what is in it, not how long it is, and that would
    tell whoever sees the traffic of a player most of their hand. Blanks after a message mean nothing, nor does what
    follows a packed frame, which says its length."""
    return data.ljust(-(-len(data) // STEP) * STEP)


decode_from_client: Callable[[bytes], FromClient] = msgspec.json.Decoder(FromClient).decode
decode_from_server: Callable[[bytes], FromServer] = msgspec.json.Decoder(FromServer).decode
encode = msgspec.json.Encoder().encode


def schema() -> bytes:
    """The JSON schema of every message, from which the client's types are made."""
    (client, server), definitions = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    whole = {"$defs": {**definitions, "FromClient": client, "FromServer": server, "Public": _public()}}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=2) + b"\n"


def _public() -> object:
    """`Public` travels inside a `Raw`, so the schema above does not reach it."""
    return msgspec.json.schema(Public)
