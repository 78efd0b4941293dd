"""The coach: one page for players. Values become HTML in templates; `server` only routes."""
