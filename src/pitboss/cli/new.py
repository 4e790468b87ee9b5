"""`pitboss new`: the files of a new game, paytable, profile or report, with their tests.

Each kind is one text in `new_files`: the commands to run next, then each file after a line `---
PATH`. After `+++ PATH` come lines to add to the sections of an existing file.
"""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from pitboss.cli.options import argument, option
from pitboss.refusal import Refusal
from pitboss.rules import catalog

commands = typer.Typer()
new = typer.Typer(
    help="Start a game, paytable, profile or report, with its tests.", no_args_is_help=True
)
commands.add_typer(new, name="new")

Name = Annotated[str, argument("NAME", of="new")]
Into = Annotated[Path | None, option("--into DIR")]
NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
FILE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
PART = re.compile(r"^(---|\+\+\+) (.+)\n", re.MULTILINE)
SECTION = re.compile(r"^\[.+\]\n(?:.+\n?)+", re.MULTILINE)
# What a new paytable copies from its wager's usual one: not the source and approvals.
KEPT = (
    "bet", "games", "scheme", "decks", "wager", "splits_awards", "envy_times_wager", "after_start",
    "dealing", "footnotes",
)  # fmt: skip
KEPT_SECTIONS = ("pays", "labels", "levels", "split", "envy")


@new.command()
def game(name: Name, into: Into = None) -> None:
    """Start a small game with one decision. It plays right away. Change it into yours."""
    class_name = "".join(word.capitalize() for word in _named(name).split("_"))
    letter = name[0].upper()
    _write("game", name, f"games/{name}", into, class_name=class_name, letter=letter)


@new.command()
def paytable(
    paytable_id: Annotated[str, argument("GAME/WAGER/NAME")],
    into: Into = None,
) -> None:
    """Start a paytable from its wager's usual one. Change it into yours."""
    from pitboss.maths.analysis import analyze  # late: other kinds don't need the math

    at, wager, file = (*paytable_id.split("/"), "", "")[:3]
    slots = catalog.slots_for(f"{at}/{wager}")
    if not slots or paytable_id.count("/") != 2:
        raise Refusal("PAYTABLE_NOT_FOR_GAME", "no_game_wager", where=paytable_id)
    shipped, (first, slot) = catalog.Paytables(), next(iter(slots.items()))
    usual = catalog.game(first).usual_id(slot)
    text = shipped.text(usual)
    data = tomllib.loads(text)
    sections = (each.strip() for each in SECTION.findall(text))
    edge = analyze(shipped.get(usual)).house_edge
    assert edge is not None, f"{usual} has no edge"
    function = re.sub(r"\W", "_", paytable_id)
    _write(
        "paytable",
        _named(file, FILE_NAME),
        f"games/{at}/paytables/{wager}/{file}.toml",
        into,
        id=paytable_id,
        game=at,
        wager=wager,
        file=file,
        function=function,
        test=f"test_{function}.py",
        head="\n".join(f"{key} = {json.dumps(data[key])}" for key in KEPT if key in data),
        sections="\n\n".join(
            each for each in sections if re.split(r"\W+", each)[1] in KEPT_SECTIONS
        ),
        edge=f"{edge.numerator}, {edge.denominator}",
    )


@new.command()
def profile(name: Name, into: Into = None) -> None:
    """Start a jurisdiction from federal law. Add its own rules."""
    _write("profile", _named(name), f"profiles/{name}.toml", into)


@new.command()
def report(name: Name, into: Into = None) -> None:
    """Start a one-sheet report with the next free number. Change it into yours."""
    last = max(path.name for path in (_tree(into) / "src/pitboss/reports").glob("r[0-9][0-9]_*.py"))
    number = int(last[1:3]) + 1
    _write("report", _named(name), f"reports/r[0-9][0-9]_{name}.py", into, number=f"{number:02}")


def _named(name: str, pattern: re.Pattern[str] = NAME) -> str:
    if not pattern.fullmatch(name) or iskeyword(name):
        raise Refusal("NAME_WRONG", where=name[:40])
    return name


def _tree(into: Path | None) -> Path:
    """The source tree to write to."""
    root = into or Path(str(resources.files("pitboss"))).parents[1]
    if not (root / "src/pitboss").is_dir():
        raise Refusal("FOLDER_MISSING", "no_src_pitboss", where=str(root))
    return root


def _write(kind: str, name: str, taken_by: str, into: Path | None, **values: str) -> None:
    """Write all files of a kind or none; `taken_by` are existing files that use the name."""
    root = _tree(into)
    text = resources.files("pitboss.cli").joinpath("new_files", f"{kind}.txt").read_text("utf-8")
    title = name.replace("_", " ").replace("-", " ").title()
    follows, *parts = PART.split(Template(text).substitute(name=name, title=title, **values))
    files: dict[Path, str] = {}
    for sign, path, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        at = root / path
        if sign == "+++":
            files[at] = _with_sections(at.read_text("utf-8"), body, name)
        elif taken := [*(root / "src/pitboss").glob(taken_by), *([at] if at.exists() else [])]:
            raise Refusal("NAME_TAKEN", where=name, what=taken[0].relative_to(root))
        else:
            files[at] = body
    for at, body in files.items():
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(body, "utf-8")
    typer.echo("\n".join(["Wrote", *(f"  {at.relative_to(root)}" for at in files)]))
    typer.echo("\n".join(["Next", *(f"  {line}" for line in follows.splitlines())]))


def _with_sections(text: str, more: str, name: str) -> str:
    """Add lines at the end of sections in a words file."""
    for section in SECTION.findall(more):
        header, _, lines = section.partition("\n")
        before, after = text.split(f"\n{header}\n", 1)
        body, gap, rest = after.partition("\n\n")
        text = f"{before}\n{header}\n{body}\n{lines.rstrip()}{gap}{rest}"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise Refusal("NAME_TAKEN", "word", where=name) from None
    return text
