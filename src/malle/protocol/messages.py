"""Messages on a table's WebSocket: JSON objects tagged by `type`, one in each frame. Frames are binary in
both directions, and padded.

A client opens `/tables/<table>/socket` and says `hello`. From then on it receives a complete `state` whenever
the table has moved on, never a difference, so any `state` can be shown without those before it. `heard` lists
what happened since the last `state`, for animation and for the log. A slow reader gets fewer and newer
states.

A client acts by `act`. The answer is `taken` once the move is in the database, or `refused`. A client that
loses the connection before the answer sends the same `act` again with the same key. The answer is the same,
and the move is made once. Other changes to a table (undo, resign, pause) are an `ask`, which has a key too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from malle.core import Message
from malle.core.match import Match
from malle.core.robots.robot import Level

Key: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$")]
"""A UUID that the client makes, one for each request; a repeated request keeps its key. Version 8 is reserved
for keys of the server."""

# From the client


class HelloMessage(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a client. A browser's token is in its cookie; robots and tests send theirs here or
    in a header."""

    token: Annotated[str, Meta(max_length=100)] = ""
    packed: Annotated[str, Meta(max_length=40)] = ""
    """The build whose compressed frames this client can open; they have a tenth of the bytes. With any other
    value frames are not compressed."""


class ActMessage(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """One action of the game, in notation: a leaf of the scene's legal tree, or typed text."""

    seq: Annotated[int, Meta(ge=0)]
    """The `state.seq` on which it was chosen."""
    text: Annotated[str, Meta(max_length=300)]
    key: Key


class TableCommandMessage(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A request that concerns the table and not the game. Only people send it; robots may only send
    moves.

    - `undo` takes back the table's latest move, if the seat made it and it revealed no secret.
      It must have drawn no chance, and no further player may be awaited since.
    - `resign` leaves the seat to a robot, and `return` takes it back, with the same token.
    - `give-up` leaves the seat for good.
    - `pause` asks for a pause. At a live table it begins once everybody present has asked, at a
      slow table once every person who has a seat has.
    - `resume` ends the pause; one player is enough.
    - `next`, after the end, goes on with the same people at another table. `Public.next` names
      that table from the first request on."""

    seq: Annotated[int, Meta(ge=0)]
    what: Literal["undo", "resign", "give-up", "return", "pause", "resume", "next"]
    key: Key


class PageVisibilityMessage(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Says whether the page is visible or in the background. It is repeated now and then while the page is in
    use."""

    away: bool
    """The page is in the background."""


class SeenMessage(Struct, frozen=True, tag="seen", forbid_unknown_fields=True):
    """The reader has read what was shown at this seq and gone on. Robots wait until a move can have
    been read; they stop waiting once all people at the table have sent this. There is no answer."""

    seq: Annotated[int, Meta(ge=0)]


class SeatRequestMessage(Struct, frozen=True, tag="knock", forbid_unknown_fields=True):
    """A person without a seat, but with the invitation, asks for a robot's seat at a table in play.

    `taken` means that the request is open. `Public.asking` shows it to everybody, with the seconds left. If
    it is granted, the connection is closed, and the person reconnects to the seat. One request may be open at
    a time. A seat that a robot keeps for a player who left is not available."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    name: Annotated[str, Meta(max_length=200)]
    invite: Annotated[str, Meta(max_length=100)]
    key: Key


class SeatAnswerMessage(Struct, frozen=True, tag="let", forbid_unknown_fields=True):
    """A person at the table answers a seat request. A single no ends the request. It is granted when
    everybody has agreed who was present when it was made, or is present now."""

    asking: Key
    """The id of the open request (`Public.asking`)."""
    yes: bool
    key: Key


class RecallMessage(Struct, frozen=True, tag="recall", forbid_unknown_fields=True):
    """A robot asks for everything that its seat has heard so far, including what is no longer
    shown; `recalled` answers. People remember for themselves, and a person who takes a robot's seat
    sees only the present table."""

    key: Key


class NudgeMessage(Struct, frozen=True, tag="nudge", forbid_unknown_fields=True):
    """A waiting person nudges a player in `Public.absent`; once a minute."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    key: Key


class StandInMessage(Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """A waiting person votes that a robot should play for a player in `Public.absent` until that player is
    back, or withdraws the vote. A majority of those present decides; a single person decides alone."""

    seat: Annotated[int, Meta(ge=0, le=31)]
    yes: bool
    key: Key


Emote = Literal["wink", "bravo", "phew", "oops", "really", "well", "wait", "nose"]
"""What a player can express without typing text."""


class EmoteMessage(Struct, frozen=True, tag="emote", forbid_unknown_fields=True):
    """A person at the table shows an emote: at most three a minute, and not while they owe one of several
    simultaneous answers."""

    what: Emote
    key: Key


FromClient: TypeAlias = (
    HelloMessage
    | ActMessage
    | TableCommandMessage
    | PageVisibilityMessage
    | SeenMessage
    | SeatRequestMessage
    | SeatAnswerMessage
    | NudgeMessage
    | StandInMessage
    | EmoteMessage
    | RecallMessage
)

# From the server


Presence = Literal["here", "away", "gone"]
"""`here`: connected. `away`: connected with the page in the background, or awaited and inactive for long.
`gone`: not connected."""


class Player(Struct, frozen=True):
    """The player at a seat."""

    name: str
    """Empty if the seat is open."""
    kind: Literal["open", "person", "robot"]
    presence: Presence = "here"


class Result(Struct, frozen=True):
    """The result of a finished game."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    why: str
    sentence: str = ""


class OpenSeatRequest(Struct, frozen=True):
    """An open request for a robot's seat."""

    id: str
    name: str
    seat: int
    seconds: int
    """Whole seconds left for the answers when this was sent."""
    yes: tuple[int, ...]
    """Seats that have agreed."""


class AbsentPlayerInfo(Struct, frozen=True):
    """An awaited player who is not there."""

    seat: int
    seconds: int
    """Seconds for which the player had been missing when this was sent."""
    nudged: int | None
    """Seconds since the player was last nudged, or None if they were not."""
    yes: tuple[int, ...]
    """Seats that vote for a robot to play meanwhile."""
    needed: int
    """How many votes are needed, of those present."""


class Public(Struct, frozen=True):
    """The public state of a table, which spectators may see too. It is encoded once for all viewers. Fields
    that never change are sent only in the first `state` of a connection and in HTTP responses about the
    table."""

    seats: tuple[Player, ...]
    awaited: tuple[int, ...]
    """The seats that may act now, from 0."""
    begun: bool
    """False while seats are open: no player can act yet."""
    game: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    """Version of the rules; robots play by the same version."""
    options: Mapping[str, bool | int | str] | UnsetType = UNSET
    seal: str | UnsetType = UNSET
    """Digest of the secret seed."""
    edition: str | UnsetType = UNSET
    """Digest of a custom edition; `/editions/<digest>` serves the file. Unset for the built-in one."""
    late: int | UnsetType = UNSET
    """How many moves spectators are behind the players."""
    tempo: Literal["calm", "usual", "quick"] | UnsetType = UNSET
    """How much reading time robots leave."""
    level: Level | UnsetType = UNSET
    """Strength of the robots. Unset if the game has one level only."""
    paused: bool = False
    clock: int | None = None
    """Whole seconds that the awaited seats had left when this was sent, or None if there is no limit."""
    reserve: int = 0
    """Correspondence tables: how many seconds of `clock` belong to the time bank, which is used last."""
    over: Result | None = None
    match: Match | None = None
    """State of the match, if a fair match consists of several games."""
    next: str = ""
    """The table where the same people went on after the end. `/tables/<this table>/next` leads there and
    keeps one's seat."""
    asking: OpenSeatRequest | None = None
    """The open seat request, which the people at the table answer by `let`."""
    absent: tuple[AbsentPlayerInfo, ...] = ()
    """Absent players, whom the people at the table can nudge (`nudge`) or replace by a robot (`stand-in`).
    Not sent to delayed spectators."""
    pausing: tuple[int, ...] = ()
    """Seats that vote for a pause. Not sent to delayed spectators."""
    ready: tuple[int, ...] = ()
    """Before the start: seats whose players are ready."""
    host: int = -1
    """Seat of the host: the player who opened the table, or took over from them. -1 if nobody is host."""
    watching: int = 0
    """Number of spectators. Above twenty it is rounded."""


JSON_NULL = Raw(b"null")
EMPTY_JSON_LIST = Raw(b"[]")


class HeardMove(Struct, frozen=True, omit_defaults=True):
    """One move as this viewer heard it.

    It has no number and no mover, and a move is left out once nothing of it may be told any more. A
    gap in the numbers, or the mover, would show how much a memory game has hidden. Robots get every
    move."""

    said: tuple[Message, ...]
    """What happened, as messages for the log, marked up like the texts of a scene."""
    motion: Raw = msgspec.field(default_factory=lambda: EMPTY_JSON_LIST)
    """A list of the scene's `Animation`s; for robots, of the game's events."""
    kept: tuple[Message, ...] | None = None
    """What stays of `said` in the log after the next move, or None if all of it stays. Memory games drop the
    rest."""
    mark: int = -1
    """The seat whose mark stands beside the log line: the first one named in what stays of it. -1 if there is
    none."""
    reading: int = 0
    """Reading time in milliseconds, the same for all viewers; robots wait this long. Set for the latest move
    only."""
    private: tuple[int, ...] = ()
    """Indexes in `said` of messages that spectators do not get: only this viewer sees them."""


class StateMessage(Struct, frozen=True, tag="state", omit_defaults=True):
    """The table as one viewer sees it. It is complete except for what never changes, which only the first
    `state` after `hello` has."""

    seq: int
    table: Raw
    """A `Public`, as JSON."""
    scene: Raw
    """A `Scene`, drawn from what spectators see. Null for robots, and before all seats are taken."""
    heard: tuple[HeardMove, ...] = ()
    """What happened since the previous `state`, oldest first. Empty in the first one after `hello`."""
    own: Raw = msgspec.field(default_factory=lambda: JSON_NULL)
    """An `Own`: what this viewer sees in addition."""
    undoable: bool = False
    """Whether this viewer may undo now."""
    viewer: int | UnsetType | None = UNSET
    """Seat of this viewer, or None for a spectator. Set in the first `state` after `hello`."""
    left: int | UnsetType = UNSET
    """The seat that a robot keeps for this viewer; `return` takes it back. Set in the first `state` after
    `hello`."""
    setting: Raw = msgspec.field(default_factory=lambda: JSON_NULL)
    """A `StaticScene`, only in the first `state` after `hello` that has a scene."""
    log: tuple[HeardMove, ...] = ()
    """The latest moves, oldest first, without those that were undone. Sent in the first `state` after
    `hello`, to which `heard` adds, and after an undo. Only the last move has its motion, so that it can be
    replayed."""
    taken_back: bool = False
    """A move that this viewer had heard was undone: replace the log by `log`."""
    build: str = ""
    """The client build that this server ships, only in the first `state`. A client of another build should
    reload when convenient."""
    view: Raw = msgspec.field(default_factory=lambda: JSON_NULL)
    """Robots only: the seat's whole view, memory included."""
    legal: Raw = msgspec.field(default_factory=lambda: JSON_NULL)
    """Robots only: the seat's legal actions as values."""


class TakenMessage(Struct, frozen=True, tag="taken"):
    """The request is done and in the database: the answer to `act` and `ask`."""

    key: str
    seq: int
    """The table's seq after the request."""


class RecalledMessage(Struct, frozen=True, tag="recalled"):
    """All moves up to the one shown, as a robot's seat heard them: the answer to `recall`."""

    key: str
    heard: tuple[HeardMove, ...]
    """Oldest first; `motion` holds the game's events. Moves that were undone are included, because they were
    heard."""


class RefusedMessage(Struct, frozen=True, tag="refused"):
    """The request was not done. The slug is for programs, the sentence for people. An empty key means that
    the refusal concerns the connection itself."""

    key: str
    slug: str
    sentence: str


class EmotedMessage(Struct, frozen=True, tag="emoted"):
    """A player shows an emote for a moment. It is in no state and no log, and is not sent to delayed
    spectators or robots."""

    seat: int
    what: Emote


FromServer: TypeAlias = StateMessage | TakenMessage | RecalledMessage | RefusedMessage | EmotedMessage


HINTS_PATH = "/api/robots/hints"
"""Path where a robot worker receives hints from the server itself if there is no NATS. Each line
holds table, seq and seat bits, as over NATS."""


class AwaitedRobots(Struct, frozen=True):
    """A table at which robots are awaited. Workers ask for it by HTTP, in case they missed a hint."""

    table: str
    seq: int
    seats: tuple[int, ...]
    """The robots' seats that are to act, from 0."""


SEEN_SCHEME_HEADER = "x-malle-seen"
"""Header of `/health` that says whether the request came over TLS: `http` or `https`."""
PADDING_BYTES = 1024
"""Messages on the socket are padded to a multiple of this many bytes."""


def pad(data: bytes) -> bytes:
    """Pad a message or a compressed frame to a multiple of `PADDING_BYTES`, with blanks. Encryption hides the
    content but not the length, and the length would reveal most of a player's hand to an observer of the
    traffic. Receivers ignore the padding: blanks after a JSON message mean nothing, and a compressed frame
    states its length."""
    return data.ljust(-(-len(data) // PADDING_BYTES) * PADDING_BYTES)


decode_from_client: Callable[[bytes], FromClient] = msgspec.json.Decoder(FromClient).decode
decode_from_server: Callable[[bytes], FromServer] = msgspec.json.Decoder(FromServer).decode
encode = msgspec.json.Encoder().encode


def message_schema() -> bytes:
    """Return the JSON schema of all messages, from which the client's types are generated."""
    (client, server), definitions = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    whole = {"$defs": {**definitions, "FromClient": client, "FromServer": server, "Public": _public_schema()}}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=2) + b"\n"


def _public_schema() -> object:
    """Return the JSON schema of `Public`. A `Public` is sent inside a `Raw` field, so the schemas
    of the messages do not contain it."""
    return msgspec.json.schema(Public)
