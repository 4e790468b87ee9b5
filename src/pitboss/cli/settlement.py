"""The settlement of a round, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.money import dollars
from pitboss.rules.game import Line
from pitboss.rules.paytable import PLAIN, Loses
from pitboss.rules.posted import case_words
from pitboss.rules.round import Round

FIGURES = ("wager", "stake", "result", "pays", "paid", "returned", "net")
RIGHT = ("seat", "stake", "paid", "returned", "net")
PLAIN_RESULTS = ("loses", "push")  # the result already says it
TRAY, HOUSE = ("", "tray"), "house"  # sources of a pay; any other is a level's meter


def settlement_json(played: Round) -> dict[str, Any]:
    """Every wager's result in the order a dealer pays, then the totals; amounts in cents."""
    lines = played.settle()
    return {
        "game": played.table.game.name,
        "lines": [_line_json(line) for line in lines],
        "seats": {
            str(seat): _totals(line for line in lines if line.seat == seat) for seat in played.seats
        },
        "house_net_cents": -sum(line.net_cents for line in lines),
    }


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "wager": line.wager,
        **({"hand": line.hand} if line.hand else {}),
        "result": line.result,
        "outcome": line.outcome,
        "pays": line.pays,
        "rule": line.rule,
        "source": line.source,
        "stake_cents": line.stake_cents,
        "back_cents": line.back_cents,
        "paid_cents": line.paid_cents,
        "net_cents": line.net_cents,
    }


def _totals(lines: Iterable[Line]) -> dict[str, int]:
    own = list(lines)
    return {
        "staked_cents": sum(line.stake_cents for line in own),
        "returned_cents": sum(line.back_cents + line.paid_cents for line in own),
        "net_cents": sum(line.net_cents for line in own),
    }


# ---- for people ---------------------------------------------------------------------------------


def lines_text(played: Round, lines: Sequence[Line], *, with_seats: bool = True) -> list[str]:
    """A row of figures for each wager, and under it the rule that decided it."""
    split = {line.seat for line in lines if line.hand > 1}
    rows = [
        (*((str(line.seat),) if with_seats else ()), *_figures(line, split=line.seat in split))
        for line in lines
    ]
    head = (*(("seat",) if with_seats else ()), *FIGURES)
    right = [index for index, name in enumerate(head) if name in RIGHT]
    title, *figures = paper.lined_up([head, *rows], right=right)
    indent = " " * (6 if with_seats else 2)
    text = [paper.paint(title, paper.DIM)]
    for line, row in zip(lines, figures, strict=True):
        text += [row, *(paper.paint(part, paper.DIM) for part in _reason(played, line, indent))]
    return text


def _figures(line: Line, *, split: bool) -> tuple[str, ...]:
    of_hand = split and line.hand
    return (
        command_text("settlement.hand", wager=line.wager, hand=line.hand)
        if of_hand
        else line.wager,
        dollars(line.stake_cents),
        line.result,
        "" if line.pays in PLAIN_RESULTS else line.pays,
        dollars(line.paid_cents),
        dollars(line.back_cents),
        paper.signed_paint(line.net_cents),
    )


def _reason(played: Round, line: Line, indent: str) -> list[str]:
    """The rule, the outcome unless the rule says it, and whether a meter or the house paid."""
    slots = {wager.name: wager.slot for wager in played.table.game.wagers}
    # A bonus paid with a wager comes from the wager's own paytable.
    slot = slots.get(line.wager) or slots[line.wager.removesuffix("_bonus")]
    outcome = case_words(played.paytable(slot), line.outcome)
    is_said = line.outcome in ("", "nothing") or outcome.lower() in line.rule.lower()
    reason = f"{line.rule}{'' if is_said else f'; {outcome}'}{_source(line.source)}"
    return paper.wrap_text(reason, first=indent)


def _source(source: str) -> str:
    if source in TRAY:
        return ""
    if source == HOUSE:
        return command_text("settlement.by_house")
    return command_text("settlement.from_meter", level=source)


def totals_text(played: Round) -> list[str]:
    """The net result of each seat and the house."""
    settled = settlement_json(played)
    rows = [("seat", "staked", "returned", "net")]
    rows += [
        (
            seat,
            dollars(total["staked_cents"]),
            dollars(total["returned_cents"]),
            paper.signed_paint(total["net_cents"]),
        )
        for seat, total in settled["seats"].items()
    ]
    rows.append(("house", "", "", paper.signed_paint(settled["house_net_cents"])))
    title, *lines = paper.lined_up(rows, right=range(4))
    return [paper.paint(title, paper.DIM), *lines]


def settlement_text(played: Round) -> list[str]:
    return [
        paper.format_heading(command_text("settlement.title")),
        *lines_text(played, played.settle()),
        "",
        paper.format_heading(command_text("settlement.totals")),
        *totals_text(played),
    ]


def offers_text(played: Round) -> list[str]:
    """The pays that depend on the number of hands, as this round offers them (CS-3)."""
    lines = []
    for wager in played.table.game.wagers:
        slot = played.table.game.slot(wager.slot)
        if PLAIN in slot.columns or not played.seats_with(wager.name):
            continue
        labels = played.paytable(wager.slot).labels
        pays = ", ".join(
            f"{labels[outcome].long} {prize}"
            for outcome, prize in reversed(list(played.on_offer(wager.name).items()))
            if not isinstance(prize, Loses)
        )
        offer = command_text("settlement.offer", wager=wager.name, hands=played.hands, pays=pays)
        lines += paper.wrap_text(offer, rest="  ")
    return lines
