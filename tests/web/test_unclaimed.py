"""The list of prizes that nobody has paid, with its clocks."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.rules.cited_law import CitedAmount
from pitboss.words.language import texts

from .office_support import award_of, exported, noted, signed_on, verified
from .office_support import played_site as site
from .server_support import Site, by_pin
from .test_office_wins import text_of

__all__ = ["site"]


def test_a_prize_that_nobody_fetches_has_its_clocks(site: Site) -> None:
    """In Washington it counts as unclaimed after three years."""
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    rows = {row["award"]: row for row in exported(clerk, "/office/prizes", "unpaid")}
    assert (rows[award]["status"], rows[award]["next_step"]) == ("owed", "Verify the hand")
    won, unclaimed = rows[award]["won"][:4], rows[award]["unclaimed_from"][:4]
    assert int(unclaimed) == int(won) + 3
    clerk.press("hold-payment", award=award, ground="dispute", reason="two claim it")
    rows = {row["award"]: row for row in exported(clerk, "/office/prizes", "unpaid")}
    assert (rows[award]["status"], rows[award]["next_step"]) == ("held, dispute", "")
    assert "Held, dispute" in clerk.request("GET", "/office/days").text
    site.access.choose_language("A400", "es")
    assert "Retenido, disputa" in clerk.request("GET", "/office/prizes").text
    assert set(texts("es")["office"]["payout"]["grounds"]) <= set(texts("es")["names"])


def test_nobody_hands_a_prize_over_before_its_days(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    address, form = f"/office/payout/{award}", 'data-command="hand-over-prize"'
    assert form not in clerk.request("GET", address).text
    fields = {"award": award, "reference": "UP-1", "day": "2026-11-14"}
    asked = clerk.press("hand-over-prize", **fields, second_swipe=by_pin("S200"))
    assert asked.json()["code"] == "NOT_UNCLAIMED"


def test_an_open_dispute_is_named_wherever_its_prize_is(site: Site, tmp_path: Path) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    assert clerk.press("open-dispute", award=award, reason="his cards").json()["accepted"]
    rows = {row["award"]: row for row in exported(clerk, "/office/prizes", "unpaid")}
    assert rows[award]["status"] == "owed, disputed"
    rows = {row["award"]: row for row in exported(clerk, "/office/wins", "wins")}
    assert rows[award]["status"] == "owed, disputed"
    for address in (f"/office/payout/{award}", f"/office/wins/{award}"):
        assert "A player disputes this prize:" in clerk.request("GET", address).text
    clerk.press("hold-payment", award=award, ground="excluded", reason="on the list")
    for address, command in (("payout", "forfeit-prize"), ("wins", "cancel-prize")):
        page = clerk.request("GET", f"/office/{address}/{award}").text
        form = page.split(f'data-command="{command}"')[1].split("</form>")[0]
        assert "A player disputes this prize:" in form
    clerk.press("release-payment", award=award, reason="not him", second_swipe=by_pin("S200"))
    assert "Owed, disputed" in clerk.request("GET", f"/office/search?q={award}").text
    papers = [
        clerk.request("GET", f"/wins/{award}/page.pdf"),
        clerk.request("GET", f"/wins/{award}/slip.pdf"),
        clerk.form("/office/payout-form", award=award),
    ]
    for paper in papers:
        text = " ".join(text_of(paper.content, tmp_path).split())
        assert "A player is disputing this prize: " in text


def test_a_check_that_is_late_is_said_to_be_overdue(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award, profile = award_of(clerk, "Four Aces"), site.running_site.profile
    assert "check overdue" not in clerk.request("GET", "/office/today").text
    cash_to = CitedAmount(Cents(100_000))  # the prize is more, and older than a day
    site.running_site.law.stated = replace(
        profile, law=replace(profile.law, prize_cash_most=cash_to)
    )
    rows = {row["award"]: row for row in exported(clerk, "/office/prizes", "unpaid")}
    assert rows[award]["status"] == "check_overdue"
    assert "check overdue" in clerk.request("GET", "/office/today").text


def test_a_paid_prize_is_no_longer_listed(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    verified(clerk, site, award)
    paid = clerk.press("pay-prize", award=award, payment=noted(site))
    assert paid.status_code == 200, paid.text
    assert award not in [row["award"] for row in exported(clerk, "/office/prizes", "unpaid")]


def test_winners_data_are_for_those_who_may_read_them(site: Site) -> None:
    assert "ROLE_TOO_LOW" in signed_on(site, "S200").request("GET", "/office/winners").text
    page = signed_on(site, "U600").request("GET", "/office/winners")
    assert page.status_code == 200
    assert "/api/people/{person}/purge" in page.text
