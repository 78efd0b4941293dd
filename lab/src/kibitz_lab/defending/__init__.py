"""Leads and defence: how often the experts' cards are found, and what they are worth."""
