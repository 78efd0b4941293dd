"""What do I open, what do I call, what does it mean? Answered by similar hands and decisions.

Each folder is a room of its own and imports only from those below it:

    judging/     an auction that was bid, its contract, or a system, beside what experts do
    meanings/    what does this call mean?
    calls/       what do I call? The whole auction
    conventions/ the names of calls: Stayman, a splinter, a take-out double
    openings/    what do I open? One hand, by CBridge and by similarities learned from cases
    systems/     the rules that a pair plays, in a file, to bid, describe and check auctions by
    auctions/    auctions of many tables as arrays, and what they say about the pairs
"""
