"""What the counts of several games have in common."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.rules.game import YES_NO, Option

FOLDED = Option("folded_qualify", YES_NO, "Whether a folded hand can win the progressive (PS-35).")


def queens_up(dealt: Mapping[str, int]) -> dict[str, int]:
    """Best four of five cards, as Queens Up classes them."""
    low = ("high_card", "low_pair", "high_pair")
    kept = {name: weight for name, weight in dealt.items() if name not in low}
    nothing = dealt["high_card"] + dealt["low_pair"]
    return {"nothing": nothing, "queens_or_better": dealt["high_pair"], **kept}


def merged(weights: Mapping[str, int], wanted: tuple[str, ...], *, total: int) -> dict[str, int]:
    """The wanted outcomes, and all else of the total as nothing."""
    kept = {name: weights[name] for name in wanted}
    return {"nothing": total - sum(kept.values()), **kept}


def net_text(net: Fraction) -> str:
    """What a case of several wagers wins or loses in all."""
    return "push" if net == 0 else f"{'wins' if net > 0 else 'loses'} {abs(net)}"
