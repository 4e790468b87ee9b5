"""The PAR sheet: everything a test lab needs to check a wager, as data and as a PDF.

`parsheet_data` returns everything as strings ready to print; `parsheet.typ` only lays them out.
Neither reads a clock, draws a random number or uses a font of the machine: the same paytable,
rules, counts and settings make the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from pitboss.money import Cents
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_changes import beside_section, join_beside, sensitivity_section
from pitboss.reports.parsheet_counts import (
    actions_section,
    counts_section,
    has_decisions,
    money_rows,
    pays_section,
    returns_section,
)
from pitboss.reports.parsheet_figures import (
    figures_section,
    printed_section,
    settings_section,
    volatility_section,
)
from pitboss.reports.parsheet_identity import (
    Subject,
    content_hash,
    hashes,
    identity_section,
    options_section,
    rules_section,
    sheet_date,
    subject,
)
from pitboss.reports.parsheet_meters import envy_section, house_section, meters_section
from pitboss.reports.typeset import typeset
from pitboss.rules.paytable import Paytable

SIGNATURES = ("Prepared", "Checked", "Approved")


def parsheet_data(
    paytable: Paytable,
    options: Mapping[str, str] | None = None,
    meters_cents: Mapping[str, Cents] | None = None,
    posted_cents: Mapping[str, Cents] | None = None,
    beside: Sequence[str] = (),
    *,
    vulnerability: bool = False,
) -> dict[str, Any]:
    """The whole sheet in strings: title, identity and sections of blocks. `posted_cents` is what a
    house jackpot posts for levels or hands; `beside` are other wagers of the same round. What
    counting cards wins takes a second or more, so it is there if asked for."""
    about = subject(paytable, options or {}, meters_cents or {}, posted_cents or {})
    rows = money_rows(about.analysis)
    sections = [
        identity_section(about),
        rules_section(about),
        options_section(about),
        pays_section(about),
        counts_section(about, rows),
        returns_section(about, rows),
        actions_section(about, rows) if has_decisions(about.analysis) else None,
        figures_section(about, rows),
        meters_section(about) if about.analysis.meter_lines else None,
        house_section(about) if about.worths else None,
        envy_section(about) if paytable.envy else None,
        sensitivity_section(about),
        beside_section(join_beside(about, beside)),
        volatility_section(about, rows),
        settings_section(about),
        printed_section(about),
        _vulnerability_section(about) if vulnerability else None,
        write.make_section("Signatures", {"kind": "signatures", "lines": list(SIGNATURES)}),
    ]
    return {
        "title": "PAR sheet",
        "subtitle": paytable.title + (", as a house jackpot" if about.worths else ""),
        "id": paytable.id,
        "date": sheet_date(paytable)[0].isoformat(),
        "version": f"pitboss {metadata.version('pitboss')}",
        "hash": content_hash(hashes(about)),
        "sections": [section for section in sections if section],
    }


def _vulnerability_section(about: Subject) -> write.SheetSection:
    from pitboss.reports.parsheet_counting import vulnerability_section  # imports the lab

    return vulnerability_section(about)


def parsheet(
    paytable: Paytable,
    options: Mapping[str, str] | None = None,
    meters_cents: Mapping[str, Cents] | None = None,
    posted_cents: Mapping[str, Cents] | None = None,
    beside: Sequence[str] = (),
    *,
    paper: str = "letter",
    vulnerability: bool = False,
) -> bytes:
    """The sheet as a PDF; the same facts make the same bytes. Every profile is of an American
    house, so the paper is Letter."""
    asked = (paytable, options, meters_cents, posted_cents, beside)
    data = parsheet_data(*asked, vulnerability=vulnerability)
    return typeset("parsheet.typ", data, paper=paper)
