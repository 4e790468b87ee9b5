"""The office of a house that shares a jackpot: at the property and at the hub."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.demo.wide_folders import HUB, ROOMS
from pitboss.floor.facts import awards, bank, people, rounds
from pitboss.floor.facts.values import Spot
from pitboss.live.line_standing import UnknownProperty
from pitboss.money import Cents, dollars
from pitboss.refusal import Told
from pitboss.web.access.issued import Secret
from pitboss.wide.facts.sharing import LEASE_MS, Grant, HubRow, TakeShownGrants
from pitboss.wide.state import claims_of, wide_of
from reports.played import command

from .office_support import exported, noted, verified
from .server_support import Site, by_pin
from .test_payout import KIM, post
from .wide_support import NORTH, WideSite, running_wide

ROOM = ROOMS[NORTH]
Keys = tuple[Path, dict[str, Secret]]


@pytest.fixture
def hub(tmp_path: Path, keys: Keys) -> Iterator[WideSite]:
    with running_wide(tmp_path, keys, HUB) as opened:
        yield opened


@pytest.fixture
def room(tmp_path: Path, keys: Keys) -> Iterator[WideSite]:
    with running_wide(tmp_path, keys, NORTH) as opened:
        yield opened


def test_a_house_that_shares_nothing_has_no_such_section(site: Site) -> None:
    visitor = site.visitor().sign_on("A400")
    assert "/office/wide" not in visitor.load("/office/meters").text
    assert "doesn&#39;t share a jackpot" in visitor.load("/office/wide").text


# ---- at the hub ---------------------------------------------------------------------------------


def test_the_hub_sees_each_property_its_grants_and_who_owes_whom(hub: WideSite) -> None:
    assert hub.stated(1, 100).accepted
    assert hub.stated(2, 150, claims=(hub.claim("H1-1-9.w1"),)).accepted
    visitor = hub.site.visitor().sign_on("A400")
    north, south = exported(visitor, "/office/wide", "wide_properties")
    assert (north["property"], north["standing"], north["statement"]) == (ROOM, "open", "2")
    assert south["statement"] == "0"
    (grant,) = exported(visitor, "/office/wide", "wide_grants")
    seeds = hub.look(lambda state: state.jackpot("wide").levels["mega"].setting.seed_cents)
    won_cents = seeds + 150
    assert grant["amount"] == f"{won_cents / 100:.2f}"
    owed = exported(visitor, "/office/wide", "wide_positions")[0]
    # $1.50 were collected there, and the whole meter was won there.
    assert (owed["collected"], owed["won_here"]) == ("1.50", f"{won_cents / 100:.2f}")
    assert owed["owes_hub"] == f"{(150 - won_cents) / 100:.2f}"


def test_the_hub_calls_a_property_by_its_title(hub: WideSite) -> None:
    assert hub.stated(1, 90_000_000).accepted  # held
    visitor = hub.site.visitor().sign_on("S200")
    refused = {"property": "north", "number": 2, "reason": "counted"}
    answer = visitor.press("release-statement", **refused, second_swipe=by_pin("A400"))
    assert answer.json()["reason"].startswith("North Room: ")
    released = {"property": "north", "number": 1, "reason": "counted"}
    answer = visitor.press("release-statement", **released, second_swipe=by_pin("A400"))
    assert "released statement 1 of North Room: counted" in answer.json()["told"]
    reader = hub.site.visitor().sign_on("A400")
    for place in ("wide", "journal", "search?q=north+room", "reports/closing_liability"):
        page = reader.load(f"/office/{place}").text
        assert "North Room" in page, place
        assert ">north<" not in page, place


def test_a_property_that_stopped_calling_the_hub_has_no_contact(hub: WideSite) -> None:
    site = hub.site.running_site
    visitor = hub.site.visitor().sign_on("A400")
    for ago_ms, standing in ((0, "open"), (LEASE_MS + 1_000, "no_contact")):
        site.callers.heard_ms[NORTH] = hub.now_ms - ago_ms
        north, south = exported(visitor, "/office/wide", "wide_properties")
        assert (north["standing"], south["standing"]) == (standing, "open")


def test_the_hub_lists_who_speaks_and_is_not_admitted(hub: WideSite) -> None:
    site, heard_ms = hub.site.running_site, hub.now_ms
    for name, key in (("east", "ab" * 32), (NORTH, "cd" * 32)):
        site.callers.not_admitted[key] = UnknownProperty(name=name, key=key, heard_ms=heard_ms)
    page = hub.site.visitor().sign_on("A400").load("/office/wide").text
    assert "NOT ADMITTED: east keeps calling this hub" in page
    assert "NOT ADMITTED: North Room" not in page, "it was, meanwhile"


def test_two_people_release_a_held_statement_from_its_form(hub: WideSite) -> None:
    assert hub.stated(1, 90_000_000).accepted  # $900,000 in a moment
    visitor = hub.site.visitor().sign_on("S200")
    page = visitor.load("/office/wide").text
    assert "HELD: statement 1 of North Room" in page
    assert 'data-command="release-statement"' in page
    assert 'data-command="refuse-statement"' in page
    assert "its seats can give at most" in page
    reader = hub.site.visitor().sign_on("A400")
    reader.form("/language", language="es")
    (held,) = exported(reader, "/office/wide", "wide_decisions")
    for told in (held["why"], reader.load(f"/office/journal/{held['seq']}").text):
        assert "sus puestos dan como máximo" in told
    asked = {"property": "north", "number": 1, "reason": "counted by hand"}
    answer = visitor.press("release-statement", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    assert "HELD" not in visitor.load("/office/wide").text
    kinds = [row["kind"] for row in exported(visitor, "/office/wide", "wide_decisions")]
    assert kinds == ["statement_released", "statement_held"]


def test_two_people_refuse_a_held_statement_and_another_one_is_a_fork(hub: WideSite) -> None:
    assert hub.stated(1, 90_000_000).accepted
    visitor = hub.site.visitor().sign_on("S200")
    asked = {"property": "north", "number": 1, "reason": "no table can do that"}
    answer = visitor.press("refuse-statement", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    page = visitor.load("/office/wide").text
    assert "REFUSED: statement 1 of North Room" in page
    assert "write off the property and admit it again. It then reports everything it has" in page
    assert "no table can do that" in page
    assert 'data-command="release-statement"' not in page
    answer = visitor.press("release-statement", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["code"] == "STATEMENT_NOT_HELD"
    assert hub.stated(1, 100).accepted
    page = visitor.load("/office/wide").text
    assert "STOPPED: statement 1 of North Room" in page
    assert 'data-command="decide-fork"' in page
    decided = {**asked, "posts_difference": True}
    answer = visitor.press("decide-fork", **decided, second_swipe=by_pin("A400"))
    assert answer.json()["code"] == "FORK_NOT_STATED"
    assert hub.stated(2, 100, restored=True).accepted
    answer = visitor.press("decide-fork", **decided | {"number": 2}, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    (owed, _) = exported(visitor, "/office/wide", "wide_positions")
    assert owed["owes_hub"] == "1.00"


def test_money_from_a_property_is_recorded_and_taken_back(hub: WideSite) -> None:
    assert hub.stated(1, 100).accepted
    visitor = hub.site.visitor().sign_on("A400")
    asked = {
        "party": "north", "direction": "received", "cents": 100, "reference": "wire 7",
        "day": "2026-11-01",
    }  # fmt: skip
    answer = visitor.press("record-remittance", **asked, second_swipe=by_pin("E300"))
    assert answer.json()["accepted"], answer.text
    (owed, _) = exported(visitor, "/office/wide", "wide_positions")
    assert (owed["paid_to_hub"], owed["owes_hub"]) == ("1.00", "0.00")
    back = {"reference": "wire 7", "reason": "typed twice"}
    answer = visitor.press("void-remittance", **back, second_swipe=by_pin("E300"))
    assert answer.json()["accepted"], answer.text
    (owed, _) = exported(visitor, "/office/wide", "wide_positions")
    assert (owed["paid_to_hub"], owed["owes_hub"]) == ("0.00", "1.00")
    told = exported(visitor, "/office/wide", "remittances")
    assert [row["kind"] for row in told] == ["remittance_voided", "remittance_recorded"]


# ---- at a property ------------------------------------------------------------------------------


def _grant(claim: str, meter: Cents, house: Cents) -> Grant:
    """What the hub grants for a hit of seat 3 at H1."""
    return Grant(
        NORTH, claim, "wide", "royal_flush", "mega", (3,), meter, house,
        restarts=True, table="H1", round=1, sensor=1, number=2,
    )  # fmt: skip


def _hit(room: WideSite) -> str:
    """Seat 3 of H1 has a royal flush; the claim that was made."""
    assert room.ask(people.SignIn, table="H1", badge="D100").accepted
    room.heard(2_000_000)
    assert room.ask(rounds.StartRound, table="H1", spots=(Spot(3, 1),)).accepted
    assert room.ask(rounds.PressHand, table="H1", spot=Spot(3, 1), outcome="royal_flush").accepted
    assert room.ask(awards.ConfirmAwards, table="H1", badge="E300").accepted
    assert room.ask(rounds.EndRound, table="H1").accepted
    claim: str = room.look(lambda state: next(name for name, _ in claims_of(state).items()))
    return claim


def test_a_property_sees_its_claim_pending_then_granted_and_what_it_is_owed(room: WideSite) -> None:
    claim = _hit(room)
    visitor = room.site.visitor().sign_on("A400")
    page = visitor.load("/office/wide").text
    assert "Hits the hub is verifying: 1" in page
    (row,) = exported(visitor, "/office/wide", "wide_claims")
    assert (row["claim"], row["status"], row["amount"]) == (claim, "pending", "")
    won = (Cents(2_000_018), Cents(0))
    grant = _grant(claim, *won)
    room.heard(1_000_000, grants=(grant,))
    (row,) = exported(visitor, "/office/wide", "wide_claims")
    assert (row["status"], row["amount"]) == ("granted", "20000.18")
    assert "The hub owes this house" in visitor.load("/office/wide").text


def _granted(room: WideSite) -> str:
    """A royal flush of $20,000.18 that the hub has granted after its round; the award."""
    claim = _hit(room)
    won = (Cents(2_000_018), Cents(0))
    grant = _grant(claim, *won)
    room.heard(1_000_000, grants=(grant,))
    return f"{claim}.1"


def test_a_property_shows_the_meters_that_the_hub_confirmed(room: WideSite) -> None:
    room.heard(2_500_000)
    visitor = room.site.visitor().sign_on("A400")
    rows = exported(visitor, "/office/meters", "meters")
    shared = [row["meter"] for row in rows if row["jackpot"] == "Two Rooms Jackpot"]
    assert shared == ["25000.00", "1000.00", "300.00"]
    for page in ("/office/meters", "/office/today", "/office/meters/wide/mega"):
        assert "$25,000.00" in visitor.load(page).text


def test_a_shared_win_has_its_page_and_is_paid_as_any_other(room: WideSite) -> None:
    award = _granted(room)
    visitor = room.site.visitor().sign_on("A400")
    (row,) = exported(visitor, "/office/wins", "wins")
    assert (row["award"], row["total"], row["status"]) == (award, "20000.18", "owed")
    assert "20,000.18" in visitor.load(f"/office/wins/{award}").text
    assert "20,000.18" in visitor.load(f"/office/payout/{award}").text
    verified(visitor, room.site, award, "As Ks Qs Js Ts")
    two = [
        {"identity": "driver license", "number": "WDL55ABC4711"},
        {"identity": "passport", "number": "X1234567"},
    ]
    person = post(visitor, "/api/people", {**KIM, "identities": two}).json()["person"]
    asked = {"method": "check", "check_number": "1001", "tax_form": "W-2G", "person": person}
    payment = noted(room.site, **asked, identity="")
    paid = visitor.press("pay-prize", award=award, payment=payment)
    assert paid.json()["accepted"], paid.text
    (row,) = exported(visitor, "/office/wins", "wins")
    assert row["status"] == "paid"
    assert visitor.load(f"/office/payout/{award}").status_code == 200
    story = visitor.load(f"/office/story/award/{award}").text
    assert "the hub granted claim" in story


def test_the_papers_of_a_property_list_a_shared_win(room: WideSite) -> None:
    award = _granted(room)
    visitor = room.site.visitor().sign_on("A400")
    (row,) = exported(visitor, "/office/reports/prize_register", "register")
    assert (row["award"], row["gross"], row["owed"]) == (award, "20000.18", "20000.18")
    (row,) = exported(visitor, "/office/reports/surveillance", "surveillance")
    assert (row["award"], row["seat"], row["total"]) == (award, "3", "20000.18")
    assert row["locked"] <= row["marked"] <= row["confirmed"]


def test_the_pack_of_a_shared_win_is_made_and_proven(room: WideSite, tmp_path: Path) -> None:
    award = _granted(room)
    file = tmp_path / "pack.zip"
    command("pack", str(room.site.running_site.folder), "--award", award, "-o", str(file))
    with zipfile.ZipFile(file) as pack:
        pack.extractall(tmp_path / "pack")
    facts = json.loads((tmp_path / "pack" / "facts.json").read_text("utf-8"))
    steps = [each["what"] for each in facts["times"]]
    assert steps == ["locked", "marked", "confirmed", "granted"]
    asked = [sys.executable, str(tmp_path / "pack" / "verify.py")]
    proven = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert proven.returncode == 0, proven.stdout + proven.stderr


def test_a_property_whose_statement_is_held_says_so(room: WideSite) -> None:
    room.heard(2_000_000, standing="held")
    page = room.site.visitor().sign_on("A400").load("/office/wide").text
    assert "HELD: the hub is holding this house" in page
    assert "take no wagers on the shared jackpots" in page


def test_a_property_whose_line_is_cut_says_so_before_its_lease_ends(room: WideSite) -> None:
    site, visitor = room.site.running_site, room.site.visitor().sign_on("A400")
    room.heard(2_000_000)
    site.line = replace(site.line, refused=Told("LINE_DOWN", "visitor_cut_line"))
    page = visitor.load("/office/wide").text
    assert "NO REPLY from the hub. Wagers on the shared jackpots continue until" in page
    assert "<dt>Standing</dt><dd>No contact</dd>" in page


def test_a_property_says_what_the_hub_has_closed_and_why(room: WideSite) -> None:
    visitor = room.site.visitor().sign_on("A400")
    room.heard(2_000_000)
    assert "CLOSED BY THE HUB" not in visitor.load("/office/wide").text
    room.heard(2_000_000, open_jackpots=())
    page = visitor.load("/office/wide").text
    assert "CLOSED BY THE HUB: take no wagers on Two Rooms Jackpot." in page
    assert "<dt>Taking wagers until</dt><dd>–</dd>" in page
    today = visitor.load("/office/today").text
    assert "The hub closed a shared jackpot: no wagers on it" in today
    room.heard(2_000_000, open_jackpots=(), account_short=True)
    page = visitor.load("/office/wide").text
    assert "CLOSED BY THE HUB: its account is short" in page
    today = visitor.load("/office/today").text
    assert "account is short: no wagers on shared jackpots" in today
    room.heard(2_000_000, standing="held")
    today = visitor.load("/office/today").text
    assert "taking this house" in today


def test_a_hub_says_what_its_account_lacks_while_nobody_may_play(hub: WideSite) -> None:
    visitor = hub.site.visitor().sign_on("A400")
    assert "NO WAGERS" not in visitor.load("/office/wide").text
    seized = hub.ask(
        bank.RecordWithdrawal,
        cents=Cents(25_000_000),
        reference="order 1",
        day="2024-02-01",
        purpose="seizure",
        badges=("A400", "E300"),
    )
    assert seized.accepted, seized
    seeds = hub.look(
        lambda state: sum(
            level.setting.seed_cents for level in state.jackpot("wide").levels.values()
        )
    )
    lacks = f"NO WAGERS: this hub&#39;s account is {dollars(Cents(seeds))} short"
    assert lacks in visitor.load("/office/wide").text


def test_the_closing_liability_says_who_owes_whom(hub: WideSite) -> None:
    assert hub.stated(1, 100).accepted
    visitor = hub.site.visitor().sign_on("A400")
    page = visitor.load("/office/reports/closing_liability").text
    assert "Who owes whom" in page


def test_the_people_of_a_restored_hub_see_what_was_shown_and_decide(hub: WideSite) -> None:
    assert hub.stated(1, 100).accepted
    heard = HubRow(99_999, "c" * 64)
    assert hub.stated(3, 250, heard=heard).accepted
    visitor = hub.site.visitor().sign_on("S200")
    page = visitor.load("/office/wide").text
    assert "North Room has seen an entry this hub no longer has" in page
    asked = {"property": "north", "number": 3, "posts_difference": True, "reason": "restored"}
    answer = visitor.press("decide-fork", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["code"] == "GRANTS_NOT_SHOWN"
    shown = {"heard": heard, "asked_ms": hub.now_ms, "answers": (), "own_key": "0" * 64}
    shown["beyond"] = 1
    assert hub.ask(TakeShownGrants, property="north", **shown).accepted
    answer = visitor.press("decide-fork", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    (owed, _) = exported(visitor, "/office/wide", "wide_positions")
    assert owed["owes_hub"] == "2.50"


def test_what_people_have_decided_about_one_house_waits_for_the_other(hub: WideSite) -> None:
    heard = HubRow(99_999, "c" * 64)
    shown = {"heard": heard, "answers": (), "own_key": "0" * 64, "beyond": 1}
    for room in ("north", "south"):
        assert hub.stated(1, 100, room=room).accepted
        assert hub.stated(3, 250, heard=heard, room=room).accepted
        shown["asked_ms"] = hub.now_ms
        assert hub.ask(TakeShownGrants, property=room, **shown).accepted
    visitor = hub.site.visitor().sign_on("S200")
    asked = {"number": 3, "posts_difference": True, "reason": "restored"}
    told = "DECIDED. It posts together with the decisions on the other properties"
    for room, is_waiting in (("south", True), ("north", False)):
        answer = visitor.press("decide-fork", property=room, **asked, second_swipe=by_pin("A400"))
        assert answer.json()["accepted"], answer.text
        page = visitor.load("/office/wide").text
        assert (told in page, "Still to decide: North Room." in page) == (is_waiting, is_waiting)
    owed = exported(visitor, "/office/wide", "wide_positions")
    assert [each["owes_hub"] for each in owed] == ["2.50", "2.50"]


def test_a_property_that_has_heard_of_no_lost_row_has_nothing_to_do(room: WideSite) -> None:
    room.heard(1_000_100, standing="restored")
    page = room.site.visitor().sign_on("S200").load("/office/wide").text
    assert "This house never saw the lost entries, so there&#39;s nothing to do here" in page
    assert 'data-command="join-hub"' not in page


def test_the_people_of_a_property_join_a_restored_hub_again(room: WideSite) -> None:
    room.heard(1_000_100)
    visitor = room.site.visitor().sign_on("S200")
    assert 'data-command="join-hub"' not in visitor.load("/office/wide").text
    room.heard(1_000_100, own_hash="")
    page = visitor.load("/office/wide").text
    assert "STOPPED: the hub was restored" in page
    assert "Stopped: the hub was restored" in page, "and not open"
    assert 'data-command="join-hub"' in page
    wide = room.look(lambda state: wide_of(state))
    asked = {"hub": wide.hub, "property": wide.property, "key": wide.key}
    answer = visitor.press("join-hub", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    page = visitor.load("/office/wide").text
    assert "REJOINED: the hub was restored" in page
    assert 'data-command="join-hub"' not in page
    answer = visitor.press("join-hub", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["code"] == "HUB_JOINED"
    room.heard(1_000_100, own_hash="")
    assert "REJOINED" not in visitor.load("/office/wide").text


# ---- what is lost -------------------------------------------------------------------------------


def test_two_people_take_over_what_the_hub_granted_to_a_claim_that_is_lost(room: WideSite) -> None:
    visitor = room.site.visitor().sign_on("S200")
    assert 'data-command="take-over-grant"' not in visitor.load("/office/wide").text
    claim = "H1-7-99-55.w1"
    room.heard(1_000_000, lost_grants=(_grant(claim, Cents(2_000_018), Cents(0)),))
    page = visitor.load("/office/wide").text
    assert "with claims the hub had granted: 1." in page
    assert "$20,000.18 to each seat (3) at table H1, round 1" in page
    asked = {"claim": claim, "reason": "the camera has the hand"}
    answer = visitor.press("take-over-grant", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    assert 'data-command="take-over-grant"' not in visitor.load("/office/wide").text
    reader = room.site.visitor().sign_on("A400")
    (row,) = exported(reader, "/office/wide", "wide_claims")
    assert (row["claim"], row["round"], row["amount"]) == (claim, "", "20000.18")
    story = reader.load(f"/office/story/award/{claim}.1").text
    assert "in entries this house lost when it was restored" in story
    assert " took over from the hub: " in story
    assert "$20,000.18" in reader.load(f"/office/wins/{claim}.1").text
    assert "H1" in reader.load("/office/wins").text
    (row,) = exported(reader, "/office/reports/surveillance", "surveillance")
    assert (row["award"], row["round"]) == (f"{claim}.1", "0")


def test_two_people_at_the_hub_give_up_a_property_that_does_not_come_back(hub: WideSite) -> None:
    assert hub.stated(1, 100).accepted
    visitor = hub.site.visitor().sign_on("S200")
    assert 'data-command="give-up-property"' in visitor.load("/office/wide").text
    asked = {"property": "north", "reason": "closed for good"}
    answer = visitor.press("give-up-property", **asked, second_swipe=by_pin("A400"))
    assert answer.json()["accepted"], answer.text
    (row, _) = exported(visitor, "/office/wide", "wide_properties")
    assert row["standing"] == "given_up"
    (told,) = exported(visitor, "/office/wide", "wide_decisions")
    assert (told["kind"], told["why"]) == ("property_given_up", "closed for good")
    assert hub.stated(2, 200).code == "PROPERTY_GIVEN_UP"
