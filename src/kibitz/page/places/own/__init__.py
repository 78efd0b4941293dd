"""Places about the player himself: what his own tables say, and practice on it."""
