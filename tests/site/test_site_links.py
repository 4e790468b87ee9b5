"""Links follow from tables that name one jackpot; the exact mathematics says which are lawful."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from site_support import FOURS, HOUSE, errors, faults_of, jackpot, table, told

from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedNumber, CitedText
from pitboss.rules.profile import Profile

ROOMS = HOUSE + jackpot("rooms", "multi_game/five_card/ml03")
SEVENS = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
DRAGON = HOUSE + jackpot("dragon", "baccarat/dragon_progressive/2")

BLACKJACK_CITED = "PS-31; approval letters of 14 June 2023 for submission #3119"
DRAGON_CITED = "PS-32; approval letters of 14 June 2023 for submission #3119"


WASHINGTON = catalog.profile()


def under(monkeypatch: pytest.MonkeyPatch, changed: Profile) -> None:
    """Check under this profile, whichever the site names."""
    monkeypatch.setattr(catalog, "profile", lambda name="washington": changed)


def test_PS_30_tables_of_one_game_share_a_jackpot() -> None:
    text = HOUSE + FOURS + table("C1", "crazy4", '["fours"]')
    assert told(text + table("C2", "crazy4", '["fours"]')) == []


def test_PS_30_different_games_share_a_multi_game_jackpot() -> None:
    games = catalog.Paytables().get("multi_game/five_card/ml03").games
    assert {"caribbean_stud", "let_it_ride", "mississippi_stud"} <= set(games)
    text = ROOMS + "".join(table(f"T{n}", game, '["rooms"]') for n, game in enumerate(games))
    assert told(text) == []


def folded_link() -> str:
    """A link of two games at which a folded hand loses its chance."""
    no = 'folded_qualify = "no"'
    text = ROOMS + table("C1", "crazy4", '["rooms"]', options=no)
    return text + table("H1", "holdem_bonus", '["rooms"]', options=no)


def test_PS_30_PS_35_unequal_odds_are_refused_with_the_rule() -> None:
    found = errors(folded_link())
    assert {fault.code for fault in found} == {"LINK_REFUSED"}
    assert all(fault.where == "site.toml: jackpot.rooms" for fault in found)
    assert all(fault.rule.startswith("PS-30; WAC 230-15-685") for fault in found)
    assert any("Four of a Kind isn't equally likely" in fault.reason for fault in found)
    for fault in found:  # each table once
        assert [fault.reason.count(each) for each in ("C1", "H1")] == [1, 1]


def test_PS_30_a_looser_profile_warns_of_unequal_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    looser = CitedText("approved_equivalence", "section 9", "read")
    under(monkeypatch, replace(WASHINGTON, law=replace(WASHINGTON.law, link_rule=looser)))
    found = faults_of(folded_link())
    assert {(fault.code, fault.severity) for fault in found} == {("LINK_UNEQUAL", "warning")}
    assert {fault.rule for fault in found} == {"section 9"}


def test_PS_30_a_paytable_of_one_game_is_not_shared_with_another() -> None:
    text = HOUSE + FOURS + table("C1", "crazy4", '["fours"]')
    found = errors(text + table("H1", "holdem_bonus", '["fours"]'))
    assert [(fault.code, fault.rule[:20]) for fault in found] == [
        ("PAYTABLE_NOT_FOR_GAME", ""),
        ("LINK_REFUSED", "PS-30; WAC 230-15-68"),
    ]


def test_PS_31_linked_blackjack_has_the_same_decks() -> None:
    six = table("B1", "blackjack", '["sevens"]', options="decks = 6")
    eight = table("B2", "blackjack", '["sevens"]', options="decks = 8")
    assert told(SEVENS + six + six.replace('"B1"', '"B3"')) == []
    found = errors(SEVENS + six + eight)
    assert (
        "LINK_REFUSED",
        "decks: 6 at one, 8 at the other (tables B1 and B2)",
        BLACKJACK_CITED,
    ) in [(fault.code, fault.reason, fault.rule) for fault in found]


def test_PS_31_linked_blackjack_has_the_same_version() -> None:
    text = SEVENS + table("B1", "blackjack", '["sevens"]')
    found = errors(text + table("B2", "blackjack", '["sevens"]', options='third_card = "dealer"'))
    assert [fault.rule for fault in found] == [BLACKJACK_CITED]


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [
        ("House Money", "Royal Match", False),
        ("Blackjack", "Blackjack", False),
        ("House Money", "Blackjack", True),
    ],
)
def test_PS_31_titles_that_may_share(first: str, second: str, refused: bool) -> None:  # noqa: FBT001
    text = SEVENS + table("B1", "blackjack", '["sevens"]', more=f'title = "{first}"')
    text += table("B2", "blackjack", '["sevens"]', more=f'title = "{second}"')
    found = [(fault.code, fault.rule) for fault in errors(text)]
    assert found == ([("LINK_REFUSED", BLACKJACK_CITED)] if refused else [])


def test_PS_32_dragon_bonus_progressive_is_linked_with_no_other_game() -> None:
    text = DRAGON + table("M1", "baccarat", '["dragon"]') + table("C1", "crazy4", '["dragon"]')
    assert ("LINK_REFUSED", DRAGON_CITED) in [(fault.code, fault.rule) for fault in errors(text)]


def test_PS_32_baccarat_tables_with_the_same_decks_share_it() -> None:
    text = DRAGON + table("M1", "baccarat", '["dragon"]')
    assert told(text + table("M2", "baccarat", '["dragon"]')) == []
    assert errors(text + table("M2", "baccarat", '["dragon"]', options="decks = 6"))
    either = table("M2", "baccarat", '["dragon"]', options='progressive_side = "either"')
    assert errors(text + either)


def test_one_cross_game_link_for_a_game_where_the_profile_says_so() -> None:
    text = ROOMS + jackpot("small", "multi_game/five_card/01")
    for number, name in enumerate(("rooms", "small"), 1):
        text += table(f"C{number}", "crazy4", f'["{name}"]')
        text += table(f"H{number}", "holdem_bonus", f'["{name}"]')
    found = errors(text)
    assert {(fault.code, fault.where) for fault in found} == {
        ("LINKS_TOO_MANY", "site.toml: jackpot.small")
    }
    assert "WAC 230-15-685 (2015 text)" in found[0].rule
    assert told(text.replace('"washington"', '"new_jersey"')) == []


def test_odds_longer_than_the_profile_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four aces come 1 in 54,145: 48 of 2,598,960 hands.
    text = HOUSE + FOURS + table("C1", "crazy4", '["fours"]')
    at, below = CitedNumber(54_145, "section 9", "read"), CitedNumber(54_144, "section 9", "read")
    under(monkeypatch, replace(WASHINGTON, top_odds_one_in_most=at))
    assert told(text) == []
    under(monkeypatch, replace(WASHINGTON, top_odds_one_in_most=below))
    (fault,) = errors(text)
    assert (fault.code, fault.rule) == ("ODDS_TOO_LONG", "section 9")
    assert "Four Aces hits 1 in 54,145. The limit is 1 in 54,144" in fault.reason
