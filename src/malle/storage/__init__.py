"""Storage in PostgreSQL: an append-only log of moves, in as many databases as the configuration names."""
