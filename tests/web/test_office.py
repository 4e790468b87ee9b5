"""The office: every page for whom it is, its figures, its exports, its search of the journal."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret

from .office_support import FOURS, award_of, exported, signed_on, written
from .office_support import seen_site as site
from .server_support import Site, code_of, running

__all__ = ["site"]

PAGES = (
    "meters", "wins", "adjustments", "reports", "papers", "day", "days", "jackpots", "paytables",
    "badges", "bank", "devices", "changes", "permissions", "rules", "journal", "system",
)  # fmt: skip
MAY_READ = {
    "A400": PAGES,
    "E300": PAGES,
    "U600": PAGES,
    "S200": (
        "meters",
        "wins",
        "reports",
        "papers",
        "devices",
        "day",
        "jackpots",
        "changes",
        "permissions",
        "rules",
    ),
    "T500": ("reports", "papers", "devices", "changes", "permissions", "rules", "system"),
}


# ---- who reads what -----------------------------------------------------------------------------


@pytest.mark.parametrize("badge", MAY_READ)
def test_each_role_reads_its_own_pages_and_no_other(site: Site, badge: str) -> None:
    visitor = signed_on(site, badge)
    found = {page for page in PAGES if visitor.request("GET", f"/office/{page}").status_code == 200}
    assert found == set(MAY_READ[badge])
    menu = visitor.request("GET", f"/office/{MAY_READ[badge][0]}").text
    for page in PAGES:
        assert (f'href="/office/{page}"' in menu) == (page in MAY_READ[badge])


def test_the_office_leads_each_to_his_first_page(site: Site) -> None:
    for badge in ("A400", "S200", "T500"):
        answer = signed_on(site, badge).request("GET", "/office")
        assert (answer.status_code, answer.headers["location"]) == (303, "/office/today")


def test_nobody_reads_who_has_not_signed_on(site: Site) -> None:
    answer = site.visitor().request("GET", "/office/meters")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-on")


def test_a_dealer_has_no_business_here(site: Site) -> None:
    assert signed_on(site, "D100").request("GET", "/office/meters").status_code == 403


def test_who_opens_the_office_finds_the_books_ready_when_he_asks_them(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    """Its first page asks them nothing; nobody at a table or in the pit is made to pay for them."""
    with running(folder, keys[1]) as opened:
        clerk = opened.app.state.clerk
        assert opened.visitor().sign_on("D100").load("/office/today").status_code == 403
        assert opened.visitor().sign_on("S200").load("/pit").status_code == 200
        assert clerk._catching is None
        assert opened.visitor().sign_on("A400").load("/office/today").status_code == 200
        assert clerk._catching is not None


@pytest.mark.parametrize("page", [page for page in PAGES if page != "day"])
def test_an_auditor_reads_everything_and_finds_no_form_to_change_it(site: Site, page: str) -> None:
    assert 'class="command"' not in signed_on(site, "U600").request("GET", f"/office/{page}").text


def test_an_auditors_press_is_refused_whatever_he_sends(site: Site) -> None:
    answer = signed_on(site, "U600").press("record-reading", day="2026-11-08", shift=1, signs=[])
    assert code_of(answer) == (403, "ROLE_TOO_LOW")


# ---- meters -------------------------------------------------------------------------------------


def test_every_meter_with_its_settings_PS_10(site: Site) -> None:
    rows = exported(signed_on(site, "A400"), "/office/meters", "meters")
    fours = next(row for row in rows if row["jackpot"] == FOURS)
    # 5 rounds of 3 wagers, the sixth won: restart at $1,000 and 18 reserves of 5 cents; $25 by
    # hand; one wager since.
    assert fours["meter"] == "1026.10"
    assert fours["reserve"] == "0.05"
    assert fours["seed"] == "1000.00"
    assert fours["house_money"] == "1000.00"  # put up again after four aces
    assert fours["rate"] == "20.0000"
    assert fours["reserve_rate"] == "5.0000"
    assert fours["maximum"] == "50000.00"
    assert (fours["bets_in"], fours["hits"], fours["wins"]) == ("19", "1", "1003.60")
    assert [row["level"] for row in rows if row["level"] != "Main"][:2] == ["Mega", "Major"]


def test_what_a_house_jackpot_posts_and_its_edge_PS_34(site: Site) -> None:
    """Quick Hit, one printed line for $2,500, 1 in 32,487: an edge of 474,577 of 1,017,926."""
    rows = exported(signed_on(site, "A400"), "/office/meters", "house_prizes")
    royals = [row for row in rows if row["prize"] == "2500.00"]
    assert [row["prize"] for row in royals] == ["2500.00"]
    assert {row["edge_now"] for row in royals} == {"46.621955"}


def test_a_meters_page_has_figures_and_history_PS_61(site: Site) -> None:
    visitor = signed_on(site, "S200")
    page = visitor.request("GET", "/office/meters/fours/main").text
    assert "$1,026.10" in page
    assert "Table C1 ·" in page
    assert "<polyline" in page
    # Four aces come once in 54,145 hands of five cards.
    (figures,) = exported(visitor, "/office/meters/fours/main", "figures")
    assert figures["wagers_between"] == "54145"
    moves = exported(visitor, "/office/meters/fours/main", "movements")
    assert [(move["kind"], move["meter_change"], move["meter_after"]) for move in moves] == [
        ("round_voided", "-0.20000000", "1026.10000000"),
        ("meter_adjusted", "25.00000000", "1025.90000000"),
        ("restart", "1000.90000000", "1000.90000000"),
        ("award", "-1003.60000000", "0.00000000"),
        ("jackpot_opened", "1000.00000000", "1000.00000000"),
    ]
    for paid in moves[2:4]:  # who confirmed what the meter paid
        assert paid["who"] == "E300 Shift Executive"
    assert moves[1]["who"] == "A400 Accounting Clerk, S200 Floor Supervisor"


def test_a_meter_that_is_not_there_is_refused_by_name(site: Site) -> None:
    answer = signed_on(site, "A400").request("GET", "/office/meters/fours/mega")
    assert answer.status_code in (404, 409)
    assert "LEVEL_UNKNOWN" in answer.text


# ---- exports ------------------------------------------------------------------------------------


def test_a_reason_is_no_formula_in_a_spreadsheet(site: Site) -> None:
    (row,) = exported(signed_on(site, "A400"), "/office/adjustments", "adjustments")
    assert row["why"] == "'=the sign showed $25 too little"
    assert row["change"] == "25.00"


def test_a_win_tells_its_time_to_the_second_with_its_zone(site: Site) -> None:
    visitor = signed_on(site, "A400")
    award = award_of(visitor, "Four Aces")
    told = f"{written('2026-11-07')}, 8:00:14 AM PST"
    assert told in visitor.request("GET", f"/office/wins/{award}").text
    rows = exported(visitor, "/office/wins", "wins")
    told = next(row["time"] for row in rows if row["hand"] == "Four Aces")
    assert told == "2026-11-07T08:00:14.000-08:00"


# ---- reports ------------------------------------------------------------------------------------


def test_what_moved_a_meter_adds_up_PS_61(site: Site) -> None:
    visitor = signed_on(site, "A400")
    *_, day, _ = exported(visitor, "/office/days", "days")
    assert (day["day"], day["closed"]) == ("2026-11-08", "")
    rows = exported(visitor, f"/office/days/{day['seq']}", "explained")
    meter = next(row for row in rows if (row["jackpot"], row["account"]) == (FOURS, "meter"))
    # $1,025.90 + 2 wagers of 20 cents - the one that was voided
    told = [meter[name] for name in ("opening", "moved_contributions", "moved_voids", "closing")]
    assert told == ["1025.90", "0.40", "-0.20", "1026.10"]


def test_a_closed_day_keeps_its_own_explanation(site: Site) -> None:
    visitor = signed_on(site, "A400")
    *_, day = exported(visitor, "/office/days", "days")
    assert (day["day"], day["who"]) == ("2026-11-07", "A400 Accounting Clerk, U600 House Auditor")
    rows = exported(visitor, f"/office/days/{day['seq']}", "explained")
    meter = next(row for row in rows if (row["jackpot"], row["account"]) == (FOURS, "meter"))
    # an award of $1,003.60, the seed put up again and 90 cents of the reserve with it
    told = {name: amount for name, amount in meter.items() if "." in amount and amount != "0.00"}
    assert told == {
        "moved_opening": "1000.00",
        "moved_contributions": "3.60",
        "moved_awards": "-1003.60",
        "moved_restarts": "1000.90",
        "moved_adjustments": "25.00",
        "closing": "1025.90",
    }
    balance = exported(visitor, f"/office/days/{day['seq']}", "trial_balance")
    assert sum(Decimal(row["balance"]) for row in balance) == 0
    assert len(balance) > 2


def test_play_money_is_in_no_sum_of_money_PS_61(
    site: Site, folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    visitor = signed_on(site, "A400")
    for_money = exported(visitor, "/office/days", "explained")
    assert exported(visitor, "/office/days", "explained_training") == []
    assert "play money" not in visitor.request("GET", "/office/days").text
    with running(folder, keys[1]) as training:
        visitor = signed_on(training, "A400")
        assert exported(visitor, "/office/days", "explained") == []
        trained = exported(visitor, "/office/days", "explained_training")
        assert {row["jackpot"] for row in trained} == {row["jackpot"] for row in for_money}
        balance = exported(visitor, "/office/days?language=es", "trial_balance")
        accounts = [row["account"] for row in balance]
        assert f"Acumulado: {FOURS} (práctica)" in accounts
        assert not [name for name in accounts if "raining" in name]


def test_refused_presses_are_listed_PS_60(site: Site) -> None:
    rows = exported(signed_on(site, "E300"), "/office/days", "refused")
    assert [(row["command"], row["who"], row["code"]) for row in rows][-1:] == [
        ("Confirm awards", "D100 First Dealer", "ROLE_TOO_LOW")
    ]


# ---- paytables ----------------------------------------------------------------------------------


def test_a_paytables_page_has_exact_odds_and_verdicts(site: Site) -> None:
    visitor = signed_on(site, "A400")
    address = "/office/paytables/multi_game/five_card/ml01"
    lines = exported(visitor, address, "lines")
    assert (lines[0]["hand"], lines[0]["pays"]) == ("Royal Flush", "100% of Mega")
    assert lines[0]["one_in"] == "649,740.00"
    printed = exported(visitor, "/office/paytables/crazy4/queens_up/c4p-09", "printed")
    assert [(row["figure"], row["printed"], row["verdict"]) for row in printed] == [
        ("house_edge", "3.07 %", "differs"),
        ("hit_frequency", "24.88 %", "differs"),
    ]


def test_a_paytables_page_says_that_its_edge_is_the_par_sheets_at_the_seeds(site: Site) -> None:
    visitor = signed_on(site, "A400")
    address = "/office/paytables/crazy4/progressive/pays-3"
    page = visitor.request("GET", address).text
    for name, value in (("meters at their seeds", "49.6783%"), ("long run", "24.6783%")):
        assert f'House edge, {name}</dt><dd class="figure">{value}' in page
    assert 'right now. <a href="/office/meters/fours/main">' in page
    aces = exported(visitor, address, "lines")[0]
    assert (aces["hand"], aces["returned"][:5]) == ("Four Aces", "1.846")


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_par_sheet_is_a_pdf(site: Site, paper: str) -> None:
    address = f"/office/paytables/crazy4/progressive/pays-3.pdf?paper={paper}"
    answer = signed_on(site, "A400").request("GET", address)
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF-")


def test_a_par_workbook_is_downloaded(site: Site) -> None:
    address = "/office/paytables/crazy4/progressive/pays-3.xlsx"
    answer = signed_on(site, "A400").request("GET", address)
    assert answer.status_code == 200
    assert answer.content.startswith(b"PK")


# ---- the journal --------------------------------------------------------------------------------


def kinds(site: Site, query: str) -> list[str]:
    return [row["followed"] for row in exported(signed_on(site, "U600"), query, "journal")]


def test_the_journal_is_found_by_kind_table_badge_and_time(site: Site) -> None:
    assert kinds(site, "/office/journal?kind=day-closed") == ["day-closed"]
    assert kinds(site, "/office/journal?table=C1&badge=S200") == ["round-voided", "table-opened"]
    assert kinds(site, "/office/journal?badge=S200&kind=meter-adjusted") == ["meter-adjusted"]
    assert kinds(site, "/office/journal?table=C1&text=misdeal") == ["round-voided"]
    later = kinds(site, "/office/journal?table=C1&since=2026-11-08T00:00&until=2026-11-09T00:00")
    assert later.count("round-started") == 2
    assert later[-1] == "round-started"


def test_the_newest_entry_comes_first_and_older_ones_follow(site: Site) -> None:
    rows = exported(signed_on(site, "U600"), "/office/journal?table=C1", "journal")
    numbers = [int(row["seq"]) for row in rows]
    assert numbers == sorted(numbers, reverse=True)
    middle = numbers[len(numbers) // 2]
    older = exported(
        signed_on(site, "U600"), f"/office/journal?table=C1&before={middle}", "journal"
    )
    assert [int(row["seq"]) for row in older] == [seq for seq in numbers if seq < middle]


def test_an_entry_shows_its_body_and_that_it_is_chained(site: Site) -> None:
    visitor = signed_on(site, "U600")
    (row,) = exported(visitor, "/office/journal?kind=meter-adjusted", "journal")
    page = visitor.request("GET", f"/office/journal/{row['seq']}").text
    assert "=the sign showed $25 too little" in page
    assert "<dt><code>jackpot</code></dt>" in page  # as it is stored, in any language
    assert "<code>at_ms</code>" not in page  # its time is said above, on the clock of the house
    assert "follows the entry before it" in page
    assert visitor.request("GET", "/office/journal/1").status_code == 200
    assert "ENTRY_UNKNOWN" in visitor.request("GET", "/office/journal/999999").text


def test_a_time_that_is_none_is_refused_by_name(site: Site) -> None:
    answer = signed_on(site, "U600").request("GET", "/office/journal?since=yesterday")
    assert "TIME_UNREADABLE" in answer.text


# ---- the rest -----------------------------------------------------------------------------------


def test_equipment_is_listed_PS_63(site: Site) -> None:
    rows = exported(signed_on(site, "T500"), "/office/system", "equipment")
    shoe = {
        "table": "B1", "part": "shoe", "name": "six-deck shoe", "version": "1.0", "mode": "",
        "approval": "", "least": "",
    }  # fmt: skip
    assert shoe in rows


def test_links_are_shown_PS_30(site: Site) -> None:
    rows = exported(signed_on(site, "A400"), "/office/jackpots", "jackpots")
    rooms = next(row for row in rows if row["jackpot"] == "rooms")
    assert (rooms["tables"], rooms["link"]) == ("C2, H1", "linked")
