"""The exact best line of one suit."""
