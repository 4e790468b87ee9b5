"""`pitboss init` and `pitboss site check`: a site to start from, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper, shared
from pitboss.cli.files import write_text
from pitboss.refusal import Refusal
from pitboss.rules import catalog

if TYPE_CHECKING:
    from pitboss.rules.profile import ForPeople
    from pitboss.site import Fault

SITE_FILE = "site.toml"
REFUSED = 2

commands = typer.Typer()
site_commands = typer.Typer(help="The site file: what a house has on its floor.")
commands.add_typer(site_commands, name="site")


@commands.command()
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
) -> None:
    """Write a commented site.toml to start from: a small card room."""
    if folder.is_dir() and any(folder.iterdir()):
        raise Refusal(
            "FOLDER_NOT_EMPTY", where=str(folder), reason="it holds files; name an empty folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SITE_FILE
    write_text(path, resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8"))
    typer.echo(f"{path} is written. Change what is yours, then: pitboss site check {path}")
    typer.echo(f"and to run it: pitboss serve --site {folder}")


@site_commands.command("check")
def check_file(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A site file, site.toml.")],
    as_json: shared.AsJson = False,
) -> None:
    """Every fault of a site file, by its key and the rule it breaks, and what the jurisdiction
    asks of people; with the house's paytables of the folder paytables beside it, unless --house
    names another. Ends with 2 on an error; warnings alone end with 0."""
    from msgspec import structs

    from pitboss.live.folder import (  # late: other commands start without these
        PAYTABLES_FOLDER,
        read_site_text,
    )
    from pitboss.site import ERROR, check, parse_site, posted_edges

    site = parse_site(read_site_text(file), file=str(file))
    beside = file.parent / PAYTABLES_FOLDER  # as a server of this folder takes them
    own = ctx.obj is None and beside.is_dir()
    paytables = catalog.Paytables(beside) if own else shared.paytables(ctx)
    faults = check(site, paytables)
    people = (
        catalog.profile(site.profile).for_people if site.profile in catalog.profile_names() else ()
    )
    errors = sum(fault.severity == ERROR for fault in faults)
    edges = {} if errors else posted_edges(site, paytables)
    if as_json:
        found = {
            "file": site.file,
            "errors": errors,
            "warnings": len(faults) - errors,
            "faults": [asdict(fault) for fault in faults],
            "house_jackpots": edges,
            "for_people": [structs.asdict(each) for each in people],
        }
        typer.echo(shared.json_text(found))
    else:
        typer.echo("\n".join(_page(site.file, faults, people, edges)))
    raise typer.Exit(REFUSED if errors else 0)


def _page(
    file: str, faults: Sequence[Fault], people: Sequence[ForPeople], edges: Mapping[str, str]
) -> list[str]:
    """Errors first, each with its key, its sentence and the rule; then what no check sees to, and
    what the house keeps of its house jackpots."""
    from pitboss.site import ERROR, WARNING

    ordered = sorted(faults, key=lambda fault: fault.severity != ERROR)
    styles = {ERROR: f"{paper.BOLD};{paper.RED}", WARNING: paper.YELLOW}
    code_width = max((len(fault.code) for fault in faults), default=0)
    lines = [paper.heading(paper.printable(file))]
    for fault in ordered:
        severity = paper.paint(f"{fault.severity:<{len(WARNING)}}", styles[fault.severity])
        key = paper.printable(fault.where.removeprefix(f"{file}: "))
        lines += [f"{severity}  {fault.code:<{code_width}}  {key}"]
        lines += paper.wrapped(fault.reason, first="    ")
        if fault.rule:
            lines += paper.wrapped(f"rule: {fault.rule}", first="    ")
    for each in people:
        lines += [f"for people to follow: {paper.words(each.name)}"]
        lines += paper.wrapped(each.says, first="    ")
        lines += paper.wrapped(f"rule: {each.rule} ({each.confidence})", first="    ")
    for jackpot, text in edges.items():
        lines += [f"house jackpot {jackpot}", *paper.wrapped(text, first="    ")]
    errors = sum(fault.severity == ERROR for fault in faults)
    return [*lines, f"{_count(errors, ERROR)}, {_count(len(faults) - errors, WARNING)}"]


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
