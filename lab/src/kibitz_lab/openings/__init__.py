"""How often each method finds the experts' opening."""
