"""SeqLearner and SeqPlayer: sequences, their contexts, and how they are followed."""
