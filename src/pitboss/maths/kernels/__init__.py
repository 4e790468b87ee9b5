"""What several games count and play with: evaluators, suit classes, chance, stored decisions."""
