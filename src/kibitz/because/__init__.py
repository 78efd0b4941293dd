"""Why one line or one card does better than another: causes found by counting tricks.

Data flows one way; read the files in this order:

    story     the cards of many playouts    -> Story: who led, won, ruffed, threw and got in
    causes    two stories of one layout     -> Cause: data with a truth condition, JSON out and in
    leading   the same                      -> who leads a suit, and from which hand
    names     a kind of cause               -> what it is called as a theme of slips and drills
    measuring a truth, stories, weights     -> Measured: how well it explains what is gained
    finding   the same                      -> FoundReason: the nearest causes that explain it
    words     a cause and who sits where    -> one sentence
    cards     two cards and their playouts  -> the reason for a card, from either side

It knows the rules of bridge and arrays of cards. It knows no network, plays nothing out and reads
no file; who plays the cards, and on which layouts, is decided above.
"""
