"""The cards of a prize are kept as long as somebody may ask for them. Of the people whom a prize
names tests/scenarios/cases/winners.txt says how long they are kept."""

from __future__ import annotations

from pitboss.floor.facts import papers, payments
from pitboss.floor.state.retention import hand_kept_until
from pitboss.local_time import local_day

from .test_payments import DAY_15_NOV_2026, another, ask, washington

LATE_MS = 10 * 366 * 86_400_000  # past every day that records are kept


def test_cards_of_a_held_or_disputed_prize_are_kept_however_long() -> None:
    """25 CFR 543.10(c), in every jurisdiction: hand and deck are kept today, whatever day it is."""
    floor, award = washington()
    another(floor, "lee")
    late_ms = DAY_15_NOV_2026 + LATE_MS
    today = local_day(late_ms, floor.state.time_zone)

    def kept() -> str:
        found = floor.state.award(award)
        return hand_kept_until(floor.state, found, won_ms=DAY_15_NOV_2026, now_ms=late_ms)

    assert kept() < today
    ask(
        floor,
        payments.HoldPayment,
        award=award,
        ground="dispute",
        reason="two claim it",
        badge="ann",
    )
    assert kept() == today
    ask(floor, payments.ReleasePayment, award=award, reason="one left", badges=("sam", "ann"))
    assert kept() < today
    ask(floor, papers.OpenDispute, award=award, person="lee", reason="his", badge="ann")
    assert kept() == today
