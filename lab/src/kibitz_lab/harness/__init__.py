"""What every experiment shares: studies, splits, statistics, result files, tables."""
