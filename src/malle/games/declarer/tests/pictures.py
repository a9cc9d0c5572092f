"""States of Rien à déclarer ? worth a picture: how they come about, and who looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from malle.core import Luck, Over, Seat, Waiting
from malle.core.dealer import Dealer
from malle.games import sheet
from malle.games.declarer.edition import BAG, dutiable
from malle.games.declarer.state import Now
from malle.table import Setup, Table, open_table

NAMES = ("Camille", "Léa", "Paul", "Inès")
CAMILLE, LEA = 0, 1


class Picture(Struct, frozen=True):
    """A state, by the moves that lead there from the deal of a seed, and the seat that looks."""

    name: str
    seed: int
    moves: tuple[str, ...]
    seat: int | None = CAMILLE
    last: str = ""
    """Played while the page looks on."""
    press: tuple[str, ...] = ()
    """Pressed before the picture is taken."""
    wait: str = ".players"
    """What must be there before the picture is taken."""
    lamps: tuple[str, ...] = ("light", "dark")


def deal(seed: int) -> Table:
    """The table that the stage deals from this seed."""
    facts = sheet("declarer")
    options = facts.settle_options(4, {})
    setup = Setup(table="stage", game="declarer", version=1, seats=4, options=options, seal="")
    table = open_table(setup, facts.make(4, options, None), Dealer(seed.to_bytes(32, "big"), "stage"))
    for seat in range(4):
        table = table.sit(Seat(seat), "person").table
    return table


def now(table: Table, seat: int) -> Now:
    """What lies before a seat."""
    view = table.view(Seat(seat))
    assert view is not None
    found = view.now
    assert isinstance(found, Now)
    return found


def _seed(fits: Callable[[Table], bool]) -> int:
    return next(seed for seed in range(1, 20_000) if fits(deal(seed)))


def _hand(table: Table) -> tuple[int, ...]:
    traveller = table.awaited[0]
    return now(table, traveller).hand or ()


def _to(table: Table, officer: int, traveller: int) -> bool:
    seen = now(table, table.awaited[0])
    return (seen.officer, seen.traveller) == (officer, traveller)


def _said(table: Table, kinds: tuple[int, ...]) -> str:
    from malle.games.declarer.state import Declare

    return table.game.write(Declare(kinds))


def _robots(seed: int, until: Callable[[Table], bool], most: int = 3000) -> tuple[str, ...] | None:
    """Robots play from the deal until something holds: their moves, or None if it never does."""
    luck, table, facts = Luck(seed), deal(seed), sheet("declarer")
    moves: list[str] = []
    while isinstance(table.turn, Waiting) and len(moves) < most:
        if until(table):
            return tuple(moves)
        seat = table.awaited[0]
        view = table.view(seat)
        assert view is not None
        text = table.game.write(facts.robot(table.game, view, table.legal(seat), luck))
        table = table.act(seat, text, table.seq).table
        moves.append(text)
    return tuple(moves) if isinstance(table.turn, Over) and until(table) else None


def _play(until: Callable[[Table], bool]) -> tuple[int, tuple[str, ...]]:
    return next((seed, moves) for seed in range(1, 400) if (moves := _robots(seed, until)) is not None)


def moments() -> Iterator[Picture]:
    """Every state of the issue's list, and a few more."""
    mine = _seed(lambda table: _to(table, 3, CAMILLE) and len(dutiable(_hand(table))) == 2 and BAG not in _hand(table))
    yield Picture("deal", _seed(lambda table: _to(table, CAMILLE, LEA)), ())
    yield Picture("composing", mine, (), press=(".step >> nth=3 >> button:last-child",), wait=".composing")

    def rich(table: Table) -> bool:
        return (
            _to(table, CAMILLE, LEA)
            and len(dutiable(_hand(table))) == 3
            and len(set(_hand(table))) == 4
            and BAG not in _hand(table)
        )

    lied = _seed(rich)
    articles = dutiable(_hand(deal(lied)))
    hidden = _said(deal(lied), articles[:2])
    true = _said(deal(lied), articles)
    yield Picture("officer", lied, (hidden,), wait=".answer")
    passed = _seed(lambda table: _to(table, 2, 3) and len(dutiable(_hand(table))) >= 2)
    yield Picture(
        "neighbour", passed, (_said(deal(passed), dutiable(_hand(deal(passed)))[:1]), "believe"), wait=".answer"
    )
    yield Picture(
        "throw",
        passed,
        (_said(deal(passed), dutiable(_hand(deal(passed)))[:1]), "believe", "accept"),
        press=(".thing.can >> nth=1",),
        wait=".thing.can",
    )
    yield Picture("liar", lied, (hidden,), last="search", wait=".go-on")
    yield Picture("honest", lied, (true,), last="search", wait=".go-on")
    bag = _seed(lambda table: _to(table, CAMILLE, LEA) and BAG in _hand(table) and len(dutiable(_hand(table))) >= 2)
    yield Picture("bag-claimed", bag, ("claim bag",), wait=".answer")
    yield Picture("bag", bag, ("claim bag",), last="search", wait=".go-on")

    def indebted(table: Table) -> bool:
        return (
            table.awaited[:1] == (CAMILLE,)
            and min(now(table, CAMILLE).purses) < 0
            and now(table, CAMILLE).phase == "officer"
        )

    seed, moves = _play(indebted)
    yield Picture("debts", seed, moves, wait=".answer")
    seed, moves = _play(lambda table: table.over is None and now(table, CAMILLE).round == 2)
    yield Picture("round-end", seed, moves[:-1], last=moves[-1], wait=".go-on")
    seed, moves = _play(lambda table: table.over is not None)
    yield Picture("final", seed, moves, wait=".end")
