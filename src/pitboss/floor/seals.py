"""Seals of envelopes: a number closes one envelope, with the hand of one seat in one round."""

from __future__ import annotations

import unicodedata

from pitboss.floor.state import AwardState, State


def seal_key(seal: str) -> str:
    """By which a seal is found again, however its letters and spaces are typed."""
    return "".join(unicodedata.normalize("NFKC", seal).casefold().split())


def award_sealed(state: State, seal: str, found: AwardState) -> str:
    """The award of another hand whose envelope a seal closes; nothing where it closes none, or the
    payment was voided that named it."""
    key = seal_key(seal)
    name = state.seals.get(key) if key else None
    if name is None or name == found.award.award:
        return ""
    other = state.awards.get(name)
    if other is None:  # settled, and gone from the floor with its round
        return name
    is_open = other.payment is None or seal_key(other.payment.seal) != key
    return "" if is_open or _hand(other) == _hand(found) else name


def _hand(found: AwardState) -> tuple[str, int, int, str]:
    """Whose hand won; one that was entered by hand is its own."""
    own = "" if found.table else found.award.award
    return found.table, found.round, found.award.seat, own
