"""Experts' deals declared to the end."""
