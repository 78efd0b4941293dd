"""The tables of the SeqLearner paper."""
