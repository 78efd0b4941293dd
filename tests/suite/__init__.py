"""What the tests stand on: their tiers, and the home that is furnished once a run."""
