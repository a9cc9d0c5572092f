"""Builds a table from its database row as it was before the first entry of its log: with its game, edition
and dealer."""

from __future__ import annotations

from functools import partial

from malle.core import NoSuchRules
from malle.core.dealer import Dealer
from malle.store.seal import Sealer
from malle.store.store import Stored
from malle.table import Table, open_table
from malle.wire.library import Library


def opened(stored: Stored, library: Library, sealer: Sealer) -> Table:
    """Return the table at seq 0. Raises a `MalleError` if its rules or the key of its seed is missing here.
    Raises `NoSuchRules` if its edition is missing, or has other numbers than when the table began."""
    setup = stored.setup
    make = partial(library.game, setup.game, setup.version, edition=setup.edition)
    game, dealer = make(setup.seats, setup.options), Dealer(sealer.open(stored.seed, setup.table), setup.table)
    if setup.numbers not in ("", game.edition):
        ours, theirs = game.edition[:12], setup.numbers[:12]
        raise NoSuchRules(
            f"{setup.game} {setup.version} has other numbers here ({ours}) than this table began with ({theirs}): "
            "install the release of Malle that has them"
        )
    return open_table(setup, game, dealer, make)
