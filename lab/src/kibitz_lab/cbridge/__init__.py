"""The tables of the CBridge dissertation."""
