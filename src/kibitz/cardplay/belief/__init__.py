"""Who holds what? The hidden hands, as far as calls and play reveal them.

Read the files in this order:

    question    a seat, and what it has seen: its hand, the calls, the cards played
    adviser     weighs layouts of the hidden cards (`lookahead.weighing`) and counts
    answer, explain    the result, as data and in words
"""
