"""What does it mean? The hands that experts had for a call, as ranges that hold what they say.

Read the files in this order:

    question    an auction; the last call of it is asked about
    hands       who made that call, in the same auction or in one that is akin
    akin        where it is rare: the auctions that mean the same
    reading     where nobody made it: what the network of calls reads into it
    meaning     all of these together
    adviser     ask                 answer, explain, picture    what is said, in words and drawn
    store       the tables behind it: examples by name, and how experts explained the call
"""
