"""The command `pitboss`: its command groups, its global options, and how it refuses.

A new command group is a module with `commands = typer.Typer()`. Add it to `SECTIONS` with its
commands. Only the requested group is imported, so short answers start fast. A refused command
prints one line on standard error and exits with code 2.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss.cli import paper
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.site_words import site_as_declared
from pitboss.refusal import Refusal

# Commands by what people do with them, and the module each one is in.
SECTIONS = {
    "Play": {
        "catalog_commands": ("games", "paytables"),
        "strategy_commands": ("strategy",),
        "round_commands": ("deal", "settle"),
        "terminal": ("play",),
    },
    "Prove": {
        "odds_commands": ("odds", "verify", "link"),
        "design_commands": ("design",),
        "vulnerability_commands": ("vulnerability",),
        "figure_commands": ("check-figures",),
        "lab_commands": ("lab",),
        "meter_commands": ("meter",),
        "parsheet_commands": ("parsheet",),
        "simulation_commands": ("simulate", "decisions"),
        "recount_commands": ("recount",),
        "game_pack_commands": ("game-pack",),
        "approve": ("approve", "verify-install", "sign-trial"),
    },
    "Run": {
        "demo": ("demo",),
        "demo_wide": ("demo-wide",),
        "serve": ("serve", "hand-over", "badge"),
        "day_commands": ("day",),
        "bank_commands": ("bank",),
        "law_commands": ("law",),
        "report": ("report",),
        "hub_commands": ("hub", "line"),
        "device": ("device",),
        "deploy": ("deploy",),
    },
    "Keep": {
        "journals": ("audit", "replay", "export"),
        "witness_commands": ("witness",),
        "reconcile_commands": ("reconcile",),
        "pack": ("pack", "inspect"),
        "archive": ("archive",),
        "backup_commands": ("backup", "restore", "seal"),
        "upgrade": ("upgrade",),
    },
    "Build": {
        "site": ("init", "site"),
        "profiles": ("profiles",),
        "new": ("new",),
        "api_commands": ("api",),
    },
}
GROUPS = {name: commands for groups in SECTIONS.values() for name, commands in groups.items()}
BEGIN = (
    ("pitboss demo", "demo"),
    ("pitboss serve", "serve"),
    ("pitboss play", "play"),
    ("pitboss odds ID", "odds"),
    ("pitboss --help", "help"),
)

REFUSED = 2
# What typer raises for words that aren't a command; its subclasses aren't public.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
INTERRUPTED = 130
PRIVATE = 0o077
STDOUT = 1  # file descriptor of standard output
HOUSE = "--house"
NOT_WHOLE = "int_parsing"
JSON = "--json"
MEANT = {"setup": "serve"}  # what people type for a command with another name
PAYTABLE = "paytable_id"
NUMBER_FAULTS = (NOT_WHOLE, "greater_than_equal", "less_than_equal")


class Commands(TyperGroup):
    """The top of the command line: takes `--house` anywhere, and turns refusals into one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; if it is empty, say where to begin."""
        if not args and not ctx.resilient_parsing:
            typer.echo("\n".join(_first_page()))
            ctx.exit()
        words = house_first(args)
        if words[:1] == ["help"]:
            words = [*words[1:], "--help"]
        if words[:1] == [JSON]:
            words = [*words[1:], JSON]
        try:
            return super().parse_args(ctx, words)
        except UsageError as fault:
            raise tell_misread(fault) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find a command by its name; where there is none, offer those whose help has the word."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except UsageError:
            if near := self._near(ctx, args[0]):
                offered = ", ".join(f"'{name}'" for name in near)
                ctx.fail(command_text("begin.near", word=args[0], offered=offered))
            raise
        leave_out_marks(command)
        return name, command, site_as_declared(command, rest)

    def _near(self, ctx: Any, word: str) -> list[str]:
        """The commands someone may have meant: by name, else those whose help has the word."""
        meant = MEANT.get(word, f"{word}s")
        if meant in self.list_commands(ctx):
            return [meant]
        return [name for name, text in self._briefs(ctx) if _is_about(word, text)]

    def _briefs(self, ctx: Any) -> Iterator[tuple[str, str]]:
        """Each command, and each within one, with its first sentence."""
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            within = getattr(command, "commands", {})
            for path, each in (
                (name, command),
                *((f"{name} {sub}", within[sub]) for sub in within),
            ):
                yield path, f"{path} {_first_sentence(each.help or '')}"

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by what people do with them, each with its first sentence."""
        for title, groups in SECTIONS.items():
            names = [name for commands in groups.values() for name in commands]
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, _first_sentence(each.help or "")) for name, each in found if each]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise tell_refusal(refusal) from None
        except UsageError as fault:
            raise tell_misread(fault) from None
        except BrokenPipeError:
            raise  # whoever read our output is gone: nobody to tell
        except OSError as fault:
            said = fault.strerror or fault
            told = Refusal("SYSTEM_REFUSED", where=str(fault.filename or ""), fault=said)
            raise tell_refusal(told) from None


def _first_page() -> list[str]:
    """Where to begin, for someone who types `pitboss` alone."""
    rows = [(command, command_text(f"begin.{name}")) for command, name in BEGIN]
    lead, start = command_text("begin.lead"), command_text("begin.start")
    return [*paper.wrap_text(lead), "", start, *paper.lined_up(rows, indent="  ")]


def _first_sentence(text: str) -> str:
    return " ".join(text.split()).partition(". ")[0].rstrip(".") + "."


def _is_about(word: str, text: str) -> bool:
    return word.lower() in re.findall(r"[a-z]+", text.lower())


def leave_out_marks(command: Any) -> None:
    """Leave a programmer's marks out of a command's help: types, and ranges as inequalities."""
    for each in getattr(command, "commands", {}).values():
        leave_out_marks(each)
    for each in command.params:
        if each.param_type_name == "argument":
            each.display_type_rich = lambda ctx: ""
        if said := _range_text(each):
            each.help = f"{each.help} {said}"
            each._get_number_range_help_str = str


def _range_text(param: Any) -> str:
    """Which numbers a parameter takes; empty if it has no bounds."""
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    if least is None and most is None:
        return ""
    case = "at_least" if most is None else "at_most" if least is None else "from_to"
    return command_text(f"range.{case}", least=least, most=most)


def _number_text(fault: Any) -> str:
    """What a parameter takes instead of this number; empty if the fault isn't about one."""
    errors: list[dict[str, Any]] = getattr(fault.__cause__, "errors", list)()
    if not errors or errors[0]["type"] not in NUMBER_FAULTS:
        return ""
    is_whole = errors[0]["type"] != NOT_WHOLE
    takes = _range_text(fault.param) if is_whole else command_text("range.whole")
    return command_text("range.takes", name=fault.param.opts[-1], takes=takes)


def _names_text(fault: Any) -> str:
    """What to name, or that the command takes no name; empty if the fault is another."""
    if (param := getattr(fault, "param", None)) is not None and param.name == PAYTABLE:
        return command_text("begin.name_paytable")
    is_extra = "extra argument" in fault.message and fault.ctx
    if is_extra and all(each.param_type_name != "argument" for each in fault.ctx.command.params):
        return command_text("begin.no_name", path=fault.ctx.command_path)
    return ""


def tell_misread(fault: Any) -> typer.Exit:
    """Say what is wrong with the command line and where to look; return the exit to raise. Nobody
    looks these up, so the line has no code. A group alone shows its help."""
    if fault.ctx and fault.message == fault.ctx.get_help():
        typer.echo(fault.message, err=True)
        return typer.Exit(REFUSED)
    path = fault.ctx.command_path if fault.ctx else "pitboss"
    why = _number_text(fault) or _names_text(fault) or " ".join(fault.format_message().split())
    why = why if why.endswith("?") else f"{why.rstrip('.')}."
    case = "folder" if is_folder_left(fault) else "other"
    typer.echo(Refusal("USAGE_WRONG", case, why=why, path=path).reason, err=True)
    return typer.Exit(REFUSED)


def is_folder_left(fault: Any) -> bool:
    """Whether a command that takes a site got a folder it has no use for."""
    return "extra argument" in fault.message and any(
        each.name == "site" for each in fault.ctx.command.params
    )


def tell_refusal(refusal: Refusal) -> typer.Exit:
    """Print a refusal on one line; return the exit to raise."""
    typer.echo(paper.refusal_text(refusal.for_command()), err=True)
    return typer.Exit(REFUSED)


def house_first(args: list[str]) -> list[str]:
    """Move `--house DIR` to the front of the arguments, unless it comes after a lone `--`."""
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
    line = typer.Typer(
        cls=Commands,
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in groups:
        line.add_typer(importlib.import_module(f"pitboss.cli.{name}").commands)
    line.callback()(pitboss)
    return line


def groups_for(words: list[str]) -> list[str]:
    """The group of the requested command, or all groups if no command matches."""
    asked = next((word for word in _after_house(words) if not word.startswith("-")), "")
    found = [name for name, commands in GROUPS.items() if asked in commands]
    return found or list(GROUPS)


def _after_house(words: list[str]) -> list[str]:
    ordered = house_first(words)
    return ordered[2:] if ordered[:1] == [HOUSE] else ordered


def show_version(asked: bool) -> None:  # noqa: FBT001 - typer passes a flag as a bare value
    """`--version`: print the installed release."""
    if not asked:
        return
    from importlib import metadata  # late: other commands start without it

    typer.echo(f"pitboss {metadata.version('pitboss')}")
    raise typer.Exit


def pitboss(
    ctx: typer.Context,
    house: Annotated[Path | None, option(f"{HOUSE} DIR")] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Run progressive jackpots on house-banked card tables, and prove the math. Look up rules,
    paytables and exact odds, settle any recorded round to the cent, and audit a floor's journal."""
    ctx.obj = house
    if house is not None:
        from pitboss.rules.catalog import take_bets  # late: help starts without the rules

        take_bets(house)


def main() -> None:
    """The console entry point. Text the terminal can't show is replaced and never crashes. Only the
    owner can read the files it writes: journals, logs and exports name winners."""
    os.umask(PRIVATE)
    _ready_streams()
    try:
        command_line(groups_for(sys.argv[1:]))(prog_name="pitboss")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        _flush()


def _ready_streams() -> None:
    """Point closed streams at nothing, and let every stream replace characters it can't encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    """Flush where a failure doesn't matter, and leave nothing to flush at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
