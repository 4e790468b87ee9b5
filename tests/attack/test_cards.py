"""A card that somebody has read or copied: alone, and from a browser that is nobody's, it opens
nothing."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from pitboss.floor.facts.people import AccessRefused
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from web.office_support import noted
from web.server_support import Site, by_pin, code_of


@pytest.mark.parametrize("kind", ["", "sign"])
def test_a_card_alone_signs_nobody_on_where_no_console_is(site: Site, kind: str) -> None:
    stranger = site.visitor()
    if kind:
        stranger.enroll(kind, "C1")
    answer = stranger.form("/sign-on", badge=site.cards["E300"].track, pin="")
    assert answer.status_code == 403
    assert "CARD_NOT_HERE" in answer.text
    assert stranger.load("/pit").status_code == 303
    with closing(JournalPlace(site.running_site.folder)()) as journal:
        events = [event for row in every_row(journal) for event in events_of(row.events)]
    (refused,) = [event for event in events if isinstance(event, AccessRefused)]
    assert (refused.code, refused.who) == ("CARD_NOT_HERE", "E300")


def test_a_console_takes_a_card_for_its_own_table_and_signs_nobody_on(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    answer = console.form("/sign-on", badge=site.cards["A400"].track, pin="")
    assert (answer.status_code, "CARD_NOT_HERE" in answer.text) == (403, True)
    assert console.load("/office").status_code == 303
    dealer = {"swipe": {"track": site.cards["D100"].track}}
    assert console.press("sign-in", table="C1", **dealer).status_code == 200
    supervisor = {"swipe": {"track": site.cards["S200"].track}}
    elsewhere = console.sign_on("E300").press("pause-table", table="C2", reason="x", **supervisor)
    assert code_of(elsewhere) == (403, "CARD_NOT_HERE")


# What an executive alone would do with the copied cards of A400, S200 and T500.
@pytest.mark.parametrize(
    ("command", "body", "cards"),
    [
        ("pay-prize", {"award": "C1-1-1"}, {"swipe": "A400"}),
        ("void-payment", {"award": "C1-1-1", "reason": "spoiled"}, {"second_swipe": "A400"}),
        ("approve-change", {"change": "7"}, {"swipe": "A400"}),
        ("confirm-awards", {"table": "C1"}, {"swipe": "S200"}),
    ],
)
@pytest.mark.parametrize("device", ["", "console", "keypad", "reader"])
def test_a_copied_card_is_no_second_person_in_the_office(
    site: Site, command: str, body: dict[str, Any], cards: dict[str, str], device: str
) -> None:
    executive = site.visitor()
    if device:
        executive.enroll(device, "C2")
    executive.sign_on("E300")
    swipes = {name: {"track": site.cards[badge].track} for name, badge in cards.items()}
    payment = {"payment": noted(site)} if command == "pay-prize" else {}
    answer = executive.press(command, **body, **payment, **swipes)
    assert code_of(answer) == (403, "CARD_NOT_HERE"), answer.text
    assert "Type badge and PIN" in answer.json()["reason"]


@pytest.mark.parametrize("device", ["", "console"])
def test_a_copied_card_makes_nobody_a_new_pin(site: Site, device: str) -> None:
    executive = site.visitor()
    if device:
        executive.enroll(device, "C1")
    executive.sign_on("E300")
    card = {"track": site.cards["S200"].track}
    asked = {"reason": "lost", "second_swipe": card}
    answer = executive.post("/api/badges/A400/keys", asked)
    assert code_of(answer) == (403, "CARD_NOT_HERE")
    site.visitor().sign_on("A400")  # with the PIN that he has always had
    typed = executive.post("/api/badges/D100/keys", {**asked, "second_swipe": by_pin("A400")})
    assert typed.status_code == 200
