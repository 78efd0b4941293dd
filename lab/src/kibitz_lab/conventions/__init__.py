"""Conventions by name, held beside the players' own words."""
