"""What a move costs, beside a bare server and bare PostgreSQL in the same run: `make bench-moves`."""
