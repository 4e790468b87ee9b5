"""Prizes as screens list them: awards, who shares a hand, envy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.floor.decide.pricing import Priced, PricedMark
from pitboss.floor.facts.values import Award, EnvyPay
from pitboss.floor.view.labels import HandWords


def list_prizes(priced: Priced, hands: HandWords) -> dict[str, Any]:
    """Awards in the order of payment with their sum, and the hands several seats share."""
    return {
        "awards": [award_shown(award, "priced", hands) for award in priced.awards],
        "shared": [_shared_board(each, hands) for each in priced.marks if len(each.awards) > 1],
        "total_cents": sum(award.total_cents for award in priced.awards),
    }


def _shared_board(priced: PricedMark, hands: HandWords) -> dict[str, Any]:
    """A hand that several seats share: each gets the same."""
    first = priced.awards[0]
    return {
        "seats": [award.seat for award in priced.awards],
        **hands(first.jackpot, first.outcome),
        "each_cents": first.total_cents,
        "total_cents": sum(award.total_cents for award in priced.awards),
    }


def award_shown(award: Award, status: str, hands: HandWords) -> dict[str, Any]:
    return {
        "award": award.award,
        "seat": award.seat,
        "sensor": award.sensor,
        "jackpot": award.jackpot,
        "outcome": award.outcome,
        **hands(award.jackpot, award.outcome),
        "level": award.level,
        "level_name": hands.level(award.jackpot, award.level),
        "meter_cents": award.meter_cents,
        "house_cents": award.house_cents,
        "tray_cents": award.tray_cents,
        "stake_cents": award.stake_cents,
        "total_cents": award.total_cents,
        "restarts": award.restarts,
        "status": status,
    }


def envy_shown(pays: Iterable[EnvyPay], hands: HandWords) -> list[dict[str, Any]]:
    return [
        {
            "seat": pay.seat,
            "sensor": pay.sensor,
            "jackpot": pay.jackpot,
            "outcome": pay.outcome,
            **hands(pay.jackpot, pay.outcome),
            "seat_hit": pay.seat_hit,
            "cents": pay.cents,
        }
        for pay in pays
    ]
