"""Measure: agents and experts, splits and scores, and one module per table of a paper."""
