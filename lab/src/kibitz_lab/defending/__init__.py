"""Leads and defence: how often the experts' cards are found, and what the cards are worth."""
