"""The `malle` commands for players and game authors: play, simulate and check records in a terminal."""
