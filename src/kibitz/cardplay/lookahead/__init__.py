"""How the hidden cards may lie, and what each card is worth over such layouts.

sampling      layouts that agree with the cards seen, all equally likely
plausible     which of them the calls speak against, by rules
weighing      layouts, each as likely as the network of calls makes it
evaluation    what each card is worth on average over them, double dummy
"""
