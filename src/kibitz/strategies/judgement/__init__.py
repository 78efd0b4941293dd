"""Beyond the paper: learning from experts' choices and from the states they moved to."""
