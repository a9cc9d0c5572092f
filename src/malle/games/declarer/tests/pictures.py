"""States of Rien à déclarer ? worth a picture: how they come about, and who looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from malle.core import Action, Luck, Over, Seat, Turn, Waiting
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import make_move, resolve_chance
from malle.games import load_game_info
from malle.games.declarer.edition import BAG, dutiable_articles
from malle.games.declarer.state import Now

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


class Deal:
    """The game that the stage deals from a seed, as far as it has been played."""

    def __init__(self, seed: int) -> None:
        facts = load_game_info("declarer")
        self.game = facts.make_game(4, facts.complete_options(4, {}), None)
        self._draws = DrawCounter(Dealer(seed.to_bytes(32, "big"), "stage"))
        self.state, _ = resolve_chance(self.game, self.game.new(), self._draws.pick)

    @property
    def turn(self) -> Turn:
        """Who is awaited, or how it ended."""
        return self.game.turn(self.state)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may act."""
        return self.turn.seats if isinstance(self.turn, Waiting) else ()

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return isinstance(self.turn, Over)

    def act(self, seat: Seat, action: Action) -> None:
        """Plays on."""
        self.state, _ = make_move(self.game, self.state, seat, action, self._draws.pick)


def now(table: Deal, seat: int) -> Now:
    """What lies before a seat."""
    found = table.game.view(table.state, Seat(seat)).now
    assert isinstance(found, Now)
    return found


def _seed(fits: Callable[[Deal], bool]) -> int:
    return next(seed for seed in range(1, 20_000) if fits(Deal(seed)))


def _hand(table: Deal) -> tuple[int, ...]:
    traveller = table.awaited[0]
    return now(table, traveller).hand or ()


def _to(table: Deal, officer: int, traveller: int) -> bool:
    seen = now(table, table.awaited[0])
    return (seen.officer, seen.traveller) == (officer, traveller)


def _said(table: Deal, kinds: tuple[int, ...]) -> str:
    from malle.games.declarer.state import Declare

    return table.game.write(Declare(kinds))


def _robots(seed: int, until: Callable[[Deal], bool], most: int = 3000) -> tuple[str, ...] | None:
    """Robots play from the deal until something holds: their moves, or None if it never does."""
    luck, table, facts = Luck(seed), Deal(seed), load_game_info("declarer")
    moves: list[str] = []
    while isinstance(table.turn, Waiting) and len(moves) < most:
        if until(table):
            return tuple(moves)
        seat = table.awaited[0]
        legal = tuple(table.game.legal(table.state, seat))
        action = facts.robot(table.game, table.game.view(table.state, seat), legal, luck)
        table.act(seat, action)
        moves.append(table.game.write(action))
    return tuple(moves) if table.over and until(table) else None


def _play(until: Callable[[Deal], bool]) -> tuple[int, tuple[str, ...]]:
    return next((seed, moves) for seed in range(1, 400) if (moves := _robots(seed, until)) is not None)


def moments() -> Iterator[Picture]:
    """Every state of the issue's list, and a few more."""
    mine = _seed(
        lambda table: _to(table, 3, CAMILLE) and len(dutiable_articles(_hand(table))) == 2 and BAG not in _hand(table)
    )
    yield Picture("deal", _seed(lambda table: _to(table, CAMILLE, LEA)), ())
    yield Picture("composing", mine, (), press=(".step >> nth=3 >> button:last-child",), wait=".composing")

    def rich(table: Deal) -> bool:
        return (
            _to(table, CAMILLE, LEA)
            and len(dutiable_articles(_hand(table))) == 3
            and len(set(_hand(table))) == 4
            and BAG not in _hand(table)
        )

    lied = _seed(rich)
    articles = dutiable_articles(_hand(Deal(lied)))
    hidden = _said(Deal(lied), articles[:2])
    true = _said(Deal(lied), articles)
    yield Picture("officer", lied, (hidden,), wait=".answer")
    passed = _seed(lambda table: _to(table, 2, 3) and len(dutiable_articles(_hand(table))) >= 2)
    yield Picture(
        "neighbour",
        passed,
        (_said(Deal(passed), dutiable_articles(_hand(Deal(passed)))[:1]), "believe"),
        wait=".answer",
    )
    yield Picture(
        "throw",
        passed,
        (_said(Deal(passed), dutiable_articles(_hand(Deal(passed)))[:1]), "believe", "accept"),
        press=(".thing.can >> nth=1",),
        wait=".thing.can",
    )
    yield Picture("liar", lied, (hidden,), last="search", wait=".go-on")
    yield Picture("honest", lied, (true,), last="search", wait=".go-on")
    bag = _seed(
        lambda table: _to(table, CAMILLE, LEA) and BAG in _hand(table) and len(dutiable_articles(_hand(table))) >= 2
    )
    yield Picture("bag-claimed", bag, ("claim bag",), wait=".answer")
    yield Picture("bag", bag, ("claim bag",), last="search", wait=".go-on")

    seed, moves = _play(lambda table: not table.over and now(table, CAMILLE).round == 2)
    yield Picture("round-end", seed, moves[:-1], last=moves[-1], wait=".go-on")
    seed, moves = _play(lambda table: table.over)
    yield Picture("final", seed, moves, wait=".end")
