"""SIBL outside bridge: written digits read row by row, top to bottom, as sequences of states.

The data are the 1,797 digits that scikit-learn ships (UCI Optical Recognition of Handwritten
Digits). Each is eight states of eight numbers; the action to learn is the digit.

Run: python examples/digits.py      (needs kibitz[sklearn])
"""

from sklearn.datasets import load_digits

from kibitz.precedents.sequences.estimators import CaseBaseClassifier, SIBLClassifier

images, digits = load_digits(return_X_y=True)
rows = images.reshape(-1, 8, 8)
taught, asked = slice(0, 1200), slice(1200, None)

makers = {
    "the last row alone": SIBLClassifier("fixed", length=1),
    "the last four rows": SIBLClassifier("fixed", length=4),
    "all rows": SIBLClassifier("fixed", length=8),
    "all lengths, vote": SIBLClassifier("vote", length=8),
    "all lengths, most similar": SIBLClassifier("similar", length=8),
}
for name, maker in makers.items():
    right = maker.fit(rows[taught], digits[taught]).score(rows[asked], digits[asked])
    print(f"{name:<26} {right:.1%}")

for keep in ("all", "mistakes", "trusted"):
    right = CaseBaseClassifier(keep).fit(images[taught], digits[taught])
    print(f"{'one state, keep ' + keep:<26} {right.score(images[asked], digits[asked]):.1%}")

distances, cases = makers["all rows"].kneighbors(rows[asked][:1], n_neighbors=3)
print("nearest to the first asked:", cases[0].tolist(), distances[0].round(1).tolist())
