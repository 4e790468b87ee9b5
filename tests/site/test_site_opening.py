"""The commands that set up a new floor from a site file."""

from __future__ import annotations

from itertools import count

from site_support import HOUSE, PAYTABLES, changed, jackpot, starter, table

from pitboss.floor.commands import Command, IssueBadge, OpenJackpot, OpenSite, OpenTable
from pitboss.floor.values import LevelSetting
from pitboss.money import Cents, Ppm
from pitboss.site import Site, commands_of, parse_site


def opening(site: Site) -> tuple[Command, ...]:
    """The first commands, with ids a0, a1, ..."""
    return commands_of(site, PAYTABLES, at_ms=1_700_000_000_000, ids=(f"a{n}" for n in count()))


def test_the_site_then_badges_then_jackpots_then_tables() -> None:
    found = opening(starter())
    kinds = [type(command) for command in found]
    assert kinds == [OpenSite] + [IssueBadge] * 5 + [OpenJackpot] * 5 + [OpenTable] * 6
    assert [command.command_id for command in found] == [f"a{n}" for n in range(17)]
    assert {command.at_ms for command in found} == {1_700_000_000_000}


def test_the_site_brings_the_law_that_the_floor_obeys() -> None:
    site = opening(starter())[0]
    assert isinstance(site, OpenSite)
    assert (site.name, site.profile) == ("The Card Room", "washington")
    assert (site.currency, site.time_zone) == ("USD", "America/Los_Angeles")
    switches = {switch.name: switch for switch in site.switches}
    assert switches["parameter_change"].value == "second_badge"
    assert switches["reduction_reasons"].words == (
        "won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery",
    )  # fmt: skip
    assert switches["deposit_days"].value == "7"
    assert switches["maximum_least"].rule.startswith("WAC 230-15-685")


def test_PS_30_a_table_that_shares_a_meter_brings_its_proof() -> None:
    proofs = {
        table.table: table.proof for table in opening(starter()) if isinstance(table, OpenTable)
    }
    assert proofs["C2"].startswith("rooms: same_hand_equal_odds with H1 (WAC 230-15-685")
    assert proofs["H1"].startswith("rooms: same_hand_equal_odds with C2 (WAC 230-15-685")
    assert [name for name, proof in proofs.items() if not proof] == ["C1", "B1", "M1", "H2"]


def test_PS_61_a_jackpot_opens_with_seed_rates_and_two_badges() -> None:
    rooms = opening(starter())[7]
    assert isinstance(rooms, OpenJackpot)
    assert rooms.levels == (
        LevelSetting("mega", Cents(500_000), Ppm(120_000), Ppm(10_000), None),
        LevelSetting("major", Cents(100_000), Ppm(50_000), Ppm(0), None),
    )
    assert rooms.paytable_sha256 == PAYTABLES.get("multi_game/five_card/ml01").sha256
    assert (rooms.wager_cents, rooms.executive_above_cents) == (100, 500_000)
    assert rooms.badges == ("S200", "A400")


def test_PS_10_a_maximum_is_carried() -> None:
    fours = opening(starter())[6]
    assert isinstance(fours, OpenJackpot)
    assert fours.levels[0].maximum_cents == 5_000_000
    assert fours.executive_above_cents == 250_000


def test_PS_34_a_house_jackpot_has_no_level() -> None:
    royals = opening(starter())[10]
    assert isinstance(royals, OpenJackpot)
    assert (royals.kind, royals.levels) == ("house", ())
    assert royals.house_prizes == (
        ("royal_after_7", 250_000),
        ("royal_after_6", 500_000),
        ("royal_after_5", 1_000_000),
    )


def test_PS_16_another_wager_scales_the_seed() -> None:
    text = HOUSE + jackpot(
        "fours", "crazy4/progressive/pays-1", 'wager = "$5"\nlock_at_mark = true'
    )
    (opened,) = opening(parse_site(text))[5:]
    assert isinstance(opened, OpenJackpot)
    assert (opened.wager_cents, opened.levels[0].seed_cents) == (500, 500_000)
    assert opened.lock_at_mark


def test_PS_5_PS_14_a_table_keeps_its_keypad_and_order() -> None:
    text = (
        HOUSE + jackpot("fours", "crazy4/progressive/pays-1") + table("C1", "crazy4", '["fours"]')
    )
    text = changed("seats = 6", 'seats = 3\norder = "leftmost"\nkeypad = "aquarius"', text)
    opened = opening(parse_site(text))[-1]
    assert opened == OpenTable(
        command_id="a6",
        at_ms=1_700_000_000_000,
        table="C1",
        game="crazy4",
        seats=3,
        jackpots=("fours",),
        keypad="aquarius",
        order=(1, 2, 3),
        badge="S2",
    )
