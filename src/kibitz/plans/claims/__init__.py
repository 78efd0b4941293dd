"""What sentences claim, and whether it is true."""
