"""How do I play this suit? The exact best line, its chances and its reasons.

Run: python examples/suit.py
"""

import kibitz

answer = kibitz.suit("AQT9", "xxx", goal="average")
print(answer)
print()
for choice in answer.choices[:3]:
    print(f"{choice.action}: {choice.weight:.4f} {answer.measure.value}")
