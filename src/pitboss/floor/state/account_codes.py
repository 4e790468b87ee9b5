"""The house's own codes for the accounts of the ledger, each from a day."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct


class AccountCode(Struct, frozen=True, gc=False):
    """The code and name of an account in the house's general ledger, from a day."""

    first_day: str
    code: str
    name: str


CodesOf = Callable[[str], tuple[AccountCode, ...] | None]  # those of an account, oldest first


def parents_of(account: str) -> Iterator[str]:
    """An account and the families it belongs to, the most exact first: meter:fours:main,
    meter:fours, meter."""
    parts = account.split(":")
    return (":".join(parts[:count]) for count in range(len(parts), 0, -1))


def code_on(codes: CodesOf, account: str, day: str) -> AccountCode | None:
    """An account's code on a day; None if nobody mapped it by then."""
    for each in parents_of(account):
        begun = [code for code in codes(each) or () if code.first_day <= day]
        if begun:
            return begun[-1]
    return None
