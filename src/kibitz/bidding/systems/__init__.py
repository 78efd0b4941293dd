"""Systems: the rules a pair plays, in a plain file; a call decided, read and told by them."""
