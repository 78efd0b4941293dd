"""Systems: the rules a pair plays, in a plain file; a call decided, read and told by them.

Read the files in this order:

    language, conditions    what a rule says of a hand        facts      a hand, looked at once
    patterns, situations    what it says of an auction        calls      and what it calls
    system, file            all rules of a pair; TOML in      known      what the table knows
    position                an auction as the table reads it
    bidding                 what a system calls, and what it reads out of a call
    telling, card           an auction as a chain of acts; the convention card, in words
    checking                does it contradict itself?
"""
