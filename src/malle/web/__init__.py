"""The web side: pages, the table socket and the HTTP endpoints."""
