"""The table, which is pure: no service is needed here."""

from __future__ import annotations

import random

import msgspec
import pytest

from malle.core import Bug, Illegal, Malformed, NotYourTurn, Seat, Stale
from malle.core.dealer import Dealer, seal_of_seed
from malle.core.match import build_match
from malle.core.record import TABLE_MOVER
from malle.games import OWN_GAMES, load_game_info
from malle.table import Entry, Setup, Table, match_of_table, next_table_setup, open_table, seat_players_at_next
from malle.table.snapshot import encode_snapshot, restore_table
from malle.testing.example_game import GAME_INFO, Dealt, Kept

SEED = bytes(range(32))
CHASSE = load_game_info("chasse")


def new_table(seats: int = 3, *, pace: int | None = None, seed: bytes = SEED) -> Table:
    setup = Setup(
        table="t",
        game="parley",
        version=1,
        seats=seats,
        options={"rounds": 10},
        seal=seal_of_seed(seed, "t"),
        pace=pace,
    )
    return open_table(setup, GAME_INFO.make_game(seats, setup.options, None), Dealer(seed, "t"))


def seated(seats: int = 3, **words: int | None) -> tuple[Table, list[Entry]]:
    table = new_table(seats, **words)  # type: ignore[arg-type]
    entries = []
    for seat in range(seats):
        step = table.sit(Seat(seat), "person")
        table = step.table
        entries.append(step.entry)
    return table, entries


def play(table: Table, moves: int, luck: random.Random, entries: list[Entry]) -> Table:
    for _ in range(moves):
        if not table.awaited:
            break
        seat = luck.choice(table.awaited)
        step = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq)
        table = step.table
        entries.append(step.entry)
        if table.may_undo(seat) and luck.random() < 0.3:
            step = table.undo(seat, table.seq)
            table = step.table
            entries.append(step.entry)
    return table


def test_the_deal_comes_when_the_last_seat_is_taken() -> None:
    table, entries = seated(3)
    assert [entry.lines[0] for entry in entries] == ["person 1", "person 2", "person 3"]
    assert len(entries[-1].lines) == 4
    assert table.awaited == (0, 1, 2)
    assert table.draws_written == 3


def test_what_the_clock_draws_is_the_tables_secret() -> None:
    """Tables that differ in their seed alone hide elsewhere when time runs out; the same table asked again does not,
    and its log is replayed without asking the dealer."""

    def hidden(seed: bytes) -> tuple[list[Entry], Table]:
        setup = Setup(
            table="t",
            game="chasse",
            version=1,
            seats=2,
            options=CHASSE.complete_options(2, {}),
            seal=seal_of_seed(seed, "t"),
        )
        table = opened = open_table(setup, CHASSE.make_game(2, setup.options, None), Dealer(seed, "t"))
        steps = []
        for seat in range(2):
            steps.append(table.sit(Seat(seat), "person"))
            table = steps[-1].table
        while table.game.phase(table.view(Seat(0))) == "hide":
            steps.append(table.play_default(Seat(0)))
            assert steps[-1].entry == table.play_default(Seat(0)).entry
            table = steps[-1].table
        entries = [step.entry for step in steps]
        other = msgspec.structs.replace(opened, dealer=Dealer(bytes(32), "t"))
        assert other.replay(entries).state == table.state
        return entries, table

    found = [hidden(bytes([number]) * 32)[1].state.plates for number in range(8)]
    assert len({*found}) > 4


def test_a_replay_gives_the_same_table_from_any_snapshot() -> None:
    table, entries = seated(3)
    luck = random.Random(4)
    middles = {}
    for _ in range(30):
        table = play(table, 1, luck, entries)
        middles[table.seq] = encode_snapshot(table)
    assert any(entry.lines[0].startswith("undo") for entry in entries)
    fresh = new_table(3).replay(entries)
    assert encode_snapshot(fresh) == encode_snapshot(table)
    for seq, body in middles.items():
        again = restore_table(body, table.setup, table.game, table.dealer)
        assert encode_snapshot(again) == body
        assert encode_snapshot(again.replay(entries[seq:])) == encode_snapshot(table)


def test_a_replay_follows_the_log_and_not_the_dealer() -> None:
    """Chance stands in the log: with another seed the same log still gives the same table."""
    table, entries = seated(3)
    table = play(table, 12, random.Random(1), entries)
    other = new_table(3, seed=bytes(32)).replay(entries)
    assert other.state == table.state


def test_an_answer_in_a_window_stays_fresh_until_its_seat_has_answered() -> None:
    table, _ = seated(3)
    seen = table.seq
    table = table.act(Seat(1), "bid 1", seen).table
    table = table.act(Seat(0), "bid 2", seen).table
    with pytest.raises(Stale):
        table.act(Seat(1), "bid 2", seen)
    with pytest.raises(NotYourTurn):
        table.act(Seat(1), "bid 2", table.seq)
    step = table.act(Seat(2), "bid 0", seen)
    assert step.table.awaited == (0,)
    with pytest.raises(Stale):
        step.table.act(Seat(0), "bid 1", seen)
    with pytest.raises(Stale):
        step.table.act(Seat(0), "show", step.table.seq + 1)


def test_nobody_hears_an_answer_before_the_window_closes() -> None:
    table, _ = seated(3)
    first = table.act(Seat(1), "bid 1", table.seq)
    assert all(first.heard_by(viewer) == () for viewer in (None, Seat(0), Seat(1), Seat(2)))


def test_refusals_name_the_reason() -> None:
    table, _ = seated(3)
    with pytest.raises(Malformed):
        table.act(Seat(0), "bid many", table.seq)
    with pytest.raises(Illegal):
        table.act(Seat(0), "show", table.seq)
    with pytest.raises(Illegal):
        table.sit(Seat(0), "person")
    with pytest.raises(Illegal):
        table.sit(Seat(7), "person")
    with pytest.raises(Illegal):
        table.undo(Seat(0), table.seq)
    with pytest.raises(Bug):
        table.follow(Entry(table.seq + 2, 0, ("bid 1",)))
    with pytest.raises(Bug):
        table.follow(Entry(table.seq + 1, -2, ("dance",)))


def test_an_answer_in_a_window_can_be_taken_back_until_another_acts() -> None:
    table, _ = seated(3)
    table = table.act(Seat(1), "bid 1", table.seq).table
    assert table.may_undo(Seat(1))
    assert not table.may_undo(Seat(0))
    assert not table.may_undo(None)
    back = table.undo(Seat(1), table.seq).table
    assert back.awaited == (0, 1, 2)
    assert back.seq == table.seq + 1
    with pytest.raises(Stale):
        back.act(Seat(1), "bid 2", table.seq - 1)
    assert not back.may_undo(Seat(1))
    table = table.act(Seat(0), "bid 2", table.seq).table
    assert not table.may_undo(Seat(1))


@pytest.mark.parametrize("name", OWN_GAMES)
def test_what_was_said_to_somebody_who_is_to_answer_is_said(name: str) -> None:
    """In every game: once a seat is asked that was not asked before, nobody can take anything back."""
    table, asked = _dealt(name), 0
    luck = random.Random(5)
    for _ in range(300):
        if not table.awaited:
            break
        before = table
        seat = luck.choice(table.awaited)
        table = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq).table
        if set(table.awaited) - set(before.awaited):
            asked += 1
            for each in range(table.game.seats):
                assert not table.may_undo(Seat(each))
                with pytest.raises(Illegal):
                    table.undo(Seat(each), table.seq)
    assert asked > 5


def test_moves_are_taken_back_one_by_one() -> None:
    """In every game: what one seat did in a row is undone move by move, as far as it can be, and the log replays so."""
    assert max(map(_longest_row, OWN_GAMES)) > 3


def _longest_row(name: str) -> int:
    """Of moves that were taken back one after the other, in one game."""
    table = first = _dealt(name)
    luck = random.Random(6)
    entries: list[Entry] = []
    most = 0
    for _ in range(300):
        if not table.awaited:
            break
        seat = luck.choice(table.awaited)
        before = table
        step = table.act(seat, table.game.write(luck.choice(table.legal(seat))), table.seq)
        table = step.table
        entries.append(step.entry)
        if table.may_undo(seat):
            step = table.undo(seat, table.seq)
            assert step.table.state == before.state
            assert step.table.may_undo(seat) == before.may_undo(seat)
            row, back = 1, step.table
            while back.may_undo(seat):
                row, back = row + 1, back.undo(seat, back.seq).table
            most = max(most, row)
            if luck.random() < 0.3:
                table = step.table
                entries.append(step.entry)
        if table.seq % 7 == 0:
            assert encode_snapshot(first.replay(entries)) == encode_snapshot(table)
            table = restore_table(encode_snapshot(table), table.setup, table.game, table.dealer)
    return most


def _dealt(name: str) -> Table:
    facts = load_game_info(name)
    seats = facts.seats[-1]
    options = facts.complete_options(seats, {})
    setup = Setup(table="t", game=name, version=facts.version, seats=seats, options=options, seal="")
    table = open_table(setup, facts.make_game(seats, options, None), Dealer(SEED, "t"))
    for seat in range(seats):
        table = table.sit(Seat(seat), "person").table
    return table


def test_counters_are_taken_back_one_by_one_until_a_pawn_has_moved() -> None:
    """As the rulebook of La chasse says: the latest first, also when all lie; a move stands, for customs answers."""
    tables = [_dealt("chasse")]
    while len(tables[-1].legal(Seat(0))) and tables[-1].state.phase == "hide":
        act = tables[-1].game.write(tables[-1].legal(Seat(0))[0])
        tables.append(tables[-1].act(Seat(0), act, tables[-1].seq).table)
    back = tables[-1]
    assert len(tables) == 6
    for before in reversed(tables[:-1]):
        back = back.undo(Seat(0), back.seq).table
        assert back.state == before.state
    assert not back.may_undo(Seat(0))
    moved = tables[-1].act(Seat(0), "c13-c7", tables[-1].seq).table
    assert not moved.may_undo(Seat(0))


def test_an_undo_in_an_old_log_goes_back_to_what_another_did() -> None:
    """It took back all that a seat had done in a row, and could be had though somebody else was asked."""
    table = before = _dealt("chasse")
    seat = table.awaited[0]
    for _ in range(3):
        table = table.act(seat, table.game.write(table.legal(seat)[0]), table.seq).table
    assert table.follow(Entry(table.seq + 1, TABLE_MOVER, (f"undo {seat + 1}",))).table.state == before.state
    table, _ = seated(3)
    table = table.act(Seat(1), "bid 1", table.seq).table.act(Seat(0), "bid 1", table.seq).table
    assert table.follow(Entry(table.seq + 1, TABLE_MOVER, ("undo 1",))).table.awaited == (0, 2)


def test_an_undone_draw_is_never_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game whose chance tells nobody anything, a log may go back behind it: the next draw is a new one."""
    for event in (Dealt, Kept):
        monkeypatch.setattr(event, "reveals_secret", False)
    table, _ = seated(2)
    table = table.act(Seat(0), "bid 3", table.seq).table
    table = table.act(Seat(1), "bid 1", table.seq).table
    hands = []
    for _ in range(30):
        step = table.act(Seat(0), "keep", table.seq)
        assert step.entry == table.act(Seat(0), "keep", table.seq).entry  # a crash in between changes nothing
        hands.append(step.table.state.numbers)
        before, table = table, step.table.follow(Entry(step.table.seq + 1, TABLE_MOVER, ("undo 1",))).table
        assert table.state == before.state
        assert table.draws_written == step.table.draws_written == before.draws_written + 2
    deals = [Dealer(SEED, "t").pick(n, (1,) * 6) + 1 for n in range(2, 62)]
    assert hands == list(zip(deals[::2], deals[1::2], strict=True))


def test_a_robots_seat_is_taken_by_a_person_only_before_the_deal() -> None:
    table = new_table(3).sit(Seat(1), "robot").table
    table = table.sit(Seat(1), "person").table
    assert table.seat_kinds == ("open", "person", "open")
    table = table.sit(Seat(0), "robot").table.sit(Seat(2), "robot").table
    for seat in (0, 2):
        with pytest.raises(Illegal, match="a robot plays this seat"):
            table.sit(Seat(seat), "person")
        with pytest.raises(Illegal, match="no seat to come back to"):
            table.return_to_seat(Seat(seat))


def test_whoever_resigned_comes_back_to_the_seat_a_robot_kept() -> None:
    table, entries = seated(3)
    step = table.resign(Seat(1))
    table = step.table
    entries.append(step.entry)
    assert table.seat_kinds == ("person", "robot", "person")
    with pytest.raises(Illegal):
        table.sit(Seat(1), "person")
    table = table.act(Seat(1), "bid 1", table.seq).table.undo(Seat(1), table.seq + 1).table
    again = restore_table(encode_snapshot(table), table.setup, table.game, table.dealer)
    for each in (table, again, new_table(3).replay(entries)):
        back = each.return_to_seat(Seat(1))
        assert back.entry.lines == ("return 2",)
        assert back.table.seat_kinds == ("person", "person", "person")
        assert back.table.awaited == (0, 1, 2)
        with pytest.raises(Illegal):
            back.table.return_to_seat(Seat(1))


def test_a_log_in_which_a_person_took_a_robots_seat_in_play_is_still_read() -> None:
    """It could be done once, and tables where it was go on."""
    table = new_table(2).sit(Seat(0), "person").table.sit(Seat(1), "robot").table
    after = table.follow(Entry(table.seq + 1, TABLE_MOVER, ("person 2",))).table
    assert after.seat_kinds == ("person", "person")


def test_a_pause_stops_everything_and_restarts_the_clock() -> None:
    table, _ = seated(3, pace=30)
    step = table.act(Seat(0), "bid 1", table.seq)
    assert step.deadline_seconds is None  # the window's clock runs on
    paused = step.table.pause(on=True)
    assert paused.deadline_seconds == 0
    with pytest.raises(Illegal):
        paused.table.act(Seat(1), "bid 1", paused.table.seq)
    resumed = paused.table.pause(on=False)
    assert resumed.deadline_seconds == 30
    with pytest.raises(Illegal):
        resumed.table.pause(on=False)
    table = resumed.table.act(Seat(1), "bid 1", resumed.table.seq).table
    assert table.play_default(Seat(2)).deadline_seconds == 30
    with pytest.raises(NotYourTurn):
        table.play_default(Seat(1))


def finished(seats: int = 3) -> tuple[Table, list[Entry]]:
    table, entries = seated(seats)
    return play(table, 1000, random.Random(2), entries), entries


def test_after_the_end_a_table_goes_on_once() -> None:
    table, _ = seated(3)
    with pytest.raises(Illegal):
        table.continue_at("next-table")
    table, entries = finished()
    step = table.continue_at("next-table")
    assert step.entry == Entry(table.seq + 1, TABLE_MOVER, ("next next-table",))
    assert step.heard == ()
    assert step.table.next_table == "next-table"
    assert step.table.over == table.over
    with pytest.raises(Illegal):
        step.table.continue_at("another")
    entries.append(step.entry)
    assert encode_snapshot(new_table(3).replay(entries)) == encode_snapshot(step.table)
    again = restore_table(encode_snapshot(table), table.setup, table.game, table.dealer)
    assert again.follow(step.entry).table.next_table == "next-table"
    body = encode_snapshot(step.table)
    assert restore_table(body, table.setup, table.game, table.dealer).next_table == "next-table"


def test_a_match_adds_the_scores_of_people_and_not_of_seats() -> None:
    """Three seats, three legs: everybody moves on by one seat, and after the last leg a new match begins."""
    table, _ = finished()
    people = ["Ann", "Bob", "Cléo"]
    won = dict.fromkeys(people, 0)
    for leg in (1, 2, 3):
        over = table.over
        assert over is not None
        for person, score in zip(people, over.scores, strict=True):
            won[person] += score
        match = match_of_table(table, 3)
        assert (match.leg, match.over) == (leg, leg == 3)
        assert match.sums == tuple(won[person] for person in people)
        assert match.played[-1] == over.scores
        assert [match.sums[seat] for seat, place in enumerate(match.places) if place == 1] == [max(match.sums)] * (
            match.places.count(1)
        )
        setup = next_table_setup(table, legs=3, name=f"leg {leg + 1}", seal="")
        people = [people[-1], *people[:-1]]
        seed = bytes([leg]) * 32
        table = play(
            seat_players_at_next(table, setup, Dealer(seed, setup.table))[-1].table, 1000, random.Random(leg), []
        )
    assert len(set(won.values())) > 1
    assert (table.setup.before, table.setup.turned) == ((), 3)
    assert people == ["Ann", "Bob", "Cléo"]


def test_robots_and_people_move_on_by_one_seat() -> None:
    table, _ = finished()
    table = msgspec.structs.replace(table, seat_kinds=("person", "robot", "robot"))
    setup = next_table_setup(table, legs=1, name="again", seal="")
    steps = seat_players_at_next(table, setup, Dealer(SEED, "again"))
    assert steps[-1].table.seat_kinds == ("robot", "person", "robot")
    assert steps[-1].table.awaited == (0, 1, 2)
    assert (setup.before, setup.options, setup.pace) == ((), table.setup.options, table.setup.pace)


def test_a_seat_that_a_robot_keeps_is_kept_at_the_next_table_too() -> None:
    table, _ = finished()
    table = msgspec.structs.replace(table, seat_kinds=("person", "robot", "robot"), vacated_seats=(2,))
    steps = seat_players_at_next(table, next_table_setup(table, legs=1, name="again", seal=""), Dealer(SEED, "again"))
    after = steps[-1].table
    assert (after.seat_kinds, after.vacated_seats, after.host) == (("robot", "person", "robot"), (0,), 0)
    assert after.awaited == (0, 1, 2)
    assert after.return_to_seat(Seat(0)).table.seat_kinds[0] == "person"


@pytest.mark.parametrize(
    ("before", "scores", "sums", "places"),
    [
        (((50, 300),), (300, 50), (350, 350), (1, 1)),
        (((50, 300),), (200, 100), (250, 400), (2, 1)),
        (((50, 300),), None, (50, 300), (2, 1)),
        ((), None, (0, 0), (1, 1)),
    ],
)
def test_the_highest_sum_wins_a_match_and_equal_sums_draw_it(
    before: tuple[tuple[int, ...], ...], scores: tuple[int, ...] | None, sums: tuple[int, ...], places: tuple[int, ...]
) -> None:
    match = build_match(2, before, scores, 2)
    assert (match.sums, match.places) == (sums, places)
    assert match.over == (scores is not None)


def test_a_robots_seat_is_given_in_play_but_not_one_that_is_kept_for_somebody() -> None:
    table = new_table(3)
    with pytest.raises(Illegal):
        table.give_robot_seat(Seat(1))
    table = table.sit(Seat(0), "person").table.sit(Seat(1), "robot").table.sit(Seat(2), "person").table
    for seat in (0, 2, 3, -1):
        with pytest.raises(Illegal):
            table.give_robot_seat(Seat(seat))
    step = table.give_robot_seat(Seat(1))
    assert (step.entry.lines, step.table.seat_kinds) == (("let 2",), ("person",) * 3)
    assert table.follow(step.entry).table.seat_kinds == ("person",) * 3
    left = step.table.resign(Seat(1)).table
    with pytest.raises(Illegal):
        left.give_robot_seat(Seat(1))
