"""Proves the product without being part of it: simulator and auditor, benchmarks, drill."""
