"""Envelope seals: a number closes one envelope, with one seat's hand in one round."""

from __future__ import annotations

import unicodedata

from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.payouts import round_name


def seal_key(seal: str) -> str:
    """How to find a seal however its letters and spaces are typed."""
    return "".join(unicodedata.normalize("NFKC", seal).casefold().split())


def award_sealed(state: State, seal: str, found: AwardState) -> str:
    """The award of another hand whose envelope this seal closes; empty if it closes none, or every
    payment that named it was voided."""
    key = seal_key(seal)
    name = state.seals.get(key) if key else None
    if name is None or name == found.award.award:
        return ""
    other = state.awards.get(name)
    if other is None:  # settled, and off the floor with its round
        return name
    if _hand(other) == _hand(found):
        return ""
    return next((each for each in _beside(state, other) if _is_sealed(state, each, key)), "")


def _beside(state: State, found: AwardState) -> tuple[str, ...]:
    """An award, and those of the same hand: their cards are in one envelope."""
    name = found.award.award
    wins = state.round_wins.get(round_name(found.table, found.round))
    others = (each for each in (wins.awards if wins else ()) if each != name)
    return name, *(each for each in others if _hand(state.award(each)) == _hand(found))


def _is_sealed(state: State, name: str, key: str) -> bool:
    """Whether a valid payment names the seal."""
    payment = state.award(name).payment
    return payment is not None and seal_key(payment.seal) == key


def _hand(found: AwardState) -> tuple[str, int, int]:
    """The winning hand."""
    return found.table, found.round, found.award.seat
