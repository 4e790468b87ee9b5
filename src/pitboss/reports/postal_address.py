"""Addresses as the IRS's files have them: street, city, state, ZIP Code."""

from __future__ import annotations

import re
from typing import NamedTuple

_CODES = """
AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV
NH NJ NM NY NC ND MP OH OK OR PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY AA AE AP
"""
STATES = frozenset(_CODES.split())
_WRITTEN = re.compile(
    r"(?P<street>.+)[,\n]\s*(?P<city>[^,\n]+?)[,\s]+(?P<state>[A-Z]{2})[,\s]+"
    r"(?P<zip>\d{5})(?:-?(?P<four>\d{4}))?\s*",
    re.DOTALL,
)
LINE_MOST = 40  # characters of a street or a city


class PostalAddress(NamedTuple):
    """An address in the United States."""

    street: str
    city: str
    state: str
    zip_code: str


def read_address(text: str) -> PostalAddress | None:
    """An address as somebody typed it, such as 1 Cedar Street, Spokane, WA 99201; None if it can't
    be told apart."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or found["state"] not in STATES:
        return None
    street, city = (" ".join(found[part].replace(",", " ").split()) for part in ("street", "city"))
    if max(len(street), len(city)) > LINE_MOST:
        return None
    return PostalAddress(street, city, found["state"], found["zip"] + (found["four"] or ""))
