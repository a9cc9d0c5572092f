"""The screen in a real browser."""
