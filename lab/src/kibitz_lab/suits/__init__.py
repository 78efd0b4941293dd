"""Plans for one suit beside the paper's and beside the exact ones."""
