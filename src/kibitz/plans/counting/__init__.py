"""Counting as a teacher does: what can be reached, the ledger of tricks, the losers of the deal."""
