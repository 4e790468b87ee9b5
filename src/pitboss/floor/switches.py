"""What a jurisdiction decided, as far as the floor itself obeys it."""

from __future__ import annotations

from pitboss.floor.values import Switch
from pitboss.rules.profile import KINDS, NOT_STATED, Profile, Value

OBEYED = (
    "reduction_reasons",
    "link_rule",
    "link_lost",
    "parameter_change",
    "win_confirmation",
    "deposit_days",
    "bank_shortfall",
    "maximum_least",
    "approval_needs",
)


def switches_of(profile: Profile) -> tuple[Switch, ...]:
    """What a floor under this profile is told when its site is opened."""
    return tuple(
        Switch(name, _text(profile.switch(name).value), profile.rule(name)) for name in OBEYED
    )


def strictest(name: str) -> Switch:
    """What holds on a floor that was never told."""
    return Switch(name, _text(KINDS[name].strict), NOT_STATED)


def _text(value: Value) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)
