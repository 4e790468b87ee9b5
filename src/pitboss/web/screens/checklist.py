"""What a supervisor checks before confirming awards: one list for the console and the pit."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from pitboss.live.running_site import RunningSite
from pitboss.reports.citing import cite
from pitboss.words.language import WORDS


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One box to check. `rule` says who requires it; awards below `from_cents` don't need it."""

    text: str
    rule: str = ""
    from_cents: int = 0


def checklist(running_site: RunningSite, table: str) -> list[dict[str, Any]]:
    """A table's boxes, in the order to check them."""
    profile, text = running_site.profile, WORDS["checklist"]
    late, folded = profile.late_bets, profile.folded_hands
    items = [CheckItem(text["cards"]), CheckItem(text["late_bets"][late.value], late.rule)]
    options = next((each.options for each in running_site.site.tables if each.table == table), {})
    if options.get("folded_qualify", "yes") != "yes":
        items.append(CheckItem(text["folded_hands"][folded.value], folded.rule))
    counted = profile.law.deck_counted_from
    items.append(CheckItem(text["deck"], counted.rule, counted.cents))
    return [asdict(replace(item, rule=cite(item.rule))) for item in items]
