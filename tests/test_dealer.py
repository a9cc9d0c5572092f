"""The dealer: the same for ever, uniform, bound to its table, and nobody's to steer."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from malle.core import Luck, Refused
from malle.core.dealer import Dealer, DrawCounter, PlayerWord, new_seed, pledge_of_word, seal_of_seed
from malle.core.randomness import index_at_offset

SEED = bytes(range(32))
KNOWN = [49, 5, 33, 21, 36, 30, 41, 24]
SEALED = "0734dd899728fce834b887629cdd2eb6df4e04e6da19f8f4069f789d8cef8ed1"


def test_known_draws() -> None:
    """Fixed for ever: records of years ago must still verify."""
    dealer = Dealer(SEED, "table-1")
    assert [dealer.draw(n, 52) for n in range(8)] == KNOWN
    assert seal_of_seed(SEED, "table-1") == SEALED


def test_a_draw_is_the_hmac_that_the_page_promises() -> None:
    """Written out by hand, as somebody would who does not trust us."""

    def part(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    key = hmac.digest(SEED, part(b"malle/1") + part(b"key"), "sha256")
    message = part(b"malle/1") + part(b"table-1") + (5).to_bytes(8, "big") + (0).to_bytes(4, "big")
    value = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
    assert Dealer(SEED, "table-1").draw(5, 6) == value % 6


def test_draws_depend_on_seed_table_number_and_words() -> None:
    def drawn(dealer: Dealer) -> list[int]:
        return [dealer.draw(n, 1 << 40) for n in range(4)]

    base = drawn(Dealer(SEED, "t"))
    others = [Dealer(bytes(32), "t"), Dealer(SEED, "u"), Dealer(SEED, "t", [PlayerWord(0, "s", "w")])]
    assert all(drawn(other) != base for other in others)
    assert len(set(base)) == 4
    assert drawn(Dealer(SEED, "t", [PlayerWord(0, "s", "w"), PlayerWord(1, "x", "y")])) == drawn(
        Dealer(SEED, "t", [PlayerWord(1, "x", "y"), PlayerWord(0, "s", "w")])
    )


def test_answers_at_a_deadline_have_luck_of_their_own() -> None:
    """Another for each table, seq and seat; the same when asked again; and no draw is used up for it."""
    dealer = Dealer(SEED, "table-1")
    keys = [(1, 0), (1, 1), (2, 0)]
    lucks = [dealer.deadline_luck(seq, seat) for seq, seat in keys]
    others = [Dealer(SEED, "table-2").deadline_luck(1, 0), Dealer(bytes(32), "table-1").deadline_luck(1, 0)]
    drawn = [luck.pick((1,) * 1000) for luck in (*lucks, *others)]
    assert len(set(drawn)) == 5
    assert [dealer.deadline_luck(*key).pick((1,) * 1000) for key in keys] == drawn[:3]
    assert [dealer.draw(n, 52) for n in range(8)] == KNOWN


def test_words_cannot_slide_into_one_another() -> None:
    """Lengths are part of what is hashed: `ab`+`c` is not `a`+`bc`."""
    one, two = PlayerWord(0, "ab", "c"), PlayerWord(0, "a", "bc")
    assert pledge_of_word(one, "t") != pledge_of_word(two, "t")
    assert Dealer(SEED, "t", [one]).draw(0, 1 << 60) != Dealer(SEED, "t", [two]).draw(0, 1 << 60)


def test_uniform() -> None:
    """20,000 throws of a die: chi-squared with 5 degrees of freedom stays under 20.5 (one in a thousand)."""
    dealer = Dealer(SEED, "die")
    counts = [0] * 6
    for n in range(20_000):
        counts[dealer.draw(n, 6)] += 1
    assert sum((count - 20_000 / 6) ** 2 / (20_000 / 6) for count in counts) < 20.5


def test_rejection_draws_again() -> None:
    """A total for which half of the span must be rejected still gives every draw a value in range."""
    dealer = Dealer(SEED, "t")
    total = (1 << 255) + 1
    assert all(0 <= dealer.draw(n, total) < total for n in range(50))


@given(st.lists(st.integers(0, 9), min_size=1).filter(sum), st.data())
def test_an_index_is_drawn_by_its_weight(weights: list[int], data: st.DataObject) -> None:
    """Over all marks, each index comes exactly as often as its weight."""
    marks = [index_at_offset(weights, mark) for mark in range(sum(weights))]
    assert [marks.count(index) for index in range(len(weights))] == weights
    assert weights[Luck(data.draw(st.integers())).pick(weights)] > 0


def test_luck_picks_by_weight_below_and_above_what_a_float_can() -> None:
    for scale in (1, 1 << 40):
        luck = Luck(5)
        picks = [luck.pick((scale, 0, 3 * scale)) for _ in range(4000)]
        assert picks.count(1) == 0
        assert abs(picks.count(2) / 4000 - 0.75) < 0.03


def test_the_counter_goes_on() -> None:
    """A table that comes back after a crash goes on counting where its log stands."""
    first = DrawCounter(Dealer(SEED, "t"))
    before = [first.pick((1,) * 30) for _ in range(10)]
    again = DrawCounter(Dealer(SEED, "t"), drawn=6)
    assert [again.pick((1,) * 30) for _ in range(4)] == before[6:]


def test_seeds() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    with pytest.raises(Refused, match="32 bytes"):
        Dealer(b"short", "t")
    assert seal_of_seed(SEED, "t") != hashlib.sha256(SEED).hexdigest(), "a seal is bound to its table"
