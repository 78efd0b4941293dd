"""What the calls and cards of a table tell about the hidden hands: rules, each with its rate.

Read the files in this order:

    statements      what can be true of a hidden hand: a length, a stopper, points, a card it lacks
    heard           an auction as the rules read it: the calls, their conventions, the suits bid
    bids            the suits that were bid naturally
    promised        what conventions promise
    shape           what calls, and calls not made, tell of lengths and stoppers
    strength        what they tell of points
    played          what a lead, or third hand's card, tells of the honours
    asked           the suit that partner's double asks for
    rates           how often each rule was right: surely, usually, or unsaid
    telling         all of it together, seat by seat
    acts            an auction that a system explains, with what its calls tell
    knowable        what would have changed a slip
"""
