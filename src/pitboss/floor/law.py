"""What the site's jurisdiction says about custody: the switches that the floor itself obeys here.

A floor that was opened without a site has none; the Washington reading holds then."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.state import State


@dataclass(frozen=True, slots=True)
class Law:
    """The values of a switch, and the rule that it cites."""

    values: tuple[str, ...]
    rule: str


WASHINGTON = {
    "bank_shortfall": Law(
        ("stop",), "WAC 230-15-455: the games stop while the account holds less than it must"
    ),
    "deposit_days": Law(
        ("7",), "WAC 230-15-455: accrued prize money goes to its own bank account at least weekly"
    ),
    "approval_needs": Law(
        ("letter", "internal_controls"),
        "WAC 230-15-035 and the approval letters: the commission's letter, and internal controls "
        "approved first",
    ),
}
SEIZED = "WAC 230-15-715: after a seizure the game stops until the posted prize is restored"


def stated(state: State, name: str) -> Law | None:
    """A switch as the site was opened with it; None where the floor knows no site or no switch."""
    site = getattr(state, "site", None)
    switch = site.switches.get(name) if site is not None else None
    return None if switch is None else Law(tuple(switch.value.split()), switch.rule)


def law(state: State, name: str) -> Law:
    """A switch, or the Washington reading of it."""
    return stated(state, name) or WASHINGTON[name]
