"""`/posted`: every paytable as a sign prints it, in its letter's own words (PS-45)."""

from __future__ import annotations

import html
import re

import pytest

from pitboss.rules.catalog import Paytables

from .office_support import signed_on
from .server_support import Site


def article(page: str, paytable: str) -> str:
    """The text of one paytable on the page, with one space between its words."""
    found = re.search(rf'<article id="{paytable}".*?</article>', page, re.S)
    assert found is not None, paytable
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def test_PS_45_every_paytable_is_posted(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", "/posted").text
    assert re.findall(r'data-paytable="([^"]+)"', page) == list(Paytables().ids())
    dragon = article(page, "baccarat/dragon_progressive/2")
    assert "9 - 0 (Non-Natural) 40 for 1 8 - 0 (Non-Natural) 20 for 1 Natural Win 2 for 1" in dragon
    blazing = article(page, "blackjack/blazing_7s/1")
    assert "First Two Cards - 7 25 for 1 Either of the First Two Cards - 7 2 for 1" in blazing
    assert "Original wager NOT returned Designed for 6 decks" in blazing


def test_PS_51_envy_is_posted_with_whom_it_goes_to(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", "/posted/multi_game/five_card/01").text
    text = article(page, "multi_game/five_card/01")
    assert "Royal Flush 100% $1,000 Straight Flush 10% $300 Four of a Kind 300 for 1" in text
    assert "Envy bonus to every other player who made the progressive wager" in text
    assert "Envy payouts are multiplied by Wager Amount" in text


def test_a_stranger_signs_on_first(site: Site) -> None:
    assert site.visitor().request("GET", "/posted").status_code in (303, 401)


@pytest.mark.parametrize("number", [1, 2])
def test_MB_6_a_dragon_paytable_is_posted_as_its_letter_says(site: Site, number: int) -> None:
    """Document 001, item 7b; what a house sets otherwise stands on the sign of its table."""
    page = signed_on(site, "A400").request("GET", f"/posted/baccarat/dragon_progressive/{number}")
    assert (
        "is split among all players, at that table, participating in the progressive wager that "
        "round." in page.text
    )
    assert "whose Mini-Baccarat wager won" not in page.text


def test_MB_6_only_what_splits_an_award_is_posted_with_who_shares_it(site: Site) -> None:
    page = signed_on(site, "A400").request("GET", "/posted/multi_game/five_card/01").text
    assert "is split among all players" not in page
