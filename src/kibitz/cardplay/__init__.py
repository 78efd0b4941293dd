"""Which card? Declarer's play by what experts did in the most similar positions.

What to call, from a script, the command line or the page:

    adviser = desk.opened(library)            what was learned; open it again after `learn`
    advice = desk.advise(record, 9, adviser=adviser)       card 9 of a record, from 1
    advice = desk.advise(state, lookahead=16, seed=0, adviser=adviser)       a `Play` as it stands
    advice.card, advice.confidence            None where there is no close precedent
    advice.ballot.candidates                  every legal card with its share and count, best first
    advice.precedents                         all that voted, the most similar positions first
    precedent.record, .number, .table         show that table before card `number`
    precedent.card, .stands_for, .declarer    what was played there, and in the question's suits
    precedent.votes_for                       the legal card that its vote goes to
    wording.cited, played, alike, differences the words about a precedent
    str(advice), advice.to_json()             the words and the data of `kibitz play`

    review = desk.review(record, adviser=adviser, solver=solver)    every decision of declarer's
    review.decisions                          each with .advice, .played, .verdict, .share, .cost
    str(review), review.to_json(), report.page([review])            text, data, HTML to hand out
    desk.costs(state, solver)                 tricks that each legal card gives away double dummy
    desk.question(record, 9).state            the position before a card, or why there is none

    learning.learn(library, learning.cases_folder(path), similarity)      add what is new
    learning.withdraw(library, folder, [17], reason)                      unlearn a table

`kibitz.advise` and `kibitz.review` are those of the desk. A solver (`DoubleDummy`) may be handed
in, so that its process is started once.
"""
