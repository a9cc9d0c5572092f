"""Malle: board games with secrets, for browsers, terminals and your own Python.

`malle.games.load_game(name)` gives a game; `malle.core` says what a game is; `malle.testing` proves it.
"""

__version__ = "0.1.0.dev0"
