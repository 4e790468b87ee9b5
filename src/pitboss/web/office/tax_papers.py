"""Tax forms on paper, box by box, and the winners' statements of a year.

We couldn't read the names of the fields in the IRS's own fillable PDFs, so these are sheets to copy
from, or to keep: every box by its number, as printed on Forms W-2G, 5754 and 1042-S."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.floor.money.tax import NRA, W2G
from pitboss.money import Cents, Ppm, dollars, form_percent_text, nearest_dollars
from pitboss.reports.sheet import Cell, Sheet, columns, sheet
from pitboss.reports.tax_form_sheets import CHAPTER, GAMBLING, NOT_EXEMPT
from pitboss.reports.tax_year import TaxYear, YearForm
from pitboss.reports.typeset import typeset
from pitboss.vault.person_data import Identity, PersonData

INDIVIDUAL = "16"  # a recipient's chapter 3 status
PAGES_MOST = 2_000
STATEMENT = columns(
    "winner_name:titled person winner_tin:titled* paid_day:day day_won:day transaction wager_type",
    "tax_form:titled won:money+ reportable:money+ identical_winnings:money+?",
    "federal_withheld:money+ state_withheld:money+ tax_borne:money+?",
)

People = Mapping[str, PersonData]
Labels = Mapping[str, Any]


def statement_sheet(year: TaxYear, people: People) -> Sheet:
    """All wins of everybody on record, by person."""
    rows: list[tuple[Cell, ...]] = []
    for form in sorted(year.forms, key=lambda each: (_name(people, each.person), each.paid_day)):
        known = people.get(form.person)
        rows.append(
            (
                known.name if known else "",
                form.person,
                known.tax_number if known else "",
                form.paid_day,
                form.won_day,
                form.transaction,
                form.wager,
                form.form or "none",
                form.paid_cents,
                form.reported_cents,
                form.identical_cents,
                form.federal_cents,
                form.state_cents,
                form.borne_cents,
            )
        )
    return sheet("statement", STATEMENT, rows, time_zone="UTC")


def statement_pages(year: TaxYear, people: People, labels: Labels) -> list[dict[str, Any]]:
    """A page for each winner, to hand out."""
    pages = []
    for person in sorted(year.people, key=lambda who: (_name(people, who), who)):
        mine = sorted(
            (each for each in year.forms if each.person == person), key=lambda each: each.paid_day
        )
        known = people.get(person)
        sums = [
            _money(sum(getattr(each, name) for each in mine))
            for name in ("paid_cents", "reported_cents", "federal_cents", "state_cents")
        ]
        rows = [
            [
                each.paid_day, each.transaction, each.form or labels["no_form"],
                _money(each.paid_cents), _money(each.reported_cents), _money(each.federal_cents),
                _money(each.state_cents),
            ]
            for each in mine
        ]  # fmt: skip
        pages.append(
            {
                "title": labels["statement_title"].format(year=year.year),
                "facts": [
                    ["", labels["winner"], known.name if known else person],
                    ["", labels["address"], known.address if known else ""],
                    ["", labels["tin"], known.tax_number if known else ""],
                ],
                "head": labels["statement_head"],
                "rows": [*rows, [labels["total"], "", "", *sums]],
            }
        )
    return pages


def form_pages(
    year: TaxYear, people: People, payer: Mapping[str, str], labels: Labels
) -> list[dict[str, Any]]:
    """A page for each form: W-2G, then 5754 by prize, then 1042-S."""
    groups: dict[str, list[YearForm]] = {}
    for form in year.of(W2G):
        if form.is_group:
            groups.setdefault(form.transaction, []).append(form)
    return [
        *(_page(year, "W-2G", _w2g(each, people, payer), labels) for each in year.of(W2G)),
        *(_group(year, each, people, payer, labels) for each in groups.values()),
        *(_page(year, NRA, _alien(each, people, payer), labels) for each in year.of(NRA)),
    ]


def tax_papers(
    pages: Sequence[Mapping[str, Any]], house: str, date: str, labels: Labels, *, paper: str
) -> bytes:
    """The pages as a PDF; the same facts make the same bytes."""
    data = {"house": house, "date": date, "note": labels["sheet_note"], "pages": list(pages)}
    return typeset("tax_sheets.typ", data, paper=paper)


def _page(
    year: TaxYear, form: str, boxes: Iterable[tuple[str, str, str]], labels: Labels
) -> dict[str, Any]:
    facts = [[box, labels["boxes"][label], said] for box, label, said in boxes]
    title = labels["form_title"].format(form=form, year=year.year)
    return {"title": title, "facts": facts, "head": [], "rows": []}


def _w2g(form: YearForm, people: People, payer: Mapping[str, str]) -> list[tuple[str, str, str]]:
    person = people.get(form.person)
    first, second, *_ = (
        (*(_paper(each) for each in person.identities), "", "") if person else ("", "")
    )
    state = payer.get("state", "")
    return [
        *_payer(payer, ("", "", "")),
        ("1", "winnings", _money(form.reported_cents)),
        ("2", "won", form.won_day),
        ("3", "wager", form.wager),
        ("4", "federal", _money(form.federal_cents)),
        ("5", "transaction", form.transaction),
        ("6", "race", ""),
        ("7", "identical", _money(form.identical_cents)),
        ("8", "cashier", form.cashier),
        *_winner(person, form.person, ("", "9", "")),
        ("10", "window", form.window),
        ("11", "first_id", first),
        ("12", "second_id", second),
        ("13", "state_number", f"{state} {payer.get('state_number', '')}".strip()),
        ("14", "state_winnings", _money(form.reported_cents) if state else ""),
        ("15", "state_tax", _money(form.state_cents)),
        ("16", "local_winnings", ""),
        ("17", "local_tax", ""),
        ("18", "locality", payer.get("locality", "")),
    ]


def _alien(form: YearForm, people: People, payer: Mapping[str, str]) -> list[tuple[str, str, str]]:
    person = people.get(form.person)
    return [
        ("1", "income_code", GAMBLING),
        ("2", "gross", nearest_dollars(form.reported_cents)),
        ("3", "chapter", CHAPTER),
        ("3a", "exemption", NOT_EXEMPT),
        ("3b", "rate", form_percent_text(Ppm(form.nra_rate))),
        ("7a", "federal", nearest_dollars(form.federal_cents)),
        ("10", "credit", nearest_dollars(form.federal_cents)),
        *_payer(payer, ("12d", "12a", "12h")),
        *_winner(person, form.person, ("13a", "13e", "13c")),
        ("13b", "country", ""),
        ("13f", "status", INDIVIDUAL),
        ("13k", "account", form.transaction),
        ("13l", "birth", person.birth_date if person else ""),
    ]


def _group(
    year: TaxYear,
    forms: Sequence[YearForm],
    people: People,
    payer: Mapping[str, str],
    labels: Labels,
) -> dict[str, Any]:
    """Form 5754: who was paid, and who won."""
    first = forms[0]
    boxes = [
        *_payer(payer, ("", "", "")),
        ("", "won", first.won_day),
        ("", "wager", first.wager),
        ("", "transaction", first.transaction),
        *_winner(people.get(first.person), first.person, ("", "", "")),
        ("", "winnings", _money(sum(each.reported_cents for each in forms))),
        ("", "federal", _money(sum(each.federal_cents for each in forms))),
    ]
    page = _page(year, "5754", boxes, labels)
    rows = []
    for each in forms:
        person = people.get(each.person)
        named = (
            (person.name, person.tax_number, person.address) if person else (each.person, "", "")
        )
        rows.append([*named, _money(each.reported_cents), _money(each.identical_cents)])
    return {**page, "head": labels["group_head"], "rows": rows}


def _payer(payer: Mapping[str, str], boxes: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    names = (("payer", "name"), ("payer_tin", "ein"), ("payer_address", "address"))
    return [
        (box, label, payer.get(key, "")) for box, (label, key) in zip(boxes, names, strict=True)
    ]


def _winner(
    person: PersonData | None, who: str, boxes: tuple[str, str, str]
) -> list[tuple[str, str, str]]:
    said = (person.name, person.tax_number, person.address) if person else (who, "", "")
    labels = ("winner", "tin", "address")
    return list(zip(boxes, labels, said, strict=True))


def _paper(paper: Identity) -> str:
    return " ".join(part for part in (paper.identity, paper.number, paper.issuer) if part)


def _name(people: People, who: str) -> str:
    return people[who].name if who in people else ""


def _money(cents: int) -> str:
    return dollars(Cents(cents))
