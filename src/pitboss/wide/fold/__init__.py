"""What the events of shared jackpots make of a floor."""
