"""Lines of play: what may be tried, as data that a hand can carry out."""
