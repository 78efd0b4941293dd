"""How alike two hands are to an opener: CBridge's measure, and those that are learned."""
