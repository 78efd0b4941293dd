"""How similar two decisions are: in what is foreseen, in the hand, and in what was shown."""
