"""Wagers on one line, as a player types them: `ante 10, queens_up 5`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitboss.cli import paper
from pitboss.lab import seating
from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal
from pitboss.rules.game import Equal, Wager
from pitboss.rules.round import Table

# A comma separates wagers unless it groups thousands.
_BETWEEN = re.compile(r";|,(?!\d{3}(?!\d))")
_WAGER = re.compile(r"(?P<name>[^\d$]*?)\s*(?P<amount>\$?[\d][\d,.]*)?\Z")


def parse_wagers(text: str, table: Table) -> dict[str, Cents]:
    """Parse a line of wagers. Adds wagers that must equal another one; an amount alone is for the
    game's first wager; a wager alone gets its usual amount."""
    bets: dict[str, Cents] = {}
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        wager, cents = _parse_one(part, table)
        if wager.name in bets:
            raise Refusal("WAGER_TWICE", where=wager.name)
        bets[wager.name] = cents
    for wager in seating.find_offered(table):
        relation = wager.relation
        if isinstance(relation, Equal) and relation.to in bets:
            bets.setdefault(wager.name, bets[relation.to])
    return {name: cents for name, cents in bets.items() if cents}


def wagers_text(bets: Mapping[str, Cents], table: Table) -> str:
    """Format wagers as a line."""
    implied = {w.name for w in table.game.wagers if isinstance(w.relation, Equal)}
    return ", ".join(
        f"{name} {paper.amount(cents).removeprefix('$')}"
        for name, cents in bets.items()
        if name not in implied
    )


def _parse_one(part: str, table: Table) -> tuple[Wager, Cents]:
    match = _WAGER.match(part)
    # A wager's name may contain digits, as in blazing_7s; then the amount is the last word.
    name, amount = (match["name"], match["amount"]) if match else part.rpartition(" ")[::2]
    known = seating.find_offered(table)
    if match is None and _find(part, known):
        name, amount = part, ""
    wager = known[0] if not name.strip() else _find(name, known)
    if wager is None:
        names = [wager.name for wager in known]
        raise Refusal("WAGER_UNKNOWN", "wagers", where=part, names=names)
    return wager, parse_dollars(amount) if amount else seating.usual_cents(table, wager)


def _find(name: str, known: tuple[Wager, ...]) -> Wager | None:
    """The wager of that name, or the only one whose name starts that way."""
    plain = re.sub(r"[\s_'-]+", "_", name.strip().lower())
    exact = [wager for wager in known if wager.name == plain]
    near = [wager for wager in known if wager.name.startswith(plain)]
    found = exact or near
    return found[0] if len(found) == 1 else None
