"""A line as a plan that a person can follow: chosen, told, followed and verified."""
