"""What proves the product and is no part of it: simulator and auditor, benchmarks, drill."""
