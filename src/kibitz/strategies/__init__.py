"""What is the plan? Sequences and their contexts, learned by watching (SeqLearner, SeqPlayer)."""
