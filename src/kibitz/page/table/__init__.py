"""A table of cards on the page: what is visible, guessed, played and answered."""
