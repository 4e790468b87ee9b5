"""`pitboss design`: pays that meet wishes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.odds_commands import Decks, MeterOption, PaytableId, choose_options
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, Cluster, Options, Processes, json_text, pairs, paytables
from pitboss.cli.posted_amounts import amounts
from pitboss.cli.progress_bar import progress
from pitboss.maths.cases import fraction_text, percent
from pitboss.money import parse_dollars
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.lab.designer import Design, Span
    from pitboss.lab.lab_wagers import LabWager

commands = typer.Typer()

RANGE = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(?:\.\.(\d{1,9}(?:\.\d{1,6})?))?", re.ASCII)
PAYS = re.compile(r"[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,99}", re.ASCII)
TERMS = {"seed": "seed_cents", "rate": "rate_ppm", "reserve": "reserve_ppm"}


@commands.command()
def design(
    ctx: typer.Context,
    paytable_id: PaytableId,
    edge: Annotated[str, option("--edge LOW..HIGH")] = "",
    hits: Annotated[str, option("--hits LOW..HIGH")] = "",
    deviation: Annotated[str, option("--deviation LOW..HIGH")] = "",
    top: Annotated[str, option("--top LOW..HIGH")] = "",
    changes: Annotated[int | None, option("--changes N", min=0)] = None,
    keep: Annotated[list[str] | None, option("--keep HAND")] = None,
    may_lose: Annotated[list[str] | None, option("--may-lose HAND")] = None,
    pays: Annotated[str, option("--pays N,N")] = "",
    term: Annotated[list[str] | None, option("--term LEVEL.TERM=N,N")] = None,
    any_order: Annotated[bool, option("--any-order")] = False,
    designs: Annotated[int, option("--designs N", min=1, max=100)] = 5,
    decks: Decks = None,
    option: Options = None,
    meter: MeterOption = None,
    processes: Processes = 1,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Find the pays that meet your wishes and change the least. Each design is proven exactly. If
    there is none, you see which wishes contradict each other. Hands are named as in `pitboss
    paytables ID --json`."""
    from pitboss.lab import designer
    from pitboss.lab.lab_wagers import LabWager

    wager = LabWager(
        paytables(ctx).get(paytable_id),
        choose_options(option, decks),
        amounts(meter, option="--meter"),
    )
    wishes = designer.Wishes(
        edge=_range(edge, "--edge", per=100),
        hit_frequency=_range(hits, "--hits", per=100),
        deviation=_range(deviation, "--deviation"),
        top_pay=_range(top, "--top"),
        changes_most=changes,
        in_order=not any_order,
        pays=_numbers(pays, "--pays") if pays else designer.ROUND,
        keep=tuple(keep or ()),
        may_lose=tuple(may_lose or ()),
        terms={
            read_term(name): read_values(name, text)
            for name, text in pairs(term, option="--term").items()
        },
    )
    with progress(paytable_id) as report:
        found = designer.design(
            wager, wishes, most=designs, report=report, processes=processes, cluster=cluster
        )
    if as_json:
        typer.echo(json_text([_data(each) for each in found]))
    else:
        typer.echo("\n".join(_page(wager, found)))


# ---- what is asked for --------------------------------------------------------------------------


def _range(text: str, where: str, *, per: int = 1) -> Span | None:
    """LOW..HIGH, or one figure for both ends."""
    if not text:
        return None
    if not (found := RANGE.fullmatch(text)):
        raise Refusal("OPTION_UNREADABLE", "range", where=where, text=text)
    low, high = (Fraction(each) / per for each in (found[1], found[2] or found[1]))
    if low > high:
        raise Refusal("OPTION_UNREADABLE", "range", where=where, text=text)
    return low, high


def _numbers(text: str, where: str) -> tuple[int, ...]:
    if not PAYS.fullmatch(text):
        raise Refusal("OPTION_UNREADABLE", "numbers", where=where, text=text)
    return tuple(map(int, text.split(",")))


def read_term(name: str) -> tuple[str, str]:
    """A level and its term, from LEVEL.TERM."""
    level, _, term = name.rpartition(".")
    if term not in TERMS:
        raise Refusal("OPTION_UNREADABLE", "term", where="--term", text=name)
    return level, TERMS[term]


def read_values(name: str, text: str) -> tuple[int, ...]:
    """Dollars in cents, or percentages in millionths."""
    try:
        if read_term(name)[1] == "seed_cents":
            return tuple(parse_dollars(each) for each in text.split(","))
        return tuple(int(Decimal(each) * 10_000) for each in text.split(","))
    except (ArithmeticError, ValueError):
        raise Refusal("OPTION_UNREADABLE", "numbers", where="--term", text=text) from None


# ---- what is shown ------------------------------------------------------------------------------


def _page(wager: LabWager, found: Sequence[Design]) -> list[str]:
    """The changed lines, then the figures: now, and in each design."""
    head = ("", command_text("design.now"), *map(str, range(1, len(found) + 1)))
    changed = dict.fromkeys(chain.from_iterable(each.changes for each in found))
    rows = [head]
    for name in changed:
        now = next(each.changes[name][0] for each in found if name in each.changes)
        rows.append((name, now, *(each.changes.get(name, ("", "="))[1] for each in found)))
    wagers = [wager, *(each.wager for each in found)]
    rows += [
        (command_text("design.house_edge"), *(_percent(each.edge) for each in wagers)),
        (
            command_text("design.hit_frequency"),
            *(_percent(each.hit_frequency) for each in wagers),
        ),
    ]
    if wager.deviation is not None:
        figures = (f"{each.deviation or 0:.4f}" for each in wagers)
        rows.append((command_text("design.deviation"), *figures))
    title = paper.format_heading(command_text("design.title", title=wager.paytable.title))
    return [title, *paper.lined_up(rows, right=tuple(range(1, len(head))), wraps=False)]


def _percent(figure: Fraction | None) -> str:
    return "-" if figure is None else percent(figure, 4)


def _data(found: Design) -> dict[str, object]:
    wager = found.wager
    return {
        "changes": {name: {"was": was, "is": now} for name, (was, now) in found.changes.items()},
        "steps": found.steps,
        "house_edge": fraction_text(wager.edge),
        "hit_frequency": fraction_text(wager.hit_frequency),
        "variance": fraction_text(wager.variance),
    }
