"""Parts of a house's own paytable files, files of its bank, and a site of any size, for tests of
every room."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

# What banks export of an account, as they lay it out.
BANK_FILES = Path(__file__).parent / "bank_files"
STARTER = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")
NAMED = re.compile(r'"(fours|sevens|dragon|royals|[CHBM][12])"')


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


def large_site(tables: int) -> str:
    """The starting site with its tables over and over: one jackpot links a third of them, the
    others have their own, and each has a dealer."""
    head, _, block = STARTER.partition("\n[[jackpot")
    parts = ("jackpot" + block).split("\n[[")
    linked = [part for part in parts if 'id = "rooms"' in part]
    again = [part for part in parts if part not in linked]
    made = [head, *linked]
    for number in range(-(-tables // 6)):
        made += [NAMED.sub(rf'"\1_{number}"', part) for part in again]
    for number in range(tables):
        made.append(f'badge]]\nid = "X{number}"\nname = "Dealer {number}"\nrole = "dealer"')
    return "\n[[".join(made)
