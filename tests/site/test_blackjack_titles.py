"""Blackjack titles of the letters: a bet with dual progressives (TI-1)."""

from __future__ import annotations

import pytest
from site_support import HOUSE, changed, jackpot, table, told, usual_base

JACKPOTS = {
    "sevens": jackpot("sevens", "blackjack/blazing_7s/1"),
    "lux": jackpot("lux", "blackjack/trilux/6"),
}


@pytest.mark.parametrize(
    ("title", "bet"),
    [
        ("Bet the Set", "bet_the_set"),
        ("Kings Bounty", "kings_bounty"),
        ("Royal Match", "royal_match"),
        ("TriLux Blackjack", "trilux_bonus"),
    ],
)
@pytest.mark.parametrize("sensors", [("sevens",), ("lux",), ("sevens", "lux")])
def test_dual_progressives_are_either_jackpot_or_both(
    title: str, bet: str, sensors: tuple[str, ...]
) -> None:
    """Document 003 shares Blazing 7's and TriLux with these titles; a layout has one or both."""
    text = HOUSE + "".join(JACKPOTS[each] for each in sensors)
    more = f'title = "{title}"'
    names = "[" + ", ".join(f'"{each}"' for each in sensors) + "]"
    text += table("B1", "blackjack", names, more=more, options="decks = 6")
    base = f'base = "{usual_base("blackjack")}"'
    assert told(changed(base, f'{base}\n{bet} = "blackjack/{bet}/1"', text)) == []
