"""The house's players: how they call and play, with what their seat sees and no more.

drawing    chances -> one of several, by luck that a seed fixes
habits     what the house's pairs know of each other
calling    a hand and the calls so far -> the next call
memory     a library's memory, which may sit in a chair instead
playing    the cards that a seat sees -> the next card
"""
