"""The command `strategy`: the best play in words, as a table, or for given cards."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import paper
from pitboss.cli.files import written
from pitboss.cli.odds_commands import Decks, choose_options
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.cli.play_tools import AsJson, GameName, Options, json_text, paytables
from pitboss.cli.progress_bar import progress
from pitboss.cli.recount_commands import Threads
from pitboss.maths import parts
from pitboss.maths.analysis import analyze, choose, options_for
from pitboss.maths.cases import fraction_text, percent
from pitboss.maths.threads import use_threads
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card, cards_text, parse_card
from pitboss.rules.paytable import Paytable

commands = typer.Typer()


@commands.command()
def strategy(
    ctx: typer.Context,
    game: GameName,
    cards: Annotated[list[str] | None, argument("CARDS")] = None,
    table: Annotated[Path | None, option("--csv FILE")] = None,
    paytable: Annotated[str | None, option("--paytable ID")] = None,
    decks: Decks = None,
    option: Options = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Show the best play for a game, in words or as a table. Add CARDS to see what each action is
    worth."""
    rules = catalog.game(game)
    use_threads(threads)
    found = parts.strategy_part(game)
    settings = choose(found.OPTIONS, choose_options(option, decks))
    if table is not None:
        with progress(f"{game} table") as report, written(table) as file:
            csv.writer(file, lineterminator="\n").writerows(found.rows(settings, report))
        return
    base = paytables(ctx).get(paytable or rules.usual_id(rules.slot("base")))
    if not cards:
        text, thumbs = found.in_words(settings), _rules_of_thumb(base)
        if as_json:
            typer.echo(json_text({"game": game, "rule": text, "house_edges": thumbs}))
            return
        prose = [line for part in text.split("\n") for line in paper.wrap_text(part)]
        typer.echo("\n".join([*prose, *_thumbs(thumbs, base)]))
        return
    dealt = _cards(cards)
    if len(set(dealt)) < len(dealt) and all(each.name != "decks" for each in rules.options):
        raise Refusal("CARD_DUPLICATED", "deck_holds_each", where="CARDS")
    values = found.values(dealt, base, settings)
    best = [action for action, value in values.items() if value == max(values.values())]
    if as_json:
        found_values = {"cards": cards_text(dealt), "values": values, "best": best}
        typer.echo(json_text({"game": game, **found_values}))
        return
    typer.echo(" ".join(paper.card(card) for card in dealt))
    rows = [
        (
            action,
            f"{float(value):+.6f}",
            fraction_text(value) or "",
            _mark(action, best),
        )
        for action, value in values.items()
    ]
    typer.echo("\n".join(paper.lined_up(rows, right=(1,), indent="  ")))


def _mark(action: str, best: list[str]) -> str:
    if action not in best:
        return ""
    return command_text("strategy.ties") if best[1:] else command_text("strategy.best")


def _rules_of_thumb(base: Paytable) -> dict[str, Fraction]:
    """The house edge of the best play, and of the simple rules people use."""
    known = {option.name: option for option in options_for(base.id, base)}
    if "strategy" not in known:
        return {}
    edges = {}
    for name in known["strategy"].choices:
        edge = analyze(base, {"strategy": str(name)}).house_edge
        assert edge is not None
        edges[str(name)] = edge
    return edges


def _thumbs(edges: Mapping[str, Fraction], base: Paytable) -> list[str]:
    if not edges:
        return []
    best = edges["best"]
    rows = [("Strategy", command_text("strategy.edge"), "Costs")]
    rows += [
        (paper.words(name), percent(edge, 4), percent(edge - best, 4))
        for name, edge in edges.items()
    ]
    unit = catalog.game(base.games[0]).unit
    of_unit = command_text("strategy.of_unit", paytable=base.id, unit=unit)
    return ["", of_unit, *paper.lined_up(rows, right=(1, 2))]


_ONE = re.compile(r"(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE)


def _cards(words: list[str]) -> tuple[Card, ...]:
    """Cards from separate words or run together, As Kd or AsKd; no duplicates."""
    dealt = []
    for word in " ".join(words).replace(",", " ").split():
        parts = _ONE.findall(word)
        if "".join(parts) != word:
            parse_card(word)
        dealt += [parse_card(part) for part in parts]
    return tuple(dealt)
