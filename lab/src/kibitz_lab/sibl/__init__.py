"""The SIBL paper's experiment, and the same at scale."""
