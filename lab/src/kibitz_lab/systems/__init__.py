"""The house system: boards bid against itself, compared with par and with other people's calls."""
