"""Matches: what the calls and the cards of the house are worth, in IMPs."""
