"""Beyond the paper: what experts' choices and the states they left behind teach."""
