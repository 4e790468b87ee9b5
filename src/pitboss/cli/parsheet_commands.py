"""`pitboss parsheet`: everything about a wager on paper, for the people who check it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_writable
from pitboss.cli.odds_commands import Decks, MeterOption, PaytableId, choose_options
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import Options, PaperSize, paytables
from pitboss.cli.posted_amounts import PostedAmounts, amounts, named_amounts, posted_at
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

commands = typer.Typer()


@commands.command()
def parsheet(
    ctx: typer.Context,
    paytable_id: PaytableId,
    pdf: Annotated[Path | None, option("--pdf FILE", of="parsheet")] = None,
    xlsx: Annotated[Path | None, option("--xlsx FILE", of="parsheet")] = None,
    as_csv: Annotated[Path | None, option("--csv FILE", of="parsheet")] = None,
    decks: Decks = None,
    option: Options = None,
    meter: MeterOption = None,
    posted: PostedAmounts = None,
    beside: Annotated[list[str] | None, option("--beside ID")] = None,
    paper: PaperSize = "letter",
    vulnerability: Annotated[bool, option("--vulnerability")] = False,
) -> None:
    """Write a wager's PAR sheet as a PDF, a workbook or CSV. The PDF has rules, counts, returns,
    figures, charts and hashes. The workbook computes the figures from the counts by formulas. The
    same input always gives the same bytes. With --posted, the wager is a house jackpot."""
    # Reports load only here, so other commands don't wait for them.
    from pitboss.reports.parsheet import parsheet as made_sheet
    from pitboss.reports.parsheet_xlsx import parsheet_csv, parsheet_xlsx

    files = [file for file in (pdf, xlsx, as_csv) if file is not None]
    if not files:
        raise Refusal("OPTION_UNREADABLE", "name_sheet", where="parsheet")
    for file in files:
        check_writable(file)
    paytable = paytables(ctx).get(paytable_id)
    named = named_amounts(posted, meter)
    posted_at(paytable, named)
    asked = (paytable, choose_options(option, decks), amounts(meter, option="--meter"), named)
    made = {
        pdf: lambda: made_sheet(*asked, beside or (), paper=paper, vulnerability=vulnerability),
        xlsx: lambda: parsheet_xlsx(*asked, beside or ()),
        as_csv: lambda: parsheet_csv(*asked).encode(),
    }
    for file in files:
        data = made[file]()
        write_whole(file, data)
        said = {"file": str(file), "paytable": paytable.id, "bytes": len(data)}
        typer.echo(command_text("parsheet.written", **said))
