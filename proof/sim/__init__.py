"""The simulator: a whole floor on one thread and one rng seed, with faults, and an auditor that
knows nothing about the floor's internals."""
