"""Locality on a larger board, which the SeqLearner paper wished for, measured."""
