"""Auctions of many tables, and what they tell about the pairs that bid them.

Read the files in this order:

    arrays    calls and hands of many tables as arrays
    pairs     how pairs use their calls, summed over their boards
    styles    what a pair plays, judged by those sums
    ranges    the shortest range that holds eight hands in ten, tested on other hands
"""
