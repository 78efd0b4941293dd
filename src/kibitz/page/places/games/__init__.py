"""The board games: contests on the page, and what is worked out for them."""
