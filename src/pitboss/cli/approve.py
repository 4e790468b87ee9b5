"""`pitboss approve`: what a house sends to its regulator, as one PDF with its manifest."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.files import check_writable
from pitboss.cli.progress import progress
from pitboss.cli.shared import PaperSize, PdfFile
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

commands = typer.Typer()


@commands.command()
def approve(
    folder: Annotated[Path, typer.Argument(metavar="SITE", help="The site's folder.")],
    pdf: PdfFile,
    day: Annotated[
        str, typer.Option("--day", metavar="DATE", help="The day on it; else today.")
    ] = "",
    paper: PaperSize = "letter",
) -> None:
    """Make the bundle that a regulator approves: what each table plays, rules, PAR sheets,
    paytables, verdicts, software, each with its SHA-256. The manifest goes into the PDF, and beside
    it as JSON."""
    from pitboss.evidence.approval_bundle import BundleSource, approval_bundle  # late, as all of it
    from pitboss.live.folder import SITE_FILE, clock_ms, read_folder, read_site_text
    from pitboss.live.release import running_release
    from pitboss.local_time import local_day

    manifest = pdf.with_suffix(".json")
    for file in (pdf, manifest):
        check_writable(file)
    found, release = read_folder(folder), running_release()
    source = BundleSource(
        site=found.site,
        text=read_site_text(folder / SITE_FILE),
        paytables=found.paytables,
        version=release.version,
        software=release.manifest,
        day=_day(day) if day else local_day(clock_ms(), found.site.time_zone),
    )
    with progress("PAR sheets") as report:
        made = approval_bundle(source, paper=paper, report=report)
    write_whole(pdf, made.pdf)
    write_whole(manifest, made.manifest)
    typer.echo(f"{pdf}: request for approval of {found.site.name}, {len(made.pdf):,} bytes")
    typer.echo(f"{manifest}: its manifest")


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        reason = "write a date such as 2026-11-14"
        raise Refusal("DAY_WRONG", where=f"--day {text}", reason=reason) from None
