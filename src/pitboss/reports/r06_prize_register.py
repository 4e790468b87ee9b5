"""R6: the prize register: every prize won, paid, voided, forfeited or backed out in the period,
with its status at the end; the reader can choose to sum up small tray pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.books import Entry
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.facts.values import Award
from pitboss.floor.money.check_numbers import check_numbers_of
from pitboss.floor.state.floor import AwardState
from pitboss.floor.state.retention import hand_kept_until
from pitboss.floor.view.standing import AT_TABLE, standing_of
from pitboss.money import parse_dollars
from pitboss.refusal import say
from pitboss.reports.compared import compare_totals
from pitboss.reports.report_options import ReportOption
from pitboss.reports.sheet import Cell, CellValue, Sheet, columns
from pitboss.reports.source import BY_HAND, ReportSource, award_link, awards_of

READERS = ("accounting", "executive", "supervisor", "auditor")
SIGNERS = ("cashier",)

WON = (*WON_AT_TABLE, BY_HAND)
PAID, UNDONE, CANCELED = "prize-paid", "award-backed-out", "prize-canceled"
SKIPPED = "payout-step-skipped"
LATER = (PAID, "payment-voided", "prize-forfeited", "prize-handed-over", UNDONE, CANCELED)
REGISTER = columns(
    "award won:time@award table seat:count@table hand* jackpot gross:money+",
    "backed_out:money+?@gross from_tray:money+? paid:money+ withheld:money+? to_winner:money+",
    "tax_collected:money+?@withheld tax_borne:money+?@withheld forfeited:money+?",
    "unclaimed:money+?@forfeited owed:money+@forfeited status:words paid_at:time?",
    "method:method?@paid_at check_number?@paid_at person?@paid_at tax_form:titled?@paid_at",
    "seal?@paid_at keep_hand:day?@paid_at confirmed_by@status paid_by?@paid_at why:told?@status",
)
TRAY = columns("jackpot hand prizes:count+ from_tray:money+")
OPTIONS = (ReportOption("sum_below", "$100.00", whole="$0.00"),)


class _AwardEntries(NamedTuple):
    """An award's entries: when it was won, paid, backed out or canceled."""

    won: Entry
    paid: Entry | None
    undone: Entry | None


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every prize, in order; tray pays below the chosen amount are summed up."""
    return compare_totals(source, _sheets, "register", "tray_sums")


def _sheets(source: ReportSource) -> tuple[Sheet, ...]:
    noted = sorted(_noted(source).items(), key=lambda item: (item[1].won.seq, item[0]))
    below_cents = parse_dollars(source.options.get("sum_below", "$0"))
    rows, small = [], []
    for name, entries in noted:
        state = source.closing.award(name)
        is_small = state.award.total_cents < below_cents
        if is_small and state.payment is None and standing_of(source.closing, state) == AT_TABLE:
            small.append(state.award)
        else:
            rows.append(_row(source, state, entries))
    register = source.sheet("register", REGISTER, rows)
    if not below_cents:
        return (register,)
    return (register, source.sheet("tray_sums", TRAY, _tray_sums(source, small)))


def _tray_sums(source: ReportSource, small: Sequence[Award]) -> Iterator[tuple[Cell, ...]]:
    """How often the tray paid each hand, and the total."""
    found: dict[tuple[str, str], list[int]] = {}
    for award in small:
        key = (source.title(award.jackpot), source.hand(award.jackpot, award.outcome))
        found.setdefault(key, []).append(award.tray_cents)
    for key, cents in sorted(found.items()):
        yield *key, len(cents), sum(cents)


def _noted(source: ReportSource) -> dict[str, _AwardEntries]:
    won: dict[str, Entry] = {}
    later: dict[str, dict[str, Entry]] = {kind: {} for kind in LATER}
    for entry in source.find_entries(*WON):
        won.update(dict.fromkeys(awards_of(entry), entry))
    for entry in source.find_entries(*LATER):
        later[entry.event.kind][entry.event.award] = entry
    for award in set().union(*later.values()) - won.keys():
        won[award] = source.find_won(award)
    return {
        award: _AwardEntries(
            entry, later[PAID].get(award), later[UNDONE].get(award) or later[CANCELED].get(award)
        )
        for award, entry in won.items()
        if source.closing.award(award).award.jackpot not in source.training
    }


def _row(source: ReportSource, state: AwardState, noted: _AwardEntries) -> tuple[Cell, ...]:
    """The gross amount, less back-outs and cancellations, is the sum of what the tray or a cashier
    paid, what was forfeited or turned over as unclaimed, and what is owed. A voided payment counts
    as none. What tray and cashier paid, less withheld tax, is the winner's; tax beyond the prize
    came out of another win, or the house covers it."""
    award, payment = state.award, state.payment
    is_undone = state.status == "backed out"
    undone_cents = award.total_cents if is_undone else 0
    if state.status == "canceled":  # what the tray paid of it stays paid
        undone_cents = award.owed_cents
    paid = noted.paid if state.status == "paid" else None
    paid_cents = award.owed_cents if state.status == "paid" else 0
    tray_cents = 0 if is_undone else award.tray_cents
    hand = source.hand(award.jackpot, award.outcome)
    return (
        award_link(award.award, shown=hand),
        noted.won.at_ms,
        state.table,
        award.seat,
        hand,
        source.title(award.jackpot),
        award.total_cents,
        -undone_cents,
        tray_cents,
        paid_cents,
        state.withheld_cents,
        tray_cents + paid_cents - state.withheld_cents,
        state.collected_cents,
        state.borne_cents,
        award.owed_cents if state.status == "forfeited" else 0,
        award.owed_cents if state.status == "unclaimed" else 0,
        award.owed_cents if state.status in ("recorded", "moved") else 0,
        standing_of(source.closing, state),
        paid.at_ms if paid else None,
        payment.method if payment else "",
        ", ".join(check_numbers_of(payment)) if payment else "",
        ", ".join(part.person for part in state.parts),
        payment.tax_form if payment else "",
        payment.seal if payment else "",
        hand_kept_until(
            source.closing, state, won_ms=noted.won.at_ms, now_ms=source.period.to_ms - 1
        ),
        ", ".join(source.person(badge) for badge in state.confirmed_by),
        source.people(paid.event) if paid else "",
        _why(source, award.award, noted.undone),
    )


def _why(source: ReportSource, award: str, undone: Entry | None) -> CellValue:
    """Why it was reversed, and which payout steps somebody skipped, and why."""
    reasons: list[CellValue] = [undone.event.reason] if undone else []
    for entry in source.before_end(SKIPPED, award=award):
        step, reason = entry.event.step, entry.event.reason
        reasons.append(say("PART", "left_out", step=step, reason=reason))
    if len(reasons) > 1:
        return say("PART", "in_turn", parts=reasons)
    return reasons[0] if reasons else ""
