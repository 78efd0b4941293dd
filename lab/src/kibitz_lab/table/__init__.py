"""The table where one sits down: how often it stops, and whether what it says there holds."""
