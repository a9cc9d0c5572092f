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
from malle.games.combinus.grid import Position, bit_numbers
from malle.games.combinus.lookup_tables import LookupTables
from malle.games.combinus.state import (  # fmt: skip
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
    TileMask,
    TilePicked,
    TileShown,
    TileTurnedUp,
    TurnMissed,
)

Step = tuple[State, tuple[Event, ...]]


class Combinus:
    """The rules of a match, bound to a number of seats, options and an edition."""

    name = "combinus"
    version = 1
    codec = Codec(state=State, view=CombinusView, actions=ACTIONS, events=EVENTS)

    def __init__(self, seats: int, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        """Make the game. Raise `Refused` if the variant cannot be played with this edition."""
        self.seats = seats
        self.options = options
        self.edition = edition.digest
        self.numbers = edition.data
        self.variant: str = options["variant"]
        self.games_in_match: int = options["games"]
        self.lookup = LookupTables(seats, self.variant, self.numbers)
        self.grid = self.lookup.grid
        self._notation = notation.Notation(self.lookup)
        self._apply_by_class: dict[type[Action], Callable[[State, Seat, Any], Step]] = {
            First: self._apply_first,
            Deal: self._apply_deal,
            Draw: self._apply_draw,
            Choose: self._apply_choose,
            TakeDown: self._apply_take_down,
            TakeUp: self._apply_take_up,
            Place: self._apply_place,
            Exchange: self._apply_exchange,
        }

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state: the tiles are laid out, and the lot decides next who begins."""
        return self.lookup.start_state

    def turn(self, state: State) -> Turn:
        """Return who acts next."""
        phase = state.phase
        if phase == "draw":
            return Chance(self.lookup.draw_actions, self.lookup.chance_weights(state.down))
        if phase == "deal":
            return Chance(self.lookup.deal_actions, self.lookup.chance_weights(state.down))
        if phase == "lot":
            return Chance(self.lookup.lot_actions, (1,) * self.seats)
        if phase == "over":
            return self._match_result(state)
        return self.lookup.waiting_by_seat[state.seat]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's actions, empty if it is not in turn. Placements come before
        exchanges, both square by square; drawing an unseen tile comes before taking one that
        lies face up."""
        phase = state.phase
        if seat != state.seat:
            return ()
        if phase == "place":
            places: list[Action] = [*self.lookup.legal_placements(state.position, state.tile)]
            if self.lookup.may_exchange(state):
                grid, tile = self.grid, state.tile
                places += [
                    self.lookup.exchange_actions[cell][pose]
                    for cell, pose in grid.possible_exchanges(state.position, tile)
                ]
            return places
        if phase == "again":
            return self.lookup.legal_placements(state.position, state.tile)
        if phase == "take":
            takes: list[Action] = [self.lookup.take_down_action] if state.down else []
            return takes + [self.lookup.take_up_actions[tile] for tile in bit_numbers(self._takeable_tiles(state))]
        if phase == "borders":
            return self.lookup.border_actions
        return ()

    def _takeable_tiles(self, state: State) -> TileMask:
        """Return the mask of the face-up tiles that the seat in turn may take."""
        # Ruling: a face-up tile that cannot be played may not be taken.
        own = state.up[state.seat % len(state.up)]
        return self.lookup.playable_tiles(state.position, own, self.lookup.may_exchange(state))

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the action for a seat whose time ran out, the first legal one: the borders left
        and right, an unseen tile, or the first square that takes the tile."""
        return self.legal(state, seat)[0]

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """Return the next state, and the events of the action. Raise `NotYourTurn` or `Illegal`
        if it is not allowed."""
        return self._apply_by_class[type(action)](state, mover, action)

    def _apply_first(self, state: State, mover: Seat, action: First) -> Step:
        """Apply the lot that decides who begins. Raise `Illegal` for a seat that does not exist."""
        self._require_turn_and_phase(state, mover, NATURE, "lot")
        if action not in self.lookup.lot_actions:
            raise Illegal("there is no such seat")
        return self._new_game_state(state.game, state.totals, action.seat), (FirstDrawn(action.seat),)

    def _new_game_state(self, game: int, totals: tuple[int, int], first: int) -> State:
        """Return the first state of a game of the match, after it is known who begins. `totals` are the
        points of the games before."""
        start = self.lookup.start_state
        phase: Phase = "deal" if self.variant == "hands" else "borders"
        return State(phase, game, totals, first, -1, first, start.position, start.down, start.up, NO_TILE, False)

    def _apply_deal(self, state: State, mover: Seat, action: Deal) -> Step:
        """Deal a tile to the first player. Once that player has as many tiles as are left, the
        rest goes to the opponent, and the choice of borders follows."""
        # Rule 8: half of the tiles for each player, all face up.
        self._require_turn_and_phase(state, mover, NATURE, "deal")
        bit = 1 << action.tile
        if not state.down & bit:
            raise Illegal("that tile is not there any more")
        first, down = state.first, state.down ^ bit
        up = _toggle_in_pool(state.up, first, bit)
        events: list[Event] = [TileDealt(first, action.tile)]
        phase: Phase = "deal"
        if up[first].bit_count() == down.bit_count():
            phase, up, down = "borders", _toggle_in_pool(up, 1 - first, down), 0
            events.append(RestDealt(1 - first))
        after = State(
            phase, state.game, state.totals, first, -1, first, state.position, down, up, NO_TILE, False
        )  # fmt: skip
        return after, tuple(events)

    def _apply_choose(self, state: State, mover: Seat, action: Choose) -> Step:
        """Apply the first player's choice of borders, and begin the first turn. The opponent gets the other
        pair."""
        # Rule 1: the first player chooses two opposite borders, and the opponent has the other two.
        self._require_turn_and_phase(state, mover, state.seat, "borders")
        if action not in self.lookup.border_actions:
            raise Illegal("there is no such pair of borders")
        sides = mover if action.pair == 0 else 1 - mover
        after = State(
            "take", state.game, state.totals, state.first, sides, mover, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip
        return self._begin_turn(after, mover, (BordersChosen(mover, action.pair),))

    def _apply_take_down(self, state: State, mover: Seat, action: TakeDown) -> Step:
        """Apply the decision to draw. Chance decides next which tile it is. There is no event
        yet."""
        self._require_turn_and_phase(state, mover, state.seat, "take")
        if not state.down:
            raise Illegal("no tile lies face down")
        return self._state_with_tile_in_hand(state, "draw", NO_TILE, False), ()

    def _apply_draw(self, state: State, mover: Seat, action: Draw) -> Step:
        """Put the drawn tile in hand. If it cannot be played, put it face up in the pool and begin the
        opponent's turn."""
        # Rule 3: a tile that can neither be placed nor exchanged goes back face up, and the turn is over.
        self._require_turn_and_phase(state, mover, NATURE, "draw")
        tile, seat, position = action.tile, state.seat, state.position
        bit = 1 << tile
        if not state.down & bit:
            raise Illegal("that tile does not lie face down")
        drawn = State(
            "place", state.game, state.totals, state.first, state.sides, seat, position, state.down ^ bit, state.up,
            tile, False,
        )  # fmt: skip
        if position.fitting & bit or (self.lookup.may_exchange(drawn) and self.grid.exchangeable_tiles(position, bit)):
            return drawn, self.lookup.draw_events[seat][tile]
        after = State(
            "take", state.game, state.totals, state.first, state.sides, seat, position, state.down ^ bit,
            _toggle_in_pool(state.up, seat, bit), NO_TILE, False,
        )  # fmt: skip
        taken = self.lookup.draw_events[seat][tile][0]
        return self._begin_turn(after, 1 - seat, (taken, TileTurnedUp(seat, tile)))

    def _apply_take_up(self, state: State, mover: Seat, action: TakeUp) -> Step:
        """Take a tile that lies face up in hand. Raise `Illegal` unless it can be played."""
        self._require_turn_and_phase(state, mover, state.seat, "take")
        bit = 1 << action.tile
        own = state.up[mover % len(state.up)] & bit
        if not own or not self.lookup.playable_tiles(state.position, bit, self.lookup.may_exchange(state)):
            raise Illegal("only a tile lying face up that can be played may be taken")
        after = State(
            "place", state.game, state.totals, state.first, state.sides, mover, state.position, state.down,
            _toggle_in_pool(state.up, mover, 1 << action.tile), action.tile, True,
        )  # fmt: skip
        return after, (TilePicked(mover, action.tile),)

    def _apply_place(self, state: State, mover: Seat, action: Place) -> Step:
        """Place the tile in hand, add events for paths made or cut, and begin the opponent's
        turn. Raise `Illegal` if it does not fit."""
        phase = state.phase
        if mover != state.seat:
            raise NotYourTurn
        if phase != "place" and phase != "again":
            raise Illegal("no tile is in hand")
        pose, cell, position = action.pose, action.cell, state.position
        if position.board[cell] >= 0 or pose not in self.grid.poses_by_tile_and_wish[state.tile][position.wishes[cell]]:
            raise Illegal(self._notation.refusal_reason(state, action))
        after = State(
            "take",
            state.game,
            state.totals,
            state.first,
            state.sides,
            mover,
            self.grid.place_tile(position, cell, pose),
            state.down,
            state.up,
            NO_TILE,
            False,
        )
        placed = self.lookup.placed_events[mover][cell][pose]
        events: tuple[Event, ...] = (placed,) if state.shown else (self.lookup.shown_events[mover][state.tile], placed)
        if position.linked != after.position.linked:
            events += _path_events(position, after)
        return self._begin_turn(after, 1 - mover, events)

    def _apply_exchange(self, state: State, mover: Seat, action: Exchange) -> Step:
        """Exchange the tile in hand with one on the board, which is then in hand to be placed.
        Raise `Illegal` if that is not allowed."""
        # Rule 4: the replaced tile must fit another, empty square.
        self._require_turn_and_phase(state, mover, state.seat, "place")
        pose, cell, position = action.pose, action.cell, state.position
        old = position.board[cell]
        fits = old >= 0 and pose in self.grid.poses_by_tile_and_wish[state.tile][position.wishes[cell]]
        if not fits or not self.lookup.may_exchange(state) or not self.grid.replaced_tile_fits(position, cell, pose):
            raise Illegal(self._notation.refusal_reason(state, action))
        removed = self.grid.tile_of_pose[old]
        after = State(
            "again",
            state.game,
            state.totals,
            state.first,
            state.sides,
            mover,
            self.grid.exchange_tile(position, cell, pose),
            state.down,
            state.up,
            removed,
            True,
        )
        exchanged = TileExchanged(mover, pose, cell, removed)
        events: tuple[Event, ...] = (exchanged,) if state.shown else (TileShown(mover, state.tile), exchanged)
        if position.linked != after.position.linked:
            events += _path_events(position, after)
        return after, events

    # -- turns and the end

    def _begin_turn(self, state: State, seat: int, events: tuple[Event, ...]) -> Step:
        """Begin the seat's turn, or end the game if neither player can play any remaining tile.

        The seat chooses a tile if one lying face up can be played, otherwise draws. If it can do
        neither, it misses its turn, and the opponent chooses a tile. Return the state and `events`,
        with further events such as `GameBlocked` at the end. `events` must not be empty.
        """
        position, remaining = state.position, self.lookup.remaining_tiles(state)
        if not position.fitting & remaining:
            if not any(self._can_exchange_any(state, each, remaining) for each in (0, 1)):
                return self._end_game(state, events)
            if not position.linked and not isinstance(events[-1], TileTurnedUp):
                events += (_GAME_BLOCKED,)
        pool = state.up[seat % len(state.up)]
        if pool:
            right = self.lookup.has_right_to_exchange(position, state.sides, seat, remaining)
            if pool & position.fitting or (right and self.grid.exchangeable_tiles(position, pool, stop_at_first=True)):
                return self._state_in_turn(state, seat, "take"), events
        if state.down:
            return self._state_in_turn(state, seat, "draw"), events
        # Rule 3: nothing to draw and nothing to play. The opponent can play; otherwise the game would be over.
        return self._state_in_turn(state, 1 - seat, "take"), (*events, TurnMissed(seat))

    def _can_exchange_any(self, state: State, seat: int, remaining: TileMask) -> bool:
        """Return whether the seat has the right to exchange, and could exchange one of the tiles
        that it may get (face down, or face up in its pool). The caller knows that no remaining
        tile can be placed."""
        tiles = state.down | state.up[seat % len(state.up)]
        right = self.lookup.has_right_to_exchange(state.position, state.sides, seat, remaining)
        return right and self.grid.exchangeable_tiles(state.position, tiles, stop_at_first=True) != 0

    def _state_in_turn(self, state: State, seat: int, phase: Phase) -> State:
        """Return the state with this seat in turn, in this phase, and no tile in hand."""
        return State(
            phase, state.game, state.totals, state.first, state.sides, seat, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip

    def _state_with_tile_in_hand(self, state: State, phase: Phase, tile: int, shown: bool) -> State:
        """Return the state in this phase, with this tile (or `NO_TILE`) in hand. `shown`:
        everybody has seen the tile."""
        return State(
            phase, state.game, state.totals, state.first, state.sides, state.seat, state.position, state.down, state.up,
            tile, shown,
        )  # fmt: skip

    def _end_game(self, state: State, events: tuple[Event, ...]) -> Step:
        """Count the branches and end the game (rules 6 and 7). If the match has more games, the
        next one follows, begun by the player who did not begin this one; otherwise the match is
        over."""
        scores = self.scores(state.position, state.sides)
        totals = (state.totals[0] + scores[0], state.totals[1] + scores[1])
        events = (*events, GameEnded(state.game, scores))
        if state.game < self.games_in_match:
            return self._new_game_state(state.game + 1, totals, 1 - state.first), events
        after = State(
            "over", state.game, totals, state.first, state.sides, -1, state.position, state.down, state.up,
            NO_TILE, False,
        )  # fmt: skip
        return after, events

    def scores(self, position: Position, sides: int) -> tuple[int, int]:
        """Return each seat's points: the branches on its own two borders whose network reaches
        both borders. `sides` is the seat that has left and right."""
        score = self.grid.score
        return (score(position, int(sides != 0)), score(position, int(sides != 1)))

    def _match_result(self, state: State) -> Over:
        """Return the result of the match, by points. Its reason is `stuck` if tiles remain in
        the last game, otherwise `full`."""
        one, other = state.totals
        why = "stuck" if self.lookup.remaining_tiles(state) else "full"
        return Over(state.totals, (1 + (one < other), 1 + (other < one)), why)

    def _require_turn_and_phase(self, state: State, mover: Seat, seat: int, phase: Phase) -> None:
        """Raise `NotYourTurn` unless `mover` is `seat`, and `Illegal` unless the state is in this phase."""
        if mover != seat:
            raise NotYourTurn
        if state.phase != phase:
            raise Illegal("that is not what is being decided")

    # -- views and secrets

    def view(self, state: State, viewer: Viewer) -> CombinusView:
        """Return what a viewer knows (see view.py). Call it only where chance does not act."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "views exist only where no tile is being drawn"
        return sight.view(state, viewer, turn)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what lies on the table before a viewer (see view.py)."""
        return sight.now(state, viewer)

    def imagine(self, view: CombinusView, luck: Luck) -> State:
        """Return a random state that has this view (see view.py)."""
        return sight.imagine(self.lookup, view, luck)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return the tile in hand as a secret, if it was drawn unseen; otherwise nothing."""
        return sight.secrets(self.lookup, state)

    def phase(self, view: CombinusView) -> str:
        """Return what is being decided: the phase of the state, but `exchange` if a tile may be placed or
        exchanged."""
        now = view.now
        if now.phase == "place" and self.lookup.may_exchange(sight.state_as_seen(now)):
            return "exchange"
        return now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur."""
        return self.lookup.alphabet()

    def write(self, action: Action) -> str:
        """Return the notation: `place -aab C2`, `exchange ab-- A1`, `take`, `take -a-b`, `borders left-right`
        (see notation.py)."""
        return self._notation.write(action)

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that a line of notation means. Capitals and extra spaces do
        not matter. Raise `Malformed` if it means none, `Illegal` if it is not possible, and
        `NotYourTurn` for a seat not in turn."""
        action = self._notation.read(text)
        legal = self.legal(state, seat)
        if action not in legal:
            raise Illegal(self._notation.refusal_reason(state, action)) if legal else NotYourTurn
        return action


_GAME_BLOCKED = GameBlocked()


def _toggle_in_pool(pools: tuple[TileMask, ...], seat: int, tiles: TileMask) -> tuple[TileMask, ...]:
    """Return the pools with these tiles toggled in the pool that the seat uses: those inside
    leave it, others enter it. With a single pool, both seats use it."""
    if len(pools) == 1:
        return (pools[0] ^ tiles,)
    return (pools[0] ^ tiles, pools[1]) if seat == 0 else (pools[0], pools[1] ^ tiles)


def _path_events(before: Position, after: State) -> tuple[Event, ...]:
    """Return an event for each player whose path was cut, then for each who gained a path."""
    cut_pairs, made_pairs = before.linked & ~after.position.linked, after.position.linked & ~before.linked
    owner = (after.sides, 1 - after.sides)
    cut = tuple(PathCut(owner[pair]) for pair in (0, 1) if cut_pairs >> pair & 1)
    return (*cut, *(PathMade(owner[pair]) for pair in (0, 1) if made_pairs >> pair & 1))
