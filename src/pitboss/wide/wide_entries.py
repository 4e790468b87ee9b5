"""What passes between a property and its hub, as an entry of the journal tells it."""

from __future__ import annotations

from typing import Any

from pitboss.wide.facts import sharing


def told_as(value: Any) -> Any:
    """A value as it is told: what is signed or shown without its envelope."""
    match value:
        case sharing.ShownGrant():
            return value.grant
        case sharing.StatementRow():
            return value.statement
    return value


def describe_derived(value: Any) -> dict[str, Any]:
    """What is told of a value that is no field of it."""
    match value:
        case sharing.Grant():
            return {"each_cents": sharing.each_cents(value)}
        case sharing.LevelRest():
            return {"all_micros": value.micros + value.reserve_micros}
        case sharing.Statement():
            return {"net_micros": sum(sum(each.net_micros) for each in value.sums)}
    return {}
