"""Screens that wait for a phone: who sees the picture gets nothing, and a flood forgets nobody."""

from __future__ import annotations

import pytest

from pitboss.refusal import Refusal
from pitboss.web.access.pairing import TICKETS_MOST, Pairings, PairingTicket

from .server_support import Site


@pytest.mark.parametrize("how", ["cookie of its own", "no cookie", "empty cookie", "any token"])
def test_who_only_sees_the_picture_never_gets_the_code(site: Site, how: str) -> None:
    screen, thief = site.visitor(), site.visitor()
    ticket = screen.load("/enroll").text.partition('data-ticket="')[2].partition('"')[0]
    if how == "cookie of its own":
        thief.load("/enroll")
    said = {
        "empty cookie": {"Cookie": "pitboss_visitor="},
        "any token": {"Authorization": "Bearer x"},
    }
    phone = site.visitor().sign_on("E300")
    assert phone.form("/pair", ticket=ticket, place="console C1").status_code == 303
    stolen = thief.request("GET", f"/enroll/waiting/{ticket}", headers=said.get(how, {}))
    assert (stolen.status_code, "CODE_WRONG" in stolen.text) == (403, True)
    assert len(screen.load(f"/enroll/waiting/{ticket}").json()["code"]) == 8


def begin(pairings: Pairings, address: str, *, is_known: bool = False) -> PairingTicket:
    made = pairings.begin("", address=address, is_known=is_known)
    assert made is not None
    return made


def test_a_flood_from_one_address_forgets_no_screen_at_another() -> None:
    pairings = Pairings()
    honest = begin(pairings, "10.0.0.7")
    first, *_ = [begin(pairings, "10.0.0.66") for _ in range(TICKETS_MOST + 500)]
    assert pairings.find(honest.ticket) is honest
    with pytest.raises(Refusal, match="CODE_WRONG"):
        pairings.find(first.ticket)


def test_a_flood_from_many_addresses_forgets_no_screen_that_waits() -> None:
    pairings = Pairings()
    honest = [begin(pairings, "10.0.0.7"), begin(pairings, "10.0.0.8")]
    for number in range(TICKETS_MOST + 30):
        for _ in range(2):
            pairings.begin("", address=f"203.0.113.{number}")
    assert [pairings.find(each.ticket) for each in honest] == honest
    assert pairings.begin("", address="198.51.100.1") is None


def test_a_known_address_finds_a_place_among_strangers() -> None:
    pairings = Pairings()
    strangers = [begin(pairings, f"203.0.113.{number}") for number in range(TICKETS_MOST)]
    known = begin(pairings, "10.0.0.7", is_known=True)
    assert pairings.find(known.ticket) is known
    with pytest.raises(Refusal, match="CODE_WRONG"):
        pairings.find(strangers[-1].ticket)


def test_a_screen_that_has_waited_too_long_makes_room() -> None:
    now_s = [0.0]
    pairings = Pairings(lambda: now_s[0])
    for number in range(TICKETS_MOST):
        begin(pairings, f"203.0.113.{number}")
    assert pairings.begin("", address="10.0.0.7") is None
    now_s[0] = 900.0
    begin(pairings, "10.0.0.7")


def test_a_screen_without_a_place_takes_a_typed_code(site: Site) -> None:
    pairings: Pairings = site.app.state.pairings
    for number in range(TICKETS_MOST):
        pairings.begin("", address=f"203.0.113.{number}", is_known=True)
    page = site.visitor().load("/enroll").text
    assert ("data-ticket" in page, 'name="code"' in page) == (False, True)
