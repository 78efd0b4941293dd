"""How often each method makes the expert's call, and how well hidden hands are known."""
