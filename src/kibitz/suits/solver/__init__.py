"""The exact best line of one suit, and the slow reference it is measured by."""
