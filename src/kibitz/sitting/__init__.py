"""Sit down: a deal bid and played against the house, with a coach beside the player."""
