"""Play a hand of every game, and drills for dealers, apart from any floor."""
