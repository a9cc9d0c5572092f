"""The values that a game draws: what a viewer sees and may do. One client displays them for every game.

A game's `drawing` module makes four things:

- a `StaticScene`, once: boards with their squares, counters of a composer, the summary card, paints;
- a `Scene` for every state: areas with items in them, players, the prompt. It is shared by all viewers and
  drawn from what a spectator sees, so it cannot show a secret;
- a `SeatOverlay` for every state and seat: what that seat sees besides, and the tree of what it may do;
- `Animation`s for every log entry: what happened, made from the events that a viewer heard.

Scenes and overlays are drawn from `view.now` and the seat's legal actions alone, never from a state or a
memory. Texts are messages without a language (see `malle.core.message`), or strings that are the same in all of
them. `docs/scene.md` shows how each part looks.

Ids of items are `area.epoch.ordinal` (see `item_id`). The epoch is public and grows whenever unseen things are
mixed or passed on. The ordinal counts in the viewer's own order. So an id reveals nothing, and equal ids are
the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from malle.core.game import Action, Over, Viewer, Waiting
from malle.core.message import Message as Message
from malle.core.message import Text as Text

N = TypeVar("N")

Ref: TypeAlias = str
"""Something to point at: an item's id, `board/square`, or `seat-1` (the first seat)."""

Tone: TypeAlias = str
"""The name of a colour of the design (`good`, `bad`, `strong`, `accent`, `spark`, `seat-3`, `art-rouge`, …), or
a colour such as `#6A3A5E` that stays the same by day and night."""

Placement: TypeAlias = Literal["left", "centre", "right", "hand", "inset", "aside"]
"""Where an area lies: on the table (left, centre, right), in the viewer's own sheet (hand) or in the free
middle of a board (inset). `aside` is the column beside the table, which a phone shows under it."""


def item_id(area: str, epoch: int, ordinal: int) -> str:
    """Return the id of an item.

    `epoch` is a public number that grows when unseen things are mixed or passed on. `ordinal`
    tells items of one area and epoch apart. The viewer's own cards are counted by sorted face;
    for backs the order means nothing.
    """
    return f"{area}.{epoch}.{ordinal}"


# ---- things on the table


class ItemNote(Struct, frozen=True, omit_defaults=True):
    """A few words that an item shows under its name, or a composer's row beside its counter."""

    text: Text
    tone: Tone = ""
    symbol: str = ""
    """A small picture over the words, for example a place above what it pays."""


class Stamp(Struct, frozen=True, omit_defaults=True):
    """A stamp that says how a claim was judged.

    The looks: `true` is a round stamp with a tick, `lie` a slanted block, `none` a dashed one.
    """

    text: Text
    look: Literal["true", "lie", "none"]


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing on the table. An item with the same id in the next scene is the same thing, and the
    client moves it to its new place."""

    id: str
    label: Text
    """The thing's name: written on a card, read out by screen readers, shown when the thing is inspected."""
    symbol: str = ""
    """The id of a symbol of the game's folder: the art of a card, or the whole face of a tile, piece or back."""
    look: Literal["card", "back", "tile", "piece", "chip"] = "card"
    """`card`: art, name and notes. `back` and `tile`: only the symbol. `piece`: a piece on a board. `chip`: a
    card in one line, for dense hands on a phone."""
    at: str = ""
    """The square where the thing is, in a board area."""
    turn: int = 0
    """Quarter turns, clockwise."""
    badge: Text = ""
    """A small number on the thing's corner."""
    seat: int | None = None
    """The seat that owns the thing. A piece without a symbol is drawn as the seat's shape and initial."""
    dim: bool = False
    """Draw the thing faintly."""
    notes: tuple[ItemNote, ...] = ()
    stamp: Stamp | None = None
    paint: str = ""
    """The id of a `Paint`: colours for the variables of the thing's symbol."""
    frame: str = ""
    """A symbol drawn under a card's text, as large as the card. The art is then shown only on the chip."""
    corner: Text = ""
    """A price in a card's top corner."""
    detail: Text = ""
    """More text, shown when the thing is inspected."""


class BoardMark(Struct, frozen=True, omit_defaults=True):
    """Something drawn on a board that is not a thing, such as a line for the last move or a
    highlighted square."""

    look: Literal["last", "route", "link", "outline", "clash", "badge", "lit", "flag"]
    """`last`: a dashed line with an arrowhead along `at`, and a dashed place at its start. `route`: a strong
    line. `link`: a double rail. `outline`: a ring round each square. `clash`: a zigzag on one side. `badge`: a
    number in a disc. `lit`: a highlighted square. `flag`: a stamped word beside the square."""
    at: tuple[str, ...]
    """Squares, in order along a line."""
    text: Text = ""
    tone: Tone = ""
    side: Literal["", "n", "e", "s", "w"] = ""
    """The side of the square, for `clash` and `badge`."""
    slide: float = 0.5
    """How far along `side`, walking clockwise round the square: 0 to 1."""
    out: float = 0
    """How far outside the square a `badge` lies, in widths of the square, so that it can lie on the frame of
    the board."""
    filled: bool = True
    """Whether the disc of a `badge` is filled; otherwise it is drawn in outline."""


# ---- areas


class Board(Struct, frozen=True, omit_defaults=True, tag="board", tag_field="kind"):
    """An area with pieces and marks on a board layout of the static scene."""

    id: str
    """The id of the `BoardLayout`."""
    items: tuple[Item, ...] = ()
    marks: tuple[BoardMark, ...] = ()
    focus: str = ""
    """The square that a phone keeps in view, if the layout has a `window`."""
    where: Placement = "centre"


class Row(Struct, frozen=True, omit_defaults=True, tag="row", tag_field="kind"):
    """An area with cards side by side, such as a hand."""

    id: str
    items: tuple[Item, ...]
    title: Text = ""
    note: Text = ""
    where: Placement = "centre"
    private: bool = False
    """Only the viewer sees the cards. They carry an eye symbol and stay face down on a shared screen."""
    fan: bool = False
    """Whether the cards overlap like a hand of cards."""
    dense: bool = False
    """There are many cards: on a phone each is a chip, one line high."""
    back: str = ""
    """The symbol shown for a private card while the screen is shared."""


class Pile(Struct, frozen=True, omit_defaults=True, tag="pile", tag_field="kind"):
    """An area that shows a pile of things as one object, with their count in words."""

    id: str
    symbol: str
    label: Text
    """The count in words, such as `24 cards`."""
    note: Text = ""
    items: tuple[Item, ...] = ()
    """Things in the pile that lie face up. The client shows them when the pile is tapped."""
    where: Placement = "left"


class PanelLine(Struct, frozen=True, omit_defaults=True):
    """A line of a panel: symbol, words, dots, a sum."""

    text: Text
    sum: Text = ""
    symbol: str = ""
    tone: Tone = ""
    seat: int | None = None
    total: bool = False


class Panel(Struct, frozen=True, omit_defaults=True, tag="panel", tag_field="kind"):
    """An area with text.

    The looks: `slip` for what is claimed, judged or paid; `verdict` for one stamped word; `speech` for what
    somebody says aloud; `banner` for one loud line; `sheet` for anything else.
    """

    id: str
    look: Literal["slip", "sheet", "verdict", "speech", "banner"] = "sheet"
    title: Text = ""
    text: Text = ""
    lines: tuple[PanelLine, ...] = ()
    tone: Tone = ""
    symbol: str = ""
    where: Placement = "centre"


class Tray(Struct, frozen=True, omit_defaults=True, tag="tray", tag_field="kind"):
    """An area with loose things that are not cards: tiles to choose from, or pieces taken."""

    id: str
    items: tuple[Item, ...]
    title: Text = ""
    note: Text = ""
    where: Placement = "hand"
    private: bool = False
    back: str = ""


class CountBar(Struct, frozen=True, omit_defaults=True):
    """A bar in a `Track`: a count out of `size`, drawn as strokes in groups of five."""

    value: int
    size: int
    label: Text
    seat: int | None = None


class Track(Struct, frozen=True, omit_defaults=True, tag="track", tag_field="kind"):
    """An area with one bar for each player."""

    id: str
    bars: tuple[CountBar, ...]
    title: Text = ""
    where: Placement = "aside"


class Dice(Struct, frozen=True, omit_defaults=True, tag="dice", tag_field="kind"):
    """An area that shows dice as they fell."""

    id: str
    values: tuple[int, ...]
    label: Text
    where: Placement = "inset"


Area: TypeAlias = Board | Row | Pile | Panel | Tray | Track | Dice


# ---- choices


class Choice(Struct, frozen=True, omit_defaults=True):
    """One legal action that the client offers: the end of what a player picks or presses."""

    text: str
    """The action in notation, which the client sends back."""
    say: Text = ""
    """What will happen, for the confirm bar. By default the client shows the names of what was picked."""
    note: Text = ""
    route: tuple[str, ...] = ()
    """The squares on the way, from the first to the last, bends included."""
    turn: int | None = None
    """Quarter turns of the picked item when it lies there."""


class Target(Struct, frozen=True, omit_defaults=True):
    """Where a picked thing may be put, or what it may be used on. If there are several acts, the
    player chooses one."""

    to: Ref
    acts: tuple[Choice, ...]


class RouteTargets(Struct, frozen=True, omit_defaults=True):
    """Many targets of a piece on a board, in few bytes. Each is a route over squares with its own
    action."""

    board: str
    at: str
    """The square where the piece is."""
    to: tuple[str, ...]
    """For each route the squares after the first, separated by spaces: corners, then the last
    square.

    The action's notation is `e10-g7`, the names of the first and last square in small letters. A
    second route to the same square is written with its corners, as `e10-g10-g7`.
    """
    note: Text = ""
    """What these routes have in common, such as their length or one bend."""


class Pick(Struct, frozen=True, omit_defaults=True):
    """A thing that the player may pick. With `acts`, picking it is the whole choice; otherwise a
    target or a route is chosen next."""

    what: Ref
    targets: tuple[Target, ...] = ()
    acts: tuple[Choice, ...] = ()
    ways: tuple[RouteTargets, ...] = ()


class Button(Struct, frozen=True, omit_defaults=True):
    """An answer in words, as a button that plays its action. All buttons of a question look equally
    important."""

    act: Choice
    label: Text
    lines: tuple[Text, ...] = ()
    """What is at stake, in words."""
    symbol: str = ""


class ComposeQuestion(Struct, frozen=True, omit_defaults=True):
    """Asks for a claim that the player composes with a `Composer`: at most `most` things in all."""

    composer: str
    most: int
    other: tuple[Button, ...] = ()
    """Claims that are not counted; each is a switch."""
    things: tuple[tuple[Ref, str], ...] = ()
    """The viewer's own things that a tap counts, each with the word of its counter. A second tap
    takes the thing off the count."""


class Candidate(Struct, frozen=True, omit_defaults=True):
    """One of the things among which a player chooses several, in a `ChooseQuestion`."""

    what: Ref
    act: Choice
    """The action that the client plays for each time the thing is chosen."""
    label: Text
    """The thing's name in the list of what is chosen, such as a square."""
    most: int = 1
    """How often the thing may be chosen."""


class ChooseQuestion(Struct, frozen=True, omit_defaults=True):
    """Asks the player to choose `n` things, in any order.

    The client keeps the choice until it is complete. It then plays one action for each thing, in
    the order in which the things are listed in `of`. Every choice of `n` must be legal in that
    order.
    """

    n: int
    of: tuple[Candidate, ...]
    done: int = 0
    """How many have been chosen and played already."""
    tray: Ref = ""
    """An area of the viewer's own with a thing for each of the `n`. The player can drag these
    things onto what is chosen. Each shows where it was put; pressed again, it comes back."""
    count: Text = ""
    """How far the choice is, such as `{n} of 5 hidden`."""


class NumberQuestion(Struct, frozen=True, omit_defaults=True):
    """Asks for a number. In the action (`text`) and in the sentence `say`, `{n}` stands for that
    number."""

    text: str
    say: Text
    least: int
    most: int
    offers: tuple[int, ...]
    """Numbers with a button of their own. Any other number may be typed."""
    unit: Text = ""
    worth: int = 0
    """The true value: naming less is a lie."""
    below: Text = ""
    """What is at stake with less than `worth`; shown beside `say`."""
    above: Text = ""
    """What is at stake with `worth` or more; shown beside `say`."""


class UnavailableReason(Struct, frozen=True, omit_defaults=True):
    """The reason, shown to the player, why certain things may not be picked or aimed at now."""

    what: tuple[Ref, ...]
    """The things. If empty, all things that no other reason is about."""
    text: Text
    pick: Ref = ""
    """If set, the reason applies only while this thing is picked."""


class ChoiceTree(Struct, frozen=True, omit_defaults=True):
    """All that the viewer may do now, as the client offers it. Present if and only if the viewer is
    awaited."""

    verb: Text
    """The label of the confirm bar's button: Play, Declare, Place."""
    title: Text = ""
    """The question."""
    aside: Text = ""
    """Small text beside the title: what the viewer has."""
    note: Text = ""
    """Text under the answers: what may follow."""
    by: int | None = None
    """The seat whose claim is answered. The buttons then form a challenge window with the shape of
    that seat."""
    claim: Text = ""
    picks: tuple[Pick, ...] = ()
    held: Ref = ""
    """The `what` of one of the picks, a thing that is in the viewer's hand already. It counts as
    picked while nothing else is."""
    buttons: tuple[Button, ...] = ()
    compose: ComposeQuestion | None = None
    choose: ChooseQuestion | None = None
    price: NumberQuestion | None = None
    why: tuple[UnavailableReason, ...] = ()
    other: Text = ""
    """The label of what switches between several acts of one target: other way, turn."""


class PlayerStatus(Struct, frozen=True, omit_defaults=True):
    """What the client shows about one player, in the strip of players and in the column beside the
    table."""

    sum: Text
    """The player's money or score."""
    role: Text = ""
    note: Text = ""
    """What the player is doing, for the seats round the table."""
    hat: str = ""
    """A symbol worn on the player's shape."""
    symbol: str = ""
    """A symbol in place of the player's shape."""
    bar: CountBar | None = None
    out: bool = False
    tone: Tone = ""
    worth: int | None = None
    """The player's sum as a number, after the end. The ranking uses it where the rules give all
    losers the same place and scores do not tell the sum."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """The picture of one state that everybody sees. With a `SeatOverlay` applied, it is what one
    seat sees."""

    prompt: Text
    """One sentence: what is being decided, and by whom."""
    rule: str
    """The section of the rulebook that explains it."""
    chips: tuple[PlayerStatus, ...]
    """The players, by seat."""
    areas: tuple[Area, ...] = ()
    ask: ChoiceTree | None = None
    """What the viewer may do. Set only by a seat's overlay."""
    status: Text = ""
    """How far the game has progressed."""
    ring: tuple[int, ...] = ()
    """On a wide screen the seats sit round an oval table in this order, clockwise, the first one at the top."""
    end: tuple[Area, ...] = ()
    """Areas shown under the result after the end. `areas` is the final picture, unless the game makes another."""


class SeatOverlay(Struct, frozen=True, omit_defaults=True):
    """What one seat sees besides the shared scene, or in place of parts of it."""

    prompt: Text = ""
    """Replaces the scene's prompt, unless empty."""
    areas: tuple[Area, ...] = ()
    """Areas that replace the scene's area with the same id, or are added after the others."""
    items: tuple[Item, ...] = ()
    """Items that replace the scene's item with the same id, because the seat sees more of them than
    others do."""
    hides: tuple[str, ...] = ()
    """Ids of areas that this seat does not see, such as an area of card backs where the seat sees
    the faces."""
    ask: ChoiceTree | None = None
    """What the seat may do."""
    chips: tuple[PlayerStatus, ...] = ()
    """Replaces the scene's players, unless empty. For games in which a seat sees more of its own
    score than other viewers do."""


# ---- the static scene


class Cell(Struct, frozen=True, omit_defaults=True):
    """A square of a board layout."""

    id: str
    x: float
    y: float
    w: float
    h: float
    label: Text = ""
    """The square's name. By default its id."""
    look: Literal["", "light", "dark", "goal", "goal2", "home", "slot", "card"] = ""
    """How the square is painted. Empty: the layout's patches show through."""
    symbol: str = ""
    tone: Tone = ""


class BoardLabel(Struct, frozen=True, omit_defaults=True):
    """Words painted on a board layout, such as numbers in a margin."""

    x: float
    y: float
    text: Text
    look: Literal["plain", "tab", "title"] = "plain"
    size: float = 22
    of: tuple[str, ...] = ()
    """Squares: the words are highlighted while one of them is picked."""


class BoardPatch(Struct, frozen=True, omit_defaults=True):
    """A rectangle painted on a board layout, under the squares unless `over` is set."""

    x: float
    y: float
    w: float
    h: float
    tone: Tone
    look: Literal["plain", "stripes", "dots", "hatch", "road"] = "plain"
    radius: float = 0
    over: bool = False
    """Paint it over the squares, as a border between them."""


class BoardLayout(Struct, frozen=True, omit_defaults=True):
    """The parts of a board that do not change: its size, in units of its own, its squares and what
    is painted on it."""

    id: str
    label: Text
    width: float
    height: float
    cells: tuple[Cell, ...]
    patches: tuple[BoardPatch, ...] = ()
    motes: tuple[BoardLabel, ...] = ()
    piece: float = 0.9
    """How much of a square a piece fills."""
    window: float = 0
    """How many units a phone shows across, round the focus, with a small map of the whole; 0 shows all of it."""
    inset: tuple[float, float, float, float] | None = None
    """x, y, width, height of a free middle, where inset areas lie."""


class ComposerRow(Struct, frozen=True, omit_defaults=True):
    """One row of a composer: a counter for how many of one thing are claimed."""

    word: str
    """The word in notation, as in `2 word`."""
    label: Text
    most: int
    said: tuple[Text, ...]
    """How one of it, two of it, … are said."""
    symbol: str = ""
    notes: tuple[ItemNote, ...] = ()
    value: int = 0
    """What one of it adds to the total."""


class Composer(Struct, frozen=True, omit_defaults=True):
    """Counters from which a player composes a claim. It always starts empty.

    The claim's notation is `prefix`, then number and word for each row in order, or `nothing`.
    """

    id: str
    title: Text
    prefix: str
    nothing: str
    rows: tuple[ComposerRow, ...]
    said_nothing: Text
    """How a claim of nothing is said."""
    said_rest: Text
    """Said after the last row that is claimed: `, nothing else`."""
    comma: Text = ", "
    last_comma: Text = ", "
    total: Text = ""
    """The total, such as `duty to pay: {n}`."""
    count: Text = ""
    """The count, such as `{n} of {most}`."""


class SummaryRow(Struct, frozen=True, omit_defaults=True):
    """A row of the summary card: what something costs or pays."""

    label: Text
    sums: tuple[Text, ...]
    symbol: str = ""


class Summary(Struct, frozen=True, omit_defaults=True):
    """The summary card: a table of the game's costs, which the player opens by one tap."""

    title: Text
    heads: tuple[Text, ...] = ()
    rows: tuple[SummaryRow, ...] = ()
    tones: tuple[Tone, ...] = ()
    """The tones, by column of sums."""
    text: tuple[Text, ...] = ()


class Paint(Struct, frozen=True):
    """Colours for the variables of a symbol, as pairs (variable, tone or value). Items name it by
    its id."""

    id: str
    values: tuple[tuple[str, str], ...]


class StaticScene(Struct, frozen=True, omit_defaults=True):
    """The parts of the picture that do not change during a game, sent once: boards, composers,
    summary card, paints."""

    title: Text
    """The game's name."""
    table: tuple[Text, ...] = ()
    """The options of this table, in words."""
    grounds: tuple[BoardLayout, ...] = ()
    composers: tuple[Composer, ...] = ()
    summary: Summary | None = None
    paints: tuple[Paint, ...] = ()
    words: Mapping[str, str] = {}
    """By language: messages of this table's edition, in Fluent. They replace the game's own."""


# ---- animations between two scenes


class Payment(Struct, frozen=True, omit_defaults=True):
    """Money that is shown moving from one purse to another as a coin. The totals change when it
    lands."""

    payer: int
    """A seat, or -1 for the bank."""
    payee: int
    """A seat, or -1 for the bank."""
    amount: int
    sum: Text
    """The amount as it is written: `750 F`."""


class Transfer(Struct, frozen=True, omit_defaults=True):
    """Things that move from one place to another, face down all the way."""

    source: Ref
    """A seat or an area's id."""
    target: Ref
    symbol: str
    count: int = 1


class Animation(Struct, frozen=True, omit_defaults=True):
    """How one event is shown. The parts play in this order: the wait, the things, the sentence, the money."""

    seat: int | None = None
    """The seat that did it."""
    drum: bool = False
    """Wait before it, always for the same time, because something hidden is about to be seen."""
    areas: tuple[Area, ...] = ()
    """Areas shown on the table in place of the scene's own. Cards are turned one by one, and a stamp falls on
    each."""
    passes: tuple[Transfer, ...] = ()
    pays: tuple[Payment, ...] = ()
    marks: tuple[BoardMark, ...] = ()
    """Marks on the first board. They stay until the next move."""
    hold: bool = False
    """Whether the areas stay until there was time to read them."""
    title: Text = ""
    """Shown in place of the prompt during the animation."""
    stops: tuple[int, ...] = ()
    """The seats that it happens to or that caused it. For these players it stays until they dismiss
    it."""
    dice: tuple[int, ...] = ()
    """The seat's dice, as they fall. The player who owns them rolls them by a tap, unless rolling was a choice."""
    after: int = 0
    """How many sentences of the log entry are shown before it."""
    at: Ref = ""
    """`board/square` where it happens. The square is highlighted, and the board stays in view."""


# ---- the input of a drawing


class DrawInput(Struct, Generic[N], frozen=True):
    """All that a game may look at when it draws a scene or a seat's overlay."""

    viewer: Viewer
    """The seat, or `None` for the scene that all viewers share."""
    turn: Waiting | Over
    phase: str
    now: N
    """The `now` of the viewer's view."""
    legal: Sequence[Action] = ()
    """The seat's legal actions; empty unless the seat is awaited."""


class Palette(Struct, frozen=True):
    """A table's five colours, by day or by night, and the colour of text on `strong`."""

    table: str
    table2: str
    strong: str
    on_strong: str
    accent: str
    spark: str


class Colours(Struct, frozen=True):
    """A game's colours by day and by night."""

    day: Palette
    night: Palette
    box: str = ""
    """The colour of the label and the button under the cover on the home page; by default the strong colour by
    day. White text on it needs a contrast of at least 4.5:1. It is the same at night."""
