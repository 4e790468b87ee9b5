"""`--posted`: the amounts a house jackpot posts, from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pitboss.cli.options import option
from pitboss.cli.play_tools import pairs
from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal
from pitboss.rules.house_jackpot import percentage_hands, posted_by_hand
from pitboss.rules.paytable import Paytable

PostedAmounts = Annotated[list[str] | None, option("--posted LEVEL=DOLLARS")]


def amounts(given: list[str] | None, *, option: str) -> dict[str, Cents]:
    """Amounts by name, from the command line."""
    read = {}
    for name, amount in pairs(given, option=option).items():
        try:
            read[name] = parse_dollars(amount)
        except Refusal as refusal:
            raise refusal.at(f"{option} {name}") from None
    return read


def named_amounts(posted: list[str] | None, meter: list[str] | None) -> dict[str, Cents]:
    """What `--posted` names, a level or hand; it doesn't apply to meters."""
    if posted and meter:
        raise Refusal("HOUSE_JACKPOT_GROWS", where="--meter")
    return amounts(posted, option="--posted")


def posted_at(paytable: Paytable, named: Mapping[str, Cents]) -> dict[str, Cents]:
    """What a house jackpot posts for each hand; empty without `--posted`."""
    if not named:
        return {}
    try:
        return posted_by_hand(paytable, named)
    except Refusal as refusal:
        raise refusal.at("--posted") from None


def posted_by_slot(
    jackpots: Mapping[str, Paytable], posted: list[str]
) -> dict[str, dict[str, Cents]]:
    """What a table's house jackpots post, each by its slot: the only one with a level or hand of
    that name, or SLOT.LEVEL=DOLLARS if two have it."""
    read: dict[str, dict[str, Cents]] = {}
    for name, cents in amounts(posted, option="--posted").items():
        slot, dot, own = name.rpartition(".")
        owners = [slot] if dot else [each for each in jackpots if own in _names(jackpots[each])]
        if not owners and len(jackpots) == 1:
            owners = list(jackpots)  # its refusal lists the names it has
        if len(owners) != 1:
            known = [f"{each}.{line}" for each in jackpots for line in _names(jackpots[each])]
            case = "write_one" if known else "no_jackpot"
            raise Refusal("OUTCOME_UNKNOWN", case, where=f"--posted {name}", known=known)
        read.setdefault(owners[0], {})[own] = cents
    return read


def _names(paytable: Paytable) -> dict[str, None]:
    hands = percentage_hands(paytable)
    return dict.fromkeys((*(line.level for line in hands.values()), *hands))
