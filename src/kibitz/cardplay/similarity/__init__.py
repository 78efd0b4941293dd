"""How alike two decisions are: what a network sees in them, the nearest, and their vote."""
