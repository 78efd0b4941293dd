"""My game: what a player's own tables say about his play, and drills on just that.

Read the files in this order:

    sitting     a table at which the player sat, and his part in each decision there
    foresight   what experts agree on at every decision of many tables, in batches
    slips       where they agree and the player did something else: voted on, costed, named
    costs       what a slip cost over the layouts that fit what could be known
    themes/     what a decision is about: rules with truth conditions
    reviewing   tables in, reviews out, a batch at a time; `store` keeps them
    report      rates with intervals beside the experts', trend, the costliest, what is done well
    explain, html    the report in words, and as a page to print
    drills/     cards from slips, scheduled by FSRS, kept in the user's data folder
"""
