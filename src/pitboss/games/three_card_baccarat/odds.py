"""Three Card Baccarat: the hand against the dealer's, TIE, THREE FACES and the dealer's points."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.three_card_baccarat.rules import TOTALS
from pitboss.maths.cases import Cases, paid_case, single
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import LOSES, PUSH, Paytable, Prize

TOTAL = Option("total", tuple(TOTALS), "The dealer's points that the wager is on.")


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return (TOTAL,) if slot == "dealer_total" else ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    weights = tally(counts, paytable.slot)
    if paytable.slot == "dealer_total":
        hits, total = weights[str(settings["total"])], sum(weights.values())
        return single(paytable, {"total": hits, "nothing": total - hits})
    if paytable.slot != "base":
        return single(paytable, weights)
    prizes: dict[str, Prize] = {"tie": PUSH, "loss": LOSES}
    found = (
        paid_case(name, prizes.get(name) or paytable.prize(name), weight, paytable)
        for name, weight in weights.items()
    )
    return Cases("wager", tuple(sorted(found, key=lambda case: (-case.back, case.outcome))))
