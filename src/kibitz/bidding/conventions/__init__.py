"""Conventions: the names that teachers and players have for calls, recognised in any auction.

Read the files in this order:

    convention      one convention: its name, what it promises, asks and denies
    file            the file of all conventions, read
    hearing         what players write about their calls
    weighing        of several, which is likeliest, and is it likely enough?
    naming          which convention is this call?
    looking         a convention by its name, or the names of an auction
    telling         an auction in words, call by call: the rule of a system, and the name
"""
