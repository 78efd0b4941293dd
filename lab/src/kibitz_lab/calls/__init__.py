"""The experts' calls, found or not, and what is believed of hidden hands."""
