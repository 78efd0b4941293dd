"""The rules of the games, pure and immutable: no files, no screen, no learning."""
