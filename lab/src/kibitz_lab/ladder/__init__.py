"""Deals for the ladder: dealt, bid and played by the house, and kept where a theme decides them."""
