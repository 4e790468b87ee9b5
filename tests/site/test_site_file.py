"""How a site file is read: its values, and every fault of its form at once."""

from __future__ import annotations

import copy
import datetime
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from site_support import PAYTABLES, SMALL, STARTER, changed, errors, starter, told

from pitboss.floor.facts.values import Equipment
from pitboss.refusal import Refusal
from pitboss.site.check import check
from pitboss.site.faults import ERROR
from pitboss.site.model import LevelChange, SitePayer, SiteTimeStamp
from pitboss.site.parse import parse_site, site_of


def test_the_site_to_start_from_has_no_error() -> None:
    found = check(starter(), PAYTABLES)
    # No letter names this system's own console and sign: whoever plays for money has them approved.
    parts = ["PART_NOT_APPROVED", "PART_NOT_APPROVED", "APPROVAL_MISSING"]
    assert [fault.code for fault in found] == parts * 6


def test_a_site_is_read() -> None:
    site = starter()
    assert (site.name, site.currency, site.profile) == ("The Card Room", "USD", "washington")
    assert [badge.role for badge in site.badges] == [
        "dealer", "dealer", "supervisor", "executive", "accounting", "auditor",
    ]  # fmt: skip
    assert [jackpot.jackpot for jackpot in site.jackpots] == [
        "fours", "rooms", "sevens", "dragon", "royals",
    ]  # fmt: skip
    assert site.jackpots[1].levels == (LevelChange("mega", 500_000, 120_000, 10_000, None),)  # type: ignore[arg-type]
    assert site.jackpots[4].house_prizes == (("royal_after_7", 250_000),)
    assert [table.table for table in site.tables_of("rooms")] == ["C2", "H1"]


def test_who_pays_is_named_as_tax_forms_name_it() -> None:
    site = parse_site(f'{SMALL}\n[payer]\nname = "Cedar LLC"\nein = "91-1234567"\nstate = "WA"\n')
    assert site.payer == SitePayer(name="Cedar LLC", ein="91-1234567", state="WA")
    assert parse_site(SMALL).payer == SitePayer()
    wrong = f'{SMALL}\n[payer]\nein = "91-123456"\nstate = "Washington"\n'
    assert told(wrong)[:2] == [
        ("SITE_VALUE_WRONG", "payer.ein"), ("SITE_VALUE_WRONG", "payer.state"),
    ]  # fmt: skip
    other = changed("[property]", '[property]\nwinnings_reported = "net"')
    assert ("SITE_VALUE_WRONG", "property.winnings_reported") in told(other)


def test_a_time_stamping_server_is_named_with_the_certificate_of_its_authority() -> None:
    part = '[time_stamp]\nserver = "https://stamps.example/tsr"\n'
    site = parse_site(f'{SMALL}\n{part}certificate = "stamps.pem"\n')
    assert site.time_stamp == SiteTimeStamp("https://stamps.example/tsr", "stamps.pem")
    assert ("SITE_INCOMPLETE", "time_stamp.certificate") in told(f"{SMALL}\n{part}")
    alone = f'{SMALL}\n[time_stamp]\ncertificate = "stamps.pem"\n'
    assert ("SITE_INCOMPLETE", "time_stamp.server") in told(alone)
    other = part.replace("https://", "file://")
    assert ("SITE_VALUE_WRONG", "time_stamp.server") in told(f"{SMALL}\n{other}")


def test_PS_31_a_table_names_its_title() -> None:
    assert starter().tables[3].title == "House Money"


def test_PS_63_a_table_records_its_equipment() -> None:
    first, *_ = starter().tables[0].equipment
    assert first == Equipment("console", "pitboss console", "0.2.0")


@pytest.mark.parametrize(
    ("order", "seats"),
    [
        ('"rightmost"', ()),
        ('"leftmost"', (1, 2, 3, 4, 5, 6)),
        ("[3, 1, 2, 6, 5, 4]", (3, 1, 2, 6, 5, 4)),
    ],
)
def test_PS_14_a_house_policy_may_replace_the_order(order: str, seats: tuple[int, ...]) -> None:
    site = parse_site(changed("seats = 6", f"seats = 6\norder = {order}"))
    assert site.tables[0].order == seats
    assert not site.faults


@pytest.mark.parametrize("order", ['"middle"', "[1, 2]", "[1, 1, 2, 3, 4, 5]", "[true]", "4"])
def test_PS_14_an_order_names_every_seat_once(order: str) -> None:
    text = changed("seats = 6", f"seats = 6\norder = {order}")
    assert told(text) == [("ORDER_WRONG", "table.C1.order")]


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('name = "Cedar Room"', "", "SITE_INCOMPLETE", "property.name"),
        ('name = "Cedar Room"', 'name = ""', "SITE_VALUE_WRONG", "property.name"),
        ('name = "Cedar Room"', "name = 5", "SITE_VALUE_WRONG", "property.name"),
        ('name = "Cedar Room"', 'name = "a\\nb"', "SITE_VALUE_WRONG", "property.name"),
        ("[property]", '[property]\ncurrency = "EUR"', "SITE_VALUE_WRONG", "property.currency"),
        ("[property]", "[property]\ncolor = 1", "SITE_KEY_UNKNOWN", "property.color"),
        ("[property]", "color = 1\n[property]", "SITE_KEY_UNKNOWN", "color"),
        ("America/Los_Angeles", "../Nowhere", "TIME_ZONE_UNKNOWN", "property.time_zone"),
        ('"washington"', '"washing"', "PROFILE_UNKNOWN", "property.profile"),
        ('id = "E3"', 'id = "D1"', "ID_TWICE", "badge.D1.id"),
        ('id = "D1"', 'id = "D 1"', "ID_WRONG", "badge.1.id"),
        ('kind = "progressive"', 'kind = "slow"', "SITE_VALUE_WRONG", "jackpot.fours.kind"),
        ('pays-1"', 'pays-1"\nwager = 1', "SITE_VALUE_WRONG", "jackpot.fours.wager"),
        ('pays-1"', 'pays-1"\nwager = "$0"', "SITE_VALUE_WRONG", "jackpot.fours.wager"),
        ('pays-1"', 'pays-1"\nwager = "lots"', "AMOUNT_UNREADABLE", "jackpot.fours.wager"),
        ('pays-1"', 'pays-1"\nlock_at_mark = 1', "SITE_VALUE_WRONG", "jackpot.fours.lock_at_mark"),
        ("seats = 6", "", "SITE_INCOMPLETE", "table.C1.seats"),
        ("seats = 6", "seats = -1", "SITE_VALUE_WRONG", "table.C1.seats"),
        ("seats = 6", 'seats = 6\nkeypad = "piano"', "SITE_VALUE_WRONG", "table.C1.keypad"),
        (
            "seats = 6",
            'seats = 6\nlimits = { ante = "$5" }',
            "LIMITS_WRONG",
            "table.C1.limits.ante",
        ),
        ("display =", "screen =", "SITE_KEY_UNKNOWN", "table.C1.equipment.screen"),
    ],
)
def test_a_fault_names_its_key(old: str, new: str, code: str, key: str) -> None:
    assert (code, key) in told(changed(old, new))


def test_a_key_with_a_slip_is_recognized() -> None:
    (fault,) = errors(changed("time_zone", "timezone"))[:1]
    assert fault.code == "SITE_INCOMPLETE"
    assert any(
        "Did you mean time_zone?" in f.reason for f in errors(changed("time_zone", "timezone"))
    )


def test_faults_carry_the_file() -> None:
    site = parse_site(changed("seats = 6", "seats = -1"), file="east/site.toml")
    assert site.faults[0].where == "east/site.toml: table.C1.seats"


def test_every_fault_is_listed_at_once() -> None:
    text = changed('role = "dealer"', 'role = "singer"')
    text = changed("seats = 6", "seats = 12", text)
    text = changed('"crazy4/progressive/pays-1"', '"crazy4/progressive/pays-9"', text)
    text = changed('"crazy4/base/c4p"', '"crazy4/base/none"', text)
    assert told(text) == [
        ("ROLE_UNKNOWN", "badge.D1.role"),
        ("ROLE_MISSING", "badge"),
        ("PAYTABLE_UNKNOWN", "jackpot.fours.paytable"),
        ("SEATS_WRONG", "table.C1.seats"),
        ("PAYTABLE_UNKNOWN", "table.C1.paytables.base"),
    ]


@pytest.mark.parametrize("text", ["[property", "a = 1" + "0" * 5000, "a = " + "[" * 5000])
def test_a_text_that_is_no_site_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="SITE_UNREADABLE"):
        parse_site(text)


def test_too_many_entries_are_refused() -> None:
    rows = "".join(f'[[jackpot]]\nid = "j{number}"\n' for number in range(1001))
    site = parse_site(rows)
    assert "SITE_TOO_LARGE" in [fault.code for fault in site.faults]
    assert len(site.jackpots) == 1000


JUNK: tuple[Any, ...] = (-1, "", "\0", [[1]], {"a": {"b": 1}}, 3.5, datetime.date(2020, 1, 1))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every key and entry of a file."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield (*path, key)
        if isinstance(value[key], dict | list):
            yield from places(value[key], (*path, key))


@pytest.mark.slow
def test_nonsense_in_any_place_is_a_fault_and_never_a_crash() -> None:
    data = tomllib.loads(STARTER)
    for number, path in enumerate(places(data)):
        spoiled = copy.deepcopy(data)
        part = spoiled
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = JUNK[number % len(JUNK)]
        found = check(site_of(spoiled, file="site.toml"), PAYTABLES)
        assert any(fault.severity == ERROR for fault in found), (path, part[path[-1]])


def test_a_small_site_is_sound() -> None:
    assert told(SMALL) == []
