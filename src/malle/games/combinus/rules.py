"""The rules of Combinus for two players.

README.md in this folder has the edition and the rulings; data/classic.toml has tiles and grid. A comment
"rule 3" cites the third section of `rulebook/`, which retells the booklet. Only the rulings in README.md
deviate from the booklet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from malle.core import (
    NATURE,
    Action,
    Chance,
    Codec,
    Edition,
    Event,
    Illegal,
    Luck,
    NotYourTurn,
    Over,
    Seat,
    Secret,
    Turn,
    Viewer,
)  # fmt: skip
from malle.games.combinus import notation
from malle.games.combinus import view as sight
from malle.games.combinus.edition import Numbers
from malle.games.combinus.grid import Position, bits
from malle.games.combinus.state import (
    ACTIONS,
    EVENTS,
    NO_TILE,
    BordersChosen,
    Choose,
    CombinusView,
    Deal,
    Draw,
    Exchange,
    First,
    FirstDrawn,
    GameBlocked,
    GameEnded,
    Mask,
    Now,
    PathCut,
    PathMade,
    Phase,
    Place,
    RestDealt,
    State,
    TakeDown,
    TakeUp,
    TileDealt,
    TileExchanged,
    TilePicked,
    TileShown,
    TileTurnedUp,
    TurnMissed,
)  # fmt: skip
from malle.games.combinus.tables import Tables

Step = tuple[State, tuple[Event, ...]]


class Combinus:
    """The game, bound to a number of seats, options and an edition."""

    name = "combinus"
    version = 1
    codec = Codec(state=State, view=CombinusView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        """Make the game. `Refused` if the variant cannot be played with this edition."""
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        self.variant: str = options["variant"]
        self.games: int = options["games"]
        self.tables = Tables(seats, self.variant, self.numbers)
        self.grid = self.tables.grid
        self._reader = notation.Reader(self.tables)
        self._apply: dict[type[Action], Callable[[State, Seat, Any], Step]] = {
            First: self._first, Deal: self._deal, Draw: self._draw, Choose: self._choose, TakeDown: self._take_unseen,
            TakeUp: self._take_seen, Place: self._place, Exchange: self._exchange,
        }  # fmt: skip

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state: the tiles are laid out, and the lot decides next who begins."""
        return self.tables.start

    def turn(self, state: State) -> Turn:
        """Return who acts next."""
        phase = state.phase
        if phase == "draw":
            return Chance(self.tables.draws, self.tables.weigh(state.down))
        if phase == "deal":
            return Chance(self.tables.deals, self.tables.weigh(state.down))
        if phase == "lot":
            return Chance(self.tables.lots, (1,) * self.seats)
        if phase == "over":
            return self._over(state)
        return self.tables.waiting[state.seat]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's actions, empty if it is not in turn. Placements come before exchanges, both
        square by square; an unseen tile comes before those lying face up."""
        phase = state.phase
        if seat != state.seat:
            return ()
        if phase == "place":
            places: list[Action] = [*self.tables.may_place(state.position, state.tile)]
            if self.tables.may_exchange(state):
                grid, tile = self.grid, state.tile
                places += [self.tables.exchanges[cell][pose] for cell, pose in grid.exchanges(state.position, tile)]
            return places
        if phase == "again":
            return self.tables.may_place(state.position, state.tile)
        if phase == "take":
            takes: list[Action] = [self.tables.take_down] if state.down else []
            return takes + [self.tables.take_up[tile] for tile in bits(self._takeable(state))]
        if phase == "borders":
            return self.tables.choices
        return ()

    def _takeable(self, state: State) -> Mask:
        """Return the mask of the face-up tiles that the seat in turn may take."""
        # Ruling: a face-up tile that cannot be played may not be taken.
        own = state.up[state.seat % len(state.up)]
        return self.tables.playable(state.position, own, self.tables.may_exchange(state))

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the first legal action: the borders left and right, an unseen tile, or the first square that
        takes the tile."""
        return self.legal(state, seat)[0]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """Return the next state, and the events of the action."""
        return self._apply[type(action)](state, mover, action)

    def _first(self, state: State, mover: Seat, action: First) -> Step:
        """Apply the lot that decides who begins. `Illegal` for a seat that does not exist."""
        self._need(state, mover, NATURE, "lot")
        if action not in self.tables.lots:
            raise Illegal("there is no such seat")
        return self._begin_game(state.game, state.totals, action.seat), (FirstDrawn(action.seat),)

    def _begin_game(self, game: int, totals: tuple[int, int], first: int) -> State:
        """Return the first state of a game of the match, after it is known who begins. `totals` are the
        points of the games before."""
        start = self.tables.start
        phase: Phase = "deal" if self.variant == "hands" else "borders"
        return State(phase, game, totals, first, -1, first, start.position, start.down, start.up, NO_TILE, False)

    def _deal(self, state: State, mover: Seat, action: Deal) -> Step:
        """Deal a tile to the first player. When both players have equally many, the rest goes to the
        opponent, and the choice of borders follows."""
        # Rule 8: half of the tiles for each player, all face up.
        self._need(state, mover, NATURE, "deal")
        bit = 1 << action.tile
        if not state.down & bit:
            raise Illegal("that tile is not there any more")
        first, down = state.first, state.down ^ bit
        up = _with(state.up, first, bit)
        heard: list[Event] = [TileDealt(first, action.tile)]
        phase: Phase = "deal"
        if up[first].bit_count() == down.bit_count():
            phase, up, down = "borders", _with(up, 1 - first, down), 0
            heard.append(RestDealt(1 - first))
        after = State(
            phase, state.game, state.totals, first, -1, first, state.position, down, up, NO_TILE, False
        )  # fmt: skip
        return after, tuple(heard)

    def _choose(self, state: State, mover: Seat, action: Choose) -> Step:
        """Apply the first player's choice of borders, and begin the first turn. The opponent gets the other
        pair."""
        # Rule 1: the first player chooses two opposite borders, and the opponent has the other two.
        self._need(state, mover, state.seat, "borders")
        if action not in self.tables.choices:
            raise Illegal("there is no such pair of borders")
        sides = mover if action.pair == 0 else 1 - mover
        after = State(
            "take", state.game, state.totals, state.first, sides, mover, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip
        return self._begin_turn(after, mover, (BordersChosen(mover, action.pair),))

    def _take_unseen(self, state: State, mover: Seat, action: TakeDown) -> Step:
        """Apply the decision to draw. Chance decides next which tile it is, and no event is heard yet."""
        self._need(state, mover, state.seat, "take")
        if not state.down:
            raise Illegal("no tile lies face down")
        return self._holding(state, "draw", NO_TILE, False), ()

    def _draw(self, state: State, mover: Seat, action: Draw) -> Step:
        """Put the drawn tile in hand. If it cannot be played, put it face up in the pool and begin the
        opponent's turn."""
        # Rule 3: a tile that can neither be placed nor exchanged goes back face up, and the turn is over.
        self._need(state, mover, NATURE, "draw")
        tile, seat, position = action.tile, state.seat, state.position
        bit = 1 << tile
        if not state.down & bit:
            raise Illegal("that tile does not lie face down")
        drawn = State(
            "place", state.game, state.totals, state.first, state.sides, seat, position, state.down ^ bit, state.up,
            tile, False,
        )  # fmt: skip
        if position.fitting & bit or (self.tables.may_exchange(drawn) and self.grid.exchangeable(position, bit)):
            return drawn, self.tables.taken[seat][tile]
        after = State(
            "take", state.game, state.totals, state.first, state.sides, seat, position, state.down ^ bit,
            _with(state.up, seat, bit), NO_TILE, False,
        )  # fmt: skip
        taken = self.tables.taken[seat][tile][0]
        return self._begin_turn(after, 1 - seat, (taken, TileTurnedUp(seat, tile)))

    def _take_seen(self, state: State, mover: Seat, action: TakeUp) -> Step:
        """Take a tile that lies face up. `Illegal` unless it can be played."""
        self._need(state, mover, state.seat, "take")
        bit = 1 << action.tile
        own = state.up[mover % len(state.up)] & bit
        if not own or not self.tables.playable(state.position, bit, self.tables.may_exchange(state)):
            raise Illegal("only a tile lying face up that can be played may be taken")
        after = State(
            "place", state.game, state.totals, state.first, state.sides, mover, state.position, state.down,
            _with(state.up, mover, 1 << action.tile), action.tile, True,
        )  # fmt: skip
        return after, (TilePicked(mover, action.tile),)

    def _place(self, state: State, mover: Seat, action: Place) -> Step:
        """Place the tile in hand, add events for paths made or cut, and begin the opponent's turn. `Illegal`
        if it does not fit."""
        phase = state.phase
        if mover != state.seat:
            raise NotYourTurn
        if phase != "place" and phase != "again":
            raise Illegal("no tile is in hand")
        pose, cell, position = action.pose, action.cell, state.position
        if position.board[cell] >= 0 or pose not in self.grid.options[state.tile][position.wishes[cell]]:
            raise Illegal(self._reader.why_not(state, action))
        after = State(
            "take", state.game, state.totals, state.first, state.sides, mover, self.grid.place(position, cell, pose),
            state.down, state.up, NO_TILE, False,
        )  # fmt: skip
        placed = self.tables.placed[mover][cell][pose]
        heard: tuple[Event, ...] = (placed,) if state.shown else (self.tables.shown[mover][state.tile], placed)
        if position.linked != after.position.linked:
            heard += _paths(position, after)
        return self._begin_turn(after, 1 - mover, heard)

    def _exchange(self, state: State, mover: Seat, action: Exchange) -> Step:
        """Exchange the tile in hand with one on the board, which is then in hand to be placed. `Illegal` if
        that is not allowed."""
        # Rule 4: the replaced tile must fit another, empty square.
        self._need(state, mover, state.seat, "place")
        pose, cell, position = action.pose, action.cell, state.position
        old = position.board[cell]
        fits = old >= 0 and pose in self.grid.options[state.tile][position.wishes[cell]]
        if not fits or not self.tables.may_exchange(state) or not self.grid.has_room(position, cell, pose):
            raise Illegal(self._reader.why_not(state, action))
        removed = self.grid.tile_of[old]
        after = State(
            "again", state.game, state.totals, state.first, state.sides, mover, self.grid.swap(position, cell, pose),
            state.down, state.up, removed, True,
        )  # fmt: skip
        exchanged = TileExchanged(mover, pose, cell, removed)
        heard: tuple[Event, ...] = (exchanged,) if state.shown else (TileShown(mover, state.tile), exchanged)
        if position.linked != after.position.linked:
            heard += _paths(position, after)
        return after, heard

    # -- turns and the end

    def _begin_turn(self, state: State, seat: int, heard: tuple[Event, ...]) -> Step:
        """Begin the seat's turn, or end the game if neither player can play any remaining tile.

        The seat chooses a tile if one lying face up can be played, otherwise draws. If it can do neither, it
        misses its turn. Return the state and `events` with those that this adds, such as `GameBlocked`.
        `events` must not be empty.
        """
        position, remaining = state.position, self.tables.remaining(state)
        if not position.fitting & remaining:
            if not any(self._plays(state, each, remaining) for each in (0, 1)):
                return self._end(state, heard)
            if not position.linked and not isinstance(heard[-1], TileTurnedUp):
                heard += (_BLOCKED,)
        pool = state.up[seat % len(state.up)]
        if pool:
            right = self.tables.has_right(position, state.sides, seat, remaining)
            if pool & position.fitting or (right and self.grid.exchangeable(position, pool, one=True)):
                return self._turn_to(state, seat, "take"), heard
        if state.down:
            return self._turn_to(state, seat, "draw"), heard
        # Rule 3: nothing to draw and nothing to play. The opponent can play; otherwise the game would be over.
        return self._turn_to(state, 1 - seat, "take"), (*heard, TurnMissed(seat))

    def _plays(self, state: State, seat: int, remaining: Mask) -> bool:
        """Return whether the seat has the right to exchange, and could exchange one of the tiles that it may
        get. The caller knows that no remaining tile can be placed."""
        tiles = state.down | state.up[seat % len(state.up)]
        right = self.tables.has_right(state.position, state.sides, seat, remaining)
        return right and self.grid.exchangeable(state.position, tiles, one=True) != 0

    def _turn_to(self, state: State, seat: int, phase: Phase) -> State:
        """Return the state with this seat in turn, in this phase, and no tile in hand."""
        return State(
            phase, state.game, state.totals, state.first, state.sides, seat, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip

    def _holding(self, state: State, phase: Phase, tile: int, shown: bool) -> State:
        """Return the state in this phase, with this tile in hand (or `NO_TILE`)."""
        return State(
            phase, state.game, state.totals, state.first, state.sides, state.seat, state.position, state.down, state.up,
            tile, shown,
        )  # fmt: skip

    def _end(self, state: State, heard: tuple[Event, ...]) -> Step:
        """Count the branches and end the game (rules 6 and 7). In a match the next game follows; the player
        who did not begin this one begins it."""
        scores = self.scores(state.position, state.sides)
        totals = (state.totals[0] + scores[0], state.totals[1] + scores[1])
        heard = (*heard, GameEnded(state.game, scores))
        if state.game < self.games:
            return self._begin_game(state.game + 1, totals, 1 - state.first), heard
        after = State(
            "over", state.game, totals, state.first, state.sides, -1, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip
        return after, heard

    def scores(self, position: Position, sides: int) -> tuple[int, int]:
        """Return each seat's points: its branches on its own two borders that are linked to the opposite one."""
        score = self.grid.score
        return (score(position, int(sides != 0)), score(position, int(sides != 1)))

    def _over(self, state: State) -> Over:
        """Return the result of the match. It ended `stuck` if tiles remain, otherwise `full`."""
        one, other = state.totals
        why = "stuck" if self.tables.remaining(state) else "full"
        return Over(state.totals, (1 + (one < other), 1 + (other < one)), why)

    def _need(self, state: State, mover: Seat, seat: int, phase: Phase) -> None:
        """Raise `NotYourTurn` unless `mover` is `seat`, and `Illegal` unless the state is in this phase."""
        if mover != seat:
            raise NotYourTurn
        if state.phase != phase:
            raise Illegal("that is not what is being decided")

    # -- views and secrets

    def view(self, state: State, viewer: Viewer) -> CombinusView:
        """Return what a viewer knows (see view.py)."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where no tile is being drawn"
        return sight.view(state, viewer, turn)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what lies on the table before a viewer (see view.py)."""
        return sight.now(state, viewer)

    def imagine(self, view: CombinusView, luck: Luck) -> State:
        """Return a random state that has this view (see view.py)."""
        return sight.imagine(self.tables, view, luck)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return the tile in hand, if it was drawn unseen."""
        return sight.secrets(self.tables, state)

    def phase(self, view: CombinusView) -> str:
        """Return what is being decided: the phase of the state, but `exchange` if a tile may be placed or
        exchanged."""
        now = view.now
        if now.phase == "place" and self.tables.may_exchange(sight.as_state(now)):
            return "exchange"
        return now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur."""
        return self.tables.alphabet()

    def write(self, action: Action) -> str:
        """Return the notation: `place -aab C2`, `exchange ab-- A1`, `take`, `take -a-b`, `borders left-right`
        (see notation.py)."""
        return self._reader.write(action)

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the action that a line of notation means. Capitals and extra spaces do not matter."""
        action = self._reader.read(text)
        legal = self.legal(state, seat)
        if action not in legal:
            raise Illegal(self._reader.why_not(state, action)) if legal else NotYourTurn
        return action


_BLOCKED = GameBlocked()


def _with(pools: tuple[Mask, ...], seat: int, changed: Mask) -> tuple[Mask, ...]:
    """Return the pools with these tiles toggled in the pool that the seat uses: those inside leave it, others
    enter it."""
    if len(pools) == 1:
        return (pools[0] ^ changed,)
    return (pools[0] ^ changed, pools[1]) if seat == 0 else (pools[0], pools[1] ^ changed)


def _paths(before: Position, after: State) -> tuple[Event, ...]:
    """Return an event for each player whose path was cut, then for each who gained one."""
    gone, made = before.linked & ~after.position.linked, after.position.linked & ~before.linked
    owner = (after.sides, 1 - after.sides)
    cut = tuple(PathCut(owner[pair]) for pair in (0, 1) if gone >> pair & 1)
    return (*cut, *(PathMade(owner[pair]) for pair in (0, 1) if made >> pair & 1))
