"""Short ways to write the round record of a shoe game and to read what it settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import Line
from pitboss.rules.record import play_record
from pitboss.rules.round import Round, Table
from pitboss.rules.table import open_table

PAYTABLES = catalog.Paytables()
Wagers = Mapping[int, Mapping[str, int]]


def actions(text: str) -> list[dict[str, Any]]:
    """Decisions from text: 'hit; 2 double 500' is a hit of seat 1 and seat 2's double for $5."""
    listed: list[dict[str, Any]] = []
    for entry in filter(None, (part.split() for part in text.split(";"))):
        if entry == ["misdeal"]:
            listed.append({"action": "misdeal"})
            continue
        seat = int(entry.pop(0)) if entry[0].isdigit() else 1
        amount = {"cents": int(entry[1])} if len(entry) > 1 else {}
        listed.append({"seat": seat, "action": entry[0], **amount})
    return listed


def play(
    game: str, cards: Mapping[str, str], wagers: Wagers, decisions: str = "", **fields: Any
) -> Round:
    """Replay a record; `fields` are its other keys: options, paytables, meters, limits."""
    record = {
        "game": game,
        "cards": dict(cards),
        "wagers": {str(seat): dict(placed) for seat, placed in wagers.items()},
        "actions": actions(decisions),
        **fields,
    }
    return play_record(record, PAYTABLES)


def open_house(game: str, paytables: Mapping[str, str], **options: object) -> Table:
    """A table with its paytables named by slot, at Washington's ceiling."""
    return open_table(
        catalog.game(game),
        options=options,
        paytables={
            slot: PAYTABLES.get(f"{game}/{slot}/{name}") for slot, name in paytables.items()
        },
        limits={},
        profile=catalog.profile(),
    )


def line(played: Round, wager: str, *, seat: int = 1, hand: int | None = None) -> Line:
    """The only line of a wager, or of one of its hands."""
    found = [
        one
        for one in played.settle()
        if (one.seat, one.wager) == (seat, wager) and hand in (None, one.hand)
    ]
    assert len(found) == 1, found
    return found[0]


def net(played: Round, wager: str = "", *, seat: int = 1) -> int:
    """What a seat is better or worse off by, all in all or with one wager."""
    return sum(
        one.net_cents for one in played.settle() if one.seat == seat and wager in ("", one.wager)
    )


def order(played: Round) -> list[tuple[int, str]]:
    """Seat and wager of each line, in the order in which the dealer settles them."""
    return [(one.seat, one.wager) for one in played.settle()]


@contextmanager
def refuses(code: str) -> Iterator[None]:
    """What is done inside is refused, for that reason."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code, str(caught.value)
