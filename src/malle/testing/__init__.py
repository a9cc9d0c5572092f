"""For those who write games or run servers: the contract suite, the leak test, private services."""
