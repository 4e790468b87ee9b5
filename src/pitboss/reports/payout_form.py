"""The payout form in its parts, for player, cage and accounting: as data and as a PDF.

The people who sign it are not named on it: it shows a person's vault id, and the kind and last four
of each paper he showed; the name is written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.money.check_numbers import check_numbers_of
from pitboss.floor.state.payouts import PersonState, StepNote
from pitboss.local_time import local_day, local_time
from pitboss.money import Cents, dollars
from pitboss.reports.amount_words import amount_words
from pitboss.reports.typeset import typeset
from pitboss.reports.win_page import Win, copy_text, notes, warning_text
from pitboss.rules.profile import Profile

PayoutWords: TypeAlias = Mapping[str, Any]
MASK = "***"  # before the last four, as on the screens


class Payout(Struct, frozen=True, kw_only=True):
    """A payment with everything its form says. `keep_hand` is the last day to keep the sealed hand,
    `keep_until` the last day for the records; `copies` counts the prints of this form."""

    win: Win
    payment: Payment
    parts: tuple[PaidPart, ...]
    people: tuple[PersonState, ...]
    steps: tuple[StepNote, ...]
    names: Mapping[str, str]  # of badges
    keep_hand: str
    keep_until: str
    copies: int  # including this one
    printed_ms: int
    printed_by: str

    @property
    def gross_cents(self) -> Cents:
        """The payment before tax."""
        return Cents(sum(part.cents for part in self.parts))

    @property
    def withheld_cents(self) -> Cents:
        """What the house withholds for tax."""
        return Cents(sum(part.withheld_cents for part in self.parts))


def payout_form(
    payout: Payout, profile: Profile, words: PayoutWords, win_words: PayoutWords, *, paper: str
) -> bytes:
    """The form as a PDF, a page for each part; the same facts make the same bytes."""
    return typeset(
        "payout_form.typ", payout_form_data(payout, profile, words, win_words), paper=paper
    )


def payout_form_data(
    payout: Payout, profile: Profile, words: PayoutWords, win_words: PayoutWords
) -> dict[str, Any]:
    """The whole form in strings."""
    win, net = payout.win, payout.gross_cents - payout.withheld_cents
    return {
        "labels": dict(words),
        "title": words["title"],
        "parts": list(words["parts"]),
        "house": win.house,
        "page": win.page,
        "copy": copy_text(payout.copies, win_words),
        "printed": words["printed"].format(
            time=local_time(payout.printed_ms, win.time_zone), badge=payout.printed_by
        ),
        "date": local_day(win.at_ms, win.time_zone),
        "warning": warning_text(win, win_words),
        "facts": _facts(payout, words),
        "amounts": [_amount(payout, part, words) for part in payout.parts],
        "total": [
            words["total"],
            dollars(payout.gross_cents),
            dollars(payout.withheld_cents),
            dollars(net),
        ],
        "words": amount_words(Cents(net), win_words["numerals"]) if net else "",
        "steps": _steps(payout, words),
        "notes": list(notes(win, profile, win_words)),
        "signers": _signers(payout, words),
        "entry": words["entry"].format(seq=win.seq),
        "hash": win.hash,
    }


def _facts(payout: Payout, words: PayoutWords) -> list[list[str]]:
    win, payment, labels = payout.win, payout.payment, words["facts"]
    method = words["methods"].get(payment.method, "")
    said = {
        "award": win.award.award,
        "table": win.title if not win.table else f"{win.table} {win.title}",
        "round": f"{win.round:,}, {words['seat'].format(seat=win.award.seat)}",
        "hand": f"{win.hand}, {win.jackpot_title}",
        "recorded": local_time(win.at_ms, win.time_zone),
        "method": f"{method} {', '.join(check_numbers_of(payment))}".strip() or words["blank"],
        "identical": ", ".join(map(str, payment.identical_seats or ())),
        "tax_form": payment.tax_form or words["blank"],
        "tax_reason": payment.tax_reason,
        # If the tax is more than the payment: what the winner brings, and what the house covers.
        "tax_collected": _sum(part.collected_cents for part in payout.parts),
        "tax_borne": _sum(part.borne_cents for part in payout.parts),
        "seal": payment.seal or words["blank"],
        "keep_hand": payout.keep_hand,
        "keep_until": payout.keep_until,
    }
    return [[labels[name], text] for name, text in said.items() if text]


def _sum(amounts: Iterable[Cents]) -> str:
    cents = Cents(sum(amounts))
    return dollars(cents) if cents else ""


def _amount(payout: Payout, part: PaidPart, words: PayoutWords) -> list[str]:
    known = next((each for each in payout.people if each.person == part.person), None)
    shown = payout.payment.identity or words["winner"]
    if known is not None:
        papers = ", ".join(f"{each.identity} {MASK}{each.last_four}" for each in known.identities)
        tax = known.tax_number
        number = f"{MASK}{tax.last_four}" if tax is not None else words["no_tax_number"]
        shown = words["person"].format(person=known.person, papers=papers, tax_number=number)
    net = part.cents - part.withheld_cents
    return [shown, dollars(part.cents), dollars(part.withheld_cents), dollars(net)]


def _steps(payout: Payout, words: PayoutWords) -> list[list[str]]:
    """Who did each step and when, and who skipped one."""
    rows = []
    for note in payout.steps:
        name = payout.names.get(note.badge, note.badge)
        text = "skipped" if note.skipped else "done"
        when = local_time(note.at_ms, payout.win.time_zone)
        said = words[text].format(name=name, badge=note.badge, time=when, reason=note.skipped)
        rows.append([words["step"][note.step], said])
    return rows


def _signers(payout: Payout, words: PayoutWords) -> list[str]:
    winners = [words["winner"]]
    if len(payout.parts) > 1:
        winners = [words["winner_of"].format(person=part.person) for part in payout.parts]
    return [*winners, words["cashier"], words["witness"]]
