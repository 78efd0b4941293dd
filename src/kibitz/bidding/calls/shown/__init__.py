"""What a player has shown by his calls, to everybody.

Read the files in this order:

    listening   what the network reads into a call, for any listener
    hand        what is claimed of a hand: from similar hands, or from that reading
    words       the claims as players say them
"""
