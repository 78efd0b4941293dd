"""What do I call? Every call of an auction is a decision, answered by decisions like it.

Read the files in this order:

    form        the question as it is typed
    question    a hand, the auction so far, the vulnerability, and the pair or system
    network/    the network that predicts calls and hidden hands, and its inputs
    foresight   the network's forecast for one decision
    likeness/   decisions: what is compared           neighbours: the nearest ones
    vote        the vote of the nearest decisions
    memory      everything that was learned           describing, learning, store: how it is learned
    starter     the house's auctions, which answer before anything was learned
    precedents  cases a player would accept; what a call shows; where systems differ
    reasons     what speaks for a call: the hand in the light of the auction
    own         the player's own cases
    adviser     ask                                   answer, explain: the answer, and its words
"""
