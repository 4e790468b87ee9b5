"""Decisions about the house's own account codes."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_short, need_text
from pitboss.floor.facts import account_codes
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.money.ledger import list_families
from pitboss.floor.state.account_codes import parents_of
from pitboss.floor.state.floor import State
from pitboss.floor.state.retention import local_today
from pitboss.refusal import Refusal

CODES_MOST = 100  # of one account, including past ones
CODE_MOST, NAME_MOST = 20, 60  # characters
FORMULA = "=+-@"  # what a spreadsheet would take for a formula


def map_account(state: State, command: account_codes.MapAccount) -> Sequence[Event]:
    """Days that were exported keep their codes: only an account that nothing has mapped yet may
    begin before today."""
    account, today = command.account, local_today(state, command.at_ms)
    known = {*list_families(), *(name for name, _ in state.balances.items())}
    if not any(f"{each}:".startswith(f"{account}:") for each in known):
        raise Refusal("ACCOUNT_UNKNOWN", "families", where=account[:40], families=list_families())
    for field, most in (("account_code", CODE_MOST), ("account_name", NAME_MOST)):
        text = getattr(command, field)
        need_text(text, where=field)
        need_short(text, where=field, most=most)
        if text != text.strip() or text[0] in FORMULA or '"' in text:
            raise Refusal("TEXT_WRONG", "plain_name", where=field)
    is_mapped = any(state.account_codes.get(each) for each in parents_of(account))
    if is_mapped and command.first_day < today:
        raise Refusal("DAY_WRONG", "today", where="first_day", today=today)
    if len(state.account_codes.get(account) or ()) >= CODES_MOST:
        raise Refusal("ACCOUNT_UNKNOWN", "too_many", where=account, most=CODES_MOST)
    return [event_from(account_codes.AccountMapped, command)]
