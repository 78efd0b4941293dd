"""The commands of the table: sitting down to a deal, and the ladder of themes."""
