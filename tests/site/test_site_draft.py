"""A site file in the making: what the setup writes is what the one reader reads."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from site_support import PAYTABLES, STARTER

from pitboss.rules.catalog import game_names
from pitboss.site.check import check
from pitboss.site.draft import Draft, SetupPerson, openers_of
from pitboss.site.faults import ERROR
from pitboss.site.parse import parse_site
from pitboss.site.writing import site_text

PEOPLE = [
    SetupPerson("", "Dana Reyes", "dealer"),
    SetupPerson("", "Omar Haddad", "dealer"),
    SetupPerson("", "", "dealer"),
    SetupPerson("", "Sofia Brandt", "supervisor"),
    SetupPerson("", "Elias Okafor", "executive"),
    SetupPerson("", "Anna Lindgren", "accounting"),
    SetupPerson("", "Ruth Adler", "auditor"),
]


def room(*games: str) -> Draft:
    """A house with people and these tables."""
    draft = Draft()
    draft.set_house(name="Cedar Room", time_zone="America/Los_Angeles", profile="washington")
    draft.set_people(PEOPLE)
    for game in games:
        draft.add_table(game)
    return draft


def codes(draft: Draft, severity: str) -> set[str]:
    return {each.code for each in check(draft.site(), PAYTABLES) if each.severity == severity}


def errors(draft: Draft) -> list[str]:
    return [each.reason for each in check(draft.site(), PAYTABLES) if each.severity == ERROR]


def approve(draft: Draft) -> None:
    draft.approve(
        [table["id"] for table in draft.rows("table")],
        PAYTABLES,
        papers={"letter": "letter of 14 June", "internal_controls": "section 12"},
        date="2026-06-14",
        signer="M. Rowe",
        own="laboratory report 77",
    )


# ---- writing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["pitboss.site", "pitboss.demo"])
def test_a_written_file_says_what_was_said(package: str) -> None:
    file = "starter.toml" if package == "pitboss.site" else "site.toml"
    data = tomllib.loads(resources.files(package).joinpath(file).read_text("utf-8"))
    assert tomllib.loads(site_text(data)) == data


def test_hard_texts_come_back_as_they_were() -> None:
    hard = 'quotes " and \\ and \x7f and é\t\u2028'
    data = {"property": {"name": hard, "opened_by": ["a", hard]}, "odd key!": {"x y": 1}}
    assert tomllib.loads(site_text(data)) == data


def test_what_the_reader_made_of_the_starter_it_makes_of_the_written_one() -> None:
    assert parse_site(site_text(tomllib.loads(STARTER))) == parse_site(STARTER)


# ---- people -------------------------------------------------------------------------------------


def test_badges_are_numbered_by_role_and_a_blank_line_is_nobody() -> None:
    badges = [(row["id"], row["name"]) for row in room().rows("badge")]
    assert badges == [
        ("D100", "Dana Reyes"),
        ("D101", "Omar Haddad"),
        ("S200", "Sofia Brandt"),
        ("E300", "Elias Okafor"),
        ("A400", "Anna Lindgren"),
        ("R600", "Ruth Adler"),
    ]
    assert room().house["opened_by"] == ["S200", "A400"]


def test_a_badge_that_was_typed_stays_and_is_given_to_nobody_else() -> None:
    draft = Draft()
    draft.set_people([SetupPerson("", "Dana", "dealer"), SetupPerson("D100", "Omar", "dealer")])
    assert [row["id"] for row in draft.rows("badge")] == ["D101", "D100"]


def test_without_accounting_two_others_open_the_floor() -> None:
    badges = [{"id": "S1", "role": "supervisor"}, {"id": "E1", "role": "executive"}]
    assert openers_of(badges) == ["S1", "E1"]
    assert openers_of(badges[:1]) == ["S1"]


# ---- tables and jackpots ------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
def test_a_room_of_two_tables_of_a_game_opens_and_may_play_for_money(game: str) -> None:
    draft = room(game, game)
    assert codes(draft, ERROR) == set()
    approve(draft)
    draft.set_bank(name="Cedar Bank", state="WA", last_four="4821")
    # Money, people, and the cover of large prizes by odds come after the file.
    assert codes(draft, "warning") <= {"BANK_SHORT", "ROLE_MISSING", "COVER_SHORT"}


def test_tables_of_one_game_share_its_jackpot_and_so_does_another_game_with_equal_odds() -> None:
    draft = room("crazy4", "crazy4", "four_card_poker")
    assert [(row["id"], row["jackpots"]) for row in draft.rows("table")] == [
        ("C1", ["four-card"]),
        ("C2", ["four-card"]),
        ("F1", ["four-card"]),
    ]
    assert errors(draft) == []


def test_usual_tables_of_the_games_of_one_meter_share_it_PS_30() -> None:
    draft = room("holdem_bonus", "let_it_ride", "mississippi_stud")
    assert {tuple(row["jackpots"]) for row in draft.rows("table")} == {("five-card",)}
    assert len(draft.rows("jackpot")) == 1
    assert errors(draft) == []


def test_a_link_of_unequal_odds_is_refused_with_its_reason_PS_30() -> None:
    draft = room("blackjack", "blackjack")
    draft.rows("table")[1]["options"] = {"decks": 8}
    assert codes(draft, ERROR) == {"LINK_REFUSED"}
    assert "tables B1 House Money and B2 House Money" in errors(draft)[0]
    draft.share("sevens", ["B1"])
    assert errors(draft) == []


def test_a_jackpot_that_is_removed_leaves_its_tables() -> None:
    draft = room("crazy4")
    draft.remove("jackpot", "four-card")
    assert draft.rows("table")[0]["jackpots"] == []
    added = draft.add_jackpot("multi_game/five_card/ml01", title="Royal Progressive")
    draft.share(added, ["C1"])
    assert errors(draft) == []
    assert draft.site().tables_of(added)[0].table == "C1"


def test_an_approval_is_of_what_the_draft_plays_and_void_after_a_change_PS_64() -> None:
    draft = room("crazy4")
    approve(draft)
    assert "APPROVAL_VOID" not in codes(draft, "warning")
    draft.rows("table")[0]["paytables"]["queens_up"] = "crazy4/queens_up/c4p-10"
    assert "APPROVAL_VOID" in codes(draft, "warning")
