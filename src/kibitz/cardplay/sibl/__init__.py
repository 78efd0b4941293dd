"""SIBL's own sight of a deal: 23 features, seven symbols a suit, its cases and its distance."""
