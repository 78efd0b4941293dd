"""What do I open, what do I call, what does it mean? From hands and decisions that are alike.

Read the files in this order:

    question    a hand, its seat, who is vulnerable
    adviser     ask: the most similar hands vote        answer, explain   what is said, in words
    learning    watched tables in, memories out         store             memories on disk

    calls/      a room of its own: any call of the auction      meanings/   what a call means
    systems/    the rules a pair plays, in a file: bid by, read by, told by, checked
    judging/    an auction that was bid: its calls beside experts', its contract beside par
    openings/   cases, and the rules that bid some of them; memory, own: what is asked
                cycle: retrieve, reuse, revise, review, retain, refine
                changes, comparison: what would change the call, and how two hands differ
                convention_card, doctor, picture: what a case base plays, and where it is weak
                house: before learning; tables: where a precedent was watched
    similarity/ columns, features: situations as numbers
                cbridge, weights, forest, hierarchy: how alike two of them are
                voting, voters, calibration: from the nearest to a call, and what it is worth
"""
