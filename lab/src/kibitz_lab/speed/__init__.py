"""What the benchmarks measure, reported for docs/results.md."""
