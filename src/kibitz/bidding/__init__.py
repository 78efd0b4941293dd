"""What do I open? The opening bid from the most similar hands, with its precedents.

Read the files in this order:

    situation   a hand, its seat, who is vulnerable   rules    the written house rules
    cases       decisions of records, with sources    columns  the same as arrays
    features    numbers that describe a situation     similarity, weights, forest, hierarchy
    voting      from the nearest cases to a call      voters   the ways to ask, by name
    calibration how often such a vote is right        memory   a case base of one system
    cycle       retrieve, reuse, revise, review, retain, refine
    changes     what would change the call            comparison, explain
    convention_card, doctor, picture                  what a case base plays, and where it is weak
    house, keeping, desk                              before learning, on disk, for the user
    tables      where a precedent was watched
"""
