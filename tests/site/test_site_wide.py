"""`[wide]` and `[hub]` of a site file: what they ask of a floor, and what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from itertools import count
from pathlib import Path

import pytest
from running_floor import running
from site_support import PAYTABLES, errors

from pitboss.floor.facts import jackpots, tables
from pitboss.floor.state.floor import State
from pitboss.live.folder import read_folder
from pitboss.site.check import check
from pitboss.site.difference import find_changes
from pitboss.site.first_commands import commands_of
from pitboss.site.parse import parse_site
from pitboss.wide.facts import sharing
from pitboss.wide.state import properties_of, wide_of

SHORT = "BANK_SHORT"
KEYS = {name: digit * 64 for name, digit in (("hub", "a"), ("north", "b"), ("south", "c"))}


def template(name: str) -> str:
    return resources.files("pitboss.demo").joinpath(name).read_text("utf-8")


ROOM = (
    template("wide_room.toml")
    .replace("@NAME@", "north")
    .replace("@TITLE@", "North Room")
    .replace("@KEY@", KEYS["hub"])
    .replace("@ADDRESS@", "127.0.0.1:8443")
)
HUB = template("wide_hub.toml").replace("@NORTH@", KEYS["north"]).replace("@SOUTH@", KEYS["south"])


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def codes(text: str) -> list[tuple[str, str]]:
    """Code and key of every error."""
    return [(each.code, each.where.partition(": ")[2]) for each in errors(text)]


def test_a_property_joins_its_hub_before_it_opens_its_jackpots() -> None:
    ids = (str(number) for number in count())
    commands = commands_of(parse_site(ROOM), PAYTABLES, at_ms=0, ids=ids)
    (join,) = (each for each in commands if isinstance(each, sharing.JoinHub))
    assert (join.hub, join.property, join.key) == ("hub", "north", KEYS["hub"])
    assert join.badges == ("S200", "A400")
    terms = {
        each.jackpot: each.terms for each in commands if isinstance(each, jackpots.OpenJackpot)
    }
    assert {name: each.wide for name, each in terms.items()} == {
        "wide": "hub",
        "local": "",
        "fours": "",
    }
    assert [each.seed_cents for each in terms["wide"].levels] == [0, 0, 0]
    assert [each.rate_ppm for each in terms["wide"].levels] == [120_000, 50_000, 30_000]
    kinds = [type(each) for each in commands]
    assert (
        kinds.index(sharing.JoinHub)
        < kinds.index(jackpots.OpenJackpot)
        < kinds.index(tables.OpenTable)
    )
    assert wide_of(running(ROOM)).property == "north"


def test_a_hub_is_told_what_lacks_in_the_account_for_its_seeds() -> None:
    def found(text: str) -> list[str]:
        return [each.reason for each in check(parse_site(text), PAYTABLES) if each.code == SHORT]

    assert found(HUB) == []
    (reason,) = found(changed(HUB, 'deposit = "$250,000"', 'deposit = "$10"'))
    assert "the bank must hold $27,300.00 in seeds" in reason


def test_a_hub_admits_its_properties_to_its_jackpots() -> None:
    state = running(HUB)
    found = properties_of(state).get("south")
    assert found is not None
    assert (found.key, found.tables, found.seats) == (KEYS["south"], 8, 6)
    assert (found.rounds_an_hour, found.jackpots) == (1_000, ("wide",))
    assert state.jackpot("wide").terms.levels[0].seed_cents == 2_500_000


def test_a_title_that_two_properties_share_is_a_warning() -> None:
    found = check(parse_site(changed(HUB, "South Room", "North Room")), PAYTABLES)
    (warned,) = [each for each in found if each.code == "NAME_SHARED"]
    assert warned.where.endswith("hub.property.north.title")
    assert "properties north and south have this title" in warned.reason


def test_pages_call_properties_by_title_or_id(tmp_path: Path) -> None:
    def called(text: str) -> Mapping[str, str]:
        (tmp_path / "site.toml").write_text(text, "utf-8")
        return read_folder(tmp_path).names({}).properties

    assert called(HUB) == {"north": "North Room", "south": "South Room"}
    assert called(changed(HUB, 'title = "North Room"\n', "")) == {"south": "South Room"}
    shared = called(changed(HUB, "South Room", "North Room"))
    assert shared == {"north": "North Room (north)", "south": "North Room (south)"}
    assert called(ROOM) == {"north": "North Room"}, "a property knows its own title"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('profile = "nevada"', 'profile = "washington"', ("WIDE_NOT_ALLOWED", "wide")),
        (KEYS["hub"], "A" * 64, ("KEY_UNREADABLE", "wide.key")),
        ('addresses = ["127.0.0.1:8443"]', "addresses = []", ("ADDRESS_WRONG", "wide.addresses")),
        ('"127.0.0.1:8443"', '"127.0.0.1"', ("ADDRESS_WRONG", "wide.addresses")),
        ('"127.0.0.1:8443"', '"127.0.0.1:0"', ("ADDRESS_WRONG", "wide.addresses")),
        ('"127.0.0.1:8443"', '"https://hub:1"', ("ADDRESS_WRONG", "wide.addresses")),
        ('property = "north"', 'property = "nor th"', ("ID_WRONG", "wide.property")),
        ('property = "north"\n', "", ("SITE_INCOMPLETE", "wide.property")),
        ('jackpots = ["wide"]\n', 'jackpots = ["mega"]\n', ("JACKPOT_UNKNOWN", "wide.jackpots")),
        ('jackpots = ["wide"]\n', "jackpots = []\n", ("JACKPOT_MISSING", "wide.jackpots")),
        (
            'jackpots = ["wide"]\n',
            'jackpots = ["wide"]\nlease = 3\n',
            ("SITE_KEY_UNKNOWN", "wide.lease"),
        ),
        (
            'theme = "violet"\n',
            'theme = "violet"\nlevels.mega.seed = "$5"\n',
            ("JACKPOT_WIDE", "jackpot.wide.levels.mega.seed"),
        ),
        (
            'theme = "violet"\n',
            'theme = "violet"\nlock_at_mark = true\n',
            ("JACKPOT_WIDE", "jackpot.wide.lock_at_mark"),
        ),
        (
            'internal_controls = "DEMO-1"\n',
            "",
            ("TRAINING_MIXED", "jackpot.wide"),
        ),
        ("[bank]", '[hub]\nname = "other"\n[bank]', ("HUB_AND_PROPERTY", "hub")),
    ],
)
def test_a_property_with_a_fault_is_refused_by_name(
    old: str, new: str, found: tuple[str, str]
) -> None:
    assert codes(ROOM) == []
    assert found in codes(changed(ROOM, old, new))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('profile = "nevada"', 'profile = "ohio"', ("WIDE_NOT_ALLOWED", "hub")),
        (KEYS["north"], "b" * 63, ("KEY_UNREADABLE", "hub.property.north.key")),
        (KEYS["south"], KEYS["north"], ("KEY_TWICE", "hub.property.south.key")),
        ('id = "south"', 'id = "North"', ("ID_TWICE", "hub.property.North.id")),
        ("tables = 8", "tables = 0", ("NUMBER_WRONG", "hub.property.north.tables")),
        ("seats = 6", "seats = 10", ("NUMBER_WRONG", "hub.property.north.seats")),
        ("tables = 8 ", "# ", ("SITE_INCOMPLETE", "hub.property.north.tables")),
        (
            'jackpots = ["wide"]',
            "jackpots = []",
            ("JACKPOT_MISSING", "hub.property.north.jackpots"),
        ),
        ('["wide"]', '["mega"]', ("JACKPOT_UNKNOWN", "hub.property.north.jackpots")),
        ('kind = "progressive"', 'kind = "house"', ("JACKPOT_WIDE", "jackpot.wide.kind")),
    ],
)
def test_a_hub_with_a_fault_is_refused_by_name(old: str, new: str, found: tuple[str, str]) -> None:
    assert codes(HUB) == []
    assert found in codes(changed(HUB, old, new))


def test_a_hub_has_no_tables() -> None:
    table = ROOM[ROOM.index('[[jackpot]]\nid = "fours"') :]
    assert ("HUB_HAS_TABLES", "table") in codes(HUB + table)


def differences(text: str, state: State) -> list[tuple[str, type | None]]:
    ids = (str(number) for number in count())
    found = find_changes(
        parse_site(text),
        state,
        PAYTABLES,
        by=("S200", "A400"),
        reason="as written",
        at_ms=0,
        ids=ids,
    )
    return [(each.where, type(each.command) if each.command else None) for each in found]


def test_a_changed_key_or_size_is_a_difference_that_two_people_resolve() -> None:
    room, hub = running(ROOM), running(HUB)
    assert differences(ROOM, room) == differences(HUB, hub) == []
    assert differences(changed(ROOM, KEYS["hub"], "d" * 64), room) == [("wide", sharing.JoinHub)]
    assert differences(changed(ROOM, "127.0.0.1:8443", "hub.example:8443"), room) == []
    more = changed(HUB, "tables = 8", "tables = 3")
    assert differences(more, hub) == [("hub.property.north", sharing.AdmitProperty)]


def test_a_floor_of_a_hub_needs_its_part_of_the_file() -> None:
    room = running(ROOM)
    begin, end = ROOM.index("[wide]"), ROOM.index("[bank]")
    without = ROOM[:begin] + ROOM[end:]
    assert ("wide", None) in differences(without, room)
