"""How journal entries describe what passes between a property and its hub."""

from __future__ import annotations

from typing import Any

from pitboss.wide.facts import sharing


def told_as(value: Any) -> Any:
    """A value to describe: without its envelope if it is signed or shown."""
    match value:
        case sharing.ShownGrant():
            return value.grant
        case sharing.StatementRow():
            return value.statement
    return value


def describe_derived(value: Any) -> dict[str, Any]:
    """Describe a value that isn't a field."""
    match value:
        case sharing.Grant():
            return {"each_cents": sharing.each_cents(value)}
        case sharing.LevelRest():
            return {"all_micros": value.micros + value.reserve_micros}
        case sharing.Statement():
            return {"net_micros": sum(sum(each.net_micros) for each in value.sums)}
    return {}
