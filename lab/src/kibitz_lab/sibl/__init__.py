"""The experiment of the SIBL paper, and the same at scale."""
