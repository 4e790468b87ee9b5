"""Screens that wait for a phone: who sees the picture gets nothing, and a flood forgets nobody."""

from __future__ import annotations

import pytest

from pitboss.refusal import Refusal
from pitboss.web.pairing import TICKETS_MOST, Pairings

from .server_support import Site


def test_who_only_sees_the_picture_never_gets_the_code(site: Site) -> None:
    screen, thief = site.visitor(), site.visitor()
    ticket = screen.load("/enroll").text.partition('data-ticket="')[2].partition('"')[0]
    thief.load("/enroll")
    phone = site.visitor().sign_on("E300")
    assert phone.form("/pair", ticket=ticket, place="console C1").status_code == 303
    stolen = thief.load(f"/enroll/waiting/{ticket}")
    assert (stolen.status_code, "CODE_WRONG" in stolen.text) == (403, True)
    assert len(screen.load(f"/enroll/waiting/{ticket}").json()["code"]) == 8


def test_a_flood_from_one_address_forgets_no_screen_at_another() -> None:
    pairings = Pairings()
    honest = pairings.begin("screen", address="10.0.0.7")
    first, *_ = [pairings.begin("", address="10.0.0.66") for _ in range(TICKETS_MOST + 500)]
    assert pairings.find(honest.ticket) is honest
    with pytest.raises(Refusal, match="CODE_WRONG"):
        pairings.find(first.ticket)
