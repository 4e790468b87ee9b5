"""Nine more days at two tables: enough for the plots of the first page."""

from __future__ import annotations

from pitboss.floor.facts import bank, people
from pitboss.money import Cents

from .history import Past


def nine_days(past: Past) -> None:
    """On each day at C1 ten rounds of three wagers and at C2 five of two, a minute apart; every
    third day a straight flush at seat 1 of C1, on the sixth four aces."""
    deposit = {"reference": "more", "day": "2026-11-08", "badge": "A400"}
    past.ask(bank.RecordDeposit, cents=Cents(9_000_000), **deposit)
    past.ask(people.SignIn, table="C2", badge="D101")
    past.end_day()
    for number in range(1, 10):
        for played in range(10):
            hit = "four_aces" if number == 6 else "straight_flush" if number % 3 == 0 else ""
            past.at_ms += 57_000  # START and END take a second each, a hand two more
            past.round("C1", [1, 2, 3], hands={1: hit} if hit and played == 4 else None)
            if played % 2:
                past.round("C2", [4, 5])
        if number < 9:
            past.end_day()
