"""Paytables: pays, exact odds, printed figures with their verdicts, and the PAR sheet."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.maths.analysis import Analysis, analyze
from pitboss.maths.verdicts import Verdict, verdicts
from pitboss.notation import percentage
from pitboss.refusal import Refusal
from pitboss.reports.paper_report import FORMATS
from pitboss.reports.parsheet import parsheet
from pitboss.reports.parsheet_text import cents, one_in, percent
from pitboss.reports.parsheet_xlsx import parsheet_xlsx
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable
from pitboss.rules.posted import posted_lines
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.figure_words import case_said, pay_said, reading_said, verdict_said
from pitboss.web.office.figures import ByContent, known_paytable

router = APIRouter(prefix="/office", include_in_schema=False)
PaytablesDesk = Annotated[Desk, Depends(desk("paytables"))]

KEPT = 64
PAYTABLES = columns("title games wager:money levels used_by paytable* sha256*")
LINES = columns("hand pays probability:share one_in:figure returned:share envy:money")
LEVELS = columns("level seed:money rate:rate reserve_rate:rate")
PRINTED = columns("figure:words where printed exact reading verdict")


@router.get("/paytables")
async def paytables(desk: PaytablesDesk) -> Response:
    """Every paytable that there is, those in use first."""
    floor = await desk.floor()
    used: dict[str, list[str]] = {}
    for jackpot in floor.jackpots.values():
        used.setdefault(jackpot.terms.paytable, []).append(desk.title_of(jackpot.jackpot))
    for table in desk.running_site.site.tables:
        for name in table.paytables.values():
            used.setdefault(name, []).append(table.table)
    found = desk.running_site.paytables
    names = sorted(found.ids(), key=lambda name: (name not in used, name))
    rows = [_row(found.get(name), used.get(name, [])) for name in names]
    return desk.page("paytables", [desk.sheet("paytables", PAYTABLES, rows)])


@router.get("/paytables/{paytable:path}.pdf")
async def sheet_pdf(desk: PaytablesDesk, paytable: str, paper: str = "letter") -> Response:
    found = desk.running_site.paytables.get(paytable)
    made = await asyncio.to_thread(parsheet, found, paper=paper)
    name = paytable.replace("/", "-")
    headers = {"Content-Disposition": f'inline; filename="par-{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/paytables/{paytable:path}.xlsx")
async def sheet_xlsx(desk: PaytablesDesk, paytable: str) -> Response:
    """The PAR sheet as a workbook whose formulas compute the figures from the counts."""
    found = desk.running_site.paytables.get(paytable)
    made = await asyncio.to_thread(parsheet_xlsx, found)
    name = paytable.replace("/", "-")
    headers = {"Content-Disposition": f'attachment; filename="par-{name}.xlsx"'}
    return Response(made, media_type=FORMATS["xlsx"], headers=headers)


@router.get("/paytables/{paytable:path}")
async def paytable(desk: PaytablesDesk, paytable: str) -> Response:
    """One paytable with its exact figures at the usual settings."""
    return await paytable_page(desk, desk.running_site.paytables.get(paytable))


async def paytable_page(desk: Desk, found: Paytable) -> Response:
    analysis, printed = await asyncio.to_thread(_figures, known_paytable(found))
    lines = [] if analysis is None else _lines(found, analysis)
    levels = [
        (each.label, each.seed_cents, each.rate_ppm, each.reserve_ppm) for each in found.levels
    ]
    said = [
        (
            each.figure,
            " ".join(filter(None, (reading_said(each.where, found), each.place))),
            each.printed,
            each.shown,
            reading_said(each.reading, found),
            verdict_said(each.verdict),
        )
        for each in printed
    ]
    return desk.page(
        "paytable",
        [
            desk.sheet("lines", LINES, lines),
            desk.sheet("levels", LEVELS, levels),
            desk.sheet("printed", PRINTED, said),
        ],
        paytable=found,
        figures=[] if analysis is None else _summary(analysis),
        meters=[] if analysis is None else await _meters(desk, analysis),
        pays=[
            (line.label.long, ", ".join(pay_said(str(prize), found) for prize in line.prizes))
            for line in posted_lines(found)
        ],
    )


# ---- inside -------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _figures(asked: ByContent[Paytable]) -> tuple[Analysis | None, tuple[Verdict, ...]]:
    """The exact figures with the meters at their seeds, as the PAR sheet has them; none where
    nothing is counted for a house's own game."""
    try:
        seeds = {level.name: level.seed_cents for level in asked.value.levels}
        return analyze(asked.value, meters_cents=seeds), verdicts(asked.value)
    except Refusal as refusal:
        if refusal.code != "COUNTS_MISSING":
            raise
        return None, ()


def _row(paytable: Paytable, used: list[str]) -> tuple[Cell, ...]:
    return (
        Linked(paytable.title, f"/office/paytables/{paytable.id}"),
        ", ".join(map(catalog.game_title, paytable.games)),
        paytable.wager_cents,
        ", ".join(level.label for level in paytable.levels),
        ", ".join(sorted(set(used))),
        paytable.id,
        paytable.sha256[:16],
    )


def _lines(paytable: Paytable, analysis: Analysis) -> list[tuple[Cell, ...]]:
    """Every case, the best first as it is counted."""
    envy = {line.label.long: line.envy_cents for line in posted_lines(paytable)}
    return [
        (
            case_said(case.outcome, paytable),
            pay_said(case.pays, paytable),
            analysis.probability(case),
            one_in(analysis.probability(case)),
            analysis.probability(case) * analysis.back(case),
            envy.get(case.outcome),
        )
        for case in analysis.printed_cases
    ]


async def _meters(desk: Desk, analysis: Analysis) -> list[Linked]:
    """The meters of this floor that it pays from, whose pages have the edge at what they hold."""
    floor = await desk.floor()
    return [
        Linked(
            desk.meter_title(jackpot.jackpot, level),
            f"/office/meters/{jackpot.jackpot}/{level}",
        )
        for jackpot in floor.jackpots.values()
        if jackpot.terms.paytable == analysis.paytable.id
        for level in jackpot.levels
    ]


def summary_of(paytable: Paytable) -> list[tuple[str, str]]:
    """Its first figures; none where nothing is counted."""
    analysis, _ = _figures(known_paytable(paytable))
    return [] if analysis is None else _summary(analysis)


def _summary(analysis: Analysis) -> list[tuple[str, str]]:
    """The figures that a house asks for first."""
    at_seed = "_at_seed" if analysis.meter_lines else ""
    rows = [
        (f"house_edge{at_seed}", analysis.house_edge),
        ("hit_frequency", analysis.hit_frequency),
        (f"element_of_risk{at_seed}", analysis.element_of_risk),
    ]
    if analysis.meter_lines:
        rows += [("edge_long_run", analysis.long_run_edge), ("contribution", analysis.contribution)]
    shown = [(name, percentage(percent(value))) for name, value in rows if value is not None]
    if analysis.break_even_cents is not None:
        shown.append(("break_even", cents(analysis.break_even_cents)))
    return shown
