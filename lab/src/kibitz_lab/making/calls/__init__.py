"""The network of calls: what it is taught from, how, and how it becomes a file."""
