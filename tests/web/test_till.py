"""A till of the cage: who opens it, who proves what there, and that it pays as the office does."""

from __future__ import annotations

from pathlib import Path

import pytest

from .office_support import award_of, list_of_today, signed_on, verified
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of

__all__ = ["site"]

AT_VAULT = {"second_swipe": by_pin("E300")}


def at_till(site: Site, badge: str = "A400") -> Visitor:
    return site.visitor().enroll("till", "").sign_on(badge)


def opened(site: Site, cents: int = 500_000) -> Visitor:
    """A till with the accountant's drawer."""
    till = at_till(site)
    answer = till.press("open-drawer", cents=cents, **AT_VAULT)
    assert answer.status_code == 200, answer.text
    return till


def by_card(site: Site, badge: str) -> dict[str, str]:
    return {"track": site.cards[badge].track}


def payment(site: Site) -> dict[str, object]:
    """What a plain prize of $1,003.60 needs, but the second signer."""
    return {
        "method": "cash",
        "identity": "driver license",
        "of_age": True,
        "exclusion": "A400",
        "exclusion_list": list_of_today(site),
        "tax_form": "none",
        "winner_signed": True,
        "seal": "S-77",
    }


def test_only_an_enrolled_till_opens_the_tills_pages(site: Site) -> None:
    answer = signed_on(site, "A400").request("GET", "/till")
    assert answer.status_code == 403
    assert "DEVICE_ELSEWHERE" in answer.text
    assert site.visitor().enroll("till", "").request("GET", "/").headers["location"] == "/till"
    assert at_till(site).request("GET", "/till").status_code == 200


def test_a_till_shows_each_prize_to_pay_and_whose_drawer_it_is(site: Site) -> None:
    till = at_till(site)
    page = till.request("GET", "/till").text
    assert "$1,003.60" in page
    assert "data-drawer>Open the drawer first" in page
    assert till.press("open-drawer", cents=100, **AT_VAULT).status_code == 200
    assert "data-drawer" not in till.request("GET", "/till").text
    other = till.form("/sign-off", next="/till")
    assert other.status_code == 303
    assert "Accounting Clerk&#39;s drawer" in till.sign_on("S200").request("GET", "/till").text


def test_a_drawer_opens_at_a_till_alone(site: Site) -> None:
    answer = signed_on(site, "A400").press("open-drawer", cents=100, **AT_VAULT)
    assert code_of(answer)[1] == "DEVICE_UNKNOWN"


def test_a_witness_at_a_till_swipes_or_types_a_pin(site: Site) -> None:
    till = opened(site)
    award = award_of(till, "Four Aces")
    verify = {
        "award": award, "cards": "As Ah Ad Ac 2d", "deck_cards": 52, "camera": "7",
        "shown_at": list_of_today(site),
    }  # fmt: skip
    named = till.press("verify-hand", **verify, witness="S200")
    assert code_of(named)[1] == "SWIPE_MISSING"
    wrong = till.press("verify-hand", **verify, second_swipe={"badge": "S200", "pin": "0000"})
    assert code_of(wrong)[1] == "PIN_WRONG"
    seen = till.press("verify-hand", **verify, second_swipe=by_card(site, "S200"))
    assert seen.status_code == 200, seen.text
    assert seen.json()["events"][0]["witness"] == "S200"


def test_a_prize_is_paid_from_the_drawer_with_a_co_signer_by_card(site: Site) -> None:
    till = opened(site)
    award = award_of(till, "Four Aces")
    verified(till_free(site), site, award)
    till = till.sign_on("A400")
    asked = {"award": award, "payment": payment(site)}
    typed = till.press("pay-prize", award=award, payment={**payment(site), "witness": "S200"})
    assert code_of(typed)[1] == "SWIPE_MISSING"
    paid = till.press("pay-prize", **asked, second_swipe=by_card(site, "S200"))
    assert paid.status_code == 200, paid.text
    (event,) = paid.json()["events"]
    assert (event["drawer_cents"], event["payment"]["witness"]) == (100_360, "S200")
    assert paid.json()["told"].endswith("at till 1.")
    page = till.request("GET", f"/till/prize/{award}").text
    assert "data-paid" in page
    assert "PRINT THE RECEIPT" in page


def till_free(site: Site) -> Visitor:
    """Somebody in the office, who verifies the hand there."""
    return signed_on(site, "E300")


def test_a_drawer_that_is_short_pays_nothing(site: Site) -> None:
    till = opened(site, 100_359)
    award = award_of(till, "Four Aces")
    verified(till_free(site), site, award)
    asked = {"award": award, "payment": payment(site)}
    short = till.press("pay-prize", **asked, second_swipe=by_card(site, "S200"))
    assert code_of(short)[1] == "DRAWER_SHORT"


def test_a_drawer_is_handed_over_by_two_cards(site: Site) -> None:
    till = opened(site)
    short = {"cents": 499_000, "second_swipe": by_card(site, "S200")}
    refused = till.press("hand-over-drawer", **short)
    assert code_of(refused)[1] == "DRAWER_DIFFERS"
    assert "5,000" not in refused.text  # the count is blind
    done = till.press("hand-over-drawer", **short, reason="a bill counted twice")
    assert done.status_code == 200, done.text
    assert done.json()["events"][0]["badges"] == ["A400", "S200"]


def test_a_card_counts_at_a_till_and_not_in_an_office(site: Site) -> None:
    till = site.visitor().enroll("till", "")
    answer = till.form("/sign-on", badge=site.cards["A400"].track, pin="")
    assert answer.status_code == 303, answer.text
    office = site.visitor().form("/sign-on", badge=site.cards["A400"].track, pin="")
    assert "CARD_NOT_HERE" in office.text


@pytest.mark.parametrize("address", ["/till", "/till/drawer"])
def test_the_tills_pages_follow_the_readers_language(site: Site, address: str) -> None:
    site.access.choose_language("A400", "es")
    page = at_till(site).request("GET", address).text
    assert "Ventanilla 1" in page
    assert "Primero abra la gaveta" in page


def test_the_usual_camera_and_list_are_filled_in(site: Site, tmp_path: Path) -> None:
    till = opened(site)
    award = award_of(till, "Four Aces")
    page = till.request("GET", f"/till/prize/{award}").text
    assert 'name="camera" data-kind="text" value=""' in page
    verified(till_free(site), site, award)
    till.sign_on("A400")
    list_at = list_of_today(site)
    note = {"award": award, "step": "exclusion"}
    checked = {"exclusion": "A400", "exclusion_list": list_at}
    assert till.press("note-payout-step", **note, payment=checked).status_code == 200
    office = till.request("GET", f"/office/payout/{award}").text
    assert f'value="{list_at.replace(" ", "T")}"' in office
    assert 'name="camera" data-kind="text" value="7"' in office
