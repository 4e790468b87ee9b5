"""The rules card of a game, for a dealer at the table."""

from __future__ import annotations

from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.cli.paytable_text import pays_text
from pitboss.rules import catalog
from pitboss.rules.game import Option, Slot
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game


def card_text(game: Game, paytables: catalog.Paytables) -> list[str]:
    """The whole card, from the rules to the usual paytables."""
    return [
        *_title(game),
        "",
        paper.format_heading(command_text("gamecard.rules")),
        *_rules(game),
        "",
        paper.format_heading(command_text("gamecard.wagers")),
        *_wagers(game),
        *(_options(game) if game.options else ()),
        "",
        paper.format_heading(command_text("gamecard.usual_paytables")),
        *_usual_paytables(game, paytables),
    ]


def _title(game: Game) -> list[str]:
    seats = command_text("gamecard.seats", name=game.name, most=game.seats_most)
    return [
        f"{paper.paint(game.title.upper(), f'{paper.BOLD};{paper.YELLOW}')}  {seats}",
        *paper.wrap_text(game.summary),
        *(paper.wrap_text(command_text("gamecard.serves", rules=game.spec)) if game.spec else ()),
    ]


def _rules(game: Game) -> list[str]:
    return [
        line
        for number, rule in enumerate(game.card, 1)
        for line in paper.wrap_text(rule, first=f" {number}. ")
    ]


def _wagers(game: Game) -> list[str]:
    rows = []
    for wager in game.wagers:
        needs = command_text("gamecard.needs", wagers=wager.needs) if wager.needs else ""
        own = wager.slot == wager.name
        paytable = "" if own else command_text("gamecard.paytable", slot=wager.slot)
        rows.append((wager.name, paytable, f"{wager.relation}{needs}"))
    return paper.lined_up(rows, indent="  ")


def _options(game: Game) -> list[str]:
    lines = ["", paper.format_heading(command_text("gamecard.settings"))]
    return lines + paper.lined_up(
        [(option.name, _choices(option), option.text) for option in game.options], indent="  "
    )


def _choices(option: Option) -> str:
    return " ".join(
        f"{choice}*" if choice == option.default else str(choice) for choice in option.choices
    )


def _usual_paytables(game: Game, paytables: catalog.Paytables) -> list[str]:
    lines: list[str] = []
    for slot in game.slots:
        paytable = paytables.get(game.usual_id(slot))
        lines += [
            "",
            *_slot_title(game, slot, paytable, paytables),
            *pays_text(paytable, indent="    ", losing=False),
        ]
    return lines[1:]


def _slot_title(
    game: Game, slot: Slot, paytable: Paytable, paytables: catalog.Paytables
) -> list[str]:
    title = paytable.title
    if paytable.wager_cents:
        amount = paper.amount(paytable.wager_cents)
        title = command_text("gamecard.titled_with_wager", title=title, amount=amount)
    others = [
        found.rsplit("/", 1)[1]
        for found in paytables.ids_for(game.name, slot)
        if found != paytable.id
    ]
    also = [command_text("gamecard.also", paytables=others)] if others else []
    return [
        *paper.wrap_text(title, first=f"  {paper.paint(slot.name, paper.CYAN)}: "),
        *paper.wrap_text("; ".join([paytable.id, *also]), first="  "),
    ]
