"""Builds a table from its database row as it was before the first entry of its log: with its game, edition
and dealer."""

from __future__ import annotations

from functools import partial

from malle.config.game_library import GameLibrary
from malle.core import NoSuchRules
from malle.core.dealer import Dealer
from malle.storage.seed_encryption import SeedCipher
from malle.storage.store import LoadedTable
from malle.table import Table, open_table


def build_initial_table(loaded: LoadedTable, library: GameLibrary, seed_cipher: SeedCipher) -> Table:
    """Return a loaded table as it was before the first entry of its log, at seq 0. Raises a
    `MalleError` if its rules or the key of its seed is missing here. Raises `NoSuchRules` if its
    edition is missing, or has other numbers than when the table was opened."""
    setup = loaded.setup
    make_game = partial(library.game, setup.game, setup.version, edition_digest=setup.edition)
    game, dealer = (
        make_game(setup.seats, setup.options),
        Dealer(seed_cipher.decrypt(loaded.seed, setup.table), setup.table),
    )
    if setup.numbers not in ("", game.edition):
        ours, theirs = game.edition[:12], setup.numbers[:12]
        raise NoSuchRules(
            f"{setup.game} {setup.version} has other numbers here ({ours}) than this table began with ({theirs}): "
            "install the release of Malle that has them"
        )
    return open_table(setup, game, dealer, make_game)
