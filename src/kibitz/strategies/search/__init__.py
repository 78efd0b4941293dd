"""Depth-limited search, and proofs of what was learned."""
