"""The claims that the sentences of a plan make, and the checker that tests them."""
