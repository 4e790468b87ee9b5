"""Small helpers for tests of the rules: a record in few words, its results in fewer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import Action, Bets, Line
from pitboss.rules.meters import Meters
from pitboss.rules.record import play_record
from pitboss.rules.round import Round, Table

PAYTABLES = Paytables()
# What the printed letters say, by the paytable's id.
LETTERS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "letters.toml").read_text("utf-8")
)


def record(
    game: str,
    *,
    cards: Mapping[Any, str],
    wagers: Mapping[int, Mapping[str, object]],
    actions: Sequence[str] = (),
    **rest: object,
) -> dict[str, Any]:
    """A round record. `cards` are by seat or by the name of a place; an action is written
    'SEAT NAME' or 'SEAT NAME CENTS'."""
    return {
        "game": game,
        "cards": {str(to): dealt for to, dealt in cards.items()},
        "wagers": {str(seat): dict(placed) for seat, placed in wagers.items()},
        "actions": [_action(text) for text in actions],
        **rest,
    }


def _action(text: str) -> dict[str, object]:
    if text == "misdeal":
        return {"action": "misdeal"}
    seat, name, *cents = text.split()
    return {"seat": int(seat), "action": name, **({"cents": int(cents[0])} if cents else {})}


def replay(
    table: Table, bets: Bets, actions: Iterable[Action], meters: Meters | None = None
) -> Round:
    """The round that a list of actions makes (ALL-3)."""
    replayed = Round(table, bets, meters)
    for action in actions:
        replayed.step(action)
    return replayed


def settle(round_record: Mapping[str, Any], paytables: Paytables = PAYTABLES) -> tuple[Line, ...]:
    """The lines of a record, in the order in which a dealer pays them."""
    return play_record(dict(round_record), paytables).settle()


def told(round_record: Mapping[str, Any], paytables: Paytables = PAYTABLES) -> list[str]:
    """Each line as 'SEAT WAGER RESULT NET': what the seat is better or worse off by, in cents."""
    return [
        f"{line.seat} {line.wager} {line.result} {line.net_cents:+d}".replace("+0", "0")
        for line in settle(round_record, paytables)
    ]


def net(round_record: Mapping[str, Any], paytables: Paytables = PAYTABLES) -> dict[int, int]:
    """What each seat is better or worse off by, over all its lines."""
    total: dict[int, int] = {}
    for line in settle(round_record, paytables):
        total[line.seat] = total.get(line.seat, 0) + line.net_cents
    return total


def line_of(round_record: Mapping[str, Any], seat: int, wager: str) -> Line:
    """The one line of a seat's wager."""
    (line,) = [at for at in settle(round_record) if (at.seat, at.wager) == (seat, wager)]
    return line


def refused(round_record: object, paytables: Paytables = PAYTABLES) -> Refusal:
    """The refusal that a record meets; a record that settles is a failure."""
    try:
        played = play_record(round_record, paytables)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"settled instead: {[str(line) for line in played.lines]}")
