"""Makes the files that ship: the starter library, the networks, plans and strategies."""
