"""Simulations and tournaments. Needs core and games only."""
