"""Parts of a house's own paytable files, for tests of every room."""

from __future__ import annotations


def labels(*outcomes: str) -> str:
    """The words of every outcome of a wager, the losing one first, as a layout prints them."""
    lines = ["[labels]"]
    for outcome in outcomes:
        words = "All Other" if outcome == "nothing" else outcome.replace("_", " ").title()
        words = words.replace(" Of A ", " of a ").replace(" Or ", " or ")
        lines.append(f'{outcome} = {{ short = "{words}", long = "{words}" }}')
    return "\n" + "\n".join(lines) + "\n"


QUEENS_UP_LABELS = labels(
    "nothing", "queens_or_better", "two_pair", "straight", "flush", "three_of_a_kind",
    "straight_flush", "four_of_a_kind", "four_aces",
)  # fmt: skip
FOUR_CARD_LABELS = labels(
    "nothing", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"
)
COVER_ALL_LABELS = labels(
    "nothing", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
