"""Round records: what is wrong with one is named, and nothing but a refusal ever comes out."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.record import play_record
from pitboss.rules.round import Round

from .support import PAYTABLES, record, refused, settle, told

GONE = object()
PLAYED = record(
    "crazy4",
    options={"folded_qualify": "no"},
    paytables={
        "base": "crazy4/base/c4p",
        "queens_up": "crazy4/queens_up/c4p-09",
        "progressive": "crazy4/progressive/pays-1",
    },
    limits={"ante": [500, 20000]},
    profile="washington",
    meters={"progressive": {"main": 100000}},
    restarts={"progressive": {"main": 50000}},
    cards={1: "As Ac Jc 6s 3h", 4: "5c 6d 7h 8s Kd", "dealer": "Kc 7d 4h 3s 2c"},
    wagers={
        1: {"ante": 1000, "super_bonus": 1000, "progressive": 100},
        4: {"ante": 500, "super_bonus": 500, "queens_up": 500},
    },
    actions=("1 play 3000", "4 play 500"),
)


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """The record with one thing changed; GONE takes it away."""
    whole = copy.deepcopy(PLAYED)
    inner: Any = whole
    for key in path[:-1]:
        inner = inner[key]
    if to is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return whole


def test_ALL_3_the_record_itself_settles() -> None:
    assert told(PLAYED) == [
        "4 play wins +500",
        "4 ante wins +500",
        "4 queens_up wins +1500",
        "4 super_bonus wins +500",
        "1 play wins +3000",
        "1 ante wins +1000",
        "1 super_bonus pushes 0",
        "1 progressive loses -100",
    ]


def test_ALL_3_amounts_may_be_texts_of_digits_and_cards_a_list() -> None:
    other = changed("wagers", "4", to={"ante": "500", "super_bonus": "500", "queens_up": "500"})
    other["cards"]["4"] = ["5C", "6d", "7H", "8s", "kd"]
    other["cards"]["1"] = "as,ac, jc 6s  3h"
    other["actions"] = [
        {"seat": "4", "action": "play", "cents": "500"},
        {"seat": 1, "action": "play", "cents": 3000},
    ]
    assert settle(other) == settle(PLAYED)


def test_what_is_left_out_has_its_default() -> None:
    short = copy.deepcopy(PLAYED)
    for key in ("limits", "profile", "restarts"):
        del short[key]
    del short["paytables"]["base"]
    assert settle(short) == settle(PLAYED)


WRONG = (Path(__file__).parent / "wrong_records.txt").read_text("utf-8").splitlines()


def wrong_record(line: str) -> Any:
    """A line of wrong_records.txt: a path, the new value, the refusal and what it names."""
    line = line.replace("9...", "9" * 5000)
    name, where, value, code, named = (part.strip() for part in line.split("|"))
    keys = where.split("/")
    path = tuple(int(key) if keys[0] == "actions" and key.isdigit() else key for key in keys)
    to = GONE if value == "gone" else json.loads(value)
    return pytest.param(path, to, *("" if each == "-" else each for each in (code, named)), id=name)


@pytest.mark.parametrize(
    ("path", "value", "code", "named"), [wrong_record(line) for line in WRONG if "|" in line]
)
def test_what_is_wrong_is_named(
    path: tuple[str | int, ...], value: object, code: str, named: str
) -> None:
    refusal = refused(changed(*path, to=value))
    assert refusal.code.startswith(code)
    assert named in refusal.where
    assert len(refusal.reason.split()) >= 3


@pytest.mark.parametrize(
    "amount",
    [-1, 1000.0, 999.5, True, None, "", "-1", "1e3", "10.00", "$10", "١٠", "9" * 16, [], {}],
    ids=str,
)
def test_an_amount_is_whole_cents(amount: object) -> None:
    for path in (("wagers", "1", "ante"), ("actions", 0, "cents")):
        refusal = refused(changed(*path, to=amount))
        assert refusal.code == "AMOUNT_UNREADABLE"
        assert refusal.where.endswith(str(path[-1]))


def test_a_number_with_thousands_of_digits_is_refused() -> None:
    for path in (("wagers", "1", "ante"), ("actions", 0, "cents"), ("actions", 0, "seat")):
        assert refused(changed(*path, to=10**5000)).code


def test_a_decision_too_many_is_refused() -> None:
    more = copy.deepcopy(PLAYED)
    more["actions"].append({"seat": 4, "action": "fold"})
    assert refused(more).code == "ACTION_ILLEGAL"
    more["actions"][-1]["seat"] = 7
    assert refused(more).code == "ACTION_ILLEGAL"


@pytest.mark.parametrize("value", [None, 5, "x", [], [{}], True])
def test_a_record_is_an_object(value: object) -> None:
    assert refused(value).code == "RECORD_UNREADABLE"


@pytest.mark.parametrize("cents", [0, "0"])
def test_CS_1_a_raise_for_nothing_is_refused(cents: object) -> None:
    raised = record(
        "caribbean_stud",
        cards={1: "Ac Ad As Ah 9d", "dealer": "Kd Kh 5c 6c 9s"},
        wagers={1: {"ante": 1000}},
    )
    raised["actions"] = [{"seat": 1, "action": "raise", "cents": cents}]
    refusal = refused(raised)
    assert (refusal.code, refusal.where) == ("ACTION_AMOUNT_WRONG", "actions.0")
    raised["actions"] = [{"seat": 1, "action": "fold", "cents": cents}]
    assert told(raised) == ["1 ante loses -1000"]


@pytest.mark.parametrize("dealt", ["Ac" + " " * 1664 + "2c", ["Ac"] * 417])
def test_cards_without_end_are_refused_and_not_cut(dealt: object) -> None:
    refusal = refused(changed("cards", "1", to=dealt))
    assert (refusal.code, refusal.where) == ("CARDS_WRONG_NUMBER", "cards.1")


@pytest.mark.parametrize("path", [("game",), ("cards", "1"), ("paytables", "base"), ("profile",)])
def test_a_refusal_cuts_what_it_repeats(path: tuple[str, ...]) -> None:
    refusal = refused(changed(*path, to="x" * 900_000))
    assert len(str(refusal)) < 2400


def test_a_refusal_cuts_a_key_that_it_repeats() -> None:
    refusal = refused({"x" * 900_000: 1, "game": "crazy4"})
    assert refusal.code == "RECORD_KEY_UNKNOWN"
    assert len(str(refusal)) < 2400


def test_a_misdeal_says_only_why() -> None:
    extra = changed("actions", to=[{"action": "misdeal", "raeson": "six cards"}])
    assert refused(extra).code == "RECORD_KEY_UNKNOWN"


# ---- anything at all ----------------------------------------------------------------------------

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=True)
    | st.text(max_size=8)
    | st.sampled_from(["1", "4", "ante", "play", "main", "As", "As Ks", "yes", "500", "misdeal"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["1", "2", "ante", "base"]), inner)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from([*catalog.game_names(), "crazy5"])
KEYS = (
    "options", "paytables", "limits", "profile", "meters", "restarts", "cards", "wagers",
    "actions", "other",
)  # fmt: skip
SHAPED = st.fixed_dictionaries({"game": NAMES}, optional=dict.fromkeys(KEYS, JSON))


@settings(max_examples=third(120), deadline=None)
@given(JSON | SHAPED)
def test_only_a_refusal_comes_out_of_anything(value: object) -> None:
    settles_or_refuses(value)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place inside the record."""
    keys: list[str | int] = list(value) if isinstance(value, dict) else []
    if isinstance(value, list):
        keys = list(range(len(value)))
    found = []
    for key in keys:
        found += [(*path, key), *places(value[key], (*path, key))]
    return found


@settings(max_examples=third(150), deadline=None)
@given(st.sampled_from(places(PLAYED)), JSON)
def test_only_a_refusal_comes_out_of_a_record_with_one_thing_wrong(
    path: tuple[str | int, ...], value: object
) -> None:
    settles_or_refuses(changed(*path, to=value))


def settles_or_refuses(value: object) -> None:
    """Never another exception, and the refusal has all its parts."""
    found = answer(value)
    if isinstance(found, Refusal):
        assert found.code == found.code.upper()
        assert found.reason
        assert found.code in str(found)
    else:
        assert found.settle()


def answer(value: object) -> Round | Refusal:
    """What comes of a record."""
    try:
        return play_record(value, PAYTABLES)
    except Refusal as refusal:
        return refusal


def test_a_record_is_not_changed_by_settling_it() -> None:
    before = json.dumps(PLAYED)
    settle(PLAYED)
    assert json.dumps(PLAYED) == before
