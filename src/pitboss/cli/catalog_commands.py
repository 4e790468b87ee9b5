"""`pitboss games` and `pitboss paytables`: the games and paytables there are."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from pitboss.cli import paper, play_tools
from pitboss.cli.gamecard import card_text
from pitboss.cli.options import argument
from pitboss.cli.paper import command_text
from pitboss.cli.paytable_text import entry_json, paytable_json, paytable_text
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game

commands = typer.Typer()


@commands.command()
def games(
    ctx: typer.Context,
    game: Annotated[str | None, argument("GAME", of="games")] = None,
    json: play_tools.AsJson = False,
) -> None:
    """List the games, or show the rules card of one."""
    names = catalog.game_names() if game is None else [game]
    if json:
        typer.echo(play_tools.json_text([_game_json(catalog.game(name)) for name in names]))
        return
    lines = (
        _games_text() if game is None else card_text(catalog.game(game), play_tools.paytables(ctx))
    )
    typer.echo("\n".join(lines))


@commands.command()
def paytables(
    ctx: typer.Context,
    paytable_id: Annotated[str | None, argument("ID", of="paytables")] = None,
    json: play_tools.AsJson = False,
) -> None:
    """List the paytables, or those of a game, or show the pays of one."""
    in_reach = play_tools.paytables(ctx)
    is_game = paytable_id in catalog.game_names()
    if paytable_id is None or is_game:
        found = [in_reach.get(each) for each in in_reach.ids()]
        found = [each for each in found if not is_game or paytable_id in each.games]
        text = (
            play_tools.json_text([entry_json(paytable) for paytable in found])
            if json
            else "\n".join(_paytables_text(found))
        )
    else:
        one = in_reach.get(paytable_id)
        text = play_tools.json_text(paytable_json(one)) if json else "\n".join(paytable_text(one))
    typer.echo(text)


def _games_text() -> list[str]:
    lines: list[str] = []
    for name in catalog.game_names():
        game = catalog.game(name)
        painted = paper.paint(name, f"{paper.BOLD};{paper.CYAN}")
        wagers = ", ".join(wager.name for wager in game.wagers)
        lines += [
            f"{painted}  {paper.format_heading(game.title)}",
            *paper.wrap_text(game.summary, first="  "),
            *paper.lined_up(
                [
                    ("wagers", wagers),
                    ("seats", command_text("catalog.seats", most=game.seats_most)),
                    ("serves", _served(game)),
                ],
                indent="  ",
            ),
            "",
        ]
    return [*lines, command_text("catalog.more_of_games")]


def _served(game: Game) -> str:
    if game.spec[1:]:
        return command_text("catalog.range", first=game.spec[0], last=game.spec[-1])
    return "".join(game.spec) or "-"


def _game_json(game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "wagers": [wager.name for wager in game.wagers],
        "seats_most": game.seats_most,
        "serves": game.spec,
    }


def _paytables_text(found: list[Paytable]) -> list[str]:
    lines: list[str] = []
    for group, members in groupby(found, key=lambda paytable: paytable.id.rsplit("/", 1)[0]):
        listed = list(members)
        played = sorted({game for paytable in listed for game in paytable.games})
        rows = [
            (paytable.id, paytable.source.get("document", "-"), paytable.title)
            for paytable in listed
        ]
        lines += [
            f"{paper.format_heading(group)}  {command_text('catalog.played_in', games=played)}",
            *paper.lined_up(rows, indent="  "),
            "",
        ]
    return [*lines, command_text("catalog.more_of_paytables")]
