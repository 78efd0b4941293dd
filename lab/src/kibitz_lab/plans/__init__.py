"""Whether what plans say holds, on layouts and deals that had no part in choosing them."""
