"""The next table after a finished one: the same game and people, each moved on by one seat.

Within a match the scores are carried over; after its last game a new match begins. Each table keeps its own
log, seal and record.
"""

from __future__ import annotations

from malle.core import Illegal, Seat
from malle.core.dealer import Dealer
from malle.core.match import Match, build_match, rotate_one_seat
from malle.table.table import Setup, Step, Table, open_table


def match_of_table(table: Table, legs: int) -> Match:
    """Return the state of the match that this table's game belongs to. The match has `legs`
    games."""
    scores = None if table.over is None else table.over.scores
    return build_match(legs, table.setup.before, scores, table.game.seats)


def next_table_setup(table: Table, *, legs: int, name: str, seal: str) -> Setup:
    """Return the setup of the next table, called `name`, with the seed's digest `seal`. Its
    settings are those of this table. After the last of the match's `legs` games a new match begins.
    `Illegal` before the end of the game."""
    if table.over is None:
        raise Illegal("the game is not over")
    setup, match = table.setup, match_of_table(table, legs)
    return Setup(
        table=name,
        game=setup.game,
        version=setup.version,
        seats=setup.seats,
        options=setup.options,
        seal=seal,
        edition=setup.edition,
        numbers=setup.numbers,
        pace=setup.pace,
        bank=setup.bank,
        late=setup.late,
        tempo=setup.tempo,
        level=setup.level,
        before=() if match.over else tuple(map(rotate_one_seat, match.played)),
        turned=setup.turned + 1,
    )


def seat_players_at_next(finished: Table, setup: Setup, dealer: Dealer) -> tuple[Step, ...]:
    """Seat everybody of a finished table at the next one, one seat further on, and return the
    steps, in order.

    The new table is opened here; the last player who sits down starts the deal. Where a robot keeps
    a seat for a person, a robot keeps the person's new seat too.
    """
    steps: list[Step] = []
    new = open_table(setup, finished.game, dealer)
    is_kept_by_seat = rotate_one_seat(tuple(seat in finished.vacated_seats for seat in range(len(finished.seat_kinds))))
    for seat, kind in enumerate(rotate_one_seat(finished.seat_kinds)):
        steps.append(new.sit(Seat(seat), "person" if is_kept_by_seat[seat] else kind))
        new = steps[-1].table
    for seat in [seat for seat, is_kept in enumerate(is_kept_by_seat) if is_kept]:
        steps.append(new.start_stand_in(Seat(seat)))
        new = steps[-1].table
    return tuple(steps)
