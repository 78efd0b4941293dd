"""Which card? From every chair, by what experts did in the most similar positions.

What to call, from a script, the command line or the page:

    adviser = Kibitz(places).cards            what was learned; opened again after `learn`
    answer = adviser.ask(CardQuestion.of(record, 9))           card 9 of a record, from 1
    answer = adviser.ask(CardQuestion(state))                  a `Play` as it stands
    answer = adviser.ask(CardQuestion.lead(hand, "1N P 3N"))   the opening lead, from a hand alone
    question.seat, question.chair             the player to act, and their part in the deal
    replace(adviser, lookahead=16, seed=0)    the same adviser, looking ahead as well
    answer.card, answer.confidence            None if there is no close precedent
    answer.choices, answer.why_not            the contract of `kibitz.advice`
    answer.ballot.candidates                  every legal card with its share and count, best first
    answer.precedents                         all that voted, the most similar positions first
    precedent.record, .number, .table         show that table before card `number`
    precedent.card, .stands_for, .player      what was played there, and in the question's suits
    precedent.votes_for                       the legal card that its vote goes to
    str(answer), answer.to_json()             the words and the data of `kibitz play`

    review = review_record(record, adviser, solver)        every decision of all four hands
    review_record(..., calls=adviser)         the auction as well, by an adviser of calls
    review.auction, review.known              its calls and par; what each seat could know
    review.decisions                          each with .answer, .played, .verdict, .share, .cost
    str(review), review.to_json(), report.page([review])   text, data, HTML to hand out

    learning.learn(library, places.cards, similarities)                   add what is new
    learning.withdraw(library, folder, [17], reason)                      unlearn a table

`kibitz.advise`, `kibitz.lead` and `kibitz.review` are the verbs of `kibitz.asking`. Pass a solver
(`DoubleDummy`) to start its process only once.
"""
