"""Bridge: cards, deals, auctions, play, scoring, odds, and the door to the double-dummy solver."""
