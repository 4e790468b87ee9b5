"""PS-9 in every jurisdiction: dealer, confirmer and payer are never one person.

It is a rule of the floor: no switch of a profile names it, so none can relax it."""

from __future__ import annotations

import pytest

from pitboss.floor.facts import awards, changes, payments, people
from pitboss.floor.facts.values import Payment, Spot
from pitboss.rules import catalog

from .support import MULTI_GAME, Floor

BY_CHECK = Payment(method="check", check_number="1", exclusion="ann looked")


def a_floor(profile: str, keypad: str) -> Floor:
    floor = Floor(replays=False)
    floor.hire()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi", keypad=keypad)
    floor.must(people.SignIn, table="T1", badge="eve")
    floor.start("T1", 1, 2)
    floor.press("T1", 1, "royal_flush")
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile=profile, reason="the law",
        law=catalog.profile(profile).law, by=("eve", "ann"),
    )  # fmt: skip
    return floor


@pytest.mark.parametrize("profile", ["washington", "new_jersey", "new_york", "tribal"])
def test_PS_9_an_executive_alone_confirms_and_pays_nothing(profile: str) -> None:
    floor = a_floor(profile, "atlas")
    assert floor.refused(awards.ConfirmAwards, table="T1", badge="eve") == "BADGE_TWICE"
    assert floor.refused(people.SignIn, table="T1", badge="dora") == "ROUND_OPEN"
    assert floor.refused(awards.ConfirmAwards, table="T1", badge="sam") == "ROLE_TOO_LOW"


@pytest.mark.parametrize("profile", ["washington", "new_jersey", "new_york", "tribal"])
def test_PS_9_who_holds_the_key_is_not_the_dealer_and_does_not_pay(profile: str) -> None:
    floor = a_floor(profile, "aquarius")
    assert floor.refused(awards.TurnKey, table="T1", position="JPH", badge="eve") == "BADGE_TWICE"
    floor.press("T1", 1, "royal_flush")
    floor.press("T1", 1, "full_house")
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="sam")
    floor.must(awards.PressJackpot, table="T1", spot=Spot(1, 1))
    floor.must(awards.TurnKey, table="T1", position="RUN", badge="sam")
    (award,) = (name for name, _ in floor.state.awards.items())
    assert (
        floor.refused(payments.PayPrize, award=award, badge="sam", payment=BY_CHECK)
        == "BADGE_TWICE"
    )


def test_PS_5_a_key_in_the_lock_goes_back_to_run_by_whoever_turned_it_there() -> None:
    floor = a_floor("washington", "aquarius")
    assert (
        floor.refused(awards.TurnKey, table="T1", position="RUN", badge="") == "KEY_HOLDER_UNKNOWN"
    )
    assert (
        floor.refused(awards.TurnKey, table="T1", position="JPH", badge="") == "KEY_HOLDER_UNKNOWN"
    )
    floor.press("T1", 1, "royal_flush")
    floor.press("T1", 1, "full_house")
    floor.must(awards.TurnKey, table="T1", position="JPH", badge="sam")
    floor.must(awards.PressJackpot, table="T1", spot=Spot(1, 1))
    assert (
        floor.refused(awards.TurnKey, table="T1", position="JPH", badge="") == "KEY_HOLDER_UNKNOWN"
    )
    turned, moved = floor.must(awards.TurnKey, table="T1", position="RUN", badge="")
    assert isinstance(turned, awards.KeyTurned)
    assert (turned.badge, turned.without_badge) == ("sam", True)
    assert moved.kind == "meters-moved"


def test_PS_9_no_switch_of_a_profile_names_it() -> None:
    names = set(catalog.profile("washington").switches)
    assert not {name for name in names if "dealer" in name or "payer" in name}
