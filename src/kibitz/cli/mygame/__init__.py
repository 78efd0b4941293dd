"""Commands about players: what their own tables say, drills on it, and who they are."""
