"""Instance-based memory for any domain: what was seen, what was done, what is most like it."""
