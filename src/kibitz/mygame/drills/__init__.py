"""Drills: each slip becomes a card, seen again when FSRS says that it is about to be forgotten."""
