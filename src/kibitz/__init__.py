"""Kibitz watches expert games, then tells a player what the experts would do, and why.

Data flows one way; read the rooms in this order:

    games       the rules                      Card, Hand, Deal, Auction, Play
    records     a file of games             -> Record, Library
    precedents  what was seen and done      -> cases, nearest neighbours, SIBL
    cardplay    which card?                 -> features, symmetry, scoring
    lab         decisions against experts   -> tables
    cli         the same words, shown
"""
