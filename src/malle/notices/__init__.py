"""Notices: people are told that they are awaited, by push, by mail and in a feed; never what lies on a table."""
