"""The bank account in the office: the sheet of what is due now, statements that two people see
before they sign, and what is kept for others."""

from __future__ import annotations

import re
from typing import Any

from house_files import BANK_FILES

from .office_support import award_of, exported, signed_on, written
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of

__all__ = ["site"]


def show(visitor: Visitor, **fields: Any) -> dict[str, Any]:
    """What two people see of a statement before they sign it."""
    answer = visitor.post("/office/bank/preview", {**fields, "last_four": "4821"})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def accept(visitor: Visitor, **fields: Any) -> None:
    """Two people sign a statement as it was shown."""
    digest = show(visitor, **fields)["shown_sha256"]
    signed = {**fields, "last_four": "4821", "shown_sha256": digest}
    answer = visitor.press("record-statement", **signed, second_swipe=by_pin("E300"))
    assert answer.status_code == 200, answer.text


def test_the_deposit_sheet_is_of_now_with_what_the_bank_page_says_due_PS_62(site: Site) -> None:
    """$2,000.00 are seized today; the last closed day knew nothing of it."""
    visitor = signed_on(site, "A400")
    seized = visitor.press(
        "record-withdrawal", cents=200_000, reference="order 7", day="2026-11-08",
        purpose="seizure", second_swipe=by_pin("E300"),
    )  # fmt: skip
    assert seized.status_code == 200, seized.text
    bank = visitor.request("GET", "/office/bank").text
    assert '<dt>Deposit due</dt><dd><b class="money">$1,029.75</b>' in bank
    (link,) = re.findall(r'href="(/office/reports/deposit_sheet[^"]*)"', bank)
    sheet = visitor.request("GET", link).text
    assert re.search(r"<h1[^>]*>\s*R2 Deposit sheet as of ", sheet)
    due = sheet.partition('aria-labelledby="sheet-deposit_due"')[2].partition("</section>")[0]
    assert "1,029.75" in due


def test_a_withdrawal_takes_two_and_a_ground_PS_62(site: Site) -> None:
    visitor = signed_on(site, "A400")
    asked = {"cents": 97_026, "reference": "w1", "day": "2026-11-08", "purpose": "surplus"}
    assert code_of(visitor.press("record-withdrawal", **asked)) == (401, "SWIPE_MISSING")
    alone = visitor.press("record-withdrawal", **asked, second_swipe=by_pin("A400"))
    assert code_of(alone)[1] == "BADGE_TWICE"
    unknown = visitor.press("record-withdrawal", **asked, second_swipe=by_pin("E300"))
    assert "Accept a bank statement first" in unknown.json()["reason"]
    accept(visitor, from_day="2024-01-02", to_day="2026-11-08", closing_cents=2_100_000)
    short = visitor.press("record-withdrawal", **asked, second_swipe=by_pin("E300"))
    assert (code_of(short)[1], short.json()["field"]) == ("AMOUNT_WRONG", "cents")
    assert "must hold $20,029.75. At most $970.25 can come out" in short.json()["reason"]


OFX_GAP = (BANK_FILES / "gap.ofx").read_text("utf-8")


def test_a_file_of_the_bank_is_read_and_two_accept_it_PS_62(site: Site) -> None:
    visitor = signed_on(site, "A400")
    text = "Date,Amount,Reference,Balance\n2026-11-08,-15.00,fee 3,20985.00\n"
    read = visitor.post("/office/bank/read", {"text": text, "columns": {}})
    assert read.status_code == 200, read.text
    found = read.json()["statement"]
    assert (found["from_day"], found["closing_cents"]) == ("2026-11-08", 2_098_500)
    unread = visitor.post("/office/bank/read", {"text": "?", "columns": {}})
    assert code_of(unread)[1] == "STATEMENT_UNREADABLE"
    accept(visitor, **found)
    rows = exported(visitor, "/office/bank", "differences")
    assert [(row["reference"], row["difference"]) for row in rows] == [
        ("fee 3", "-15.00"),
    ]
    explained = visitor.press("explain-difference", reference="fee 3", reason="the bank's fee")
    assert explained.status_code == 200, explained.text
    page = visitor.request("GET", "/office/bank").text
    assert f"{written('2026-11-08')}, $20,985.00" in page
    assert "$20,985.00" in page
    assert 'name="from_day" data-kind="day" value="2026-11-09"' in page
    ofx = visitor.post("/office/bank/read", {"text": OFX_GAP, "columns": {}}).json()
    assert (ofx["statement"]["from_day"], ofx["gap"]) == (
        "2026-11-11",
        [written("2026-11-09"), written("2026-11-10")],
    )
    later = "Date,Amount,Reference\n2026-11-14,44.00,d14\n"
    csv = visitor.post("/office/bank/read", {"text": later, "columns": {}}).json()
    assert (csv["statement"]["from_day"], csv["gap"]) == ("2026-11-09", [])


def test_a_line_of_the_banks_own_number_is_proposed_as_its_entry_PS_62(site: Site) -> None:
    visitor = signed_on(site, "A400")
    made = visitor.press("record-deposit", cents=4_400, reference="slip 44", day="2026-11-08")
    assert made.status_code == 200, made.text
    text = "Date,Debit,Credit,Reference,Balance\n2026-11-08,,44.00,F901,21044.00\n"
    read = visitor.post("/office/bank/read", {"text": text, "columns": {}}).json()
    assert read["same"] == [
        {"line": "F901", "entry": "slip 44", "cents": "$44.00", "day": written("2026-11-08")}
    ]
    same = [{"line": "F901", "entry": "slip 44"}]
    accept(visitor, **read["statement"], same=same)
    rows = exported(visitor, "/office/bank", "differences")
    assert "F901" not in [row["reference"] for row in rows]


def test_two_people_see_every_line_of_a_statement_before_they_sign_it_PS_62(site: Site) -> None:
    visitor = signed_on(site, "A400")
    made = visitor.press("record-deposit", cents=4_400, reference="slip 44", day="2026-11-08")
    assert made.status_code == 200, made.text
    text = (
        "Date,Amount,Reference,Balance\n"
        "2026-11-08,44.00,SLIP 044,21044.00\n2026-11-08,-15.00,fee 3,21029.00\n"
    )
    read = visitor.post("/office/bank/read", {"text": text, "columns": {}}).json()["statement"]
    shown = show(visitor, **read)
    assert [(table["title"], table["rows"]) for table in shown["tables"]] == [
        (
            "Lines of the statement",
            [
                [written("2026-11-08"), "SLIP 044", "$44.00", "slip 44", ""],
                [written("2026-11-08"), "fee 3", "-$15.00", "not recorded", "-$15.00"],
            ],
        )
    ]
    assert [tuple(fact) for fact in shown["facts"]] == [
        ("Closing balance", "$21,029.00"),
        ("Deposits in transit", "$0.00"),
        ("Outstanding checks", "$0.00"),
        ("Unexplained difference", "fee 3: -$15.00"),
        ("Account balance afterward", "$21,029.00"),
    ]
    later = visitor.press("record-deposit", cents=100, reference="slip 45", day="2026-11-08")
    assert later.status_code == 200, later.text
    signed = {**read, "last_four": "4821", "shown_sha256": shown["shown_sha256"]}
    changed = visitor.press("record-statement", **signed, second_swipe=by_pin("E300"))
    assert code_of(changed) == (409, "STATEMENT_CHANGED")
    assert show(visitor, **read)["tables"][1]["rows"] == [
        [written("2026-11-08"), "slip 45", "$1.00", "in transit"]
    ]
    accept(visitor, **read)


def test_what_is_kept_for_others_is_paid_over_from_the_bank_page_PS_67(site: Site) -> None:
    """$1,003.60 is forfeited, and goes to the fund."""
    visitor = signed_on(site, "A400")
    assert "pay-over" not in visitor.request("GET", "/office/bank").text
    award = award_of(visitor, "Four Aces")
    both = {"second_swipe": by_pin("E300"), "reason": "on the list"}
    held = visitor.press("hold-payment", award=award, ground="excluded", reason="on the list")
    assert held.status_code == 200, held.text
    gone = visitor.press(
        "forfeit-prize", award=award, to="the state's problem gambling account", **both
    )
    assert gone.status_code == 200, gone.text
    page = visitor.request("GET", "/office/bank").text
    assert '<dt>Held for others, not yet paid: Forfeited</dt><dd class="money">$1,003.60' in page
    site.access.choose_language("A400", "es")
    spanish = visitor.request("GET", "/office/bank").text
    assert "<dt>Retenido para otros, sin entregar: Decomisado</dt>" in spanish
    text = "Date,Sum\n2026-11-08,-15.00\n"
    unread = visitor.post("/office/bank/read", {"text": text, "columns": {}}).json()
    assert "Tiene Date, Sum" in str(unread)
    site.access.choose_language("A400", "en")
    assert "Pay forfeited prizes to the fund" in visitor.request("GET", "/office/today").text
    payee = "the state's problem gambling account"
    assert ">Forfeited: the state&#39;s problem gambling account</option>" in page
    fields = {"purpose": "forfeited", "to": payee, "reference": "check 9"}
    asked = {**fields, "day": "2026-11-08", "second_swipe": by_pin("E300")}
    more = visitor.press("pay-over", cents=100_361, **asked)
    assert (code_of(more)[1], more.json()["field"]) == ("AMOUNT_WRONG", "cents")
    paid = visitor.press("pay-over", cents=100_360, **asked)
    assert f"paid over $1,003.60 (forfeited) to {payee}" in paid.json()["told"]
    page = visitor.request("GET", "/office/bank").text
    assert "Held for others" not in page
    assert 'data-command="void-pay-over"' in page
    entry = exported(visitor, "/office/bank", "bank_entries")[0]
    said = ("paid_over", "check 9", "1003.60", payee)
    assert tuple(entry[name] for name in ("kind", "reference", "amount", "to")) == said
    clerk = {**asked, "purpose": "withheld", "to": "Accounting Clerk", "reference": "check 10"}
    assert code_of(visitor.press("pay-over", cents=100, **clerk))[1] == "PAYMENT_WRONG"
