"""Which card? Declarer's play by what experts did in the most similar situations."""
