"""A survey of the cases of a system: what it plays, where cases disagree, where there are few."""
