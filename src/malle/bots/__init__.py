"""Robots: search for any game, and the worker that plays the robots' seats."""
