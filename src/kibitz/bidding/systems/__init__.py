"""Systems: the rules a pair plays, in a plain file, and calls decided, read and described by them.

Read the files in this order:

    facts                   what a bidder counts in a hand
    conditions, language    what a rule asks of a hand, and how a file spells it
    known                   what the table knows about a hand
    position                an auction as the table understands it
    patterns, situations    what a rule asks of an auction
    calls                   the call of a rule
    system, file            all the rules of a pair, read from TOML
    bidding                 what a system calls, and what a call shows
    telling, card           an auction as a chain of acts; the convention card in words
    checking                does a system contradict itself?
"""
