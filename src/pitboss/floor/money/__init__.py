"""What money does: meters, the ledger, corrections, custody, what a round could cost, tax."""
