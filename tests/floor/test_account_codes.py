"""The house's own account codes: which accounts have one, from which day, and who enters it."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts.account_codes import MapAccount
from pitboss.floor.state.account_codes import code_on
from pitboss.refusal import Told

from .support import Floor
from .test_days import a_floor, turn


def put(floor: Floor, account: str, code: str, first_day: str, **others: Any) -> Any:
    asked: dict[str, Any] = {"account_name": f"Account {code}", "badges": ("ann", "eve"), **others}
    return floor.ask(MapAccount, account=account, account_code=code, first_day=first_day, **asked)


def code(floor: Floor, account: str, day: str) -> str:
    found = code_on(floor.state.account_codes.get, account, day)
    return found.code if found else ""


def test_a_code_holds_from_its_day_and_the_most_exact_one_counts() -> None:
    floor = a_floor()
    put(floor, "meter", "2100", "2026-11-14")
    put(floor, "meter:four-card:main", "2110", "2026-12-01")
    assert code(floor, "meter:four-card:main", "2026-11-13") == ""
    assert code(floor, "meter:four-card:main", "2026-11-30") == "2100"
    assert code(floor, "meter:four-card:main", "2026-12-01") == "2110"
    assert code(floor, "meter:other:main", "2026-12-01") == "2100"


def test_what_an_export_may_have_said_stays() -> None:
    """Before today only what nothing has mapped yet; the same day again replaces a code."""
    floor = a_floor()
    assert not isinstance(put(floor, "meter", "2100", "2020-01-01"), Told)
    for account in ("meter", "meter:four-card"):
        assert put(floor, account, "2200", "2026-11-13").code == "DAY_WRONG"
    put(floor, "meter", "2200", "2026-11-14")
    put(floor, "meter", "2300", "2026-11-14")
    assert len(floor.state.account_codes.get("meter") or ()) == 2
    assert code(floor, "meter", "2026-11-14") == "2300"


@pytest.mark.parametrize("account", ["", "metr", "meter:", "meter:nine", "house:x", "training"])
def test_an_account_that_is_not_there_is_refused(account: str) -> None:
    decision = put(a_floor(), account, "1", "2026-11-14")
    assert (decision.code, decision.case) == ("ACCOUNT_UNKNOWN", "families")


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"account_code": ""}, "TEXT_MISSING"),
        ({"account_name": " "}, "TEXT_MISSING"),
        ({"account_name": "x" * 61}, "TEXT_TOO_LONG"),
        ({"account_code": "1" * 21}, "TEXT_TOO_LONG"),
        ({"account_name": "=cmd"}, "TEXT_WRONG"),
        ({"account_name": 'a "b"'}, "TEXT_WRONG"),
        ({"account_name": "a\tb"}, "TEXT_WRONG"),
        ({"account_code": "1000 "}, "TEXT_WRONG"),
        ({"badges": ("ann", "ann")}, "BADGE_TWICE"),
        ({"badges": ("ann", "sam")}, "ROLE_TOO_LOW"),
    ],
)
def test_a_code_and_a_name_are_plain_and_two_people_enter_them(
    fields: dict[str, Any], refusal: str
) -> None:
    asked = {"account_code": "2100", "account_name": "Jackpots", **fields}
    code = asked.pop("account_code")
    assert put(a_floor(), "meter", code, "2026-11-14", **asked).code == refusal


def test_a_code_outlives_the_day() -> None:
    floor = a_floor()
    put(floor, "players", "1000", "2026-11-14")
    turn(floor, "2027-01-01T12:00")
    assert code(floor, "players", "2027-01-01") == "1000"
