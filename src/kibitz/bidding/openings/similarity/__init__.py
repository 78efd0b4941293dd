"""How similar two hands are to an opener: CBridge's measure, and learned ones."""
