"""Whether slips cost, whether their rate means something, and whether worse players slip more."""
