"""Auctions of many tables at once, and what they say about the pairs who bid them.

Read the files in this order:

    arrays    calls and hands of many tables as arrays
    pairs     how a pair uses its calls, summed over its boards
    styles    what a pair plays, told from those sums
    ranges    the shortest range that holds eight hands in ten, measured on other hands
"""
