"""Makes the network of calls: its training data, its training, its file."""
