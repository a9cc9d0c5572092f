"""The web server: HTML pages, the HTTP API, and the sockets of tables and of robot workers."""
