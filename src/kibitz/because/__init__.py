"""Why one line or one card does better than another: causes found by counting tricks.

Data flows one way; read the files in this order:

    story     the cards of many playouts    -> Story: who led, won, ruffed, threw and got in
    causes    two stories of one layout     -> Cause: data with a truth condition, JSON out and in
    names     a kind of cause             -> what it is called as a theme of slips and drills
    finding   stories, weights              -> FoundReason: the causes that explain what is gained
    words     a cause and who sits where    -> one sentence
    cards     two cards and their playouts  -> the reason for a card, from either side

It knows the rules of bridge and arrays of cards. It knows no network, plays nothing out and reads
no file; who plays the cards, and on which layouts, is decided above.
"""
