"""The payout guide and the people in the vault, as a cashier meets them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from pitboss.floor.decide import payouts
from pitboss.money import Cents
from pitboss.rules.cited_law import FREE, CitedText
from pitboss.web.office.payout_guide import guide_of
from pitboss.web.shell import log as log_module

from .office_support import (
    ACES,
    WON_BY_HAND,
    award_of,
    exported,
    list_of_today,
    noted,
    second_supervisor,
    signed_on,
    verified,
    written,
)
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of
from .test_office_wins import text_of

__all__ = ["site"]

KIM = {
    "name": "Kimberly Example",
    "address": "1 Cedar Street, Spokane",
    "birth_date": "1970-12-31",
    "identities": [
        {"identity": "driver license", "number": "WDL55ABC4711"},
        {"identity": "", "number": ""},
    ],
    "tax_number": "078-05-1120",
}
SECRETS = ("Kimberly", "Cedar Street", "1970-12-31", "WDL55ABC4711", "078-05-1120", "078051120")


def post(visitor: Visitor, address: str, body: dict[str, Any]) -> httpx.Response:
    """What a form of the office sends."""
    visitor.load("/office/wins")
    headers = {"X-CSRF-Token": visitor.csrf}
    return visitor.request("POST", address, json=body, headers=headers)


def kept_text(site: Site) -> str:
    """Everything that the journal's files hold, byte by byte."""
    files = sorted(site.running_site.folder.glob("floor.db*"))
    return "".join(file.read_bytes().decode("latin-1") for file in files)


def test_a_winners_data_go_into_the_vault_and_never_into_the_journal(site: Site) -> None:
    clerk = signed_on(site, "A400")
    recorded = post(clerk, "/api/people", KIM)
    assert recorded.status_code == 200, recorded.text
    person = recorded.json()["person"]
    assert recorded.json()["shown"]["name"] == "K. E."
    award = award_of(clerk, "Four Aces")
    page = clerk.request("GET", f"/office/payout/{award}?people={person}").text
    assert "***4711" in page
    verified(clerk, site, award)
    payment = noted(site, method="check", check_number="1001", person=person, identity="")
    paid = clerk.press("pay-prize", award=award, payment=payment)
    assert paid.status_code == 200, paid.text
    text = kept_text(site)
    for secret in SECRETS:
        assert secret not in text
        assert secret not in page
    assert person in text
    assert '"last_four":"1120"' in text


def test_a_stale_page_says_who_verified_the_hand_and_a_fresh_one_replaces_it(site: Site) -> None:
    clerk, supervisor = signed_on(site, "A400"), signed_on(site, "E300")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    assert "instead_of_ms" not in clerk.request("GET", address).text
    verified(supervisor, site, award)
    asked = {
        "award": award, "cards": ACES, "deck_cards": 52, "camera": "9", "witness": "S200",
        "shown_at": list_of_today(site),
    }  # fmt: skip
    stale = clerk.press("verify-hand", **asked)
    assert code_of(stale) == (409, "HAND_VERIFIED")
    assert "E300 verified this hand, " in stale.json()["reason"]
    seen = re.search(r'name="instead_of_ms" value="(\d+)"', clerk.request("GET", address).text)
    assert seen is not None
    again = clerk.press("verify-hand", **asked, instead_of_ms=int(seen[1]))
    assert again.status_code == 200, again.text


def test_a_clear_read_is_on_the_record_and_not_for_everybody(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    supervisor = signed_on(site, "S200")
    refused = post(supervisor, f"/api/people/{person}/read", {"reason": "curious"})
    assert code_of(refused)[1] == "ROLE_TOO_LOW"
    read = post(clerk, f"/api/people/{person}/read", {"reason": "Form W-2G"})
    assert read.json()["seq"] == str(site.running_site.seq)  # the entry that holds it
    assert read.json()["data"]["tax_number"] == "078-05-1120"
    assert '"kind":"person-read"' in kept_text(site)


def test_a_name_typed_for_an_id_goes_nowhere(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before it becomes an entry; the log has the path without it."""
    lines: list[str] = []
    monkeypatch.setattr(log_module._writer, "write", lines.append)
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    verified(clerk, site, award)
    typed = "Quillan Ostrowski, 88 Tamarack Ln"
    second = {"reason": "x", "second_swipe": by_pin("E300")}
    payment = noted(site, method="check", check_number="1001", person=typed, identity="")
    shares = [{"person": typed, "cents": 1}, {"person": "vqugpmezwd", "cents": 1}]
    answers = [
        clerk.press("open-dispute", award=award, person=typed, reason="said so"),
        clerk.press("pay-prize", award=award, payment=payment),
        clerk.press("pay-prize", award=award, payment={**payment, "person": "", "group": shares}),
        clerk.press("note-payout-step", award=award, step="person", payment={"person": typed}),
        post(clerk, f"/api/people/{typed}/read", {"reason": "x"}),
        post(clerk, f"/api/people/{typed}/correct", {**KIM, **second}),
        post(clerk, f"/api/people/{typed}/purge", second),
        post(clerk, "/api/people/export", {"people": [typed], "reason": "x"}),
    ]
    assert {code_of(each)[1] for each in answers} == {"PERSON_UNKNOWN"}
    post(signed_on(site, "D100"), f"/api/people/{typed}/read", {"reason": "x"})
    post(clerk, f"/api/people/Ostrowski/{typed}", {"reason": "x"})
    told = [*lines, kept_text(site), *(each.text for each in answers)]
    assert not [text for text in told if "Ostrowski" in text or "Tamarack" in text]
    assert any('"/api/people/{person}"' in line for line in lines)


def test_a_vault_that_fails_tells_the_cashier_what_to_do_and_the_log_why(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(log_module._writer, "write", lines.append)
    (site.running_site.folder / "vault.db").write_bytes(b"no vault" * 1000)
    answer = post(signed_on(site, "A400"), "/api/people", KIM)
    assert code_of(answer) == (503, "VAULT_UNAVAILABLE")
    assert answer.json()["reason"] == "vault.db: it's damaged. Restore it from a backup"
    (line,) = [line for line in lines if "VAULT_UNAVAILABLE" in line]
    assert "DatabaseError: file is not a database" in line


def test_a_step_left_out_is_told_in_R8_and_R6(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under a profile that leaves the step free: Washington's does not."""
    free = CitedText(FREE, "none")
    monkeypatch.setattr(payouts, "step_rule", lambda law, step: free)
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    skipped = clerk.press("skip-payout-step", award=award, step="verify", reason="camera is out")
    assert skipped.status_code == 200, skipped.text
    period = "begin=2026-11-07&end=2026-11-30"
    exceptions = clerk.request("GET", f"/office/reports/exceptions?{period}").text
    register = clerk.request("GET", f"/office/reports/prize_register?{period}").text
    assert f'/office/wins/{award}">Four Aces at C1, seat 2: Verify the hand<' in exceptions
    assert "camera is out" in exceptions
    assert "verify skipped: camera is out" in register


def test_what_is_typed_for_a_badge_is_kept_only_if_it_is_one(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(log_module._writer, "write", lines.append)
    for badge in ("219-47-8836", "S200"):
        visitor = site.visitor()
        visitor.load("/sign-on")
        visitor.form("/sign-on", badge=badge, pin="0000")
    kept = "".join(lines) + kept_text(site)
    assert "219-47-8836" not in kept
    assert '"who":"unknown badge"' in kept
    assert '"who":"S200"' in kept


def test_R8_tells_refusals_about_people_without_their_reasons(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    asked = clerk.press("open-dispute", award=award, person="vqugpmezwd", reason="said so")
    assert code_of(asked)[1] == "PERSON_UNKNOWN"
    report = clerk.request("GET", "/office/reports/exceptions?begin=2026-11-07&end=2026-11-30").text
    assert "PERSON_UNKNOWN" in report
    assert "vqugpmezwd" not in report
    assert "record this person first" not in report


def test_an_export_holds_people_only_when_asked_and_says_so(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    asked = {"people": [person], "reason": "the agency's request 12"}
    refused = post(signed_on(site, "S200"), "/api/people/export", asked)
    assert code_of(refused)[1] == "ROLE_TOO_LOW"
    given = post(clerk, "/api/people/export", asked)
    assert given.json()["people"][person]["name"] == "Kimberly Example"
    text = kept_text(site)
    assert '"kind":"people-exported"' in text
    assert "Kimberly" not in text


def test_two_people_correct_a_record_and_the_vault_keeps_what_was_wrong(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", {**KIM, "birth_date": "2010-12-31"}).json()["person"]
    award = award_of(clerk, "Four Aces")
    named = {"award": award, "step": "person", "payment": {"person": person}}
    refused = clerk.press("note-payout-step", **named)
    assert code_of(refused) == (409, "UNDER_AGE")
    assert person not in refused.text
    assert "two people fix it under Winners' data" in refused.json()["reason"]
    again = post(clerk, "/api/people", KIM)
    assert code_of(again)[1] == "IDENTITY_TAKEN"
    assert "with another name or birth date" in again.json()["reason"]
    unnamed = guide_part(clerk.request("GET", f"/office/payout/{award}?people={person}").text)
    assert 'href="/office/winners"' in unnamed
    address = f"/api/people/{person}/correct"
    card = {"identity": "driver license", "number": "WDL55ABC4712"}
    right = {**KIM, "identities": [card], "reason": "misread"}
    assert code_of(post(clerk, address, dict(right)))[1] == "SWIPE_MISSING"
    alone = {**right, "second_swipe": by_pin("A400")}
    assert code_of(post(clerk, address, alone))[1] == "BADGE_TWICE"
    both = {**right, "second_swipe": by_pin("S200")}
    assert post(clerk, address, dict(both)).status_code == 200
    assert code_of(post(clerk, address, dict(both)))[1] == "CORRECTION_EMPTY"
    assert clerk.press("note-payout-step", **named).status_code == 200
    page = clerk.request("GET", f"/office/payout/{award}").text
    assert "***4712" in page
    assert "***4711" not in page
    given = post(clerk, f"/api/people/{person}/read", {"reason": "check"}).json()["data"]
    assert (given["birth_date"], given["before"][0]["birth_date"]) == ("1970-12-31", "2010-12-31")
    text = kept_text(site)
    told = '"parts":["birth_date","identities"]'
    assert told in text
    assert '"last_four":"4711"' in text.partition(told)[2]
    assert '"last_four":"4712"' in text.partition(told)[2]
    for secret in (*SECRETS, "2010-12-31", "WDL55ABC4712"):
        assert secret not in text


def test_one_paper_does_not_pass_as_two_identities(site: Site) -> None:
    clerk = signed_on(site, "A400")
    card = {"identity": "driver license", "number": "WDL55ABC4711"}
    passport = {"identity": "passport", "number": "WDL55 abc4711"}
    for second, kind in ((passport, "passport"), (card, "driver license")):
        refused = post(clerk, "/api/people", {**KIM, "identities": [card, second]})
        assert code_of(refused) == (409, "IDENTITY_TWICE")
        assert refused.json()["field"] == "identities.1.number"
        assert refused.json()["reason"].startswith(
            f"the number of the second identity ({kind}) is the same as the number of the"
            " first identity (driver license). One ID counts once"
        )
    assert '"kind":"person-recorded"' not in kept_text(site)


def test_a_correction_does_not_take_another_persons_number(site: Site) -> None:
    clerk = signed_on(site, "A400")
    post(clerk, "/api/people", KIM)
    papers = [{"identity": "passport", "number": "P7654321"}]
    lee = {**KIM, "name": "Lee Example", "identities": papers, "tax_number": ""}
    person = post(clerk, "/api/people", lee).json()["person"]
    both = {"reason": "misread", "second_swipe": by_pin("S200")}
    refused = post(clerk, f"/api/people/{person}/correct", {**KIM, **both})
    assert code_of(refused) == (409, "IDENTITY_TAKEN")
    assert refused.json()["field"] == "identities.0.number"
    said = "the number of the first identity (driver license) is on file for another person"
    assert refused.json()["reason"].startswith(said)


def test_a_purge_takes_two_people_and_comes_not_too_early(site: Site) -> None:
    clerk = signed_on(site, "A400")
    person = post(clerk, "/api/people", KIM).json()["person"]
    vault = clerk.request("GET", "/office/winners").text
    assert "Never paid" in vault
    assert re.search(rf'<option value="{person}">Driver license \*\w{{4}}', vault)
    clerk.form("/language", language="es")
    in_spanish = clerk.request("GET", "/office/winners").text
    assert "Nunca cobró" in in_spanish
    assert "licencia de conducir *" in in_spanish
    assert re.search(r"<td[^>]*>\d\d [a-z]{3} 20\d\d</td>", in_spanish)  # keep until
    clerk.form("/language", language="")
    disputed = clerk.press(
        "open-dispute", award=award_of(clerk, "Four Aces"), person=person, reason="his cards"
    )
    assert disputed.status_code == 200, disputed.text
    alone = post(clerk, f"/api/people/{person}/purge", {"reason": "asked for"})
    assert code_of(alone)[1] == "SWIPE_MISSING"
    both = {"reason": "asked for", "second_swipe": by_pin("E300")}
    early = post(clerk, f"/api/people/{person}/purge", both)
    assert code_of(early)[1] == "PURGE_TOO_EARLY"


def test_a_number_in_a_payment_is_refused_and_kept_nowhere(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    payment = {"method": "cash", "identity": "SSN 078-05-1120", "exclusion": "A400"}
    refused = clerk.press("pay-prize", award=award, payment=payment)
    assert code_of(refused) == (409, "IDENTITY_IN_CLEAR")
    assert "078-05-1120" not in refused.text
    assert "078-05-1120" not in kept_text(site)


def test_a_payment_is_held_and_released_on_the_guide(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    assert 'data-command="verify-hand"' in clerk.request("GET", address).text
    held = clerk.press("hold-payment", award=award, ground="dispute", reason="two claim it")
    assert held.status_code == 200, held.text
    page = clerk.request("GET", address).text
    assert 'data-command="verify-hand"' not in page
    assert 'data-command="release-payment"' in page
    assert "Payment on hold: dispute (two claim it) · A400" in page
    assert ". Held, dispute. <a" in page
    assert ">Held, dispute</span>" in clerk.request("GET", f"/office/wins/{award}").text
    # Why stays with those who pay: it may be about the winner.
    assert ">Held</span>" in signed_on(site, "T500").request("GET", f"/wins/{award}").text
    assert 'data-command="forfeit-prize"' not in page
    site.access.choose_language("A400", "es")
    assert ">Retenido, disputa</span>" in clerk.request("GET", f"/office/wins/{award}").text
    site.access.choose_language("A400", "en")
    released = clerk.press(
        "release-payment", award=award, reason="settled", second_swipe=by_pin("S200")
    )
    assert released.status_code == 200, released.text
    assert 'data-command="verify-hand"' in clerk.request("GET", address).text


def test_a_payment_is_held_for_a_winner_who_is_under_age(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    assert ">winner is under age</option>" in clerk.request("GET", address).text
    held = clerk.press("hold-payment", award=award, ground="under_age", reason="19 by the license")
    assert held.status_code == 200, held.text
    assert ". Held, winner under age. <a" in clerk.request("GET", address).text
    page = clerk.request("GET", address).text
    assert "The system has no rule on who gets this prize." in page
    refused = clerk.press(
        "forfeit-prize", award=award, to="E300", reason="x", second_swipe=by_pin("S200")
    )
    assert "that is badge E300" in refused.json()["reason"]
    found = clerk.request("GET", "/office/search?q=under%20age").text
    assert f"/office/story/award/{award}" in found


def test_a_prize_that_cannot_be_backed_out_is_canceled_on_the_guide(site: Site) -> None:
    clerk = signed_on(site, "A400")
    entered = clerk.press("adjust-meter", **WON_BY_HAND, second_swipe=by_pin("S200"))
    assert entered.status_code == 200, entered.text
    award = f"adjustment-{entered.json()['seq']}"
    for name in ("payout", "wins"):
        page = clerk.request("GET", f"/office/{name}/{award}").text
        assert 'data-command="cancel-prize"' in page
        assert 'data-command="back-out-award"' not in page
    both = {"reason": "not won", "evidence": "camera 7", "second_swipe": by_pin("E300")}
    refused = clerk.press("cancel-prize", award=award, **both)
    assert code_of(refused)[1] == "BADGE_TWICE"
    assert "the person who entered this prize can't cancel it" in refused.json()["reason"]
    canceled = second_supervisor(site).press("cancel-prize", award=award, **both)
    assert canceled.status_code == 200, canceled.text
    after = clerk.request("GET", f"/office/payout/{award}").text
    assert "Canceled, do not pay" in after
    assert "cancel-prize" not in after


# ---- the guide ----------------------------------------------------------------------------------


def states_of(page: str) -> dict[str, str]:
    """How far each step of a guide is."""
    return dict(re.findall(r'data-step="(\w+)" data-state="(\w+)"', page))


def test_two_people_go_on_one_anothers_pay_out(site: Site) -> None:
    clerk, supervisor = signed_on(site, "A400"), signed_on(site, "S200")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    assert set(states_of(clerk.request("GET", address).text).values()) == {"open"}
    verified(clerk, site, award)
    seen = {"identity": "passport", "of_age": True}
    answer = supervisor.press("note-payout-step", award=award, step="person", payment=seen)
    assert answer.status_code == 200, answer.text
    page = clerk.request("GET", address).text
    states = states_of(page)
    assert (states["verify"], states["person"], states["exclusion"]) == ("done", "done", "open")
    assert "S200" in page
    assert 'data-step="exclusion" data-state="open" aria-current="step"' in page
    # What the open form has is asked once: its steps below only say where.
    for field in ("payment.tax_form", "payment.method", "payment.exclusion_list"):
        assert page.count(f'name="{field}"') == 1
    assert page.count("See the form above.") == 2
    listed = {"exclusion": "A400", "exclusion_list": list_of_today(site)}
    for step, part in (
        ("exclusion", listed),
        ("tax", {"tax_form": "none"}),
        ("method", {"method": "cash"}),
        ("signatures", {"winner_signed": True, "witness": "S200"}),
    ):
        if step == "signatures":
            page = clerk.request("GET", address).text
            assert page.count("See the form above.") == 1  # the seal, beside the signatures
        clerk.press("note-payout-step", award=award, step=step, payment=part)
    assert states_of(clerk.request("GET", address).text)["seal"] == "open"
    refused = clerk.press("pay-prize", award=award)
    assert code_of(refused)[1] == "SEAL_MISSING"
    paid = clerk.press("pay-prize", award=award, payment={"seal": "S-77"})
    assert paid.status_code == 200, paid.text


def test_who_may_not_pay_is_told_so_first_and_who_can(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    look = site.running_site._engine.look
    confirmer = look(lambda state: state.award(award).confirmed_by[0]).result(60)
    address = f"/office/payout/{award}"
    assert "data-may-not-pay" not in clerk.request("GET", address).text
    page = guide_part(signed_on(site, confirmer).request("GET", address).text)
    told = "You confirmed this award, so someone else must pay it: another supervisor, executive, "
    assert told + "accounting." in page.partition("<ol")[0]


def test_cards_that_make_another_hand_are_refused(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    typed = {"award": award, "deck_cards": 52, "camera": "7", "witness": "S200"}
    shown = list_of_today(site)
    kings = clerk.press("verify-hand", **typed, shown_at=shown, cards="Ks Kh Kd Kc 2d")
    assert code_of(kings)[1] == "HAND_NOT_SO"
    assert "the award is for Four Aces" in kings.json()["reason"]
    assert "_" not in kings.json()["reason"]
    few = clerk.press("verify-hand", **typed, shown_at=shown, cards="As Ah")
    assert code_of(few)[1] == "CARDS_WRONG"
    two_decks = clerk.press(
        "verify-hand", **{**typed, "deck_cards": 104}, shown_at=shown, cards=ACES
    )
    assert code_of(two_decks)[1] == "DECK_WRONG"
    assert "52" in two_decks.json()["reason"]
    before = clerk.press("verify-hand", **typed, shown_at="2020-01-01 10:00", cards=ACES)
    assert code_of(before)[1] == "DAY_WRONG"
    assert clerk.press("verify-hand", **typed, shown_at=shown, cards=ACES).status_code == 200
    page = clerk.request("GET", f"/office/payout/{award}").text
    assert f"{ACES}; 52 cards counted; Camera 7, {written(shown)}" in page


def test_the_guide_begins_with_the_payment_that_the_jurisdiction_asks_for(site: Site) -> None:
    award = award_of(signed_on(site, "A400"), "Four Aces")
    guide = site.running_site._engine.look(
        lambda state: guide_of(state, award, (), site.running_site.now_ms())
    ).result(60)
    small = replace(guide, gross_cents=Cents(500_000), is_reported=False)
    assert (small.usual_method, small.usual_form) == ("cash", "none")
    large = replace(guide, gross_cents=Cents(500_001), is_reported=True)
    assert (large.usual_method, large.usual_form) == ("check", "W-2G")


def test_the_same_person_keeps_one_id(site: Site) -> None:
    clerk = signed_on(site, "A400")
    first = post(clerk, "/api/people", KIM).json()["person"]
    passport = {"identity": "passport", "number": "P5550815"}
    again = post(clerk, "/api/people", KIM | {"identities": [passport], "tax_number": ""})
    assert again.json()["person"] != first  # nothing in common: no number was shown twice
    with_more = KIM | {"identities": [*KIM["identities"], passport | {"number": "Q777"}]}
    assert post(clerk, "/api/people", with_more).json()["person"] == first
    other = post(clerk, "/api/people", KIM | {"name": "Lee Other"})
    assert code_of(other)[1] == "IDENTITY_TAKEN"


def test_a_group_is_named_on_the_page(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    kim = post(clerk, "/api/people", KIM).json()["person"]
    lee_data = KIM | {
        "name": "Lee Other", "tax_number": "",
        "identities": [{"identity": "passport", "number": "P5550815"}],
    }  # fmt: skip
    lee = post(clerk, "/api/people", lee_data).json()["person"]
    verified(clerk, site, award)
    address = f"/office/payout/{award}?people={kim},{lee}"
    page = guide_part(clerk.request("GET", f"{address},{kim}").text)  # each of them once
    assert f'name="payment.group.0.person" value="{kim}"' in page
    assert 'name="payment.group.1.cents"' in page
    assert "payment.group.2" not in page
    assert f'href="/office/payout/{award}?people={lee}"' in page  # kim is taken off
    assert re.findall(r'value="(none|W-2G|1042-S|5754)"', page) == ["5754"]
    assert 'name="payment.group_checks.1"' in page
    assert "once the shares add up to" in page
    assert "withheld <b" not in page
    prize = next(
        row for row in exported(clerk, "/office/prizes", "unpaid") if row["award"] == award
    )
    cents = round(float(prize["owed"].replace(",", "").replace("$", "")) * 100)
    shared = guide_part(clerk.request("GET", f"{address}&shares={cents - 100},100").text)
    assert shared.count("withheld <b") == 3  # of all, and of each
    group = [{"person": kim, "cents": cents - 100}, {"person": lee, "cents": 100}]
    answer = clerk.press("note-payout-step", award=award, step="person", payment={"group": group})
    assert answer.status_code == 200, answer.text
    for noted_page in (f"/office/payout/{award}", address):  # loaded again, whatever its address
        page = clerk.request("GET", noted_page).text
        told = re.search(r'data-step="person" data-state="done".*?</p>', page, re.S)
        assert told is not None
        assert "<b>K. E.</b>" in told[0]
        assert "<b>L. O.</b>" in told[0]
        assert '<b class="money">$1.00</b>' in told[0]
        assert 'value="5754"' in page
        assert "Won on this wager:" in page
    assert 'name="payment.tax_reason"' in page  # how tax beyond a share is collected
    assert page.count("<li><b>") >= 2  # gross, withheld and net of each


def test_who_is_recorded_again_for_the_same_prize_gets_the_second_identity(site: Site) -> None:
    """By name and date of birth: nobody types the first number again to add the second."""
    clerk = signed_on(site, "A400")
    kim = post(clerk, "/api/people", KIM).json()["person"]
    passport = {"identities": [{"identity": "passport", "number": "P5550815"}], "tax_number": ""}
    again = post(clerk, "/api/people", KIM | passport | {"beside": [kim]}).json()
    assert again["person"] == kim
    assert {each["number"] for each in again["shown"]["identities"]} == {"***4711", "***0815"}
    assert again["shown"]["tax_number"] == "***1120"
    other = KIM | {"name": "Lee Other", "identities": [], "tax_number": "", "beside": [kim]}
    assert post(clerk, "/api/people", other).json()["person"] != kim


def test_the_form_is_three_parts_and_names_nobody(site: Site, tmp_path: Path) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    person = post(clerk, "/api/people", KIM).json()["person"]
    clerk.press("note-payout-step", award=award, step="person", payment={"person": person})
    verified(clerk, site, award)
    answer = clerk.form("/office/payout-form", award=award)
    assert answer.status_code == 200, answer.text
    text = text_of(answer.content, tmp_path)
    for part in ("Part 1: player", "Part 2: cage", "Part 3: accounting"):
        assert part in text
    assert person in text
    for secret in SECRETS:
        assert secret not in text
    assert "***4711" in text
    assert "Original" in text
    assert "REPRINT" not in text
    assert '"report":"payout_form","copy":1' in kept_text(site)
    again = text_of(clerk.form("/office/payout-form", award=award).content, tmp_path)
    assert "REPRINT 1 (copy 2)" in again
    assert "by A400" in again


def test_a_prize_below_the_sealing_limit_is_paid_without_a_word_of_sealing(site: Site) -> None:
    """Washington seals from $500 on; the four of a kind pays less."""
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four of a Kind")
    address = f"/office/payout/{award}"
    listed = {"exclusion": "A400", "exclusion_list": list_of_today(site)}
    seen = {"identity": "passport", "of_age": True}
    for step, part in (("person", seen), ("exclusion", listed), ("tax", {"tax_form": "none"}),
                       ("method", {"method": "tray"})):  # fmt: skip
        answer = clerk.press("note-payout-step", award=award, step=step, payment=part)
        assert answer.status_code == 200, answer.text
    page = clerk.request("GET", address).text
    assert '<button class="go">PAID</button>' in page
    assert "envelope" not in guide_part(page)
    assert "payment.seal" not in page
    signed = {"winner_signed": True, "witness": "S200"}
    assert clerk.press("pay-prize", award=award, payment=signed).status_code == 200
    assert "envelope" not in guide_part(clerk.request("GET", address).text)
    aces = clerk.request("GET", f"/office/payout/{award_of(clerk, 'Four Aces')}").text
    assert "Seal and pay" in aces


def guide_part(page: str) -> str:
    """A payout's page without the help that belongs to every one."""
    return page.partition("<main")[2].partition("</main>")[0]


def test_the_guide_says_that_the_form_was_not_printed(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    address = f"/office/payout/{award}"
    verified(clerk, site, award)
    assert "back out the award" in clerk.request("GET", address).text
    assert "been printed yet" in clerk.request("GET", address).text
    paid = clerk.press("pay-prize", award=award, payment=noted(site, method="cash"))
    assert paid.status_code == 200, paid.text
    page = clerk.request("GET", address).text
    assert "Paid without printing the form here." in page
    assert "back out the award" not in page
    assert "Show the cards to the camera" not in guide_part(page)
    assert f"Keep the hand and deck until {written('2026-11-14')}." in page  # 7 days, as in R6
    clerk.form("/language", language="es")
    in_spanish = clerk.request("GET", address).text
    assert f"Guarde la mano y la baraja hasta {written('2026-11-14', 'es')}." in in_spanish
    assert list_of_today(site) not in guide_part(in_spanish)  # of camera and list
    clerk.form("/language", language="")
    assert clerk.form("/office/payout-form", award=award).status_code == 200
    assert "data-unprinted" not in clerk.request("GET", address).text


def test_the_bank_says_why_more_is_due_than_the_account_lacks(site: Site) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    verified(clerk, site, award)
    paid = clerk.press("pay-prize", award=award, payment=noted(site, method="cash"))
    assert paid.status_code == 200, paid.text
    assert "To reimburse the cage for prizes" not in clerk.request("GET", "/office/bank").text
    seized = clerk.press(
        "record-withdrawal", cents=200_000, reference="order 7", day="2026-11-08",
        purpose="seizure", second_swipe=by_pin("E300"),
    )  # fmt: skip
    assert seized.status_code == 200, seized.text
    assert "To reimburse the cage for prizes" in clerk.request("GET", "/office/bank").text


def test_the_head_of_a_pay_out_says_what_the_player_says(site: Site) -> None:
    """The aces were won at seat 2 of C1, which D100 dealt."""
    clerk = signed_on(site, "A400")
    page = clerk.request("GET", f"/office/payout/{award_of(clerk, 'Four Aces')}").text
    head = (
        f"Table C1, Crazy 4 Poker · Seat 2, sensor 1 · {written('2026-11-07 08:00')} · "
        "Dealer First Dealer · Level: Main"
    )
    assert f"<p>{head}</p>" in page


@pytest.mark.parametrize("method", ["cash", "check"])
def test_only_a_check_leaves_its_number_used_when_it_is_voided(site: Site, method: str) -> None:
    clerk = signed_on(site, "A400")
    award = award_of(clerk, "Four Aces")
    verified(clerk, site, award)
    number = "1001" if method == "check" else ""
    payment = noted(site, method=method, check_number=number)
    assert clerk.press("pay-prize", award=award, payment=payment).json()["accepted"]
    page = clerk.request("GET", f"/office/payout/{award}").text
    assert "The prize is owed again." in page
    assert ("The check number can" in page) is (method == "check")
