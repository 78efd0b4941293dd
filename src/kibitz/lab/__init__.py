"""Measure: agents to watch and to play, tournaments, and one module per table of a paper."""
