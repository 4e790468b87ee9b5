"""Card counters, collusion and exposed cards as tables and sentences: a section of the PAR sheet,
and what `pitboss vulnerability` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.lab.lab_wagers import LabWager
from pitboss.lab.seen_cards import SeenEdge, find_seen_edge
from pitboss.lab.vulnerability import ShoeGain, Vulnerability, find_vulnerability
from pitboss.refusal import Refusal
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_identity import Subject
from pitboss.reports.parsheet_text import Block, SheetSection
from pitboss.words.language import ENGLISH, texts
from pitboss.words.sentences import fill

RNG_SEED, DEALS = 1, 2_000  # of sampled deals: the same sheet for the same facts
KNOWN = ((1, 1), (3, 0), (6, 0))  # seats that share their cards, and more cards of the dealer


def vulnerability_section(about: Subject) -> SheetSection:
    """What the wager loses to people who know cards, and what a house can do about it."""
    settings = {name: str(value) for name, value in about.analysis.options.items()}
    wager = LabWager(about.paytable, settings, about.analysis.meters_cents)
    try:
        blocks = counting_blocks(find_vulnerability(wager), ENGLISH)
    except Refusal as refusal:
        if refusal.case not in ("other", "decisions"):
            raise
        found = [
            find_seen_edge(wager, seats=seats, dealer_cards=more, deals=DEALS, rng_seed=RNG_SEED)
            for seats, more in KNOWN
        ]
        blocks = seen_blocks(found, ENGLISH)
    return write.make_section(_words(ENGLISH)["title"], *blocks)


def _words(language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = texts(language, "commands")["commands"]["vulnerability"]
    return found


def counting_blocks(
    found: Vulnerability,
    language: str,
    played: Sequence[tuple[ShoeGain, float]] = (),
    *,
    shoes: int = 0,
) -> list[Block]:
    """Effects of removal, the count, its gains and what shuffled shoes gave, exposed cards, and
    what to do."""
    words = _words(language)
    by_rank, tags = found.removals.by_rank, found.count.tags
    effects = [
        (rank, write.percent(effect), f"{tags[rank]:+d}", str(effect))
        for rank, effect in by_rank.items()
    ]
    effects += [
        (card, write.percent(effect), "", str(effect))
        for card, effect in found.removals.exceptions.items()
        if len(found.removals.exceptions) <= 8
    ]
    heads = (words[name] for name in ("card", "effect", "tag"))
    kind = "true" if found.count.is_balanced else "running"
    names = ("dealt", "trigger", "rounds", "bets", "edge", "units", "per_100")
    gains = [
        (
            write.percent(gain.penetration, 1),
            words["never"] if gain.trigger is None else f"{gain.trigger:+d}",
            f"{gain.rounds:.1f}",
            f"{gain.bets:.2f}",
            f"{100 * gain.edge:.2f} %",
            f"{gain.units:.4f}",
            f"{gain.units_per_100:.4f}",
        )
        for gain in found.gains
    ]
    simulated = [
        (write.percent(gain.penetration, 1), f"{gain.units:.4f}", f"{error:.4f}")
        for gain, error in played
    ]
    in_shoes = (words["dealt"], fill(words["simulated"], {"shoes": shoes}), words["error"])
    exposed = [
        fill(
            words["exposed"],
            {
                "hand": hand,
                "often": write.percent(often, 2),
                "units": write.decimal(100 * units, 4),
            },
        )
        for hand, (often, units) in found.exposed.items()
    ]
    return [
        write.table(write.columns(*heads, "Exact"), effects),
        write.text(fill(words[kind], {"correlation": f"{found.count.correlation:.4f}"})),
        write.table(write.columns(*(words[name] for name in names)), gains),
        *([write.table(write.columns(*in_shoes), simulated)] if played else ()),
        write.text(*exposed),
        write.number_lines([words[f"do_{code}"] for code in found.advice]),
    ]


def seen_blocks(edges: Sequence[SeenEdge], language: str) -> list[Block]:
    """The house's edge against those who know cards, and what to do."""
    words = _words(language)
    names = ("seats", "dealer_cards", "house_edge", "deals", "error")
    rows = [
        (
            str(each.seats),
            str(each.dealer_cards),
            write.percent(Fraction(each.edge)),
            f"{each.deals:,}" if each.deals else words["all"],
            f"{100 * each.error:.4f} %",
        )
        for each in edges
    ]
    heads = write.columns(*(words[name] for name in names))
    return [write.table(heads, rows), write.text(words["do_seen"])]
