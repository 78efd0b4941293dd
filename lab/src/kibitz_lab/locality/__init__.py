"""Locality on a larger board: the wish of the SeqLearner paper, measured."""
