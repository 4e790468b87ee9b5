"""Profiles of jurisdictions: what the shipped one says, and how a wrong one is refused."""

from __future__ import annotations

import pytest

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.profile import parse_profile

WRITTEN = """
title = "Somewhere"

[wager_most]
value = "$250"
rule = "section 5"
confidence = "read"

[seats_most]
value = 7
rule = "section 6"
confidence = "part"
"""


def test_ALL_2_the_ceiling_of_washington() -> None:
    profile = catalog.profile()
    assert (profile.name, profile.wager_most_cents, profile.seats_most) == ("washington", 40000, 9)
    assert "WAC 230-15-140" in profile.switches["wager_most"].rule


def test_a_profile_is_read() -> None:
    profile = parse_profile(WRITTEN, name="somewhere")
    assert (profile.title, profile.wager_most_cents, profile.seats_most) == ("Somewhere", 25000, 7)
    assert profile.switches["seats_most"].confidence == "part"


@pytest.mark.parametrize("name", catalog.profile_names())
def test_every_switch_cites_its_rule(name: str) -> None:
    assert all(switch.rule for switch in catalog.profile(name).switches.values())


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('title = "Somewhere"', "", "title"),
        ('title = "Somewhere"', "title = 5", "title"),
        ("[wager_most]", "[wager]", "wager_most"),
        ("[seats_most]", "[seats]", "seats_most"),
        ('"$250"', '"lots"', "wager_most"),
        ('"$250"', '"-$250"', "wager_most"),
        ("value = 7", 'value = "7"', "seats_most"),
        ("value = 7", "value = 0", "seats_most"),
        ("value = 7", "value = true", "seats_most"),
        ('rule = "section 5"', "", "wager_most"),
        ('confidence = "part"', 'confidence = "hearsay"', "seats_most.confidence"),
        ('title = "Somewhere"', 'title = "Somewhere"\nextra = 1', "extra"),
        ("[seats_most]", "[seats_most", ""),
    ],
)
def test_a_wrong_profile_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(WRITTEN.replace(old, new, 1), name="somewhere")
    assert caught.value.code in ("PROFILE_UNREADABLE", "AMOUNT_UNREADABLE")
    assert key in caught.value.where
