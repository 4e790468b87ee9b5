"""Benchmarks, as ratios to something else in the same run: one for each file with a `main`."""
