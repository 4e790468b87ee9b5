"""PS-9 in every jurisdiction: dealer, confirmer and payer are never one person.

It is a rule of the floor: no switch of a profile names it, so none can relax it. The rule itself is
played in tests/scenarios/cases/separation.txt."""

from __future__ import annotations

from pitboss.rules import catalog


def test_PS_9_no_switch_of_a_profile_names_it() -> None:
    names = set(catalog.profile("washington").switches)
    assert not {name for name in names if "dealer" in name or "payer" in name}
