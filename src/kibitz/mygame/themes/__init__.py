"""What a decision is about: rules with truth conditions, not labels out of a network."""
