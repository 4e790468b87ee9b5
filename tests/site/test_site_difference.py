"""A site file beside the floor that runs: what it says otherwise, as commands."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace
from running_floor import ask, running
from site_support import HOUSE, PAYTABLES, SMALL, bundle_of, changed, jackpot, table

from pitboss.floor.facts import approvals, changes, cover, jackpots, people, tables
from pitboss.floor.facts.values import BundleItem, CloseTable, LevelSetting, SetTable, SetTerms
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Ppm
from pitboss.refusal import Refusal
from pitboss.site.difference import Difference, find_changes
from pitboss.site.parse import parse_site

BY = ("E3", "S2")
ZOE = '[[badge]]\nid = "D9"\nname = "Zoe"\nrole = "dealer"\n\n'


def differences(text: str, state: State) -> tuple[Difference, ...]:
    return find_changes(
        parse_site(text),
        state,
        PAYTABLES,
        by=BY,
        reason="new site file",
        at_ms=7,
        ids=(f"d{number}" for number in count()),
    )


def told(text: str, state: State) -> list[tuple[str, str]]:
    return [(each.where, type(each.command).__name__) for each in differences(text, state)]


def test_a_floor_is_as_the_file_that_opened_it() -> None:
    assert differences(SMALL, running(SMALL)) == ()


def test_new_people_jackpots_and_tables_are_opened() -> None:
    state = running(SMALL)
    text = changed("[[badge]]", ZOE + "[[badge]]")
    text += jackpot("more", "crazy4/progressive/pays-1") + table("C2", "crazy4", '["more"]')
    found = differences(text, state)
    badge, opened, at = (each.command for each in found)
    assert [each.where for each in found] == ["badge.D9", "jackpot.more", "table.C2"]
    assert badge == people.IssueBadge(
        command_id="d0", at_ms=7, badge="D9", name="Zoe", role="dealer", by=BY
    )
    assert isinstance(opened, jackpots.OpenJackpot)
    assert (opened.jackpot, opened.badges) == ("more", BY)
    assert isinstance(at, tables.OpenTable)
    assert (at.command_id, at.table, at.badges, at.proof) == ("d2", "C2", BY, "")
    for each in found:
        assert each.command is not None
        ask(state, each.command)
    assert differences(text, state) == ()


def test_PS_13_changed_settings_are_requested_with_their_warnings() -> None:
    state = running(SMALL)
    more = "house_ppm = 700_000\n[jackpot.levels.main]\nrate_ppm = 300_000"
    text = changed('pays-1"', f'pays-1"\n{more}')
    text = changed("seats = 6", 'seats = 6\norder = "leftmost"', text)
    rate, order = (each.command for each in differences(text, state))
    assert isinstance(rate, changes.RequestChange)
    assert rate.what == SetTerms(
        jackpot="fours",
        levels=(LevelSetting("main", Cents(100_000), Ppm(300_000), Ppm(0)),),
    )
    assert rate.warnings[0].reason.endswith("house edge 33.22 %, before envy")
    assert (rate.badge, rate.reason) == ("E3", "new site file")
    assert isinstance(order, changes.RequestChange)
    assert order.what == SetTable(table="C1", order=(1, 2, 3, 4, 5, 6))
    # Asked for is not done: the floor is as it was, and the file still differs.
    ask(state, rate)
    ask(state, order)
    assert told(text, state) == [
        ("jackpot.fours", "RequestChange"),
        ("table.C1", "RequestChange"),
    ]


def test_people_and_tables_that_the_file_leaves_out() -> None:
    state = running(changed("[[badge]]", ZOE + "[[badge]]") + table("C2", "crazy4", '["fours"]'))
    text = changed('name = "Dealer"', 'name = "Dora"')
    found = differences(text, state)
    renamed, closed, issued = (each.command for each in found)
    assert isinstance(renamed, people.ChangeBadge)
    assert (renamed.badge, renamed.name, renamed.role, renamed.by) == ("D1", "Dora", "dealer", BY)
    assert isinstance(closed, changes.RequestChange)
    assert closed.what == CloseTable(table="C2")
    assert issued is None  # the office may have issued it: nobody is told to revoke a good badge
    assert found[-1].where == "badge.D9"
    assert 'Add it there as [[badge]] with id = "D9"' in found[-1].reason


def test_another_law_is_a_new_opening_of_the_site() -> None:
    state = running(SMALL)
    text = changed('profile = "washington"', 'profile = "tribal"')
    found, limits = differences(text, state)
    assert isinstance(found.command, changes.OpenSite)
    assert (found.command.profile, found.command.by) == ("tribal", BY)
    ask(state, found.command)
    # No limits are posted: what can be wagered is the ceiling of the jurisdiction.
    assert isinstance(limits.command, cover.RecordLimits)
    ask(state, limits.command)
    assert state.law.parameter_change.value == ("second_badge", "independent")
    assert differences(text, state) == ()


def test_what_the_house_reports_of_winnings_is_a_new_opening_of_the_site() -> None:
    state = running(SMALL)
    profile = 'profile = "washington"'
    text = changed(profile, f'{profile}\nwinnings_reported = "less_wager"')
    (found,) = differences(text, state)
    assert isinstance(found.command, changes.OpenSite)
    ask(state, found.command)
    assert state.site is not None
    assert state.site.winnings_reported == "less_wager"
    assert differences(text, state) == ()


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('pays-1"', 'pays-3"', "jackpot.fours", "paytable can't change"),
        ('pays-1"', 'pays-1"\nwager = "$5"', "jackpot.fours", "wager can't change"),
        ("seats = 6", "seats = 5", "table.C1", "seats can't change"),
        ('["fours"]', "[]", "table.C1", "having a jackpot can't change"),
    ],
)
def test_what_people_decide_has_no_command(old: str, new: str, where: str, reason: str) -> None:
    (found,) = differences(changed(old, new), running(SMALL))
    assert (found.where, found.command) == (where, None)
    assert reason in found.reason


def test_PS_61_a_jackpot_that_the_file_leaves_out_waits_for_a_decision() -> None:
    state = running(SMALL + jackpot("more", "crazy4/progressive/pays-1"))
    (found,) = differences(SMALL, state)
    assert (found.where, found.command) == ("jackpot.more", None)
    assert "say where its money goes" in found.reason


def test_a_badge_that_was_revoked_is_not_issued_again() -> None:
    state = running(changed("[[badge]]", ZOE + "[[badge]]"))
    ask(state, people.RevokeBadge(command_id="x", at_ms=1, badge="D9", reason="left", by=BY))
    (found,) = differences(changed("[[badge]]", ZOE + "[[badge]]"), state)
    assert (found.where, found.command) == ("badge.D9", None)
    assert differences(SMALL, state) == ()


def test_PS_30_an_unlawful_link_in_the_file_is_refused_with_the_rule() -> None:
    rooms = HOUSE + jackpot("rooms", "multi_game/five_card/01") + table("C1", "crazy4", '["rooms"]')
    state = running(rooms)
    unlawful = rooms + table("H1", "holdem_bonus", '["rooms"]', options='folded_qualify = "no"')
    with pytest.raises(Refusal) as caught:
        differences(unlawful, state)
    assert caught.value.code == "LINK_REFUSED"
    assert "WAC 230-15-685" in caught.value.reason
    lawful = rooms + table("H1", "holdem_bonus", '["rooms"]')
    (found,) = differences(lawful, state)
    assert isinstance(found.command, tables.OpenTable)
    assert found.command.proof.startswith("rooms: same hand equal odds with C1 (WAC 230-15-685")
    ask(state, found.command)


def test_PS_30_a_table_joins_a_link_once_a_table_that_goes_is_closed() -> None:
    both = (
        HOUSE
        + jackpot("rooms", "multi_game/five_card/01")
        + jackpot("fours", "crazy4/progressive/pays-1")
    )
    one = table("C1", "crazy4", '["fours"]')
    state = running(both + one + table("C2", "crazy4", '["rooms"]'))
    text = both + one.replace('"fours"', '"rooms"')
    found = differences(text, state)
    assert [each.where for each in found] == ["table.C2", "table.C1"]
    assert isinstance(found[0].command, changes.RequestChange)
    assert found[1].command is None
    assert "Not yet: C2: the site file doesn't say how it's set" in found[1].reason


# ---- papers -------------------------------------------------------------------------------------


def approved(text: str) -> str:
    """The same file with the approval of its last table, which is the only one without."""
    bundle = bundle_of(parse_site(text))
    papers = 'letter = "14 June"\ndate = "2026-01-15"\ninternal_controls = "section 12"\n'
    papers += 'signer = "the commission"\n'
    return f'{text}\n[table.approval]\n{papers}bundle = "{bundle}"\n'


ONE = HOUSE + jackpot("fours", "crazy4/progressive/pays-1") + table("C1", "crazy4", '["fours"]')


def test_PS_64_play_money_does_not_become_money() -> None:
    found = differences(approved(ONE), running(ONE))
    assert [(each.where, each.command) for each in found] == [
        ("jackpot.fours", None),
        ("table.C1", None),
    ]
    assert all("training can't change" in each.reason for each in found)
    assert differences(approved(ONE), running(approved(ONE))) == ()


def test_PS_64_what_a_table_plays_and_its_papers_are_brought_up_to_the_file() -> None:
    state = running(approved(ONE))
    ask(
        state,
        approvals.ChangeBundle(
            command_id="x", at_ms=1, table="C1", plays=(BundleItem("game", "x"),), badge="S2"
        ),
    )
    bundle, papers = (each.command for each in differences(approved(ONE), state))
    assert isinstance(bundle, approvals.ChangeBundle)
    assert isinstance(papers, approvals.EnterApproval)
    assert papers.approval.papers == (("letter", "14 June"), ("internal_controls", "section 12"))
    ask(state, bundle)
    ask(state, replace(papers, at_ms=1_780_000_000_000))  # after the date of the letter
    assert not state.table("C1").drift
    assert differences(approved(ONE), state) == ()


def test_PS_63_equipment_is_recorded_by_a_technician() -> None:
    shoe = '\n[table.equipment.shoe]\nname = "shoe"\nversion = "1.0"\n'
    (found,) = differences(ONE + shoe, running(ONE))
    assert (found.where, found.command) == ("table.C1", None)
    assert "A technician records" in found.reason


def with_queens(name: str) -> str:
    """A table that shares the jackpot, and has a paytable for Queens Up."""
    base = 'base = "crazy4/base/c4p"\n'
    queens = 'queens_up = "crazy4/queens_up/c4p-09"\n'
    return table(name, "crazy4", '["fours"]').replace(base, base + queens)


def test_PS_64_another_paytable_of_a_side_bet_is_told_at_its_table_alone() -> None:
    """Not as a jackpot that trains, and not by a refusal of the whole file."""
    first = approved(HOUSE + jackpot("fours", "crazy4/progressive/pays-1") + with_queens("C1"))
    both = approved(first + with_queens("C2"))
    changed_text = first + both.removeprefix(first).replace("c4p-09", "c4p-10")
    (found,) = differences(changed_text, running(both))
    assert (found.where, type(found.command)) == ("table.C2", approvals.ChangeBundle)
    assert found.reason.endswith(
        "it can't start a real-money round until you enter its new approval"
    )


def test_PS_64_a_table_for_money_without_any_papers_in_the_file_is_told() -> None:
    found = differences(ONE, running(approved(ONE)))
    assert [each.where for each in found] == ["jackpot.fours", "table.C1"]
    assert all("training can't change" in each.reason for each in found)
