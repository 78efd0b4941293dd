"""A survey of a system's cases: what it plays, where cases disagree, and where there are few."""
