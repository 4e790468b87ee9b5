"""The win page: one award as accounting keeps it (PS-8), as data and as a PDF.

`win_page_data` says everything in strings ready to print; `win_page.typ` only lays it out. The date
is the record's: the same record, copy and paper make the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any
from urllib.parse import urlencode

from pitboss.floor.facts.values import Award, EnvyPay
from pitboss.money import Cents, dollars
from pitboss.reports.amount_words import amount_words
from pitboss.reports.local_time import local_day, local_time
from pitboss.reports.typeset import typeset
from pitboss.reports.win_notes import cash_most, is_reported, tax_notes, win_notes
from pitboss.rules.profile import Profile

HASH_PREFIX = 16  # hexadecimal digits of the row's hash that a page is checked by
SIGNATURES = ("Winner", "Dealer", "Supervisor", "Cashier")
PRINTED_ONCE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmer:
    """Who confirmed: badge, name and role as they were on record."""

    badge: str
    name: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """What the award's meter showed before it was paid and after."""

    level: str
    before_cents: Cents
    after_cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """One award with all that its page says: the record and nothing else.

    `number` is the place of the award in its record, `seq` and `hash` are the record's. `meter` is
    none where no meter has moved. `envy` is what the other seats got for this hand; none while the
    round is open. `copies` counts the recorded prints: 0 is a view on a screen."""

    house: str
    time_zone: str
    award: Award
    hand: str
    number: int
    table: str
    title: str
    round: int
    jackpot_title: str
    wager_cents: Cents
    status: str
    at_ms: int
    seq: int
    hash: str
    confirmed_by: Confirmer
    meter: Meter | None
    envy: tuple[EnvyPay, ...] | None
    payment: tuple[tuple[str, str], ...]
    copies: int
    training: bool = False

    @property
    def page(self) -> str:
        """The page number: the sequence of the record and the place in it, the same for ever."""
        return f"{self.seq}.{self.number}"


def verify_text(win: Win, *, address: str) -> str:
    """What the QR code says: where to ask, and the figures to be held against the record."""
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


def win_page_data(win: Win, profile: Profile, *, address: str) -> dict[str, Any]:
    """The whole page in strings."""
    award = win.award
    total = dollars(award.total_cents)
    return {
        "title": "Win page",
        "house": win.house,
        "page": win.page,
        "copy": copy_text(win.copies),
        "status": status_text(win),
        "warning": warning_text(win),
        "date": local_day(win.at_ms, win.time_zone),
        "facts": facts(win),
        "amount": total,
        "words": amount_words(award.total_cents),
        "sources": sources(win),
        "meter": meter_rows(win),
        "envy": envy_rows(win),
        "envy_text": "" if win.envy is not None else "Envy is paid when the round ends.",
        "payment": [list(pair) for pair in win.payment],
        "notes": list(notes(win, profile)),
        "signatures": list(SIGNATURES),
        "seq": str(win.seq),
        "hash": win.hash,
        "address": f"{address}/verify/{win.seq}/{win.hash[:HASH_PREFIX]}",
        "qr": _qr(verify_text(win, address=address)),
        "version": f"pitboss {metadata.version('pitboss')}",
    }


def win_page(win: Win, profile: Profile, *, address: str, paper: str = "letter") -> bytes:
    """The page as a PDF, the same bytes for the same facts."""
    return typeset("win_page.typ", win_page_data(win, profile, address=address), paper=paper)


# ---- parts, also shown on a screen --------------------------------------------------------------


def copy_text(copies: int) -> str:
    """Which print this is."""
    if copies == 0:
        return "View only: no print is on record"
    if copies == PRINTED_ONCE:
        return "Original"
    return f"REPRINT {copies - 1} (copy {copies})"


def warning_text(win: Win) -> str:
    """Why nobody is to be paid on this page; nothing where somebody is."""
    notes = ["TRAINING: play money, not to be paid"] if win.training else []
    if win.status == "backed out":
        notes.append("BACKED OUT: not to be paid")
    return " · ".join(notes)


def status_text(win: Win) -> str:
    """Where an award stands, in words."""
    owed = "Recorded, owed to the winner"
    return {
        "recorded": "Recorded; the meter moves when the key is turned to RUN",
        "moved": owed if win.award.owed_cents else "Recorded, paid from the tray at the table",
        "paid": "Paid",
        "backed out": "Backed out",
    }[win.status]


def facts(win: Win) -> list[list[str]]:
    """Who, where, when."""
    award, by = win.award, win.confirmed_by
    return [
        ["Table", f"{win.table}, {win.title}"],
        ["Round", f"{win.round:,}"],
        ["Seat", f"{award.seat}, sensor {award.sensor}"],
        ["Hand", win.hand or "recorded by hand"],
        ["Jackpot", win.jackpot_title],
        ["Wager", dollars(win.wager_cents)],
        ["Recorded", local_time(win.at_ms, win.time_zone)],
        ["Confirmed by", f"{by.name}, {by.role}, badge {by.badge}"],
        ["Award", award.award],
    ]


def sources(win: Win) -> list[list[str]]:
    """Where the amount comes from; a stake that goes back is no part of it."""
    award = win.award
    rows = [
        (f"From the meter {award.level}", award.meter_cents),
        ("Added by the house" if award.level else "Posted by the house", award.house_cents),
        ("Paid from the tray at the table", award.tray_cents),
    ]
    shown = [[name, dollars(cents)] for name, cents in rows if cents]
    if award.stake_cents:
        shown.append(["Stake returned besides", dollars(award.stake_cents)])
    return shown


def meter_rows(win: Win) -> list[list[str]]:
    """The meter before and after; nothing where none was touched."""
    if win.meter is None:
        return []
    restarted = " (restarted)" if win.award.restarts else ""
    return [
        [f"Meter {win.meter.level} before", dollars(win.meter.before_cents)],
        [f"Meter {win.meter.level} after{restarted}", dollars(win.meter.after_cents)],
    ]


def envy_rows(win: Win) -> list[list[str]]:
    """What each other seat got for this hand."""
    return [[f"Seat {pay.seat}", dollars(pay.cents)] for pay in win.envy or ()]


def notes(win: Win, profile: Profile) -> Sequence[str]:
    """What the payer has to mind: for the award, then for each envy pay."""
    year = _year(win)
    found = list(
        win_notes(
            total_cents=win.award.total_cents,
            owed_cents=win.award.owed_cents,
            wager_cents=win.wager_cents,
            year=year,
            profile=profile,
        )
    )
    for pay in win.envy or ():
        for note in tax_notes(
            total_cents=pay.cents, wager_cents=win.wager_cents, year=year, profile=profile
        ):
            found.append(f"Envy of seat {pay.seat}: {note}")
    return found


def usual_payment(win: Win, profile: Profile) -> tuple[str, str]:
    """How such a win is usually paid, and the form it is reported on."""
    reported = is_reported(
        total_cents=win.award.total_cents,
        wager_cents=win.wager_cents,
        year=_year(win),
        profile=profile,
    )
    method = "cash" if cash_most(win.award.owed_cents, profile) is None else "check"
    return method, "W-2G" if reported else "none"


# ---- inside -------------------------------------------------------------------------------------


def _year(win: Win) -> int:
    return int(local_day(win.at_ms, win.time_zone)[:4])


def _qr(text: str) -> str:
    """The code as SVG, in one path."""
    import segno  # only a page that is printed needs it

    made = io.BytesIO()
    segno.make(text, error="m", micro=False).save(made, kind="svg", border=2, xmldecl=False)
    return made.getvalue().decode()
