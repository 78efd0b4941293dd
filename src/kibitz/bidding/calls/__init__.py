"""The whole auction: every call as a decision, what a pair's calls mean, and who holds what."""
