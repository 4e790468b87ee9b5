"""One file for each game: what its stored counts say about each of its wagers."""
