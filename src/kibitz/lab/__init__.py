"""Decisions against experts: protocols, splits, scores; one module per table of a paper."""
