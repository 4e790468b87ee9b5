"""Parts of a house's own paytable files, for tests of every room."""

from __future__ import annotations

QUEENS_UP_LABELS = """
[labels]
nothing = { short = "All Other", long = "All Other" }
queens_or_better = { short = "Queens or Better", long = "Queens or Better" }
two_pair = { short = "Two Pair", long = "Two Pair" }
straight = { short = "Straight", long = "Straight" }
flush = { short = "Flush", long = "Flush" }
three_of_a_kind = { short = "Three of a Kind", long = "Three of a Kind" }
straight_flush = { short = "Straight Flush", long = "Straight Flush" }
four_of_a_kind = { short = "Four of a Kind", long = "Four of a Kind" }
four_aces = { short = "Four Aces", long = "Four Aces" }
"""
