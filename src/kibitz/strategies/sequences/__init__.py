"""SeqLearner and SeqPlayer: sequences, where they apply, and how they are followed."""
