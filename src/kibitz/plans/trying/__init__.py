"""Lines of play, the layouts they are tried on, and their results."""
