"""A line as a plan that a person can follow: chosen, put in words, and followed."""
