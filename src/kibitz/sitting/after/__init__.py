"""After a deal, when all hands are open: what the defenders' cards told, and where experts sat."""
