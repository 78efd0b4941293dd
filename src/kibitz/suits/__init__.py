"""How do I play this suit? The exact best line for any combination, against best defence.

form       the question as it is typed
question   two holdings, what is known, a goal       -> SuitQuestion
adviser    asks the solver, chooses and words a plan -> SuitAnswer
answer     chances, plan, tree and reasons, finished; explain and html show them
quiz       combinations to practise with
solver/    every line searched: layouts with exact weights, the best line for a goal
plans/     a line as a plan that a person can follow, and the tree that plays it
reasons/   what the plan wins, what it is better than, when it changes
"""
