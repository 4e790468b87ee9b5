"""A random floor: tables of several games, linked and single jackpots, every kind of meter."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from msgspec import structs

from pitboss.floor.facts import changes, people, persons, values
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.money import PPM_WHOLE, Cents, Ppm
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.cited_law import APPROVALS, NO_LIMIT, CitedNumber
from pitboss.rules.game import OWN_SIDE, SPLITS
from pitboss.rules.house_jackpot import for_every_hand
from pitboss.rules.paytable import PLAIN, Fixed, Loses, Odds, Paytable, Push, Share
from proof.sim.people import CommandMaker

TABLES_MOST = 6
JACKPOTS_MOST = 4
SEATS_MOST = 9
FROM_METER = "/from-meter"  # the same paytable if the house pays fixed awards from the meter

SHUFFLER_STEPS = ("put the sign up", "shuffle by hand")
PAPERS = values.ApprovalRecord(
    tuple((paper, "on file") for paper in APPROVALS), date="2023-01-02", signer="the commission"
)
BADGES = {
    "dora": "dealer",
    "dean": "dealer",
    "sam": "supervisor",
    "sue": "supervisor",
    "eve": "executive",
    "eli": "executive",
    "ann": "accounting",
    "tom": "technician",
    "una": "auditor",
}


@dataclass(frozen=True, slots=True)
class DrawnJackpot:
    """A jackpot to open."""

    name: str
    terms: values.JackpotTerms
    paytable: Paytable

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The hands that win something here."""
        return find_winning(self.paytable)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table to open."""

    name: str
    game: str
    seats: int
    jackpots: tuple[DrawnJackpot, ...]
    keypad: str
    order: tuple[int, ...]
    folded_qualify: bool
    shuffler_steps: tuple[str, ...]
    keys_are_personal: bool

    @property
    def dealer(self) -> str:
        """The table's own dealer; others drop by."""
        return f"dealer-{self.name}"


@dataclass(frozen=True, slots=True)
class DrawnSite:
    """A floor to open."""

    jackpots: tuple[DrawnJackpot, ...]
    tables: tuple[DrawnTable, ...]
    profile: str


@cache
def paytables() -> Mapping[str, Paytable]:
    """Every paytable with a meter, as is, and with its fixed awards paid from the meter."""
    found: dict[str, Paytable] = {}
    shipped = Paytables()
    for paytable_id in shipped.ids():
        paytable = shipped.get(paytable_id)
        if paytable.levels:
            found[paytable_id] = paytable
            other = _from_meter(paytable)
            found[other.id] = other
    return found


def _from_meter(paytable: Paytable) -> Paytable:
    level = paytable.levels[-1].name
    pays = {
        outcome: replace(prize, level=level) if isinstance(prize, Odds | Fixed) else prize
        for outcome, prize in paytable.columns[PLAIN].items()
    }
    return replace(paytable, id=paytable.id + FROM_METER, columns={PLAIN: pays})


def find_winning(paytable: Paytable) -> tuple[str, ...]:
    """The hands that win something."""
    return tuple(
        outcome
        for outcome in paytable.outcomes
        if not isinstance(paytable.prize(outcome), Loses | Push)
    )


def draw_site(chance: random.Random) -> DrawnSite:
    """Draw a floor of one to six tables."""
    jackpots = tuple(
        _draw_jackpot(chance, f"J{number}")
        for number in range(1, chance.randint(1, JACKPOTS_MOST) + 1)
    )
    tables = tuple(
        _draw_table(chance, f"T{number}", jackpots)
        for number in range(1, chance.randint(1, TABLES_MOST) + 1)
    )
    return DrawnSite(jackpots, tables, chance.choice(catalog.profile_names()))


def _draw_jackpot(chance: random.Random, name: str) -> DrawnJackpot:
    paytable = chance.choice(list(paytables().values()))
    house = chance.randrange(5) == 0
    hands = [hand for hand in find_winning(paytable) if isinstance(paytable.prize(hand), Share)]
    # A printed line can be posted for any of its hands.
    lines = {paytable.labels[hand]: hand for hand in chance.sample(hands, len(hands))}
    prizes = tuple((hand, Cents(chance.choice((1, 4_999, 100_000)))) for hand in lines.values())
    wager_cents = Cents(chance.choice((100, 100, 500, 25, 333)))
    terms = values.JackpotTerms(
        kind="house" if house else "progressive",
        paytable=paytable.id,
        paytable_sha256=paytable.sha256,
        wager_cents=paytable.wager_cents or wager_cents if paytable.wager_only else wager_cents,
        levels=() if house else _draw_levels(chance, paytable),
        house_prizes=prizes if house else (),
        executive_above_cents=Cents(chance.choice((0, 1_000, 50_000, 10**9))),
        lock_at_mark=not house and chance.randrange(2) == 0,
        fixed_from="" if house else chance.choice(("", "", chance.choice(paytable.levels).name)),
        split_among=chance.choice((OWN_SIDE, *SPLITS)),
        dealer_records_up_to_cents=Cents(chance.choice((0, 0, 1_000, 30_000))),
    )
    return DrawnJackpot(name, terms, paytable)


def _draw_levels(chance: random.Random, paytable: Paytable) -> tuple[values.LevelSetting, ...]:
    left_ppm = int(PPM_WHOLE)
    levels = []
    for level in paytable.levels:
        rate_ppm = min(left_ppm, chance.choice((0, 123_457, 200_000, level.rate_ppm, 500_001)))
        left_ppm -= rate_ppm
        reserve_ppm = min(left_ppm, chance.choice((0, 0, 50_000, 77_777)))
        left_ppm -= reserve_ppm
        seed_cents = chance.choice((0, 1, 999, 10_000, level.seed_cents))
        over_cents = chance.choice((None, None, 0, 137, 20_000))
        maximum = None if over_cents is None else Cents(seed_cents + over_cents)
        setting = values.LevelSetting(
            level.name, Cents(seed_cents), Ppm(rate_ppm), Ppm(reserve_ppm), maximum
        )
        levels.append(setting)
    return tuple(levels)


def _draw_table(chance: random.Random, name: str, jackpots: tuple[DrawnJackpot, ...]) -> DrawnTable:
    first = chance.choice(jackpots)
    game = chance.choice(first.paytable.games)
    others = [
        each
        for each in jackpots
        if each.terms.kind == first.terms.kind and each is not first and game in each.paytable.games
    ]
    second = (chance.choice(others),) if others and chance.randrange(2) else ()
    seats = chance.randint(1, SEATS_MOST)
    rightmost_first: tuple[int, ...] = ()
    leftmost_first = tuple(range(1, seats + 1))
    listed = tuple(chance.sample(leftmost_first, seats))
    return DrawnTable(
        name=name,
        game=game,
        seats=seats,
        jackpots=(first, *second),
        keypad=chance.choice(("atlas", "atlas", "aquarius")),
        order=chance.choice((rightmost_first, rightmost_first, leftmost_first, listed)),
        folded_qualify=chance.randrange(2) == 0,
        shuffler_steps=chance.choice(((), SHUFFLER_STEPS)),
        keys_are_personal=chance.randrange(2) == 0,
    )


def open_floor(site: DrawnSite, asker: CommandMaker) -> Iterator[Command]:
    """The commands that open a floor."""
    # Nobody simulates the days of an announcement: removals work as if no rule required one.
    stated = catalog.profile(site.profile)
    law = structs.replace(stated.law, removal_notice_days=CitedNumber(NO_LIMIT, "simulated"))
    yield asker.make(
        changes.OpenSite,
        name="by chance",
        currency="USD",
        time_zone="UTC",
        profile=site.profile,
        law=law,
        dated=stated.dated,
        winnings_reported=values.WINNINGS_REPORTED[len(site.tables) % 2],
    )
    dealers = {table.dealer: "dealer" for table in site.tables}
    for badge, role in (BADGES | dealers).items():
        yield asker.make(people.IssueBadge, badge=badge, name=badge.title(), role=role)
    yield from _winners(asker)
    for jackpot in site.jackpots:
        yield asker.make(
            OpenJackpot,
            jackpot=jackpot.name,
            terms=jackpot.terms,
            badges=("sam", "eve"),
        )
    for table in site.tables:
        yield asker.make(
            OpenTable,
            table=table.name,
            game=table.game,
            seats=table.seats,
            jackpots=tuple(jackpot.name for jackpot in table.jackpots),
            keypad=table.keypad,
            order=table.order,
            folded_qualify=table.folded_qualify,
            shuffler_steps=table.shuffler_steps,
            keys_are_personal=table.keys_are_personal,
            approval=PAPERS,
            bundle=_bundle_of(table),
            proof="drawn with one paytable",
            badges=("sam", "eve"),
        )


def _bundle_of(table: DrawnTable) -> str:
    """The digest that a table's papers cover."""
    terms = [
        structs.replace(
            each.terms,
            house_prizes=tuple(for_every_hand(each.paytable, each.terms.house_prizes).items()),
        )
        for each in table.jackpots
    ]
    return bundle_sha256(bundle_items((), terms, table.keypad, ()))


def _winners(asker: CommandMaker) -> Iterator[Command]:
    """The future winners, with two identities each; the second gives no tax number."""
    notes = tuple(
        values.IdentityNote(kind, "1234", "0" * 64)
        for kind in ("driver license", "passport", "tax number")
    )
    for person, tax_number in (("winner-a", notes[2]), ("winner-b", None)):
        yield asker.make(
            persons.RecordPerson,
            person=person,
            identities=notes[:2],
            tax_number=tax_number,
            is_of_age=True,
            badge="ann",
        )
