"""What do I open? The most similar hands vote: CBridge's way, and ways learned from cases.

Read the files in this order:

    form         the question as it is typed
    question     a hand, its seat, who is vulnerable
    cases        an opening that somebody made              rules    the house's rules, written down
    similarity/  columns, features: situations as numbers
                 cbridge, weights, forest, hierarchy: how similar two of them are
                 voting, voters, calibration: from the nearest to a call, and how far to trust it
    memory       the cases of one system, with the similarity that compares them
    own, house   the user's own cases; the cases that answer before anything was learned
    cycle        retrieve, reuse, revise, review, retain, refine
    differences, reasons     how hands differ, what would change the call, and why a call is made
    adviser      ask                 answer, explain    the answer, and its words
    learning     watched tables in, memories out        store    memories on disk
    tables       the table behind a precedent
    survey/      what the cases of a system play, and where they are weak
"""
