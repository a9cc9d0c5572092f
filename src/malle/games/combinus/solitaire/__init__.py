"""Combinus alone: all tiles on the grid, every side fitting, under a constraint.

`challenge` has what a challenge is and how a grid is judged; `solver` proves and hints; `generate` makes new ones and
measures them; `daily` has the one of the day. Only `solver` and `generate` need OR-Tools.
"""
