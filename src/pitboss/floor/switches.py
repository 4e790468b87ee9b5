"""What a jurisdiction decided, as far as the floor itself obeys it."""

from __future__ import annotations

from pitboss.floor.facts.values import CENTS_MOST, NONE, YES, Switch
from pitboss.money import Cents, dollars, parse_dollars
from pitboss.refusal import Refusal
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
    "prize_cash_most",
    "exclusion_check",
)


# What a house owes to its jurisdiction, as it stands where there is no house.
DUTIES = {
    "bank_shortfall": "warn",
    "approval_needs": NONE,
    "prize_cash_most": dollars(Cents(CENTS_MOST)),
    "exclusion_check": "no",
}


NO_SITE = "no site is opened"
NUMBER_DIGITS_MOST = 9  # more days or seats than any rule names


def switches_of(profile: Profile) -> tuple[Switch, ...]:
    """What a floor under this profile is told when its site is opened."""
    return tuple(
        Switch(name, _text(profile.switch(name).value), profile.rule(name)) for name in OBEYED
    )


def strictest(name: str) -> Switch:
    """What holds where a site does not say."""
    return Switch(name, _text(KINDS[name].strict), NOT_STATED)


def default_without_site(name: str) -> Switch:
    """What holds on a floor without a site: the strictest reading, and no duties."""
    return Switch(name, DUTIES[name], NO_SITE) if name in DUTIES else strictest(name)


def is_understood(switch: Switch) -> bool:
    """Whether a switch that the floor knows has a value that it can obey."""
    kind = KINDS.get(switch.name)
    if kind is None:
        return True
    match kind.shape:
        case "number":
            digits = len(switch.value) <= NUMBER_DIGITS_MOST and switch.value.isascii()
            return digits and switch.value.isdigit()
        case "amount":
            return _is_amount(switch.value)
        case "flag":
            return switch.value in (YES, "no")
        case "choice":
            return switch.value in kind.choices
        case "texts":
            return not kind.choices or all(word in kind.choices for word in switch.words)
    return True


def _is_amount(text: str) -> bool:
    try:
        parse_dollars(text)
    except Refusal:
        return False
    return True


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return YES if value else "no"
    if isinstance(value, tuple):
        return " ".join(value) or NONE
    return str(value)
