"""What a table posts beside any jackpot: its limits, and the pays of the bets on its layout, as the
site file says them. The sign of a game without a jackpot is made of nothing else."""

from __future__ import annotations

from typing import Any

from pitboss.money import Cents, dollars
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.game import Equal
from pitboss.rules.paytable import Loses, Paytable
from pitboss.site.model import SiteTable
from pitboss.web.language import hand_words

TO_ONE = " to 1"


def limits_of(table: SiteTable) -> list[dict[str, str]]:
    """The posted limits, in the order of the layout; a wager that equals another has its limits."""
    return [
        {
            "wager": wager.name,
            "words": _words(wager.name),
            **_amounts(table.limits[wager.name]),
        }
        for wager in catalog.game(table.game).wagers
        if wager.name in table.limits and not isinstance(wager.relation, Equal)
    ]


def bets_of(table: SiteTable, paytables: Paytables) -> list[dict[str, Any]]:
    """The bets that a paytable of the table pays, side bets first, each with its lines, best first.
    Where the pays depend on the round there is a column for each kind of it."""
    game = catalog.game(table.game)
    slots = [slot.name for slot in game.slots if slot.name in table.paytables]
    slots.sort(key=lambda slot: slot == "base")
    bets = [_bet(slot, paytables.get(table.paytables[slot])) for slot in slots]
    return [bet for bet in bets if bet["rows"]]


def _bet(slot: str, paytable: Paytable) -> dict[str, Any]:
    return {
        "slot": slot,
        "words": _words(slot),
        "columns": list(paytable.columns) if len(paytable.columns) > 1 else [],
        "rows": _rows(paytable),
    }


def _rows(paytable: Paytable) -> list[dict[str, Any]]:
    """Each hand that does not just lose, with its pay in every column."""
    columns = list(paytable.columns.values())
    rows = []
    for outcome in reversed(paytable.outcomes):
        prizes = [pays[outcome] for pays in columns]
        if not all(isinstance(prize, Loses) for prize in prizes):
            pays = [str(prize) for prize in prizes]
            if len(columns) > 1:  # the head of the columns says that odds are to 1
                pays = [pay.removesuffix(TO_ONE) for pay in pays]
            rows.append({"hand": hand_words(outcome), "pays": pays})
    return rows


def _amounts(limits: tuple[Cents, Cents]) -> dict[str, str]:
    least, most = (dollars(cents).removesuffix(".00") for cents in limits)
    return {"least": least, "most": most}


def _words(name: str) -> str:
    return name.replace("_", " ").title()
