"""What is the plan? Lose tic-tac-toe after two moves: what experts do, and what is proved.

Run: python examples/strategy.py
"""

import kibitz

answer = kibitz.strategy("lose-tic-tac-toe: 5 2")
print(answer)
print()
for choice in answer.choices[:3]:
    print(choice.action, [ground.to_json()["kind"] for ground in choice.grounds])
