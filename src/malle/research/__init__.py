"""Simulations, tournaments between robots, and the calibration of what robots believe. Depends on core and
games only."""
