"""Who holds what? The hidden hands, from all that was called and played.

Read the files in this order:

    question    a seat, and what it has seen: its hand, the calls, the cards played
    adviser     weighs the layouts of the hidden cards (`lookahead.weighing`) and counts
    answer, explain    what it found, as data and in words
"""
