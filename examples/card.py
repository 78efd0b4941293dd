"""Which card? A table of the starter library, asked at one card, with the games behind the answer.

Run: python examples/card.py
"""

import kibitz

record = kibitz.table("starter:111")  # any LIN, PBN or record-line file, a link, or your library
print(record)
print()
answer = kibitz.advise(record, 27)
print(answer)
print()
for choice in answer.choices:
    print(f"{choice.action}: {choice.weight:.0%}")
