"""How alike two decisions to call are: in what is foreseen, in the hand, in what was shown."""
