"""The cost of a move, beside a bare server and bare PostgreSQL in the same run: `make bench-moves`."""
