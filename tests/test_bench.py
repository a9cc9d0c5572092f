"""The measuring programs fit what they measure."""

from __future__ import annotations

from uuid import uuid4

from bench.moves import bare

from malle.storage.queries import parameter_order


def test_the_bare_server_gives_a_move_all_that_its_statement_asks_for() -> None:
    """Without one of them it never answered, and `make bench-moves` ended after a minute."""
    assert len(bare.values(1, bare.Wish(1, "declare nothing", str(uuid4())))) == len(parameter_order("move"))
