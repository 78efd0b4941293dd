"""What came next? How the tables of a library continued after an auction, or what was led.

Read the files in this order:

    form        the question as it is typed
    question    an auction so far, or one to lead against; whose tables
    adviser     ask: the tables with these calls, counted by what came next
    choosing    which tables count, and whose turn it was
    grouping    the same tables by pair, player or event
    counting    average hands and results                   leads     kinds of opening leads
    answer      the counts, and tables that can be opened   explain   the same in words
    learning    recorded tables in, rows of numbers out     store     the index in the library
"""
