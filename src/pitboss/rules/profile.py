"""What a jurisdiction allows, as one TOML file: every switch cites the rule it comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal

CONFIDENCES = ("read", "part", "mirror", "remembered", "inferred")


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing a jurisdiction decides: its value, the rule, and how surely the rule is known."""

    value: str | int | bool
    rule: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Profile:
    """The switches of one jurisdiction."""

    name: str
    title: str
    wager_most_cents: Cents
    seats_most: int
    switches: Mapping[str, Switch]


def parse_profile(text: str, *, name: str) -> Profile:
    """Read and check a profile file; refusals name the key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise Refusal("PROFILE_UNREADABLE", reason=f"not a TOML file: {fault}") from None
    title = data.pop("title", None)
    if not isinstance(title, str):
        raise Refusal("PROFILE_UNREADABLE", where="title", reason="this key is missing")
    switches = {key: _switch(key, value) for key, value in data.items()}
    for key in ("wager_most", "seats_most"):
        if key not in switches:
            raise Refusal("PROFILE_UNREADABLE", where=key, reason="this key is missing")
    seats_most = switches["seats_most"].value
    if not isinstance(seats_most, int) or isinstance(seats_most, bool) or seats_most < 1:
        raise Refusal("PROFILE_UNREADABLE", where="seats_most", reason="must be a whole number")
    try:
        wager_most_cents = parse_dollars(str(switches["wager_most"].value))
    except Refusal as refusal:
        raise refusal.at("wager_most") from None
    return Profile(name, title, wager_most_cents, seats_most, switches)


def _switch(key: str, value: Any) -> Switch:
    if not isinstance(value, dict) or set(value) != {"value", "rule", "confidence"}:
        raise Refusal(
            "PROFILE_UNREADABLE", where=key, reason="a switch has a value, a rule, a confidence"
        )
    if value["confidence"] not in CONFIDENCES:
        raise Refusal(
            "PROFILE_UNREADABLE",
            where=f"{key}.confidence",
            reason=f"{value['confidence']!r} is not one of {', '.join(CONFIDENCES)}",
        )
    return Switch(value["value"], str(value["rule"]), value["confidence"])
