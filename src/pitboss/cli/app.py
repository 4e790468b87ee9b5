"""The command `pitboss`: its groups of commands, its global options, and how it says no.

A new group of commands is a module with `commands = typer.Typer()`: add it to `GROUPS` with the
commands it has. Only the group that is asked for is imported, so that a short answer starts fast.
What a command refuses is one line on standard error and exit code 2.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss.cli import paper
from pitboss.refusal import Refusal

GROUPS = {
    "catalog": ("games", "paytables"),
    "profiles": ("profiles",),
    "new": ("new",),
    "rounds": ("deal", "settle"),
    "terminal": ("play",),
    "odds": ("odds", "verify", "link"),
    "strategy": ("strategy",),
    "parsheet": ("parsheet",),
    "approve": ("approve", "verify-install", "sign-trial"),
    "simulation": ("simulate", "decisions"),
    "counting": ("recount",),
    "site": ("init", "site"),
    "journals": ("audit", "replay", "export"),
    "witness": ("witness",),
    "reconcile": ("reconcile",),
    "report": ("report",),
    "bank": ("bank",),
    "day": ("day",),
    "law": ("law",),
    "pack": ("pack", "inspect"),
    "archive": ("archive",),
    "keeping": ("backup", "restore", "seal"),
    "upgrade": ("upgrade",),
    "serve": ("serve", "hand-over", "badge"),
    "hub": ("hub", "line"),
    "device": ("device",),
    "deploy": ("deploy",),
    "api": ("api",),
    "demo": ("demo",),
    "demo_wide": ("demo-wide",),
}

REFUSED = 2
# What typer raises for words that make no command; it names only its kinds in public.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
INTERRUPTED = 130
PRIVATE = 0o077
STDOUT = 1  # the number that the system gives standard output
HOUSE = "--house"


class Commands(TyperGroup):
    """The top of the command line: takes `--house` in any place, and turns refusals into a line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; with no words on it, show the help."""
        try:
            return super().parse_args(ctx, house_first(args) or ["--help"])
        except UsageError as fault:
            raise refused(usage(fault)) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise refused(refusal) from None
        except UsageError as fault:
            raise refused(usage(fault)) from None
        except BrokenPipeError:
            raise  # who read our output has gone: there is nobody to tell
        except OSError as fault:
            said = fault.strerror or fault
            told = Refusal("SYSTEM_REFUSED", where=str(fault.filename or ""), fault=said)
            raise refused(told) from None


def usage(fault: Any) -> Refusal:
    """Words that make no command, as a refusal that says where to look."""
    path = fault.ctx.command_path if fault.ctx else "pitboss"
    said = " ".join(fault.format_message().split()).rstrip(".")
    return Refusal("USAGE_WRONG", where=path, why=said, path=path)


def refused(refusal: Refusal) -> typer.Exit:
    """Tell a refusal in one line; the exit that follows from it."""
    typer.echo(paper.refusal_text(refusal.for_command()), err=True)
    return typer.Exit(REFUSED)


def house_first(args: list[str]) -> list[str]:
    """The same words with `--house DIR` in front, wherever it stood before a lone `--`."""
    stop = args.index("--") if "--" in args else len(args)
    house: list[str] = []
    others: list[str] = []
    words = iter(args[:stop])
    for word in words:
        if word == HOUSE:
            house += [word, *(following for following in [next(words, None)] if following)]
        elif word.startswith(f"{HOUSE}="):
            house.append(word)
        else:
            others.append(word)
    return house + others + args[stop:]


def command_line(groups: Iterable[str]) -> typer.Typer:
    """The command line with these groups."""
    line = typer.Typer(
        cls=Commands,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in groups:
        line.add_typer(importlib.import_module(f"pitboss.cli.{name}").commands)
    line.callback()(pitboss)
    return line


def groups_for(words: list[str]) -> list[str]:
    """The group of the command that is asked for; all of them where none is."""
    asked = next((word for word in _after_house(words) if not word.startswith("-")), "")
    found = [name for name, commands in GROUPS.items() if asked in commands]
    return found or list(GROUPS)


def _after_house(words: list[str]) -> list[str]:
    ordered = house_first(words)
    return ordered[2:] if ordered[:1] == [HOUSE] else ordered


def show_version(asked: bool) -> None:  # noqa: FBT001 - typer gives a flag as a bare value
    """`--version`: which pitboss this is, as it was installed."""
    if not asked:
        return
    from importlib import metadata  # late: other commands start without it

    typer.echo(f"pitboss {metadata.version('pitboss')}")
    raise typer.Exit


def pitboss(
    ctx: typer.Context,
    house: Annotated[
        Path | None,
        typer.Option(
            HOUSE,
            metavar="DIR",
            help="A folder with a house's own paytables, GAME/WAGER/NAME.toml. "
            "It may stand before or after the command.",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """House-banked card tables: rules and paytables, a game against the dealer, settlement of any
    recorded round to the cent, exact odds of every wager, and the journals of a running floor."""
    ctx.obj = house


def main() -> None:
    """The console entry. Text that the terminal cannot show is replaced, never a crash. What is
    written is its owner's alone: journals, logs and exports name winners."""
    os.umask(PRIVATE)
    _ready_streams()
    try:
        command_line(groups_for(sys.argv[1:]))()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        _flush()


def _ready_streams() -> None:
    """Streams that were closed lead nowhere; no stream stops at a character it does not know."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    """Flush where a failure can be passed over, and leave nothing for the interpreter's own end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
