"""`pitboss approve`: the submission to a regulator, as one PDF with its manifest. `pitboss
verify-install`: whether a machine still matches it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import HouseKeyFile, check_new, check_writable, key_of_house, naming, reading
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import PaperSize, PdfFile
from pitboss.cli.progress_bar import progress
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.evidence.submission import Submission

commands = typer.Typer()


@commands.command()
def approve(
    folder: Annotated[Path, argument("SITE")],
    pdf: PdfFile,
    day: Annotated[str, option("--day DATE")] = "",
    paper: PaperSize = "letter",
    since: Annotated[Path | None, option("--since FILE")] = None,
    trials: Annotated[list[Path] | None, option("--trial FILE")] = None,
    manuals: Annotated[Path | None, option("--manuals DIR")] = None,
) -> None:
    """Make the approval bundle for a regulator. It has what each table plays, rules, PAR sheets,
    paytables, verdicts and software, each with its SHA-256. The manifest is in the PDF and also
    next to it as JSON. The list of what's installed here is next to it as .sha256."""
    from pitboss.evidence.approval_bundle import BundleSource, approval_bundle  # late, as all of it
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import SITE_FILE, read_folder, read_site_text
    from pitboss.live.release import running_release
    from pitboss.local_time import day_start, local_day

    manifest, listed = pdf.with_suffix(".json"), pdf.with_suffix(".sha256")
    for file in (pdf, manifest, listed):
        check_writable(file)
    found, release = read_folder(folder), running_release()
    on_day = _day(day) if day else local_day(clock_ms(), found.site.time_zone)
    source = BundleSource(
        site=found.site,
        text=read_site_text(folder / SITE_FILE),
        paytables=found.paytables,
        version=release.version,
        software=release.manifest,
        day=on_day,
        submission=describe_submission(
            since, trials or (), manuals, made=day_start(on_day, found.site.time_zone)
        ),
    )
    with progress("PAR sheets") as report:
        made = approval_bundle(source, paper=paper, report=report)
    write_whole(pdf, made.pdf)
    write_whole(manifest, made.manifest)
    write_whole(listed, source.submission.installed.encode())
    request = {"file": pdf, "site": found.site.name, "size": len(made.pdf)}
    typer.echo(command_text("approve.request", **request))
    typer.echo(command_text("approve.manifest", file=manifest))
    typer.echo(command_text("approve.installed", file=listed))


@commands.command("verify-install")
def verify_install(
    listed: Annotated[Path, argument("LIST")],
    packages: Annotated[bool, option("--packages")] = False,
) -> None:
    """Compare this machine with what was approved. It checks the interpreter, the libraries,
    pitboss and its compiled code, the unit that starts it and the system's packages, and lists what
    differs."""
    from pitboss.cli import served_folder  # noqa: F401 - loads everything a server loads
    from pitboss.live.installation import (
        altered_system_files,
        check_compiled_code,
        find_differences,
        find_foreign_code,
        find_foreign_libraries,
        list_installation,
    )
    from pitboss.live.service_units import find_foreign_starts

    now, before = list_installation(), _read_list(listed)
    differs = [f"{name}: {how}" for name, how in find_differences(before, now)]
    foreign = (*find_foreign_code(), *find_foreign_libraries(), *find_foreign_starts())
    differs += [f"{name}: {fault}" for name, fault in foreign]
    compiled = dict(check_compiled_code(libraries=packages))
    differs += [f"{name}: {fault}" for name, fault in compiled.items() if fault]
    if packages:
        differs += [command_text("approve.altered", file=path) for path in altered_system_files()]
    for line in differs:
        typer.echo(line)
    typer.echo(command_text("approve.compiled", number=len(compiled)))
    if differs:
        case, where = "one" if len(differs) == 1 else "", str(listed)
        raise Refusal("INSTALLATION_ALTERED", case, where=where, count=len(differs))
    typer.echo(command_text("approve.as_approved", number=len(now)))


@commands.command("sign-trial")
def sign_trial(
    folder: Annotated[Path, argument("SITE")],
    result: Annotated[Path, argument("RESULT")],
    output: Annotated[Path, option("--to FILE")],
    house_key: HouseKeyFile = None,
) -> None:
    """Sign the result of a power-loss or network-loss trial. `pitboss approve --trial` takes it."""
    from pitboss.evidence import trial
    from pitboss.live.release import running_release

    check_new(output)
    with key_of_house(folder, house_key) as key:
        public, software = key.public_hex, running_release().sha256
        with reading(str(result)), naming(result):
            made = trial.sign_trial(
                result.read_bytes(), software=software, key=public, sign=key.sign
            )
    write_whole(output, made)
    typer.echo(command_text("approve.signed", file=output, key=public))


def describe_submission(
    since: Path | None,
    trials: Sequence[Path] = (),
    manuals: Path | None = None,
    *,
    made: str,
) -> Submission:
    """What goes in beside the tables: the installed software with the date of its bill of
    materials, the class of the release, signed trial reports, and the manuals."""
    from pitboss.cli.manuals import read_manuals
    from pitboss.evidence.submission import MAJOR, MINOR, Submission
    from pitboss.live.bill_of_materials import bill_of_materials
    from pitboss.live.installation import (
        find_differences,
        is_major,
        list_installation,
        sum_up_changes,
        write_list,
    )
    from pitboss.live.release import running_release

    found = list_installation()
    changed = find_differences(_read_list(since), found) if since else []
    return Submission(
        installed=write_list(found),
        bill=bill_of_materials(running_release(), found, made=made),
        release_class=MAJOR if since is None or is_major(changed) else MINOR,
        since=sha256(since.read_bytes()).hexdigest() if since else "",
        changed=sum_up_changes(changed),
        trials={file.name: _read_trial(file) for file in trials},
        manuals=read_manuals(manuals) if manuals else (),
    )


def _read_trial(file: Path) -> bytes:
    from pitboss.evidence.trial import need_build, read_trial
    from pitboss.live.release import running_release

    with reading(str(file)), naming(file):
        signed = file.read_bytes()
        need_build(read_trial(signed).trial, running_release().sha256)
    return signed


def _read_list(file: Path) -> dict[str, str]:
    from pitboss.live.installation import read_list

    with reading(str(file)), naming(file):
        return read_list(file.read_text("utf-8"))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refusal("DAY_WRONG", "write_date_such", where=f"--day {text}") from None
