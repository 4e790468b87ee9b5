"""The page of each thing: its story in sentences, and links to whatever it touches. Who reads the
journal reads them; every sentence here is written by hand from the known history."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret

from .office_support import WON_BY_HAND, paid_by_check, played, signed_on, written
from .server_support import Site, Visitor, by_pin

# What reports and stories call jackpots of a site file without titles.
FOURS, ROOMS = "Four-card progressive, Pays 3", "Multi-game progressive ML01"

MORE_SEED = {
    "action": "set",
    "jackpot": "fours",
    "levels": [
        {"level": "main", "seed_cents": 150_000, "rate_ppm": 200_000, "reserve_ppm": 50_000}
    ],
}


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """The known history; then an award is paid, consoles are paired, a round is begun with one, a
    change is asked for."""
    with played(tmp_path_factory.mktemp("story") / "site", keys) as opened:
        paid_by_check(opened, "77801")
        console = opened.visitor().enroll("console", "C2")
        assert console.press("sign-in", table="C2", swipe=by_pin("D100")).json()["accepted"]
        assert console.press("start-round", table="C2", spots=[]).json()["accepted"]
        opened.visitor().enroll("console", "C1")
        asked = signed_on(opened, "E300").press(
            "request-change", what=MORE_SEED, reason="a larger seed"
        )
        assert asked.json()["accepted"], asked.text
        yield opened


@pytest.fixture
def auditor(site: Site) -> Visitor:
    return signed_on(site, "U600")


def page(visitor: Visitor, address: str) -> str:
    answer = visitor.request("GET", address)
    assert answer.status_code == 200, answer.text
    return answer.text


def told(text: str) -> list[str]:
    """The sentences of a page, as a person reads them; what each names besides is left out."""
    found = re.findall(r"<p>((?:(?!</p>).)*)</p>\s*<details data-row", text, re.S)
    plain = [re.sub(r"<span.*?</span>", "", each, flags=re.S) for each in found]
    return [html.unescape(re.sub(r"<[^>]+>", "", each)).strip() for each in plain]


def links(text: str) -> set[str]:
    return set(re.findall(r'href="(/office/(?:story|papers|wins|journal)/[^"]+)"', text))


DEALER, SUPERVISOR = "First Dealer (D100)", "Floor Supervisor (S200)"
EXECUTIVE, CLERK = "Shift Executive (E300)", "Accounting Clerk (A400)"
START_6 = (
    f"{DEALER} started round 6 at table C1. Sensors lit: seat 1, seat 2, seat 3."
    f" {FOURS} meter +$0.60, now $1,003.60."
)
MARK_6 = "Table C1, round 6: the dealer marked Four Aces at seat 2."
AWARD_6 = (
    f"Table C1, round 6: {EXECUTIVE} confirmed Four Aces at seat 2, $1,003.60."
    f" The meters paid Four Aces at C1, seat 2. {FOURS} meter:"
    " $1,003.60 before, $1,000.90 after."
)
END_6 = "Round 6 at table C1 ended. Envy: seat 3 $100.00, seat 1 $100.00."


# ---- stories ------------------------------------------------------------------------------------


def test_a_round_is_told_from_start_to_end_and_leads_to_all_it_touches(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/round/C1/6")
    assert told(text) == [START_6, MARK_6, AWARD_6, END_6]
    assert links(text) >= {
        "/office/story/table/C1", "/office/story/seat/C1/2", "/office/story/badge/D100",
        "/office/story/badge/E300", "/office/story/award/C1-6-36.1",
        "/office/story/meter/fours/main", "/office/story/round/C1/5", "/office/story/round/C1/7",
        "/office/journal/34",
    }  # fmt: skip
    assert (
        f"{written('2026-11-07')}, 8:00:12 AM PST – 8:00:15 AM" in text
    )  # when to look at the cameras
    assert "First Dealer" in text


def test_a_round_leads_to_the_devices_of_its_table(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/round/C2/1")
    assert re.search(r"Device of the table</dt><dd><a [^>]*/story/device/console-", text)
    older = page(auditor, "/office/story/round/C1/6")  # before its console was paired
    assert "Device of the table" not in older


def test_a_plain_round_has_its_page_too(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/round/C1/2")
    assert told(text) == [
        f"{DEALER} started round 2 at table C1. Sensors lit: seat 1, seat 2, seat 3."
        f" {FOURS} meter +$0.60, now $1,001.20.",
        "Round 2 at table C1 ended.",
    ]


def test_refusals_at_the_table_belong_to_the_story_of_a_round(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/round/C1/8")
    assert "VOID: every wager was returned" in text
    assert told(text) == [
        f"{DEALER} started round 8 at table C1. Sensors lit: seat 1."
        f" {FOURS} meter +$0.20, now $1,026.30.",
        "Table C1, round 8: late chip at seat 5, after START. It isn't a bet.",
        f"{SUPERVISOR} voided round 8 at table C1: misdeal. Contributions were returned."
        f" {FOURS} meter -$0.20, now $1,026.10.",
    ]


def test_an_award_is_told_from_its_round_to_its_payment(site: Site, auditor: Visitor) -> None:
    text = page(auditor, "/office/story/award/C1-6-36.1")
    sentences = told(text)
    assert sentences[:4] == [START_6, MARK_6, AWARD_6, END_6]
    assert sentences[4].startswith(
        f"Four Aces at C1, seat 2: {CLERK} showed the cards As Ah Ad Ac 2d to camera"
    )
    assert sentences[5:] == [
        f"{CLERK} paid Four Aces at C1, seat 2: $1,003.60. Method: check. Check: 77801. Seal: S-77."
    ]
    assert links(text) >= {
        "/office/wins/C1-6-36.1", "/office/story/round/C1/6", "/office/story/seat/C1/2",
        "/office/story/table/C1", "/office/story/jackpot/fours", "/office/story/meter/fours/main",
        "/office/story/badge/A400", "/office/story/badge/S200",
    }  # fmt: skip
    assert "driver license" not in text  # what was noted of the winner himself


def test_an_award_that_was_recorded_by_hand_has_its_page(site: Site, auditor: Visitor) -> None:
    clerk = signed_on(site, "A400")
    other = {"cents": -20_000, "amount_reason": "the rest was chips"}
    answer = clerk.press("adjust-meter", **WON_BY_HAND, **other, second_swipe=by_pin("S200"))
    assert answer.json()["accepted"], answer.text
    award = answer.json()["events"][0]["award"]
    text = page(auditor, f"/office/story/award/{award}")
    assert told(text)[-1] == (
        f"{CLERK} and {SUPERVISOR} recorded a prize by hand: Four Aces at table C1,"
        f" round 1, seat 3, -$200.00 off the Main meter of {FOURS}: won while the keypad was out."
        " Why the amount is not what the hand pays: the rest was chips."
        f" {FOURS} meter -$26.10, now $1,000.00."
        " The house added $173.90 to the meter."
    )
    assert {"/office/story/meter/fours/main", "/office/story/round/C1/1"} <= links(text)
    shown = clerk.request("GET", f"/office/wins/{award}").text
    assert "Why the amount differs from the pay" in shown
    assert "the rest was chips" in shown


def test_a_meter_is_told_by_what_moved_it_and_what_changed_it(auditor: Visitor) -> None:
    whole = told(page(auditor, "/office/story/meter/fours/main"))
    sentences = [each for each in whole if "a prize by hand" not in each]  # another test's
    assert re.match(r".* requested change \d+ of Four-card progressive, Pays 3", sentences[0])
    assert sentences[1:] == [
        f"{SUPERVISOR} voided round 8 at table C1: misdeal. Contributions were returned."
        f" {FOURS} meter -$0.20, now $1,026.10.",
        f"{CLERK} and {SUPERVISOR} read the signs for {written('2026-11-07')}, shift 1.",
        f"{CLERK} and {SUPERVISOR} adjusted the Main meter of {FOURS} by $25.00 (faulty display):"
        f" =the sign showed $25 too little. {FOURS} meter +$25.00, now $1,025.90.",
        AWARD_6,
        f"{SUPERVISOR} and {CLERK} opened jackpot {FOURS}. {FOURS} meter"
        f" +$1,000.00, now $1,000.00.",
    ]


def test_the_story_of_a_meter_adds_up_to_what_it_shows(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/meter/fours/main")
    sums = re.findall(r'<li class="between">.*?<p>(.*?) <a href="([^"]+)">', text, re.S)
    # $1,000.00 of the seed and 6 rounds of 3 wagers at 20 cents are the award of $1,003.60; after
    # $25.00 by hand, rounds 7 and 8 have one wager each.
    assert [said for said, _ in sums] == [
        "Wagers added $0.40. The meter showed $1,026.30.",
        "Wagers added $3.60. The meter showed $1,003.60.",
    ]
    rounds = told(page(auditor, html.unescape(sums[1][1])))
    assert [each.partition(" started ")[2].partition(".")[0] for each in rounds] == [
        f"round {number} at table C1" for number in (6, 5, 4, 3, 2, 1)
    ]


def test_a_badge_is_told_by_what_was_done_with_it(auditor: Visitor) -> None:
    text = page(auditor, "/office/story/badge/E300")
    sentences = told(text)
    assert sentences[1] == f"{EXECUTIVE} signed in at 127.0.0.1."
    assert sentences[-3:] == [
        f"Table C1, round 7: {EXECUTIVE} confirmed Four of a Kind at seat 4, $300.00.",
        f"Table C1, round 6: {EXECUTIVE} confirmed Four Aces at seat 2, $1,003.60.",
        "The site file issued badge E300 of Shift Executive (executive).",
    ]
    assert "Shift Executive" in text


def test_a_device_is_told_by_its_pairing(auditor: Visitor) -> None:
    address = sorted(each for each in links(page(auditor, "/office/journal?kind=device-enrolled"))
                     if "/device/console" in each)[0]  # fmt: skip
    text = page(auditor, address)
    name = address.rsplit("/", 1)[1]
    # Two are paired, under names by chance.
    table = "C1" if "/office/story/table/C1" in links(text) else "C2"
    assert told(text) == [f"Device {name} was paired as console of table {table}."]
    assert f"/office/story/table/{table}" in links(text)
    assert f'Console at {table} <small class="quiet">{name}</small></h1>' in text


def test_a_browser_that_is_no_device_of_the_house_is_called_by_its_address(
    auditor: Visitor,
) -> None:
    text = page(auditor, "/office/story/device/127.0.0.1")
    assert "Browser at 127.0.0.1</h1>" in text


def test_a_change_shows_before_after_edge_and_who(auditor: Visitor) -> None:
    (address,) = {each for each in links(page(auditor, "/office/journal?kind=change-requested"))
                  if "/story/change/" in each}  # fmt: skip
    text = page(auditor, address)
    change = address.rsplit("/change-", 1)[1]
    assert told(text) == [
        f"{EXECUTIVE} requested change {change} of {FOURS}: Main seed: $1,000.00 → $1,500.00; "
        "Main maximum: $50,000.00 → –. Reason: a larger seed."
    ]
    assert re.search(r"Main seed</td><td[^>]*>\$1,000.00</td><td[^>]*>\$1,500.00", text)
    assert re.search(r"House edge in the long run</dt><dd>[\d.]+ ?% → [\d.]+ ?%<", text)
    assert "/office/story/badge/E300" in links(text)


def test_a_change_leads_to_the_tables_of_its_jackpot_and_to_where_it_is_decided(
    auditor: Visitor,
) -> None:
    (address,) = {each for each in links(page(auditor, "/office/journal?kind=change-requested"))
                  if "/story/change/" in each}  # fmt: skip
    text = page(auditor, address)
    _, _, leads_to = text.partition('<section class="touches">')
    assert '<a href="/office/story/table/C1">' in leads_to
    change = address.rsplit("/", 1)[1]
    assert f'href="/office/changes#{change}"' in text
    assert f'id="{change}"' in page(auditor, "/office/changes")


def test_a_table_and_a_seat_have_stories(auditor: Visitor) -> None:
    table = told(page(auditor, "/office/story/table/C1"))
    assert table[-1] == f"{SUPERVISOR} and {CLERK} opened table C1 for Crazy 4 Poker."
    assert AWARD_6 in table
    assert told(page(auditor, "/office/story/seat/C1/4")) == [
        f"Table C1, round 7: {EXECUTIVE} confirmed Four of a Kind at seat 4, $300.00.",
        "Table C1, round 7: the dealer marked Four of a Kind at seat 4.",
    ]


def test_stories_are_for_who_reads_the_journal(site: Site) -> None:
    for badge, status in (("A400", 200), ("E300", 200), ("S200", 403), ("T500", 403)):
        visitor = signed_on(site, badge)
        for address in ("/office/story/table/C1", "/office/search?q=C1"):
            assert visitor.request("GET", address).status_code == status, (badge, address)


@pytest.mark.parametrize(
    "address",
    ["round/C1/99", "round/C1/x", "award/nothing", "table/Z9", "chair/4", "badge/", "meter/fours"],
)
def test_what_nobody_named_is_refused_by_name(auditor: Visitor, address: str) -> None:
    answer = auditor.request("GET", f"/office/story/{address}")
    assert answer.status_code == 404
    assert "THING_UNKNOWN" in answer.text


def test_what_nobody_named_is_called_as_pages_call_it(auditor: Visitor) -> None:
    auditor.form("/language", language="es")
    told = auditor.request("GET", "/office/story/award/nothing").text
    auditor.form("/language", language="en")  # as the other tests read
    assert "Premio nothing: el registro no tiene asientos sobre esto" in told


# ---- the journal --------------------------------------------------------------------------------


def test_the_form_of_the_journal_may_be_sent_with_every_field_empty(auditor: Visitor) -> None:
    empty = "kind=&table=&jackpot=&badge=&text=&since=&until=&before="
    assert AWARD_6 in told(page(auditor, f"/office/journal?{empty}"))
    assert told(page(auditor, "/office/journal?before=37&text=four_aces&table=C1")) == [
        AWARD_6, MARK_6,
    ]  # fmt: skip
    answer = auditor.request("GET", "/office/journal?before=x")
    assert "ENTRY_UNKNOWN" in answer.text


def test_the_row_of_a_sentence_unfolds_as_it_is_stored(auditor: Visitor) -> None:
    assert 'data-row="/office/journal/36/row"' in page(auditor, "/office/journal?table=C1")
    asked, followed, digest = page(auditor, "/office/journal/36/row").split("\n")
    assert asked.startswith('{"kind":"confirm-awards"')
    assert '"meter_cents":100360' in followed
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert auditor.request("GET", "/office/journal/99999/row").status_code == 404


def test_a_row_about_a_person_stays_in_the_house(site: Site) -> None:
    visitor = signed_on(site, "U600")
    (seq,) = re.findall(
        r"/inspect/journal/(\d+)/row", page(visitor, "/inspect/journal?kind=prize-paid")
    )
    assert "77801" in page(visitor, f"/office/journal/{seq}/row")
    inspected = page(visitor, f"/inspect/journal/{seq}/row")
    assert "77801" not in inspected
    assert "stays in the house" in inspected


def test_the_journals_csv_has_whole_rows_and_dollars_beside_what_is_stored(
    auditor: Visitor,
) -> None:
    answer = auditor.request("GET", "/office/journal?kind=awards-recorded&csv=journal")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    head, _, first = answer.text.split("\r\n")[:3]
    assert head == "seq,time,sentence,table,badge,sent_from,followed,amounts,asked,events,hash"
    assert "followed 1 awards 1 meter_cents 100360 = $1,003.60" in first
    assert "followed 2 movements 1 meter_micros -270000000 = -$2.70" in first
    assert '""after"":{""level"":""main"",""meter_micros"":100090000000' in first


def test_days_of_sentences_follow_the_reader_and_ids_stay(auditor: Visitor) -> None:
    auditor.form("/language", language="es")
    shown = auditor.load("/office/journal").text + auditor.load("/office/reports/exceptions").text
    auditor.form("/language", language="")
    said = re.sub(
        r"<[^>]*>",
        " ",
        re.sub(r"<(script|form|input)\b.*?</\1>|<input[^>]*>", "", shown, flags=re.S),
    )
    assert f"{written('2026-11-07', 'es')}, 8:00 AM" in said
    assert re.findall(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])[^<\n]*", said) == []
