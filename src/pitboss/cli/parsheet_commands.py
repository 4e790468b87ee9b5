"""`pitboss parsheet`: everything about a wager on paper, for the people who check it."""

from __future__ import annotations

import typer

from pitboss.cli.files import check_writable
from pitboss.cli.odds_commands import Decks, MeterOption, PaytableId, choose_options
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import Options, PaperSize, PdfFile, paytables
from pitboss.cli.posted_amounts import PostedAmounts, amounts, named_amounts, posted_at
from pitboss.live.whole_file import write_whole

commands = typer.Typer()


@commands.command()
def parsheet(
    ctx: typer.Context,
    paytable_id: PaytableId,
    pdf: PdfFile,
    decks: Decks = None,
    option: Options = None,
    meter: MeterOption = None,
    posted: PostedAmounts = None,
    paper: PaperSize = "a4",
) -> None:
    """Write a wager's PAR sheet as a PDF. It has rules, counts, returns, figures, charts and
    hashes. The same input always gives the same bytes. With --posted, the wager is a house
    jackpot."""
    # Reports load only here, so other commands don't wait for them.
    from pitboss.reports.parsheet import parsheet as made_sheet

    check_writable(pdf)
    paytable = paytables(ctx).get(paytable_id)
    named = named_amounts(posted, meter)
    posted_at(paytable, named)
    meters = amounts(meter, option="--meter")
    data = made_sheet(paytable, choose_options(option, decks), meters, named, paper=paper)
    write_whole(pdf, data)
    typer.echo(
        command_text("parsheet.written", file=str(pdf), paytable=paytable.id, bytes=len(data))
    )
