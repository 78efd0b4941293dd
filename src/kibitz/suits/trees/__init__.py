"""A strategy as a tree that can be looked at: grown, collapsed, pruned, drawn."""
