"""Pages about the player's own game: his reviews, his statistics, his practice."""
