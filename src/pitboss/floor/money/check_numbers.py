"""Check numbers: plain numbers, each used once, and one for each person who is paid."""

from __future__ import annotations

import re
import unicodedata

from pitboss.floor.facts.values import Payment
from pitboss.refusal import Refusal

# Nine or more digits are refused earlier: they look like an identity number.
_PLAIN = re.compile(r"[0-9]{1,8}")


def check_numbers_of(payment: Payment) -> tuple[str, ...]:
    """The checks of a payment as typed, one for each person of a group."""
    return tuple(each for each in (payment.check_number, *payment.group_checks) if each.strip())


def check_key(number: str) -> str:
    """How to find a check however its number is typed: its digits without leading zeros."""
    plain = unicodedata.normalize("NFKC", number).strip()
    key = plain.lstrip("0")
    if not _PLAIN.fullmatch(plain) or not key:
        raise Refusal("CHECK_NUMBER_WRONG", where="check_number")
    return key
