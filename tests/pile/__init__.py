"""A room made as CONTRIBUTING.md says, to be copied: how many stones do I take from a pile?

Two sides take one, two or three stones in turn; the side that takes the last stone wins. Read the
files in this order:

    form        the question as it is typed
    question    a pile that is not empty
    adviser     ask: which piles are lost      answer, explain    what is said, in words
"""
