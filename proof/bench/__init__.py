"""Speeds, as ratios against something else in the same run. Each file with a `main` is one."""
