"""What does it mean? The hands that experts had for a call, as ranges of points and lengths.

Read the files in this order:

    form        the question as it is typed
    question    an auction whose last call is in question
    hands       the hands of those who made the call, in this auction or a similar one
    similar_auctions    auctions that mean the same, if this one is rare
    reading     what the network of calls reads into a call that nobody made
    hearing     how likely the players' calls are, for every hand that they may hold
    meaning     points, lengths and other traits of the hands
    adviser     ask                 answer, explain, picture    the answer, in words and drawn
    store       the tables behind it: named examples, and experts' explanations of the call
"""
