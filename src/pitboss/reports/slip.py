"""The player's slip: his prize on a strip of paper, with a code that leads to the record. It names
no person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.local_time import local_day, local_time
from pitboss.money import dollars
from pitboss.reports.typeset import typeset
from pitboss.reports.win_page import Win, qr_code, warning_text


def slip_data(win: Win, words: Mapping[str, Any], *, address: str) -> dict[str, Any]:
    """The whole slip in strings; `address` is where to check the prize."""
    said = words["slip"]
    return {
        "house": win.house,
        "title": said["title"],
        "date": local_day(win.at_ms, win.time_zone),
        "warning": warning_text(win, words["win"]),
        "amount": dollars(win.award.total_cents),
        "facts": slip_facts(win, words),
        "qr": qr_code(address),
        "check_at": said["check_at"],
        "address": address,
        "entry": said["entry"].format(seq=win.seq),
        "hash": win.hash,
        "keep": said["keep"],
    }


def slip_facts(win: Win, words: Mapping[str, Any]) -> list[list[str]]:
    """Hand, table and time, for the paper and the page that checks it."""
    said = words["slip"]
    at_table = words["win"]["at_table"].format(table=win.table, title=win.title)
    return [
        [said["hand"], win.hand],
        [said["table"], at_table],
        [said["time"], local_time(win.at_ms, win.time_zone)],
    ]


def slip_page(win: Win, words: Mapping[str, Any], *, address: str) -> bytes:
    """The slip as a PDF, in its own size."""
    return typeset("slip.typ", slip_data(win, words, address=address), paper="letter")
