"""Lines, the layouts they are tried on, and what became of them."""
