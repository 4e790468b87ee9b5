"""The form of the papers that let tables play for money: on a training floor, and for tables added
to a running one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pitboss.live.running_site import RunningSite
from pitboss.local_time import local_day
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.cited_law import LICENSES
from pitboss.site.draft import Draft
from pitboss.web.access.front import Form
from pitboss.web.setup.written_file import approved_tables, entered_papers, wrong_keypads

PAPER_FIELDS = ("date", "signer", "own")


def enter_papers(
    running_site: RunningSite,
    draft: Draft,
    form: Form,
    paytables: Paytables,
    tables: Collection[str],
) -> None:
    """Put a form's papers into a draft for the checked tables, with the keypad they require."""
    needs = running_site.profile.law.approval_needs.value
    ticked = [name for name in tables if form[f"table-{name}"]]
    blank = [paper for paper in (*needs, *PAPER_FIELDS) if not form[paper]]
    if not ticked or blank:
        first = blank[0] if ticked else f"table-{next(iter(tables), '')}"
        raise Refusal("APPROVAL_INCOMPLETE", "choose_tables_fill", where=first)
    need_past(running_site, form["date"], where="date", case="after_approval")
    keypads = wrong_keypads(draft.site(), paytables)
    for row in draft.rows("table"):
        if row["id"] in tables and form[f"keypad-{row['id']}"] in keypads.get(row["id"], ()):
            row["keypad"] = form[f"keypad-{row['id']}"]
    draft.approve(
        ticked,
        paytables,
        papers={paper: form[paper] for paper in (*needs, *LICENSES)},
        date=form["date"],
        signer=form["signer"],
        own=form["own"],
    )


def papers_shown(
    running_site: RunningSite,
    draft: Draft,
    paytables: Paytables,
    tables: Collection[str],
    form: Form | None,
) -> dict[str, Any]:
    """What the papers page shows about these tables."""
    site, needs = draft.site(), running_site.profile.law.approval_needs
    own = [each for each in site.tables if each.table in tables]
    approved = approved_tables(running_site, site, paytables)
    keypads = wrong_keypads(site, paytables)
    return {
        "tables": own,
        "entered": [entered_papers(each) for each in own if each.approval],
        "approved": {each.table: approved[each.table] for each in own},
        "keypads": {name: fitting for name, fitting in keypads.items() if name in tables},
        "needs": needs.value,
        "licenses": LICENSES,
        "rule": needs.rule,
        "form": form or Form(),
        "today": today_of(running_site),
    }


def need_past(running_site: RunningSite, day: str, *, where: str, case: str) -> None:
    """Refuse a future date; `case` says which paper has the right one."""
    if day > (today := today_of(running_site)):
        raise Refusal("DAY_WRONG", case, where=where, day=day, today=today)


def today_of(running_site: RunningSite) -> str:
    """Today on the house's clock."""
    return local_day(running_site.now_ms(), running_site.site.time_zone)
