"""What the benchmarks measured, told for docs/results.md."""
