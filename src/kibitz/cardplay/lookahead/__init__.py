"""Layouts of the hidden cards, and what each card is worth over them.

sampling      layouts consistent with the cards seen, all equally likely
plausible     rules by which the calls make some of them implausible
weighing      layouts weighted by the network of calls
evaluation    the average double-dummy value of each card over layouts
playouts      deals played to the end by learned players, many at once
"""
