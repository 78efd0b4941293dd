"""The house system: boards bid against itself, beside par and beside other people's calls."""
