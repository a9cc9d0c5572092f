"""The scene: what a viewer sees and may do, as plain values that one client draws for every game.

A game's `drawing` module makes four things:

- a `Setting`, once: boards with their squares, counters of a composer, the summary card, paints;
- a `Scene`, for every state: areas with items in them, players, the prompt. One for all, drawn from what a spectator
  sees, so that it cannot show what not everybody knows;
- an `Own`, for every state and seat: what that seat sees besides, and the tree of what it may do;
- `Animation`s, for every move: what happened, made from the events that a viewer heard.

Scene and own are drawn from `view.now` and the seat's legal actions alone: never from a state, never from memory. Texts
are messages without a language (see `malle.core.say`), or what is the same in all of them. `docs/scene.md` shows how
each part looks.

Ids of items are `area.epoch.ordinal` (see `item_id`): the epoch is public and grows whenever unseen things are mixed or
passed on, the ordinal counts in the viewer's own order. So an id tells nothing, and equal ids are the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from malle.core.contract import Action, Over, Viewer, Waiting
from malle.core.say import Say as Say
from malle.core.say import Text as Text

N = TypeVar("N")

Ref: TypeAlias = str
"""Something to point at: an item's id, `board/square`, or `seat-1` (the first seat)."""

Tone: TypeAlias = str
"""The name of a colour of the look (`good`, `bad`, `strong`, `accent`, `spark`, `seat-3`, `art-rouge`, …); or a colour
as `#6A3A5E`, for cardboard that keeps it by day and night."""

Where: TypeAlias = Literal["left", "centre", "right", "hand", "inset", "aside"]
"""Where an area lies: on the table (left, centre, right), in the sheet that is the viewer's own (hand), in the free
middle of a board (inset), or in the column beside the table, under it on a phone (aside)."""


def item_id(area: str, epoch: int, ordinal: int) -> str:
    """The id of an item: `epoch` is a public number that grows when unseen things are mixed or passed on, `ordinal`
    counts in the viewer's own order (sorted faces for their own cards, any order for backs)."""
    return f"{area}.{epoch}.{ordinal}"


# ---- things that lie somewhere


class Note(Struct, frozen=True, omit_defaults=True):
    """A few words under an item's name, or beside a counter's."""

    text: Text
    tone: Tone = ""
    symbol: str = ""
    """A small picture over it: a place and what it pays."""


class Stamp(Struct, frozen=True, omit_defaults=True):
    """What was judged: `true` is a round stamp with a tick, `lie` a slanted block, `none` a dashed one."""

    text: Text
    look: Literal["true", "lie", "none"]


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing. The same id in the next scene is the same thing, and is moved there."""

    id: str
    label: Text
    """Its name: written on a card, spoken by a screen reader, shown when it is inspected."""
    symbol: str = ""
    """The id of a symbol of the game's folder; its art, or its whole face for tiles, pieces and backs."""
    look: Literal["card", "back", "tile", "piece", "chip"] = "card"
    """`card`: art, name and notes; `back` and `tile`: the symbol is all; `piece` stands on a board; `chip` is a card in
    one line, for dense hands on a phone."""
    at: str = ""
    """The square it stands on, in a board area."""
    turn: int = 0
    """Quarter turns, clockwise."""
    badge: Text = ""
    """A small number on its corner."""
    seat: int | None = None
    """It belongs to this seat: a piece without a symbol is drawn as the seat's shape and initial."""
    dim: bool = False
    notes: tuple[Note, ...] = ()
    stamp: Stamp | None = None
    paint: str = ""
    """The name of a paint in the setting: colours for the variables of its symbol."""
    frame: str = ""
    """A symbol drawn under a card's text, as large as the card; the art is then left to the chip."""
    corner: Text = ""
    """A price in a card's top corner."""
    detail: Text = ""
    """More about it, shown when it is inspected."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something drawn on a board that is not a thing."""

    look: Literal["last", "route", "link", "outline", "clash", "badge", "lit", "flag"]
    """`last`: dashed line with an arrowhead along `at`, dashed place at its start; `route`: a strong line;
    `link`: a double rail; `outline`: a ring round each; `clash`: a zigzag on one side; `badge`: a number in a disc;
    `lit`: a square where something happens; `flag`: a stamped word beside it."""
    at: tuple[str, ...]
    """Squares, in order along a line."""
    text: Text = ""
    tone: Tone = ""
    side: Literal["", "n", "e", "s", "w"] = ""
    """On which side of the square, for `clash` and `badge`."""
    slide: float = 0.5
    """How far along that side, walking clockwise."""
    out: float = 0
    """How far outside the square a `badge` stands, in widths of it: off the drawing, on the frame."""
    filled: bool = True


# ---- areas


class Board(Struct, frozen=True, omit_defaults=True, tag="board", tag_field="kind"):
    """Pieces and marks on a ground of the setting."""

    id: str
    """The ground's id."""
    items: tuple[Item, ...] = ()
    marks: tuple[Mark, ...] = ()
    focus: str = ""
    """The square that a phone's window follows, where the ground has a window."""
    where: Where = "centre"


class Row(Struct, frozen=True, omit_defaults=True, tag="row", tag_field="kind"):
    """Cards side by side."""

    id: str
    items: tuple[Item, ...]
    title: Text = ""
    note: Text = ""
    where: Where = "centre"
    private: bool = False
    """For the viewer's eyes only: carries the eye, and stays face down on a shared screen."""
    fan: bool = False
    dense: bool = False
    """Many cards: on a phone each is a chip, one line high."""
    back: str = ""
    """The symbol that stands for a private card while the screen is shared."""


class Pile(Struct, frozen=True, omit_defaults=True, tag="pile", tag_field="kind"):
    """An object with a written count."""

    id: str
    symbol: str
    label: Text
    """`24 cards`."""
    note: Text = ""
    items: tuple[Item, ...] = ()
    """What lies in it face up: shown when it is tapped."""
    where: Where = "left"


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of a panel: symbol, words, dots, a sum."""

    text: Text
    sum: Text = ""
    symbol: str = ""
    tone: Tone = ""
    seat: int | None = None
    total: bool = False


class Panel(Struct, frozen=True, omit_defaults=True, tag="panel", tag_field="kind"):
    """Something written: a `slip` for what is claimed, judged or paid; a `verdict` is one stamped word; `speech` what
    somebody says aloud; a `banner` one loud line; a `sheet` anything else."""

    id: str
    look: Literal["slip", "sheet", "verdict", "speech", "banner"] = "sheet"
    title: Text = ""
    text: Text = ""
    lines: tuple[Line, ...] = ()
    tone: Tone = ""
    symbol: str = ""
    where: Where = "centre"


class Tray(Struct, frozen=True, omit_defaults=True, tag="tray", tag_field="kind"):
    """Loose things, flat: tiles to choose from, pieces taken."""

    id: str
    items: tuple[Item, ...]
    title: Text = ""
    note: Text = ""
    where: Where = "hand"
    private: bool = False
    back: str = ""


class Bar(Struct, frozen=True, omit_defaults=True):
    """So many of so many, one stroke each, in groups of five."""

    value: int
    size: int
    label: Text
    seat: int | None = None


class Track(Struct, frozen=True, omit_defaults=True, tag="track", tag_field="kind"):
    """Bars, one a player."""

    id: str
    bars: tuple[Bar, ...]
    title: Text = ""
    where: Where = "aside"


class Dice(Struct, frozen=True, omit_defaults=True, tag="dice", tag_field="kind"):
    """Dice as they fell."""

    id: str
    values: tuple[int, ...]
    label: Text
    where: Where = "inset"


Area: TypeAlias = Board | Row | Pile | Panel | Tray | Track | Dice


# ---- what may be done


class Act(Struct, frozen=True, omit_defaults=True):
    """A leaf: one legal action."""

    text: str
    """Its notation, which the client sends back."""
    say: Text = ""
    """What will happen, for the confirm bar; by default the names of what was picked."""
    note: Text = ""
    route: tuple[str, ...] = ()
    """The squares on the way, from the first to the last, bends included."""
    turn: int | None = None
    """Quarter turns of the picked item when it lies there."""


class Target(Struct, frozen=True, omit_defaults=True):
    """Where a picked thing may go, or what it may be used on. Several acts: ways to get there, one to be chosen."""

    to: Ref
    acts: tuple[Act, ...]


class Ways(Struct, frozen=True, omit_defaults=True):
    """Many targets of a piece on a board in few bytes: ways over squares, each a target with an act of its own."""

    board: str
    at: str
    """The square where the piece stands."""
    to: tuple[str, ...]
    """The squares of each way after the first, with a space between: corners, then the last. It is played as `e10-g7`,
    the names of both ends in small letters; a second way to the same square with its corners, as `e10-g10-g7`."""
    note: Text = ""
    """What these ways have in common: so many squares, one bend."""


class Pick(Struct, frozen=True, omit_defaults=True):
    """A thing that may be picked. With `acts`, picking it is all; else one of the targets or ways follows."""

    what: Ref
    targets: tuple[Target, ...] = ()
    acts: tuple[Act, ...] = ()
    ways: tuple[Ways, ...] = ()


class Button(Struct, frozen=True, omit_defaults=True):
    """An answer in words. All buttons of a question weigh the same."""

    act: Act
    label: Text
    lines: tuple[Text, ...] = ()
    """The stake, in words."""
    symbol: str = ""


class Compose(Struct, frozen=True, omit_defaults=True):
    """A claim is to be composed with the counters of the setting, at most `most` in all."""

    composer: str
    most: int
    other: tuple[Button, ...] = ()
    """Claims that are not counted: a switch each."""
    things: tuple[tuple[Ref, str], ...] = ()
    """The viewer's own things that a tap counts, each with the word of its counter; a second tap takes it off."""


class Candidate(Struct, frozen=True, omit_defaults=True):
    """One of the things among which a player chooses several."""

    what: Ref
    act: Act
    """What choosing it once plays."""
    label: Text
    """What it is called among those that are chosen: a square."""
    most: int = 1
    """So often it may be chosen."""


class Choose(Struct, frozen=True, omit_defaults=True):
    """So many of these things are to be chosen, in any order. The client keeps the choice until it is whole; then it
    plays one act for each, in the order in which they stand here. Every choice of `n` must be legal in that order."""

    n: int
    of: tuple[Candidate, ...]
    done: int = 0
    """So many have been chosen and played already."""
    tray: Ref = ""
    """An area of the viewer's own with a thing for each of the `n`. They can be dragged onto what is chosen, and each
    tells where it went; pressed again, it comes back."""
    count: Text = ""
    """How far the choice is: `{n} of 5 hidden`."""


class Price(Struct, frozen=True, omit_defaults=True):
    """A number is to be named. The action is `text` with `{n}` replaced, the sentence `say` likewise."""

    text: str
    say: Text
    least: int
    most: int
    offers: tuple[int, ...]
    """Numbers with a button of their own; any other may be typed."""
    unit: Text = ""
    worth: int = 0
    """Whoever names less, lies."""
    below: Text = ""
    """What is at stake with less than that; stands beside `say`."""
    above: Text = ""
    """The same with that or more."""


class Why(Struct, frozen=True, omit_defaults=True):
    """Why these may not be picked or aimed at now."""

    what: tuple[Ref, ...]
    """Empty: whatever no other reason is about."""
    text: Text
    pick: Ref = ""
    """Only while this is picked."""


class Ask(Struct, frozen=True, omit_defaults=True):
    """What the viewer may do now. Present while they are awaited, and only then."""

    verb: Text
    """What the button of the confirm bar says: Play, Declare, Place."""
    title: Text = ""
    """A question."""
    aside: Text = ""
    """Beside the title, quiet: what the viewer has."""
    note: Text = ""
    """Under the answers: what may follow."""
    by: int | None = None
    """Whose claim is answered: the buttons become a challenge window with the claimant's shape."""
    claim: Text = ""
    picks: tuple[Pick, ...] = ()
    held: Ref = ""
    """One of the picks that is in the viewer's hand already: it counts as picked while nothing else is."""
    buttons: tuple[Button, ...] = ()
    compose: Compose | None = None
    choose: Choose | None = None
    price: Price | None = None
    why: tuple[Why, ...] = ()
    other: Text = ""
    """What chooses between several acts of one target is called: other way, turn."""


class Chip(Struct, frozen=True, omit_defaults=True):
    """A player, as the strip and the column show them."""

    sum: Text
    """The player's money or score."""
    role: Text = ""
    note: Text = ""
    """What the player is doing, for the seats round the table."""
    hat: str = ""
    """A symbol worn on the player's shape."""
    symbol: str = ""
    """Stands for the player's shape."""
    bar: Bar | None = None
    out: bool = False
    tone: Tone = ""
    worth: int | None = None
    """After the end, where the rules rank losers alike and scores do not tell the sum: the sum as a number. The ranking
    goes by it."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of one state; with an `Own` laid over it, what one seat sees."""

    prompt: Text
    """One sentence: what is being decided, and by whom."""
    rule: str
    """The section of the rulebook that is about it."""
    chips: tuple[Chip, ...]
    """By seat."""
    areas: tuple[Area, ...] = ()
    ask: Ask | None = None
    """Only ever a seat's own."""
    status: Text = ""
    """How far the game is."""
    ring: tuple[int, ...] = ()
    """On a wide screen the seats sit round an oval table in this order, clockwise, the first one at the top."""
    end: tuple[Area, ...] = ()
    """After the end: what follows under the result. The areas are the final picture, unless the game makes another."""


class Own(Struct, frozen=True, omit_defaults=True):
    """What one seat sees besides what all see, or in its place."""

    prompt: Text = ""
    """In place of the scene's."""
    areas: tuple[Area, ...] = ()
    """Each in place of the scene's with the same id, or after them."""
    items: tuple[Item, ...] = ()
    """Each in place of the one with the same id: the seat sees more on it than others do."""
    hides: tuple[str, ...] = ()
    """Ids of areas that this seat does not see: backs, where it sees the faces."""
    ask: Ask | None = None
    """What the seat may do."""
    chips: tuple[Chip, ...] = ()
    """In place of the scene's, where a seat sees more of its own score than others do."""


# ---- the setting


class Cell(Struct, frozen=True, omit_defaults=True):
    """A square of a ground."""

    id: str
    x: float
    y: float
    w: float
    h: float
    label: Text = ""
    """Its name; by default its id."""
    look: Literal["", "light", "dark", "goal", "goal2", "home", "slot", "card"] = ""
    """How it is painted; empty: the ground has it."""
    symbol: str = ""
    tone: Tone = ""


class Mote(Struct, frozen=True, omit_defaults=True):
    """Words painted on a ground: numbers in a margin."""

    x: float
    y: float
    text: Text
    look: Literal["plain", "tab", "title"] = "plain"
    size: float = 22
    of: tuple[str, ...] = ()
    """Lit while one of these squares is picked."""


class Patch(Struct, frozen=True, omit_defaults=True):
    """A rectangle painted on a ground, under the squares unless it is said to lie over them."""

    x: float
    y: float
    w: float
    h: float
    tone: Tone
    look: Literal["plain", "stripes", "dots", "hatch", "road"] = "plain"
    radius: float = 0
    over: bool = False
    """Over the squares: a border between them."""


class Ground(Struct, frozen=True, omit_defaults=True):
    """A board: its size in units of its own, and its squares."""

    id: str
    label: Text
    width: float
    height: float
    cells: tuple[Cell, ...]
    patches: tuple[Patch, ...] = ()
    motes: tuple[Mote, ...] = ()
    piece: float = 0.9
    """How much of a square a piece fills."""
    window: float = 0
    """On a phone show only so many units across, round the focus, with a small map of the whole; 0: all of it."""
    inset: tuple[float, float, float, float] | None = None
    """x, y, width, height of a free middle, where inset areas lie."""


class Counter(Struct, frozen=True, omit_defaults=True):
    """One row of a composer."""

    word: str
    """In the notation: `2 word`."""
    label: Text
    most: int
    said: tuple[Text, ...]
    """How one of it, two of it, … are said."""
    symbol: str = ""
    notes: tuple[Note, ...] = ()
    value: int = 0
    """What one adds to the total."""


class Composer(Struct, frozen=True, omit_defaults=True):
    """Counters from which a claim is made. Its notation is `prefix`, then number and word of each in the order of the
    rows, or `nothing`. It always starts empty."""

    id: str
    title: Text
    prefix: str
    nothing: str
    rows: tuple[Counter, ...]
    said_nothing: Text
    said_rest: Text
    """After the last article: `, nothing else`."""
    comma: Text = ", "
    last_comma: Text = ", "
    total: Text = ""
    """`duty to pay: {n}`."""
    count: Text = ""
    """`{n} of {most}`."""


class Cost(Struct, frozen=True, omit_defaults=True):
    """A row of the summary card."""

    label: Text
    sums: tuple[Text, ...]
    symbol: str = ""


class Summary(Struct, frozen=True, omit_defaults=True):
    """The costs, one tap away."""

    title: Text
    heads: tuple[Text, ...] = ()
    rows: tuple[Cost, ...] = ()
    tones: tuple[Tone, ...] = ()
    """By column of sums."""
    text: tuple[Text, ...] = ()


class Paint(Struct, frozen=True):
    """Colours for the variables of a symbol: (variable, tone or value) pairs."""

    id: str
    values: tuple[tuple[str, str], ...]


class Setting(Struct, frozen=True, omit_defaults=True):
    """What does not change during a game."""

    title: Text
    """The game's name."""
    table: tuple[Text, ...] = ()
    """The options of this table, in words."""
    grounds: tuple[Ground, ...] = ()
    composers: tuple[Composer, ...] = ()
    summary: Summary | None = None
    paints: tuple[Paint, ...] = ()
    words: Mapping[str, str] = {}
    """By language: messages of this table's edition, in Fluent, laid over the game's own."""


# ---- what happens between two scenes


class Pay(Struct, frozen=True, omit_defaults=True):
    """A coin goes from purse to purse; the totals change when it lands."""

    payer: int
    """A seat, or -1 for the bank."""
    payee: int
    amount: int
    sum: Text
    """The amount as it is written: `750 F`."""


class Pass(Struct, frozen=True, omit_defaults=True):
    """Things go from somewhere to somewhere, face down all the way."""

    source: Ref
    """A seat or an area's id."""
    target: Ref
    symbol: str
    count: int = 1


class Animation(Struct, frozen=True, omit_defaults=True):
    """One event, as it is shown. Order within it: the wait, the things, the sentence, the money."""

    seat: int | None = None
    """Who did it."""
    drum: bool = False
    """A wait before it, always of the same length: something hidden is about to be seen."""
    areas: tuple[Area, ...] = ()
    """Shown on the table in place of the scene's own: cards are turned one by one, a stamp falls on each."""
    passes: tuple[Pass, ...] = ()
    pays: tuple[Pay, ...] = ()
    marks: tuple[Mark, ...] = ()
    """On the first board: they stay until the next move."""
    hold: bool = False
    """The areas stay until they can have been read."""
    title: Text = ""
    """Stands for the prompt while it is shown."""
    stops: tuple[int, ...] = ()
    """The seats that it happens to, or whose doing it is: for them it stays until they go on."""
    dice: tuple[int, ...] = ()
    """The seat's dice fall so. Whose they are rolls them by a tap, unless they chose to roll."""
    after: int = 0
    """So many sentences of the move are told before it."""
    at: Ref = ""
    """`board/square`: where it happens. The square is lit, and the board stays."""


# ---- the drawing, and what it may look at


class Glance(Struct, Generic[N], frozen=True):
    """All that a scene, or a seat's own part of it, is drawn from."""

    viewer: Viewer
    """None for the scene of all."""
    turn: Waiting | Over
    phase: str
    now: N
    """The view's `now`."""
    legal: Sequence[Action] = ()
    """The seat's actions, empty unless it is awaited."""


class Lamp(Struct, frozen=True):
    """The five colours of a table under one lamp, and the colour of text on `strong`."""

    table: str
    table2: str
    strong: str
    on_strong: str
    accent: str
    spark: str


class Colours(Struct, frozen=True):
    """A game's colours by day and by night."""

    day: Lamp
    night: Lamp
    box: str = ""
    """Of the label and the button under the cover on the shelf, white on it at least 4.5:1; the strong colour by day if
    it is not said. Cardboard keeps its colours at night."""
