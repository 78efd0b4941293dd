"""Openings by cases (CBridge): what is known, how it is revised, and what it plays."""
