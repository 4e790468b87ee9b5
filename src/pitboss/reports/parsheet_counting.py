"""The PAR sheet's section about card counters, collusion and exposed cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.lab.lab_wagers import LabWager
from pitboss.lab.seen_cards import find_seen_edge
from pitboss.lab.vulnerability import Vulnerability, find_vulnerability
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
    words: Mapping[str, str] = texts(ENGLISH, "commands")["commands"]["vulnerability"]
    try:
        blocks = _counting(find_vulnerability(wager), words)
    except Refusal as refusal:
        if refusal.case not in ("other", "decisions"):
            raise
        blocks = [*_seen(wager, words), write.text(words["do_seen"])]
    return write.make_section(words["title"], *blocks)


def _counting(found: Vulnerability, words: Mapping[str, str]) -> list[Block]:
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
        write.text(*exposed),
        write.number_lines([words[f"do_{code}"] for code in found.advice]),
    ]


def _seen(wager: LabWager, words: Mapping[str, str]) -> list[Block]:
    rows = []
    for seats, dealer_cards in KNOWN:
        found = find_seen_edge(
            wager, seats=seats, dealer_cards=dealer_cards, deals=DEALS, rng_seed=RNG_SEED
        )
        error = f"{100 * found.error:.4f} %"
        said = fill(
            words["sampled" if found.deals else "counted"], {"deals": found.deals, "error": error}
        )
        known = fill(words["seen"], {"seats": seats, "cards": dealer_cards})
        rows.append((known, write.percent(Fraction(found.edge), 2), said))
    return [write.table(write.columns(words["knows"], words["house_edge"], words["how"]), rows)]
