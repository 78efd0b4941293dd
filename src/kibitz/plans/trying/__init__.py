"""Lines tried: the layouts, the players, their results, and the line that is chosen."""
