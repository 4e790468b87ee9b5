"""A report as CSV, XLSX and PDF: the same figures, the same bytes every time, nothing that a
spreadsheet would obey."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss.books import Period
from pitboss.refusal import Refusal, say
from pitboss.reports.paper_report import PaperReport, csv_of, digest_of
from pitboss.reports.r06_prize_register import REGISTER
from pitboss.reports.sheet import COUNT, LONG, MONEY, TIME, Column, Linked, columns, sheet
from pitboss.reports.sheet_pdf import ROWS_MOST, pdf, pdf_data
from pitboss.reports.sheet_xlsx import xlsx
from pitboss.words.language import WORDS, recording, texts

OFFICE = WORDS["office"]
NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
COLUMNS = columns("seq:count time:time why:long amount:money+ below_cent:micros+")
AT_MS = 1_794_720_270_000  # 2026-11-14 21:24:30 at the house
ROWS = (
    (Linked(7, "/office/journal/7"), AT_MS, "=1+1", 12_481_743, 500_000),
    (8, AT_MS + 1000, "plain", -5, 250_000),
)


def made(rows: tuple[tuple[object, ...], ...] = ROWS, *, sheets: int = 1) -> PaperReport:
    table = sheet("accrual", COLUMNS, rows, time_zone="America/Los_Angeles")  # type: ignore[arg-type]
    tables = (table, *(replace(table, name="coin_in") for _ in range(sheets - 1)))
    return PaperReport(
        number=1,
        name="accrual",
        house="The Card Room",
        time_zone="America/Los_Angeles",
        period=Period(AT_MS, AT_MS + 86_400_000),
        sheets=tables,
        signers=("accounting", "auditor"),
        first_seq=7,
        last_seq=8,
        last_hash="9f" * 32,
        digest=digest_of(tables),
    )


# ---- CSV ----------------------------------------------------------------------------------------


def test_the_digest_is_that_of_the_csv() -> None:
    report = made()
    lines = csv_of(report.sheets).decode().split("\r\n")
    assert lines[0] == "seq,time,why,amount,below_cent"
    assert lines[1] == "7,2026-11-14T21:24:30.000-08:00,'=1+1,124817.43,0.00500000"
    assert lines[2] == "8,2026-11-14T21:24:31.000-08:00,plain,-0.05,0.00250000"
    assert report.digest == sha256(csv_of(report.sheets)).hexdigest()


def test_several_sheets_stand_apart_each_under_its_name() -> None:
    blocks = csv_of(made(sheets=2).sheets).decode().split("\r\n\r\n")
    assert [block.split("\r\n")[0] for block in blocks] == ["accrual", "coin_in"]


# ---- sums ---------------------------------------------------------------------------------------


def test_amounts_add_up_and_nothing_else_does() -> None:
    (table,) = made().sheets
    assert table.sums == (None, None, None, 12_481_738, 750_000)
    assert table.shown_sums == ["", "", "", "$124,817.38", "$0.007500"]
    assert made(()).sheets[0].sums == ()


def test_an_empty_column_is_in_files_and_not_on_paper() -> None:
    (table,) = made(((7, AT_MS, "plain", 100, 0),)).sheets
    optional = columns("seq:count time:time why:long amount:money+? below_cent:micros+?")
    table = replace(table, columns=optional)
    assert [column.name for column in table.dense.columns] == ["seq", "time", "why", "amount"]
    assert csv_of([table]).startswith(b"seq,time,why,amount,below_cent")


def test_a_table_declares_what_each_column_is() -> None:
    assert columns("award paid:money+?@award", "prints:count*") == (
        Column("award"),
        Column("paid", MONEY, summed=True, may_be_empty=True, under="award"),
        Column("prints", COUNT, is_detail=True),
    )
    for wrong in ("paid:mony", "paid:money!", "why:long+"):
        with pytest.raises(AssertionError):
            columns(wrong)


def test_a_sheet_that_is_cut_adds_up_to_nothing_and_keeps_its_digest() -> None:
    report = made(ROWS * 3)
    cut = report.cut(4)
    assert [len(sheet.rows) for sheet in cut.sheets] == [4]
    assert cut.sheets[0].sums == ()
    assert (cut.digest, cut.rows) == (report.digest, 6)
    assert report.cut(6) == report


def test_a_column_of_words_does_not_add_up() -> None:
    with pytest.raises(AssertionError):
        Column("why", LONG, summed=True)


# ---- XLSX ---------------------------------------------------------------------------------------


def cells_of(data: bytes, worksheet: str) -> dict[str, tuple[str, str, str]]:
    """Type, value and formula of each cell of a worksheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        tree = ElementTree.fromstring(file.read(f"xl/worksheets/{worksheet}.xml"))  # noqa: S314
    return {
        cell.attrib["r"]: (
            cell.get("t", "n"),
            "".join(cell.itertext()) if cell.get("t") == "inlineStr" else text(cell, "v"),
            text(cell, "f"),
        )
        for cell in tree.iter(f"{NAMESPACE}c")
    }


def formats_of(data: bytes, *names: str) -> list[str]:
    """The number formats of some cells of the first worksheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        styles = ElementTree.fromstring(file.read("xl/styles.xml"))  # noqa: S314
        tree = ElementTree.fromstring(file.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    codes = {
        each.attrib["numFmtId"]: each.attrib["formatCode"]
        for each in styles.iter(f"{NAMESPACE}numFmt")
    }
    (kinds,) = styles.iter(f"{NAMESPACE}cellXfs")
    found = {cell.attrib["r"]: cell for cell in tree.iter(f"{NAMESPACE}c")}
    return [codes[list(kinds)[int(found[name].attrib["s"])].attrib["numFmtId"]] for name in names]


def test_an_hour_that_comes_twice_is_told_apart_in_a_spreadsheet() -> None:
    """On 1 November 2026 the clock shows 01:30 twice: at 08:30 and at 09:30 UTC."""
    first = 1_793_521_800_000
    rows = ((1, first, "before", 0, 0), (2, first + 3_600_000, "after", 0, 0))
    data = xlsx(made(rows), OFFICE)
    cells = cells_of(data, "sheet1")
    assert cells["B2"] == cells["B3"]  # the same on the clock
    assert formats_of(data, "B2", "B3") == [
        'yyyy-mm-dd hh:mm:ss "PDT"',
        'yyyy-mm-dd hh:mm:ss "PST"',
    ]


def text(cell: ElementTree.Element, name: str) -> str:
    found = cell.find(f"{NAMESPACE}{name}")
    return "" if found is None or found.text is None else found.text


def test_a_workbook_has_numbers_and_no_formula_but_sums() -> None:
    cells = cells_of(xlsx(made(), OFFICE), "sheet1")
    assert cells["A1"] == ("inlineStr", "Entry", "")
    assert cells["C2"] == ("inlineStr", "=1+1", "")
    assert cells["D2"] == ("n", "124817.43", "")
    assert cells["D3"] == ("n", "-0.05", "")
    assert cells["E2"] == ("n", "0.005", "")
    assert cells["D4"] == ("n", "124817.38", "SUM(D2:D3)")
    assert cells["A4"] == ("inlineStr", "Total", "")
    formulas = [cell for cell in cells.values() if cell[2]]
    assert len(formulas) == 2
    # 2026-11-14 21:24:30 in the count of days of spreadsheets.
    assert float(cells["B2"][1]) == pytest.approx(46_340.892_013_9, abs=1e-6)


def test_a_workbook_keeps_its_head_in_sight_and_has_currency() -> None:
    with zipfile.ZipFile(io.BytesIO(xlsx(made(), OFFICE))) as file:
        first = file.read("xl/worksheets/sheet1.xml").decode()
        styles = file.read("xl/styles.xml").decode()
    assert 'ySplit="1"' in first
    assert 'state="frozen"' in first
    assert "&quot;$&quot;#,##0.00" in styles


def test_a_workbook_says_what_it_is_on_its_last_sheet() -> None:
    report = made()
    said = [value for _, value, _ in cells_of(xlsx(report, OFFICE, copy=3), "sheet2").values()]
    assert "R1 Accrual" in said
    assert "R1 copy 3" in said
    assert report.digest in said
    assert report.last_hash in said


# ---- PDF ----------------------------------------------------------------------------------------


def test_a_paper_says_period_copy_rows_hash_and_digest() -> None:
    report = made()
    data = pdf_data(report, OFFICE, copy=17)
    assert (data["number"], data["title"], data["copy"]) == ("R1", "Accrual", "R1 copy 17")
    begin, end = "2026-11-14 21:24:30 PST", "2026-11-15 21:24:30 PST"
    assert data["period"] == f"{begin} to {end} (America/Los_Angeles)"
    assert data["rows"] == "Journal rows 7 to 8"
    assert data["hash"] == ["Hash of row 8", report.last_hash]
    assert data["digest"][1] == report.digest
    assert data["signers"] == ["Accounting", "Auditor"]
    assert data["sheets"][0]["sums"] == ["Total", "", "", "$124,817.38", "$0.007500"]


def test_a_copy_that_is_not_on_record_says_so() -> None:
    assert pdf_data(made(), OFFICE, copy=0)["copy"] == "R1, not recorded as a copy"


@pytest.mark.parametrize("copy", [1, 2])
def test_the_same_rows_and_copy_make_the_same_bytes(copy: int) -> None:
    for write in (pdf, xlsx):
        assert write(made(), OFFICE, copy=copy) == write(made(), OFFICE, copy=copy)
    assert pdf(made(), OFFICE, copy=1) != pdf(made(), OFFICE, copy=2)


@pytest.mark.parametrize(
    "odd", ["😀", "👨\u200d👩\u200d👧", "🇺🇸", "骰子", "ไทย", "한국어", "ሀ", "e\u20e3"]
)
def test_a_character_that_no_font_has_is_substituted_on_paper_and_kept_in_files(odd: str) -> None:
    report = made(((7, AT_MS, f"Nguyễn {odd}", 1, 0),))
    assert pdf(report, OFFICE).startswith(b"%PDF")
    assert odd.encode() in csv_of(report.sheets)


def test_a_paper_has_its_pages() -> None:
    long = pdf(made(ROWS * 60), OFFICE)
    assert len(re.findall(rb"/Type */Page\b", long)) > 1


WON: dict[str, object] = {
    "hand": "Royal flush after seven cards", "jackpot": "Three Level Jackpot", "status": "paid",
    "method": "check", "check_number": "104277, 104278", "person": "ada, grace",
    "tax_form": "W-2G", "seal": "S-70031", "keep_hand": "2026-11-21", "why": "a card was exposed",
    "confirmed_by": "E300 Elias Okafor", "paid_by": "A400 Anna Lindgren, E300 Elias Okafor",
}  # fmt: skip
ANY_VALUE: dict[str, object] = {TIME: AT_MS, COUNT: 4, MONEY: -123_456_789}


def register() -> PaperReport:
    """A prize register in which no column is empty."""
    row = tuple(
        WON.get(each.name) or ANY_VALUE.get(each.kind, "C1-158-1015.1") for each in REGISTER
    )
    table = sheet("register", REGISTER, [row, row], time_zone="America/Los_Angeles")  # type: ignore[list-item]
    return replace(made(), number=6, name="prize_register", sheets=(table,))


WORD = re.compile(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>')


def run_together(document: bytes, folder: Path) -> list[tuple[str, str]]:
    """Words of one line of which the second begins before the first has ended."""
    path = folder / "report.pdf"
    path.write_bytes(document)
    shown = subprocess.run(
        ["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True
    )
    lines = sorted(
        (page, round(float(bottom)), float(left), float(right), word)
        for page, text in enumerate(shown.stdout.split("<page "))
        for left, _, right, bottom, word in WORD.findall(text)
    )
    return [
        (first[-1], second[-1])
        for first, second in pairwise(lines)
        if first[:2] == second[:2] and second[2] < first[3] + 0.5
    ]


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("spoken", ["en", "es"])
def test_a_full_register_has_no_text_over_text(spoken: str, paper: str, tmp_path: Path) -> None:
    with recording(spoken):
        document = pdf(register(), texts(spoken)["office"], paper=paper)
    assert run_together(document, tmp_path) == []


def test_columns_that_share_a_place_share_it_on_paper() -> None:
    (printed,) = pdf_data(register(), OFFICE, copy=0)["sheets"]
    labels = [each["label"] for each in printed["columns"]]
    paid = labels.index("Paid on")
    assert "Check" not in labels
    lines = [line.replace("\u00a0", " ") for line in printed["rows"][0][paid].split("\n")]
    assert lines[:3] == ["2026-11-14 21:24:30 PST", "Payment: by check", "Check: 104277, 104278"]
    assert printed["sums"][labels.index("Gross")].split("\n")[1].endswith(": -$2,469,135.78")


def test_a_report_that_would_be_a_book_is_refused_on_paper_only() -> None:
    rows = ROWS * (ROWS_MOST // 2 + 1)
    with pytest.raises(Refusal) as refused:
        pdf(made(rows), OFFICE)
    assert refused.value.code == "REPORT_TOO_LONG"
    assert xlsx(made(rows), OFFICE)


def test_a_workbook_and_a_page_have_the_words_of_the_house() -> None:
    named = columns("kind:words what:titled why:told")
    seat = {"table": "C1", "round": 1_204, "seat": 3}
    row = (
        "command_refused",
        say("PART", "round_seat", **seat),
        say("PART", "left_out", step="exclusion", reason="no list"),
    )
    table = sheet("accrual", named, [row], time_zone="America/Los_Angeles")
    report = replace(made(), sheets=(table,))
    office = texts("es")["office"]
    with recording("es"):
        printed, book = pdf_data(report, office, copy=1), xlsx(report, office)
    said = [
        "Pulsación rechazada",
        "C1, ronda 1,204, puesto 3",
        "paso omitido (autoexclusión): no list",
    ]
    assert [each.replace("\u200b", "") for each in printed["sheets"][0]["rows"][0]] == said
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        written = "".join(
            parts.read(name).decode() for name in parts.namelist() if name.endswith(".xml")
        )
    assert all(each in written for each in said)
