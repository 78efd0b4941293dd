"""What every experiment shares: splits, statistics, result files, and the page made of them."""
