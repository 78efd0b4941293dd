"""How do I play this suit? The exact best line for any combination, against best defence.

combination   what declarer sees         -> Combination
layouts       what the defenders may hold -> Layouts, with exact weights
solver        the best line for a goal    -> Line
graph, bounds, results, fronts, search    its engine, compiled
reference     the same, slow and obvious: the tests' measure
promise, plan a line                      -> the tree that plays it
verify        plays a tree out against every layout and defence
tactics       the paper's own way: a tree of seven tactics
answer        all of it, as one value; explain says it in English
"""
