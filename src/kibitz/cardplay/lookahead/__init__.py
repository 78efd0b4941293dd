"""Layouts of the hidden cards, and what each card is worth over them.

sampling      layouts consistent with the cards seen, all equally likely
plausible     rules by which the calls make some of them implausible
hidden        the layouts there are, as arrays
expected      what is expected of the hidden hands, and layouts drawn by it
rounds        which layouts are weighed next, and how likely each was to be among them
weighing      layouts weighted by the calls and by the cards played
evaluation    the average double-dummy value of each card over layouts
cards_played  layouts weighed by the cards that the hidden hands have played
playouts      deals played to the end by learned players, many at once
trying        some cards on the same layouts, each played to the end
comparing     the card advised beside the best other one, and why it is better
confidence    how often an expert plays a card that votes and layouts advise
estimates     means over weighted layouts, with their errors
"""
