"""How well stated ranges of points and lengths hold on events that nobody learned from."""
