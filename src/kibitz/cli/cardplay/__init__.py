"""Commands about card play: which card, which lead, who holds what, and reviews."""
