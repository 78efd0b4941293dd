"""Commands that ask about cards: which one, the lead, a whole deal reviewed, who holds what."""
