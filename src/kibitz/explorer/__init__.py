"""What came next? How the tables of one's own library went on from an auction, or were led against.

Read the files in this order:

    question    an auction so far, or one to be led against; whose tables
    adviser     ask: the tables with these calls, counted by what came next
    choosing    which tables, and whose turn it was there
    grouping    the same tables apart by pair, player or event
    counting    average hands and results of some tables    leads   kinds of opening leads
    answer      what was counted, and tables that open      explain   the same in words
    learning    recorded tables in, rows of numbers out     store     the index in the library
"""
