"""A table of cards on the page: what may be seen, guessed, played on and heard."""
