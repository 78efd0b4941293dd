"""What each card is worth over layouts of the hidden cards."""
