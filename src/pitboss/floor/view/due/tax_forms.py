"""Tax forms for wins the tray has paid."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing
from pitboss.floor.view.forms_due import forms_due
from pitboss.money import dollars

NAMED_MOST = 3


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """All of them in one line, with a link to their list; the rules name no deadline."""
    found = forms_due(state, at_ms)
    if found:
        named = [
            f"{each.wager.table} {dollars(each.win.total_cents)}" for each in found[:NAMED_MOST]
        ]
        more = [f"+{len(found) - NAMED_MOST}"] if len(found) > NAMED_MOST else []
        yield DueThing(
            what="tax_forms", about=", ".join(named + more), due_ms=0, address="/office/prizes"
        )
