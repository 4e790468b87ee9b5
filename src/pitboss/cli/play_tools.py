"""Helpers several commands share: available paytables, KEY=VALUE arguments."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli import paper
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable

GameName = Annotated[str, argument("GAME")]
RngSeed = Annotated[int | None, option("--rng-seed N", of="play", min=0)]
Options = Annotated[list[str] | None, option("--option KEY=VALUE")]
Chosen = Annotated[list[str] | None, option("--paytable SLOT=ID")]
Processes = Annotated[int, option("--processes N", min=1)]
Cluster = Annotated[str, option("--cluster ADDRESS")]
AsJson = Annotated[bool, option("--json")]
PdfFile = Annotated[Path, option("--pdf FILE")]
PaperSize = Annotated[str, option("--paper a4|letter", of="play")]
FromTime = Annotated[str, option("--from TIME")]
ToTime = Annotated[str, option("--to TIME")]


def paytables(ctx: typer.Context) -> catalog.Paytables:
    """The product's paytables, plus those in the `--house` folder if given."""
    house: Path | None = ctx.obj
    return catalog.Paytables(house)


def pairs(given: Sequence[str] | None, *, option: str) -> dict[str, str]:
    """KEY=VALUE arguments as a mapping; a repeated key is refused."""
    read: dict[str, str] = {}
    for word in given or ():
        key, equals, value = word.partition("=")
        if not (equals and key and value):
            raise Refusal("OPTION_UNREADABLE", "write_key_value", where=f"{option} {word}")
        if key in read:
            raise Refusal("OPTION_TWICE", "given_twice", where=f"{option} {word}", key=key)
        read[key] = value
    return read


def rng_seed_or_chance(rng_seed: int | None) -> int:
    """The requested rng seed, or a random one, printed on standard error for a rerun."""
    if rng_seed is not None:
        return rng_seed
    found = secrets.randbelow(1_000_000_000)
    typer.echo(command_text("shared.rng_seed", seed=found), err=True)
    return found


def figures_head(
    paytable: Paytable, options: Mapping[str, object], *, is_posted: bool = False
) -> list[str]:
    """What the figures are about: the paytable, whether it is a house jackpot, and its settings."""
    settings = [f"{name} {value}" for name, value in options.items()]
    name = command_text("shared.posted", paytable=paytable.id) if is_posted else paytable.id
    head = f"{paper.format_heading(paytable.title)}  ({name})"
    return [
        head,
        *(paper.wrap_text(command_text("shared.options", settings=settings)) if settings else ()),
    ]


def blocks_text(blocks: Iterable[Mapping[str, Any]]) -> list[str]:
    """The blocks of a PAR sheet's section, as a terminal shows them; fractions are in the JSON."""
    lines: list[str] = []
    for block in blocks:
        if block["kind"] == "table":
            width = len(block["head"]) - (block["head"][-1] == "Exact")
            rows = [row[:width] for row in (block["head"], *block["rows"])]
            lines += ["", *paper.lined_up(rows, right=tuple(range(1, width)))]
        else:
            first = "- " if block["kind"] == "numbered" else ""
            lines += [""] if lines and not first else []
            for text in block["lines"]:
                lines += paper.wrap_text(text, first=first)
    return lines


def json_text(value: Mapping[str, object] | Sequence[object]) -> str:
    """JSON that people and programs can read, fractions as "p/q"."""
    from pitboss.maths.cases import fraction_text  # late: listing games doesn't need it

    return json.dumps(value, indent=2, default=fraction_text)
