"""Whether what plans say is true, on layouts and on deals that nobody chose them by."""
