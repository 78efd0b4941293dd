"""What was learned, and kept: what the memories of all rooms share; `sequences` is SIBL's own."""
