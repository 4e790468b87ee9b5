"""Numbers of checks: a plain number, each used once, and a check for each person who is paid."""

from __future__ import annotations

import re
import unicodedata

from pitboss.floor.facts.values import Payment
from pitboss.refusal import Refusal

# Nine digits and more are refused before: they look like the number of an identity.
_PLAIN = re.compile(r"[0-9]{1,8}")


def check_numbers_of(payment: Payment) -> tuple[str, ...]:
    """The checks of a payment as they were typed, one for each person of a group."""
    return tuple(each for each in (payment.check_number, *payment.group_checks) if each.strip())


def check_key(number: str) -> str:
    """By which a check is found again however its number is typed: its digits without the zeros
    in front."""
    plain = unicodedata.normalize("NFKC", number).strip()
    key = plain.lstrip("0")
    if not _PLAIN.fullmatch(plain) or not key:
        raise Refusal("CHECK_NUMBER_WRONG", where="check_number")
    return key
