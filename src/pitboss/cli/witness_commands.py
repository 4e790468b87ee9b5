"""`pitboss witness`: send the end of a site's journal to witnesses outside this machine."""

from __future__ import annotations

from contextlib import closing

import typer

from pitboss.cli.device_code import SiteFolder
from pitboss.cli.files import Database
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal

commands = typer.Typer()


@commands.command()
def witness(site: SiteFolder, database: Database = "") -> None:
    """Send the newest row to every witness. If the site file names a time-stamp server, the row
    also gets a stamp. A running server does both automatically."""
    from pitboss.engine import Core  # late: other commands start faster
    from pitboss.journal import Last
    from pitboss.journal.place import JournalPlace
    from pitboss.journal.whole import live_of
    from pitboss.live.folder import read_folder
    from pitboss.live.outside_witness import NO_ANSWER, describe_fault, place_name, places_of, tell
    from pitboss.live.time_stamps import authority_of, keep_stamp
    from pitboss.live.training import only_trains

    folder = read_folder(site)
    places, authority = places_of(site), authority_of(folder.site.time_stamp, site)
    with closing(JournalPlace(site, database)()) as journal:
        state = Core(live_of(journal), folder.paytable_lookup).state
        rows = list(journal.rows(after_seq=max(0, state.seq - 2), limit=2))
    if only_trains(state) or not rows or not (places or authority):
        raise Refusal("WITNESS_MISSING", where=str(site))
    last, failed = Last(rows[-1].seq, rows[-1].hash), False
    for place in places:
        try:
            tell(place, last)
        except NO_ANSWER as fault:
            failed = True
            why = describe_fault(fault)
            typer.echo(command_text("witness.silent", place=place_name(place), fault=why), err=True)
        else:
            typer.echo(command_text("witness.knows", place=place_name(place), seq=last.seq))
    if authority is not None:
        keep_stamp(site, authority, rows)
        typer.echo(command_text("witness.stamped", authority=authority.name, seq=last.seq))
    if failed:
        raise typer.Exit(1)
