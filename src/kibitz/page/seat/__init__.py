"""The table that a player sits at: what is drawn of it, what the coach asks, what is read aloud."""
