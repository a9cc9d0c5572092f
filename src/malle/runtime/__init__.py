"""The tables of one process: rooms, moves, seats, what viewers are sent. No HTTP."""
