"""Sequences learned outside of games: tours of a truck."""
