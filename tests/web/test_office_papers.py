"""Notices and disputes in the office, as a supervisor, a technician and a cashier meet them."""

from __future__ import annotations

import pytest

from pitboss.reports.citing import cite

from .office_support import award_of, exported, signed_on
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of

__all__ = ["site"]


def newest(visitor: Visitor) -> dict[str, str]:
    """The first line of the list."""
    return exported(visitor, "/office/papers", "papers")[0]


def test_a_cut_off_stands_on_the_first_page_until_somebody_sees_to_it(site: Site) -> None:
    technician = signed_on(site, "T500")
    first = technician.request("GET", "/office/today").text
    assert "Start or dismiss a malfunction notice" in first
    assert "the system went down after" in first
    paper = newest(technician)["paper"]
    assert newest(technician)["status"] == "proposed by the system"
    assert technician.press("take-up-paper", paper=paper).status_code == 200
    dismissed = technician.press("dismiss-paper", paper=paper, reason="nothing")
    assert code_of(dismissed)[1] == "ROLE_TOO_LOW"
    supervisor = signed_on(site, "S200")
    page = supervisor.request("GET", "/office/today").text
    assert "Send a malfunction notice" in page
    assert "72 hours" not in page
    sent = supervisor.press("send-paper", paper=paper, reference="mail of today")
    assert sent.status_code == 200, sent.text
    assert newest(supervisor)["status"] == "sent"
    assert newest(supervisor)["reference"] == "mail of today"
    assert "went down after" not in supervisor.request("GET", "/office/today").text


def test_a_form_is_printed_for_a_paper(site: Site) -> None:
    clerk = signed_on(site, "A400")
    paper = newest(clerk)["paper"]
    answer = clerk.request("GET", f"/office/papers/{paper}/form.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    missing = clerk.request("GET", "/office/papers/paper-9999/form.pdf")
    assert "PAPER_UNKNOWN" in missing.text


def test_a_dispute_leads_to_its_pack_and_is_closed_by_two(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    opened = clerk.press("open-dispute", award=award, reason="says it was a straight flush")
    assert opened.status_code == 200, opened.text
    paper = newest(clerk)["paper"]
    page = clerk.request("GET", f"/office/papers/{paper}").text
    assert 'action="/office/pack"' in page
    for address in (f"/office/papers/{paper}", f"/office/wins/{award}"):
        assert "Copies are numbered and recorded." in clerk.request("GET", address).text
    assert f'name="award" value="{award}"' in page
    number = clerk.press("open-dispute", award=award, reason="he is 078-05-1120")
    assert code_of(number)[1] == "IDENTITY_IN_CLEAR"
    alone = clerk.press("close-dispute", paper=paper, outcome="denied", reason="camera")
    assert not alone.is_success
    closed = clerk.press(
        "close-dispute", paper=paper, outcome="denied", reason="camera", second_swipe=by_pin("S200")
    )
    assert closed.status_code == 200, closed.text
    assert newest(clerk)["status"] == "closed"
    assert "denied" in clerk.request("GET", f"/office/papers/{paper}").text


def test_a_removal_is_announced_on_the_sign_and_its_steps_are_shown(site: Site) -> None:
    clerk = signed_on(site, "A400")
    short = clerk.press(
        "announce-removal", jackpot="fours", last_day="2026-01-01", reason="new game",
        second_swipe=by_pin("S200"),
    )  # fmt: skip
    assert code_of(short)[1] == "NOTICE_SHORT"
    told = clerk.press(
        "announce-removal", jackpot="fours", last_day="2050-12-31", reason="new game",
        second_swipe=by_pin("S200"),
    )  # fmt: skip
    assert told.status_code == 200, told.text
    page = clerk.request("GET", f"/office/papers/{newest(clerk)['paper']}").text
    assert "Announced on its sign: last day of play Dec 31, 2050" in page
    assert "Players&#39; money still on it" in page
    assert "Remove a jackpot" in clerk.request("GET", "/office/today").text


@pytest.mark.parametrize(
    ("rule", "cited"),
    [
        ("WAC 230-06-054 (WSR 14-09-037): within seventy-two hours", "WAC 230-06-054"),
        ("LAC 42:III.4201 (read for machines)", "LAC 42:III.4201"),
        ("WAC 230-15-710, removing a jackpot (text unread)", "WAC 230-15-710"),
        ("no rule found: we use the strictest", ""),
        ("", ""),
    ],
)
def test_a_form_cites_the_rule_alone(rule: str, cited: str) -> None:
    assert cite(rule) == cited


def test_an_auditor_reads_papers_and_changes_nothing(site: Site) -> None:
    auditor = signed_on(site, "U600")
    paper = newest(auditor)["paper"]
    page = auditor.request("GET", f"/office/papers/{paper}").text
    assert "take-up-paper" not in page
    refused = auditor.press("take-up-paper", paper=paper)
    assert code_of(refused)[1] == "ROLE_TOO_LOW"


def test_a_notice_shows_its_amount_and_what_was_taken_and_stays_then(site: Site) -> None:
    reporter, accounting = signed_on(site, "S200"), signed_on(site, "A400")
    meter = {"jackpot": "fours", "level": "main"}
    told = reporter.press(
        "report-malfunction", **meter, table="C1", cents=1250, reason="counted twice"
    )
    paper = f"paper-{told.json()['seq']}"
    page = accounting.request("GET", f"/office/papers/{paper}").text
    assert '<dt>Display too high by</dt><dd class="money">$12.50</dd>' in page
    assert 'data-command="dismiss-paper"' in page
    asked = {"adjustment": "faulty_display", "cents": -1000, "evidence": paper, "reason": "twice"}
    taken = accounting.press("adjust-meter", **meter, **asked, second_swipe=by_pin("E300"))
    assert taken.status_code == 200, taken.text
    page = accounting.request("GET", f"/office/papers/{paper}").text
    assert '<dt>Taken off the meter</dt><dd class="money">$10.00</dd>' in page
    assert 'data-command="dismiss-paper"' not in page
    refused = reporter.press("dismiss-paper", paper=paper, reason="nothing was wrong")
    assert refused.json()["code"] == "EVIDENCE_USED"
