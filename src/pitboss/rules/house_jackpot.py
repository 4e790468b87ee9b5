"""A house jackpot: the percentage lines of a paytable become amounts that the house posts. Every
other line and the envy stay as the paytable has them, paid from the tray (PS-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.money import Cents, share_down
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Prize, Share

RULE = "PS-34"


def posted_lines(paytable: Paytable) -> dict[str, Share]:
    """The hands whose amounts the house posts: the percentage lines, from worst to best. A
    jackpot's paytable has one column."""
    pays = next(iter(paytable.columns.values()))
    return {outcome: prize for outcome, prize in pays.items() if isinstance(prize, Share)}


def check_posted(paytable: Paytable, posted: Mapping[str, Cents]) -> None:
    """Refuse amounts that do not answer the percentage lines one to one."""
    lines = posted_lines(paytable)
    if not lines:
        raise Refusal(
            "OUTCOME_MISSING", where=paytable.id, reason=f"no line of it is a jackpot ({RULE})"
        )
    for outcome in posted:
        if outcome not in lines:
            raise Refusal(
                "OUTCOME_UNKNOWN",
                where=outcome,
                reason=f"the house posts {', '.join(lines)}; other lines stay as they are ({RULE})",
            )
    for outcome in lines:
        if outcome not in posted:
            raise Refusal(
                "OUTCOME_MISSING", where=outcome, reason=f"the house must post its prize ({RULE})"
            )


def posted_by_hand(paytable: Paytable, named: Mapping[str, Cents]) -> dict[str, Cents]:
    """The amount of each hand where some are named by their level: a line of 10 % then posts a
    tenth of the level's amount. A hand that is named itself has its own."""
    lines = posted_lines(paytable)
    known = (*dict.fromkeys(line.level for line in lines.values()), *lines)
    for name in named:
        if name not in known:
            reason = f"{paytable.id} posts {', '.join(known) or 'nothing'} ({RULE})"
            raise Refusal("OUTCOME_UNKNOWN", where=name, reason=reason)
    posted = {
        outcome: share_down(named[line.level], line.share_ppm)
        for outcome, line in lines.items()
        if line.level in named
    }
    posted |= {outcome: named[outcome] for outcome in lines if outcome in named}
    check_posted(paytable, posted)
    return posted


def with_posted(paytable: Paytable, posted: Mapping[str, Cents]) -> Paytable:
    """The paytable as a house jackpot pays it: no meter, nothing shared, and the amounts are those
    for a wager of the paytable's own size."""
    check_posted(paytable, posted)

    def pays(outcome: str, prize: Prize) -> Prize:
        if isinstance(prize, Share):
            return Fixed(posted[outcome])
        return replace(prize, level="") if isinstance(prize, Odds | Fixed) else prize

    columns = {
        column: {outcome: pays(outcome, prize) for outcome, prize in prizes.items()}
        for column, prizes in paytable.columns.items()
    }
    return replace(paytable, columns=columns, levels=(), house_ppm=None, splits_awards=False)
