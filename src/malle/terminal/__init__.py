"""The `malle` command: playing, simulating and checking records in a terminal."""
