"""Applies the house's own account codes to the floor."""

from __future__ import annotations

from pitboss.floor.facts import account_codes
from pitboss.floor.state.account_codes import AccountCode
from pitboss.floor.state.floor import State


def account_mapped(state: State, event: account_codes.AccountMapped) -> None:
    mapped = state.account_codes.get(event.account) or ()
    others = (each for each in mapped if each.first_day != event.first_day)
    new = AccountCode(event.first_day, event.account_code, event.account_name)
    state.account_codes[event.account] = tuple(
        sorted((*others, new), key=lambda each: each.first_day)
    )
