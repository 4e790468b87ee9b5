"""The win page: one award as accounting keeps it (PS-8), as data and as a PDF.

`win_page_data` returns everything as strings ready to print; `win_page.typ` only lays them out. The
date is the record's: the same record, copy and paper make the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias
from urllib.parse import urlencode

from pitboss.floor.facts.values import Award, EnvyPay
from pitboss.floor.view.tax_due import TaxDue
from pitboss.local_time import local_day
from pitboss.money import Cents, dollars
from pitboss.notation import format_exact_moment, name_text
from pitboss.reports.amount_words import amount_words
from pitboss.reports.typeset import typeset
from pitboss.reports.win_notes import tax_notes, win_notes
from pitboss.rules.profile import Profile

HASH_PREFIX = 16  # hexadecimal digits of the row's hash to check a page with
PRINTED_ONCE = 1

# The page's words, from the language's file: this room has no language of its own.
WinWords: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmer:
    """Who confirmed: badge, name and role as on record."""

    badge: str
    name: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """The award's meter before and after the payment."""

    before_cents: Cents
    after_cents: Cents


@dataclass(frozen=True, slots=True)
class PaymentRecord:
    """A payment, or another record about one: what it is, when, and field by field; `mark` says
    that it no longer counts."""

    title: str
    at: str
    fields: tuple[tuple[str, str], ...]
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """One award with everything on its page, from the record alone.

    `number` is the award's place in its record; `seq` and `hash` are the record's. `meter` is None
    if no meter moved. `envy` is what the other seats got for this hand, None while the round is
    open. `tax` is due with the award and None once it is paid; `envy_tax` is due with a seat's
    envy. `copies` counts the recorded prints: 0 is a view on a screen."""

    house: str
    time_zone: str
    award: Award
    hand: str
    number: int
    table: str
    title: str
    round: int
    jackpot_title: str
    level: str  # the meter as its letter names it; empty if the award came from none
    wager_cents: Cents
    status: str
    at_ms: int
    seq: int
    hash: str
    confirmed_by: Confirmer
    meter: Meter | None
    envy: tuple[EnvyPay, ...] | None
    payment: tuple[PaymentRecord, ...]  # newest first
    copies: int
    training: bool = False
    tax: TaxDue | None = None
    envy_tax: tuple[tuple[int, TaxDue], ...] = ()
    cameras: tuple[str, ...] = ()  # cameras that saw it, each with the time to look at
    disputes: tuple[str, ...] = ()  # the papers of open disputes
    held: str = ""  # why nobody may pay it now, in words; empty if somebody may
    amount_reason: str = ""  # why a prize by hand differs from what its hand pays by the meter
    cards: str = ""  # the hand's cards, as verified; empty: write them on the paper

    @property
    def page(self) -> str:
        """The page number: the record's sequence and the place in it; it never changes."""
        return f"{self.seq}.{self.number}"


def verify_text(win: Win, *, address: str) -> str:
    """What the QR code says: where to ask, and the figures to check against the record."""
    figures = urlencode(
        {
            "award": win.award.award,
            "table": win.table,
            "round": win.round,
            "seat": win.award.seat,
            "total_cents": win.award.total_cents,
        }
    )
    return f"{address}/verify/{win.seq}/{win.hash[:HASH_PREFIX]}?{figures}"


def win_page_data(win: Win, profile: Profile, words: WinWords, *, address: str) -> dict[str, Any]:
    """The whole page in strings."""
    award = win.award
    return {
        "labels": dict(words),
        "title": words["title"],
        "house": win.house,
        "page": win.page,
        "copy": copy_text(win.copies, words),
        "status": status_text(win, words),
        "warning": warning_text(win, words),
        "date": local_day(win.at_ms, win.time_zone),
        "facts": facts(win, words),
        "amount": dollars(award.total_cents),
        "words": amount_words(award.total_cents, words["numerals"]),
        "sources": sources(win, words),
        "meter": meter_rows(win, words),
        "envy": envy_rows(win, words),
        "envy_text": words["envy_later"] if win.envy is None else words["envy_none"],
        "payment": [asdict(record) for record in win.payment],
        "notes": list(notes(win, profile, words)),
        "cards": win.cards,
        "entry": _word(words, "entry_hash", seq=win.seq),
        "hash": win.hash,
        "address": f"{address}/verify/{win.seq}/{win.hash[:HASH_PREFIX]}",
        "qr": qr_code(verify_text(win, address=address)),
    }


def win_page(
    win: Win, profile: Profile, words: WinWords, *, address: str, paper: str = "letter"
) -> bytes:
    """The page as a PDF; the same facts make the same bytes."""
    return typeset("win_page.typ", win_page_data(win, profile, words, address=address), paper=paper)


# ---- parts, also shown on a screen --------------------------------------------------------------


def copy_text(copies: int, words: WinWords) -> str:
    """Which print this is."""
    if copies == 0:
        return _word(words, "copy_view")
    if copies == PRINTED_ONCE:
        return _word(words, "copy_original")
    return _word(words, "copy_reprint", reprint=copies - 1, copy=copies)


def prints_text(copies: int, words: WinWords) -> str:
    """How often a page was printed, for a screen."""
    if copies <= PRINTED_ONCE:
        return _word(words, "prints_once" if copies else "prints_none")
    return _word(words, "prints_more", reprints=copies - 1)


def warning_text(win: Win, words: WinWords) -> str:
    """Why nobody should pay this page, and who is waiting; empty if all is well."""
    warnings = [_word(words, "warning_training")] if win.training else []
    if win.status == "backed out":
        warnings.append(_word(words, "warning_backed_out"))
        if win.envy:
            amount = dollars(Cents(sum(pay.cents for pay in win.envy)))
            warnings.append(_word(words, "warning_envy", amount=amount))
    if win.status == "canceled":
        warnings.append(_word(words, "warning_canceled"))
    if win.disputes:
        warnings.append(_word(words, "warning_disputed", papers=", ".join(win.disputes)))
    return " · ".join(warnings)


def status_text(win: Win, words: WinWords) -> str:
    """An award's status, in words. A tray pay is paid as soon as it is recorded, unless it waits
    for a tax form; an award that nobody may pay now is held."""
    if win.held:
        return win.held
    if win.status == "moved" and not win.award.owed_cents:
        return _word(words, "status_in_tray" if win.tax is not None else "status_from_tray")
    return _word(words, f"status_{win.status.replace(' ', '_')}")


def facts(win: Win, words: WinWords) -> list[list[str]]:
    """Who, where, when."""
    award, by, labels = win.award, win.confirmed_by, words["facts"]
    said = {
        "table": _word(words, "at_table", table=win.table, title=win.title),
        "round": f"{win.round:,}" if win.round else "",
        "seat": seat_text(award, words),
        "hand": win.hand,
        "jackpot": win.jackpot_title,
        "wager": dollars(win.wager_cents),
        "recorded": format_exact_moment(win.at_ms, win.time_zone),
        "confirmed_by": _word(
            words, "confirmer", name=by.name, role=name_text(by.role), badge=by.badge
        ),
        "amount_reason": win.amount_reason,
        "camera": "; ".join(win.cameras),
        "award": award.award,
    }
    return [[labels[name], text] for name, text in said.items() if text]


def seat_text(award: Award, words: WinWords) -> str:
    return _word(words, "at_seat", seat=award.seat, sensor=award.sensor)


def sources(win: Win, words: WinWords) -> list[list[str]]:
    """Where the amount comes from; a returned stake isn't part of it."""
    award = win.award
    rows = [
        (_word(words, "from_meter", level=win.level), award.meter_cents),
        (_word(words, "from_house" if award.level else "posted"), award.house_cents),
        (_word(words, "from_tray"), award.tray_cents),
        (_word(words, "stake"), award.stake_cents),
    ]
    return [[name, dollars(cents)] for name, cents in rows if cents]


def meter_rows(win: Win, words: WinWords) -> list[list[str]]:
    """The meter before and after; empty if none moved."""
    if win.meter is None:
        return []
    level = win.level
    after = "meter_restarted" if win.award.restarts else "meter_after"
    return [
        [_word(words, "meter_before", level=level), dollars(win.meter.before_cents)],
        [_word(words, after, level=level), dollars(win.meter.after_cents)],
    ]


def envy_rows(win: Win, words: WinWords) -> list[list[str]]:
    """What each other seat got for this hand."""
    return [
        [_word(words, "envy_seat", seat=pay.seat), dollars(pay.cents)] for pay in win.envy or ()
    ]


def notes(win: Win, profile: Profile, words: WinWords) -> Sequence[str]:
    """What the payer must do: for the award, then for each seat's envy."""
    found = list(
        win_notes(
            words["note"],
            total_cents=win.award.total_cents,
            owed_cents=win.award.owed_cents,
            tax=win.tax,
            profile=profile,
        )
    )
    for seat, tax in win.envy_tax:
        for note in tax_notes(words["note"], tax, profile):
            found.append(_word(words, "envy_note", seat=seat, note=note))
    return found


# ---- inside -------------------------------------------------------------------------------------


def _word(words: WinWords, name: str, /, **values: object) -> str:
    text: str = words[name]
    return text.format(**values)


def qr_code(text: str) -> str:
    """The code as SVG, in one path."""
    import segno  # only printing needs it

    made = io.BytesIO()
    segno.make(text, error="m", micro=False).save(made, kind="svg", border=2, xmldecl=False)
    return made.getvalue().decode()
