"""A strategy as a tree to look at: grown, collapsed, pruned and drawn."""
