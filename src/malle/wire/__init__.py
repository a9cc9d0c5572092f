"""What the server and its clients share: messages, settings, the games at hand."""
