"""What the server and its clients share: messages, settings, and the games that are installed."""
