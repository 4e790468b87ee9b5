"""`pitboss init` and `pitboss site check`: a starter site, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper, play_tools
from pitboss.cli.files import write_text
from pitboss.cli.options import argument
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal
from pitboss.rules import catalog

if TYPE_CHECKING:
    from pitboss.rules.profile import ForPeople
    from pitboss.site.faults import Fault

SITE_FILE = "site.toml"
REFUSED = 2
PART = "; "  # between a reason and its details

commands = typer.Typer()
site_commands = typer.Typer(help="Check the site file.", no_args_is_help=True)
commands.add_typer(site_commands, name="site")


@commands.command()
def init(
    folder: Annotated[Path, argument("DIR")],
) -> None:
    """Write a starter site.toml for a small card room."""
    if folder.is_dir() and any(folder.iterdir()):
        raise Refusal("FOLDER_NOT_EMPTY", "holds_files", where=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SITE_FILE
    write_text(path, resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8"))
    typer.echo(command_text("site.begun", file=str(path), folder=str(folder)))


@site_commands.command("check")
def check_file(
    ctx: typer.Context,
    file: Annotated[Path, argument("FILE", of="check")],
    as_json: play_tools.AsJson = False,
) -> None:
    """Check a site file against the rules and its jurisdiction. Each fault names its key and the
    rule it breaks. The check includes the house's paytables, in the folder `paytables` next to the
    file or in --house, and the legal figures in its journal. Exits with 2 on an error, with 0 on
    warnings only."""
    from msgspec import structs

    from pitboss.live.clocks import clock_ms  # late: other commands start without these
    from pitboss.live.folder import PAYTABLES_FOLDER, read_site_text
    from pitboss.live.site_law import entered_in
    from pitboss.local_time import known_day
    from pitboss.site.check import check, posted_edges
    from pitboss.site.faults import ERROR
    from pitboss.site.parse import parse_site

    site = parse_site(read_site_text(file), file=str(file))
    today = known_day(clock_ms(), site.time_zone)
    site = replace(site, law_day=today, entered=entered_in(file.parent))
    beside = file.parent / PAYTABLES_FOLDER  # as a server of this folder reads them
    own = ctx.obj is None and beside.is_dir()
    paytables = catalog.Paytables(beside) if own else play_tools.paytables(ctx)
    faults = check(site, paytables, today=today)
    people = (
        catalog.profile(site.profile).for_people if site.profile in catalog.profile_names() else ()
    )
    errors = sum(fault.severity == ERROR for fault in faults)
    found_edges = {} if errors else posted_edges(site, paytables)
    edges = {jackpot: told.reason for jackpot, told in found_edges.items()}
    if as_json:
        found = {
            "file": site.file,
            "errors": errors,
            "warnings": len(faults) - errors,
            "faults": [_plain(fault) for fault in faults],
            "house_jackpots": edges,
            "for_people": [structs.asdict(each) for each in people],
        }
        typer.echo(play_tools.json_text(found))
    else:
        typer.echo("\n".join(_page(site.file, faults, people, edges)))
    raise typer.Exit(REFUSED if errors else 0)


def _plain(fault: Fault) -> dict[str, str]:
    return {
        "code": fault.code,
        "where": fault.where,
        "reason": fault.reason,
        "rule": fault.rule,
        "severity": fault.severity,
    }


def _page(
    file: str, faults: Sequence[Fault], people: Sequence[ForPeople], edges: Mapping[str, str]
) -> list[str]:
    """Errors first, each with its sentence, rule, key and code; then what no check covers, and the
    house's take from its house jackpots."""
    from pitboss.site.faults import ERROR, WARNING

    ordered = sorted(faults, key=lambda fault: fault.severity != ERROR)
    styles = {ERROR: f"{paper.BOLD};{paper.RED}", WARNING: paper.YELLOW}
    lines = [paper.format_heading(paper.printable(file))]
    for alike in _alike(ordered):
        first = alike[0]
        severity = paper.paint(f"{first.severity:<{len(WARNING)}}", styles[first.severity])
        lines += _said(file, alike, severity=f"{severity}  ")
    if people:
        lines += [command_text("shared.for_people")]
    for each in people:
        lines += paper.wrap_text(f"{each.says} ({each.rule.partition(': ')[0]})", first="    ")
    for jackpot, text in edges.items():
        title = command_text("site.house_jackpot", jackpot=jackpot)
        lines += [title, *paper.wrap_text(text, first="    ")]
    errors = sum(fault.severity == ERROR for fault in faults)
    warnings = len(faults) - errors
    errors_text = command_text(
        "site.error_one" if errors == 1 else "site.errors" if errors else "site.no_errors",
        count=errors,
    )
    warnings_text = command_text(
        "site.warning_one"
        if warnings == 1
        else "site.warnings"
        if warnings
        else "site.no_warnings",
        count=warnings,
    )
    return [*lines, f"{errors_text}, {warnings_text}"]


def _alike(faults: Sequence[Fault]) -> list[list[Fault]]:
    """Group faults that say the same about several keys."""
    groups: dict[tuple[str, str, str, str], list[Fault]] = {}
    for fault in faults:
        key = (fault.severity, fault.code, fault.rule, _parts(fault)[0])
        groups.setdefault(key, []).append(fault)
    return list(groups.values())


def _said(file: str, alike: Sequence[Fault], *, severity: str) -> list[str]:
    """The sentence and rule they share, once, with their code; then the rest of each."""
    first, indent = alike[0], " " * paper.visible(severity)
    shared = [part for part in _parts(first) if all(part in _parts(each) for each in alike)]
    lines = paper.wrap_text(PART.join(shared), first=severity, rest=indent)
    if first.rule:
        lines += paper.wrap_text(command_text("site.rule", rule=first.rule), first=indent)
    if len(alike) == 1:
        return [*lines, f"{indent}{_key(file, first)} ({first.code})"]
    lines.append(f"{indent}{command_text('site.places', count=len(alike))} ({first.code})")
    for each in alike:
        own = PART.join(part for part in _parts(each) if part not in shared)
        lines.append(f"{indent}{_key(file, each)}  {paper.printable(own)}".rstrip())
    return lines


def _parts(fault: Fault) -> list[str]:
    return fault.reason.split(PART)


def _key(file: str, fault: Fault) -> str:
    return paper.printable(fault.where.removeprefix(f"{file}: "))
