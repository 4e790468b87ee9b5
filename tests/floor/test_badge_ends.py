"""A badge that ends by itself: refused by name from its end on, and given by two."""

from __future__ import annotations

import pytest

from pitboss.floor.decide import decide
from pitboss.floor.facts import people
from pitboss.floor.state.floor import Badge, State
from pitboss.refusal import Told

END_MS = 1_800_000_000_000
DAY_MS = 86_400_000


@pytest.fixture
def state() -> State:
    state = State()
    state.badges["eve"] = Badge("eve", "Eve", "executive")
    state.badges["abe"] = Badge("abe", "Abe", "accounting")
    state.badges["ian"] = Badge("ian", "Ian", "inspector", ends_ms=END_MS)
    return state


@pytest.mark.parametrize(("at_ms", "code"), [(END_MS - 1, ""), (END_MS, "BADGE_ENDED")])
def test_it_holds_up_to_its_end(state: State, at_ms: int, code: str) -> None:
    asked = people.SignOn(
        command_id="a", at_ms=at_ms, badge="ian", device="x", session_sha256="0" * 64
    )
    decision = decide(state, asked, {})
    assert (decision.code if isinstance(decision, Told) else "") == code


@pytest.mark.parametrize(
    ("role", "ahead_ms", "code"),
    [
        ("inspector", 1, ""),
        ("inspector", 366 * DAY_MS, ""),
        ("inspector", 366 * DAY_MS + 1, "BADGE_END_WRONG"),
        ("inspector", 0, "BADGE_END_WRONG"),
        ("inspector", None, "BADGE_END_WRONG"),
        ("dealer", None, ""),
        ("dealer", -1, "BADGE_END_WRONG"),
    ],
)
@pytest.mark.parametrize("kind", [people.IssueBadge, people.ChangeBadge])
def test_its_end_is_to_come_and_at_most_a_year_off(
    state: State, kind: type, role: str, ahead_ms: int | None, code: str
) -> None:
    more = {"badge": "new"} if kind is people.IssueBadge else {"badge": "ian", "reason": "moved"}
    ends_ms = 0 if ahead_ms is None else END_MS + ahead_ms
    by = ("eve", "abe")
    command = kind(
        command_id="a", at_ms=END_MS, name="N", role=role, ends_ms=ends_ms, by=by, **more
    )
    decision = decide(state, command, {})
    assert (decision.code if isinstance(decision, Told) else "") == code


def test_one_that_ended_is_given_another_end(state: State) -> None:
    command = people.ChangeBadge(
        command_id="a", at_ms=END_MS + 5, badge="ian", name="Ian", role="inspector",
        ends_ms=END_MS + DAY_MS, reason="the inspection goes on", by=("eve", "abe"),
    )  # fmt: skip
    decision = decide(state, command, {})
    assert not isinstance(decision, Told)
    assert decision[0].ends_ms == END_MS + DAY_MS  # type: ignore[attr-defined]


def test_a_change_that_names_no_end_keeps_it(state: State) -> None:
    state.badges["tom"] = Badge("tom", "Tom", "technician", ends_ms=END_MS)
    command = people.ChangeBadge(
        command_id="a", at_ms=END_MS - DAY_MS, badge="tom", name="Tom Lind", role="technician",
        reason="married", by=("eve", "abe"),
    )  # fmt: skip
    decision = decide(state, command, {})
    assert not isinstance(decision, Told)
    assert decision[0].ends_ms == END_MS  # type: ignore[attr-defined]
