"""How similar two decisions are: a network's description of them, and the nearest decisions."""
