"""What do I open? A hand, the call, the hands it follows from, and what would change it.

Run: python examples/opening.py
"""

import kibitz

answer = kibitz.opening("AQ7.KJ985.K2.T43", seat=1)
print(answer)
print()
for ground in answer.best.grounds if answer.best else ():
    print(ground.to_json())
