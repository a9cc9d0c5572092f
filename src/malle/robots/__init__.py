"""The robot worker: processes that play the robots' seats as clients of the server."""
