"""Who holds what? The hidden hands, from all that was called and played.

Read the files in this order:

    question    a seat, and what it has seen: its hand, the calls, the cards played
    layouts     ways in which the hidden cards may lie, each as likely as the calls make it
    adviser     ask                         answer, explain    what is said, in words
"""
