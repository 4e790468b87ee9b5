"""The commands that set up a new floor from a site file."""

from __future__ import annotations

from itertools import count
from typing import TypeVar

from site_support import HOUSE, PAYTABLES, changed, errors, jackpot, starter, table

from pitboss.floor.decide import decide
from pitboss.floor.facts import bank, changes, people
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import BankAccount, BundleItem, Equipment, LevelSetting, OddsPrize
from pitboss.floor.fold import apply
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Ppm
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.site.check import check
from pitboss.site.first_commands import changed_bundles, commands_of, tables_in_file
from pitboss.site.model import Site
from pitboss.site.parse import parse_site

PARTS = (
    Equipment("console", "pitboss console", "0.2.0", approval="report 26-0117"),
    Equipment("display", "monitor", "1.0"),
    Equipment("shuffler", "i-Deal", "1.0", mode="Crazy 4 Poker", approval="list of 2026"),
)
CRAZY_4 = catalog.letter("000-crazy-4")


def opening(site: Site) -> tuple[Command, ...]:
    """The first commands, with ids a0, a1, ..."""
    return commands_of(site, PAYTABLES, at_ms=1_790_000_000_000, ids=(f"a{n}" for n in count()))


Kind = TypeVar("Kind", bound=Command)


def only(kind: type[Kind], site: Site) -> Kind:
    """The one command of this kind among the first."""
    (found,) = (command for command in opening(site) if isinstance(command, kind))
    return found


def test_the_site_then_badges_then_jackpots_then_tables() -> None:
    found = opening(starter())
    kinds = [type(command) for command in found]
    assert (
        kinds == [changes.OpenSite] + [people.IssueBadge] * 6 + [OpenJackpot] * 5 + [OpenTable] * 6
    )
    assert [command.command_id for command in found] == [f"a{n}" for n in range(18)]
    assert {command.at_ms for command in found} == {1_790_000_000_000}


def test_the_site_brings_the_law_that_the_floor_obeys() -> None:
    site = opening(starter())[0]
    assert isinstance(site, changes.OpenSite)
    assert (site.name, site.profile) == ("The Card Room", "washington")
    assert (site.currency, site.time_zone) == ("USD", "America/Los_Angeles")
    assert site.law.parameter_change.value == ("second_badge",)
    assert site.law.reduction_reasons.value == (
        "won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery",
    )  # fmt: skip
    assert site.law.deposit_days.value == 7
    assert site.law.maximum_least.rule.startswith("WAC 230-15-685")


def test_PS_30_a_table_that_shares_a_meter_brings_its_proof() -> None:
    proofs = {
        table.table: table.proof for table in opening(starter()) if isinstance(table, OpenTable)
    }
    assert proofs["C2"].startswith("rooms: same hand equal odds with H1 (WAC 230-15-685")
    assert proofs["H1"].startswith("rooms: same hand equal odds with C2 (WAC 230-15-685")
    assert [name for name, proof in proofs.items() if not proof] == ["C1", "B1", "M1", "H2"]


def test_PS_61_a_jackpot_opens_with_seed_rates_and_two_badges() -> None:
    rooms = opening(starter())[8]
    assert isinstance(rooms, OpenJackpot)
    assert rooms.terms.levels == (
        LevelSetting("mega", Cents(500_000), Ppm(120_000), Ppm(10_000), None),
        LevelSetting("major", Cents(100_000), Ppm(50_000), Ppm(0), None),
    )
    assert rooms.terms.paytable_sha256 == PAYTABLES.get("multi_game/five_card/ml01").sha256
    assert (rooms.terms.wager_cents, rooms.terms.executive_above_cents) == (100, 500_000)
    assert rooms.badges == ("S200", "A400")


def test_PS_10_a_maximum_is_carried() -> None:
    fours = opening(starter())[7]
    assert isinstance(fours, OpenJackpot)
    assert fours.terms.levels[0].maximum_cents == 5_000_000
    assert fours.terms.executive_above_cents == 250_000


def test_PS_34_a_house_jackpot_has_no_level() -> None:
    royals = opening(starter())[11]
    assert isinstance(royals, OpenJackpot)
    assert (royals.terms.kind, royals.terms.levels) == ("house", ())
    royal_flush = ("royal_after_7", "royal_after_6", "royal_after_5")  # one printed line
    assert royals.terms.house_prizes == tuple((hand, 250_000) for hand in royal_flush)


def test_PS_16_another_wager_scales_the_seed() -> None:
    text = HOUSE + jackpot(
        "fours",
        "crazy4/progressive/pays-1",
        'wager = "$5"\nlock_at_mark = true\nfixed_from = "main"',
    )
    opened = only(OpenJackpot, parse_site(text))
    assert (opened.terms.wager_cents, opened.terms.levels[0].seed_cents) == (500, 500_000)
    assert opened.terms.lock_at_mark
    assert opened.terms.fixed_from == "main"


def sha256_of(paytable: str) -> str:
    return PAYTABLES.get(paytable).sha256


def test_PS_5_PS_14_a_table_keeps_its_keypad_and_order() -> None:
    text = (
        HOUSE + jackpot("fours", "crazy4/progressive/pays-1") + table("C1", "crazy4", '["fours"]')
    )
    text = changed("seats = 6", 'seats = 3\norder = "leftmost"\nkeypad = "aquarius"', text)
    opened = only(OpenTable, parse_site(text))
    assert opened == OpenTable(
        command_id="a7",
        at_ms=1_790_000_000_000,
        table="C1",
        game="crazy4",
        seats=3,
        jackpots=("fours",),
        keypad="aquarius",
        order=(1, 2, 3),
        odds_prizes=(
            OddsPrize("Super Bonus", "4 Aces", Cents(40_000), "200 to 1", Cents(8_000_000)),
            OddsPrize("Progressive", "Four of a Kind", Cents(100), "300 for 1", Cents(30_000)),
        ),
        plays=(
            BundleItem("game", "crazy4"),
            BundleItem("option folded_qualify", "yes"),
            BundleItem("paytable base", f"crazy4/base/c4p {sha256_of('crazy4/base/c4p')}"),
            BundleItem(
                "paytable progressive",
                f"crazy4/progressive/pays-1 {sha256_of('crazy4/progressive/pays-1')}",
            ),
        ),
        equipment=PARTS,
        clauses=CRAZY_4.clauses,
        shuffler_steps=CRAZY_4.shuffler_steps,
        training=True,
        badges=("S2", "A4"),
    )


def test_PS_62_the_account_is_named_by_two_and_the_opening_deposit_is_the_last_command() -> None:
    named, deposited = opening(parse_site(ONE))[-2:]
    assert named == bank.NameBankAccount(
        command_id="a8",
        at_ms=1_790_000_000_000,
        account=BankAccount("Cedar Bank", "WA", "4821"),
        badges=("S2", "A4"),
    )
    assert deposited == bank.RecordDeposit(
        command_id="a9",
        at_ms=1_790_000_000_000,
        cents=Cents(50_000_000),
        reference="opening deposit",
        day="2023-01-02",
        badge="A4",
    )


def test_PS_62_an_account_without_a_deposit_is_only_named() -> None:
    text = ONE
    for line in ('deposit = "$500,000"', 'reference = "opening deposit"', 'day = "2023-01-02"'):
        text = changed(f"{line}\n", "", text)
    text = changed('deposited_by = "A4"\n', "", text)
    assert isinstance(opening(parse_site(text))[-1], bank.NameBankAccount)


# ---- approval and training ----------------------------------------------------------------------

ONE = HOUSE + jackpot("fours", "crazy4/progressive/pays-1") + table("C1", "crazy4", '["fours"]')


def bundle_of(site: Site) -> str:
    """The digest that the check tells of the first table."""
    (told,) = [fault for fault in check(site, PAYTABLES) if fault.code == "APPROVAL_MISSING"]
    return told.reason.rpartition(" ")[2]


CONTROLS = 'internal_controls = "section 12"\n'


def approval(bundle: str, *, controls: str = CONTROLS) -> str:
    """The approval of the table that stands before it."""
    return (
        '\n[table.approval]\nletter = "14 June"\ndate = "2026-01-15"\nsigner = "M. Rowe"\n'
        f'{controls}bundle = "{bundle}"\n'
    )


def sorts(site: Site) -> dict[str, bool]:
    """Whether each jackpot and table opens for training."""
    commands = opening(site)
    jackpots = [each for each in commands if isinstance(each, OpenJackpot)]
    tables = [each for each in commands if isinstance(each, OpenTable)]
    return {each.jackpot: each.terms.training for each in jackpots} | {
        each.table: each.training for each in tables
    }


def test_PS_64_without_an_approval_a_table_and_its_jackpot_train() -> None:
    assert sorts(parse_site(ONE)) == {"fours": True, "C1": True}


def test_PS_64_with_a_whole_and_fitting_approval_it_runs_for_money() -> None:
    site = parse_site(ONE + approval(bundle_of(parse_site(ONE))))
    assert sorts(site) == {"fours": False, "C1": False}
    opened = only(OpenTable, site)
    assert opened.approval.papers == (("letter", "14 June"), ("internal_controls", "section 12"))
    assert opened.approval.date == "2026-01-15"


def test_PS_64_a_table_without_a_jackpot_needs_its_papers_too() -> None:
    text = HOUSE + table("S1", "six_five_four", "[]")
    opened = only(OpenTable, parse_site(text))
    assert (opened.jackpots, opened.training, opened.proof) == ((), True, "")
    paid = only(OpenTable, parse_site(text + approval(bundle_of(parse_site(text)))))
    papers = dict(paid.approval.papers)
    assert (paid.training, papers["internal_controls"]) == (False, "section 12")


def test_PS_64_an_approval_of_something_else_or_with_a_paper_missing_is_none() -> None:
    assert sorts(parse_site(ONE + approval("0" * 64))) == {"fours": True, "C1": True}
    bundle = bundle_of(parse_site(ONE))
    assert sorts(parse_site(ONE + approval(bundle, controls=""))) == {"fours": True, "C1": True}


def test_PS_64_a_jackpot_is_not_shared_by_tables_for_money_and_for_training() -> None:
    text = ONE + approval(bundle_of(parse_site(ONE))) + table("C2", "crazy4", '["fours"]')
    (fault,) = errors(text)
    assert (fault.code, fault.where) == ("TRAINING_MIXED", "site.toml: jackpot.fours")
    assert fault.reason.startswith("C2 can only train")
    assert fault.rule.startswith("PS-64; WAC 230-15-035")


def test_PS_64_the_floor_opens_what_the_site_asks_for() -> None:
    for text in (ONE, ONE + approval(bundle_of(parse_site(ONE)))):
        state, book = State(), {each: PAYTABLES.get(each) for each in PAYTABLES.ids()}
        for command in opening(parse_site(text)):
            decision = decide(state, command, book)
            assert not isinstance(decision, Told), decision
            for event in decision:
                apply(state, event)
        assert state.table("C1").training == (text == ONE)


def test_PS_64_a_changed_file_voids_what_is_on_record() -> None:
    site = parse_site(ONE)
    plays = only(OpenTable, site).plays
    in_file = tables_in_file(site, PAYTABLES)
    assert changed_bundles(in_file, {"C1": plays}, at_ms=1, ids=iter("b")) == ()
    assert changed_bundles(in_file, {}, at_ms=1, ids=iter("b")) == ()
    (asked,) = changed_bundles(in_file, {"C1": plays[:1]}, at_ms=1, ids=iter("b"))
    assert (asked.table, asked.plays, asked.badge) == ("C1", plays, "")


def test_PS_36_a_jackpot_carries_the_systems_of_its_letter() -> None:
    text = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
    opened = only(OpenJackpot, parse_site(text))
    (system,) = opened.terms.systems
    assert (system.keypads, system.document) == (("nexus", "atlas"), "003")
    assert [part.part for part in system.parts] == ["manager", "display"]
