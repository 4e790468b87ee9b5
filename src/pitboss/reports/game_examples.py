"""Worked examples of a game: dealt rounds, played and settled by the product's own rules, in which
each bet wins, loses and ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from pitboss.lab import seating
from pitboss.money import dollars
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import LEFT, RIGHT, SheetSection
from pitboss.rules import record
from pitboss.rules.cards import Card, cards_text
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import Act, Bets
from pitboss.rules.round import Round, Table

DEALS_MOST = 2_000  # searched for an example; the rng seeds are 1, 2, 3...
ABOUT = (
    f"Of {DEALS_MOST:,} deals, the first that shows each result. The seat plays by a rule of thumb."
    " A result that isn't here didn't come up."
)
WIN, LOSS, TIE, PUSH = "wins", "loses", "ties", "has a push"
WorkedExamples: TypeAlias = Mapping[int, tuple[record.Record, list[str]]]
COLUMNS = {
    "Wager": LEFT, "Stake": RIGHT, "Result": LEFT, "Pays": LEFT, "Paid": RIGHT,
    "Returned": RIGHT, "Net": RIGHT, "Rule": LEFT,
}  # fmt: skip


def find_examples(table: Table) -> WorkedExamples:
    """Rounds by their rng seed, as records with what they show: the first in which each bet wins
    and loses, and the main bet ties. Where a game knows no plain tie, it is a round with a push."""
    first: dict[tuple[str, str], int] = {}
    wanted = {(slot, how) for slot in table.paytables for how in (WIN, LOSS)}
    wanted.add((seating.BASE, TIE))
    for rng_seed in range(1, DEALS_MOST + 1):
        bets, shoe = _dealt(table, rng_seed)
        played = Round(table, bets, record.seed_meters(table))
        for shown in _shows(record.play_out(played, shoe, table.game.simple)):
            first.setdefault(shown, rng_seed)
        if wanted <= first.keys():
            break
    if (seating.BASE, TIE) not in first:
        wanted.add((seating.BASE, PUSH))
    shows: dict[int, list[str]] = {}
    for (slot, how), rng_seed in sorted(first.items(), key=lambda each: each[1]):
        if (slot, how) in wanted:
            bet = table.game.title if slot == seating.BASE else table.paytables[slot].bet
            shows.setdefault(rng_seed, []).append(f"{bet} {how}")
    return {
        rng_seed: (record.make_record(table, *_dealt(table, rng_seed), table.game.simple), shown)
        for rng_seed, shown in shows.items()
    }


def example_sections(examples: WorkedExamples, paytables: Paytables) -> Iterator[SheetSection]:
    """Each example: its cards and decisions, and how every wager is settled."""
    for rng_seed, (dealt, shown) in examples.items():
        played = record.play_record(dealt, paytables)
        cards = [(_place(place), cards_text(each)) for place, each in played.cards.items()]
        acts = [f"{each.name} {dollars(each.cents)}" if each.cents else each.name
                for each in played.history if isinstance(each, Act)]  # fmt: skip
        rows = [
            (
                write.words(line.wager) + (f" {line.hand}" if line.hand > 1 else ""),
                dollars(line.stake_cents),
                line.result,
                line.pays,
                dollars(line.paid_cents),
                dollars(line.back_cents),
                dollars(line.net_cents),
                line.rule,
            )
            for line in played.settle()
        ]
        yield write.make_section(
            "; ".join(shown),
            write.pairs([*cards, ("decisions", ", ".join(acts) or "none")]),
            write.table(COLUMNS, rows),
            write.text(f"examples/deal-{rng_seed}.json has this round for `pitboss settle`."),
        )


# ---- inside -------------------------------------------------------------------------------------


def _dealt(table: Table, rng_seed: int) -> tuple[Bets, Iterator[Card]]:
    """One seat's wagers, and a shoe."""
    shoe = seating.shuffle_shoe(table.decks, seating.generator(rng_seed), table.game.deck)
    return {1: seating.usual_bets(table, 1)}, shoe


def _shows(played: Round) -> Iterator[tuple[str, str]]:
    """What a round is an example of: each slot with how it ended."""
    slots = {wager.name: wager.slot for wager in played.table.game.wagers}
    net: dict[str, int] = {}
    for line in played.settle():
        # A bonus paid with a wager comes from the wager's own paytable.
        slot = slots.get(line.wager) or slots[line.wager.removesuffix("_bonus")]
        net[slot] = net.get(slot, 0) + line.net_cents
        if line.result == "pushes":
            yield slot, PUSH
    for slot, cents in net.items():
        yield slot, WIN if cents > 0 else LOSS if cents < 0 else TIE


def _place(place: str) -> str:
    return f"seat {place}" if place.isdigit() else write.words(place)
