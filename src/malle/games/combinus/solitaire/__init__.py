"""The solitaire of Combinus: all tiles on the grid, every side fitting, under a constraint.

- `challenge`: what a challenge is, and how a grid is judged.
- `api`: the server's side of the page.
- `solver`: proves that grids are solvable, and gives hints.
- `generate`: makes new challenges and measures their difficulty.
- `daily`: the challenge of the day.

Only `solver` and `generate` need OR-Tools.
"""
