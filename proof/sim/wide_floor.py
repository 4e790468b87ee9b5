"""The hub and the properties of a simulation: how they open, and the commands they get."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from pitboss.floor.facts import awards, changes, jackpots, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Spot
from pitboss.floor.state.floor import changed
from pitboss.floor.state.house import LAW_WITHOUT_SITE
from pitboss.money import Cents, Ppm
from pitboss.rules.catalog import Paytables
from pitboss.rules.cited_law import CitedAmount, CitedText
from pitboss.wide.facts.sharing import AdmitProperty, JoinHub

PAYTABLE = Paytables().get("crazy4/progressive/pays-1")
BOOK = {PAYTABLE.id: PAYTABLE}
BEGIN_MS = 1_800_000_000_000
ROUND_MS = 30_000  # on average, at a table
ROUNDS_AN_HOUR = 240
SEATS = 6
WAGER_CENTS = Cents(100)
SEED_CENTS = Cents(1_000_000)
RATES = {"main": (180_000, 20_000)}  # parts per million: meter and reserve
HIT = "four_aces"  # takes the whole meter
FIXED_HITS = ("three_of_a_kind", "straight_flush", "four_of_a_kind")  # off the meter: 9, 100, 300
PEOPLE = (("sam", "supervisor"), ("eve", "executive"), ("ann", "accounting"))
TWO = ("sam", "eve")
RULE = "the simulation"
MOST = CitedAmount(Cents(100_000_000), RULE)  # above every prize here
LAW = changed(
    LAW_WITHOUT_SITE,
    wide_area=CitedText("stop", RULE),
    cover_second_prize_above=MOST,
    prize_cash_most=MOST,
    tax_threshold=MOST,
)

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class SharedTerms:
    """The hub jackpot's seed and maximum, and whether fixed prizes come off it, too."""

    seed_cents: Cents = SEED_CENTS
    maximum_cents: Cents | None = None
    pays_fixed: bool = False


USUAL = SharedTerms()


def drawn_terms(chance: Random) -> SharedTerms:
    """Random terms: a meter that fixed prizes empty, or one that soon reaches its maximum."""
    seed_cents = Cents(chance.choice((SEED_CENTS, 20_000, 0)))
    over = chance.choice((None, 0, 50, 2_000))
    maximum_cents = None if over is None else Cents(max(100, seed_cents + over))
    return SharedTerms(seed_cents, maximum_cents, bool(chance.randrange(2)))


def _terms(*, seed: Cents, wide: str = "", shared: SharedTerms = USUAL) -> JackpotTerms:
    return JackpotTerms(
        kind="progressive",
        paytable=PAYTABLE.id,
        paytable_sha256=PAYTABLE.sha256,
        wager_cents=WAGER_CENTS,
        levels=tuple(
            LevelSetting(
                level, seed, Ppm(rate), Ppm(reserve), None if wide else shared.maximum_cents
            )
            for level, (rate, reserve) in RATES.items()
        ),
        executive_above_cents=Cents(100_000_000),
        fixed_from="main" if shared.pays_fixed else "",
        wide=wide,
    )


def _house(new_id: NewId, name: str, *, tables: Sequence[str] = ()) -> list[Command]:
    """A house with its people, and a dealer for each table."""
    at_ms = BEGIN_MS
    dealers = [(f"dealer-{table}", "dealer") for table in tables]
    site = changes.OpenSite(
        command_id=new_id(),
        at_ms=at_ms,
        name=name,
        currency="USD",
        time_zone="UTC",
        profile="simulation",
        law=LAW,
    )
    badges = [
        people.IssueBadge(command_id=new_id(), at_ms=at_ms, badge=badge, name=badge, role=role)
        for badge, role in (*PEOPLE, *dealers)
    ]
    return [site, *badges]


def _jackpot(new_id: NewId, name: str, terms: JackpotTerms) -> Command:
    return jackpots.OpenJackpot(
        command_id=new_id(), at_ms=BEGIN_MS, jackpot=name, terms=terms, badges=TWO
    )


def hub_opening(
    new_id: NewId,
    properties: Sequence[tuple[str, str]],
    *,
    tables: int,
    shared: SharedTerms = USUAL,
) -> list[Command]:
    """A hub with one jackpot, and the properties that play it with their keys."""
    admitted = [
        AdmitProperty(
            command_id=new_id(),
            at_ms=BEGIN_MS,
            hub="hub",
            property=name,
            key=key,
            tables=tables,
            seats=SEATS,
            rounds_an_hour=ROUNDS_AN_HOUR,
            jackpots=("wide",),
            badges=TWO,
        )
        for name, key in properties
    ]
    wide = _jackpot(new_id, "wide", _terms(seed=shared.seed_cents, shared=shared))
    return [*_house(new_id, "hub"), wide, *admitted]


def join(command_id: str, at_ms: int, name: str, hub_key: str) -> JoinHub:
    """Two people of a property join the hub, or join it again after a restore."""
    return JoinHub(
        command_id=command_id, at_ms=at_ms, hub="hub", property=name, key=hub_key, badges=TWO
    )


def property_opening(
    new_id: NewId, name: str, hub_key: str, *, tables: int, shared: SharedTerms = USUAL
) -> list[Command]:
    """A property whose tables have a local jackpot on sensor 1 and the hub's on sensor 2."""
    at_ms = BEGIN_MS
    names = [f"T{number}" for number in range(1, tables + 1)]
    house = _house(new_id, name, tables=names)
    opened: list[Command] = [*house, join(new_id(), at_ms, name, hub_key)]
    opened.append(_jackpot(new_id, "local", _terms(seed=SEED_CENTS)))
    opened.append(_jackpot(new_id, "wide", _terms(seed=Cents(0), wide="hub", shared=shared)))
    for table in names:
        opened.append(
            OpenTable(
                command_id=new_id(),
                at_ms=at_ms,
                table=table,
                game="crazy4",
                seats=SEATS,
                jackpots=("local", "wide"),
                proof="the same hand" if table != names[0] else "",
                badges=TWO,
            )
        )
        opened.append(
            people.SignIn(command_id=new_id(), at_ms=at_ms, table=table, badge=f"dealer-{table}")
        )
    return opened


def start(command_id: str, at_ms: int, table: str, bets: int, *, wide: bool) -> rounds.StartRound:
    """START with wagers of the first seats on the local jackpot, and on the hub's, too."""
    sensors = (1, 2) if wide else (1,)
    spots = tuple(Spot(seat, sensor) for seat in range(1, bets + 1) for sensor in sensors)
    return rounds.StartRound(command_id=command_id, at_ms=at_ms, table=table, spots=spots)


def end(command_id: str, at_ms: int, table: str) -> rounds.EndRound:
    """END."""
    return rounds.EndRound(command_id=command_id, at_ms=at_ms, table=table)


def void(command_id: str, at_ms: int, table: str) -> rounds.VoidRound:
    """Void the round; its wagers go back."""
    return rounds.VoidRound(
        command_id=command_id, at_ms=at_ms, table=table, badge="sam", reason="misdeal"
    )


def hit(new_id: NewId, at_ms: int, table: str, outcome: str) -> list[Command]:
    """Seat 1 has a hand that the hub's jackpot pays; the round ends while it is pending."""
    return [
        rounds.PressHand(
            command_id=new_id(), at_ms=at_ms, table=table, spot=Spot(1, 2), outcome=outcome
        ),
        awards.ConfirmAwards(command_id=new_id(), at_ms=at_ms, table=table, badge="eve"),
        rounds.EndRound(command_id=new_id(), at_ms=at_ms, table=table),
    ]
