"""What lookahead adds to precedents."""
