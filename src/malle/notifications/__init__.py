"""Notifications: tell people by push, mail and feed that it is their turn, but never what lies on a table."""
