"""SIBL's own view of a deal: 23 features, seven symbols in each suit, its cases and distance."""
