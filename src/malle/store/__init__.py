"""PostgreSQL, which holds the truth: an append-only log of moves, in as many databases as the configuration names."""
