"""What do I call? The whole auction: every call as a decision, and what decisions like it were.

Read the files in this order:

    question    a hand, the auction so far, who is vulnerable, who the pair is
    inputs, network, eight_bits    what a player knows, and what a network foresees from it
    foresight   the network asked for one player
    likeness/   decisions: what they are compared by     neighbours: the nearest, and their vote
    memory      everything learned, to be asked          learning, store    a library in, files out
    starter     the house's auctions: asked before anything was learned
    precedents  whom a player would name; what a call shows; where systems part
    reasons     the hand in the light of the auction
    own         the player's own cases: revised, reviewed, retained, withdrawn
    adviser     ask        answer, explain    what is said, in words
"""
