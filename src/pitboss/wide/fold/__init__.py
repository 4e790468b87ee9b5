"""How the events of shared jackpots change a floor."""
