"""One suit: its best line of play, a layout of it played out, and practice."""
