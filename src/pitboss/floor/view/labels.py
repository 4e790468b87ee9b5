"""The winning hands of a jackpot with their pays, written as on a layout."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from pitboss.floor.facts.values import JackpotTerms
from pitboss.money import PPM_WHOLE, Cents
from pitboss.rules.envy import envy_cents
from pitboss.rules.paytable import Fixed, Loses, Odds, Paytable, Prize, Push, Share

SHEETS_MOST = 1024


@cache
def level_words(level: str) -> str:
    """A level as a screen names it."""
    return level.replace("_", " ").capitalize()


def pay_words(prize: Prize) -> str:
    """A pay as a layout prints it: 100 % Mega, 300 for 1, $250, 9 for 1 from Main."""
    assert not isinstance(prize, Push | Loses)
    if isinstance(prize, Share):
        return str(prize).replace(f"of {prize.level}", level_words(prize.level))
    return str(prize).replace(f"from {prize.level}", f"from {level_words(prize.level)}")


@dataclass(frozen=True, slots=True)
class PayLine:
    """One winning hand of a jackpot, as far as it is the same whatever the meters show.
    `cents` is the fixed pay, or none where the prize is a share of `level`."""

    outcome: str
    pay: str
    source: str  # meter, tray or house
    share: Share | None
    cents: Cents | None
    envy_cents: Cents | None
    shared: bool

    @property
    def takes_all_of(self) -> str:
        """The level that this hand wins whole; empty where it wins a part, or no meter."""
        if self.share is None or self.share.share_ppm != PPM_WHOLE:
            return ""
        return self.share.level


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What makes two jackpots' lines the same; the rest goes along unseen."""

    paytable_sha256: str
    terms: JackpotTerms
    paytable: Paytable = field(compare=False)


def lines_of(terms: JackpotTerms, paytable: Paytable) -> tuple[PayLine, ...]:
    """The winning hands of a jackpot, the best first."""
    return _lines(_Sheet(paytable.sha256, terms, paytable))


@lru_cache(maxsize=SHEETS_MOST)
def _lines(sheet: _Sheet) -> tuple[PayLine, ...]:
    return tuple(
        _line(sheet, outcome, prize)
        for outcome in reversed(sheet.paytable.outcomes)
        if not isinstance(prize := sheet.paytable.prize(outcome), Push | Loses)
    )


def _line(sheet: _Sheet, outcome: str, prize: Odds | Fixed | Share) -> PayLine:
    terms, paytable = sheet.terms, sheet.paytable
    envy = envy_cents(paytable, outcome, wager_cents=terms.wager_cents)
    posted = terms.posted_cents(outcome)
    if posted is not None:
        pay = pay_words(Fixed(posted))
        return PayLine(outcome, pay, "house", None, posted, envy, shared=False)
    share = prize if isinstance(prize, Share) else None
    fixed = None
    if not isinstance(prize, Share):
        fixed = prize.pays_cents(terms.wager_cents, paytable.wager_cents)
        # The house may have fixed pays come out of a level that the paytable does not name.
        prize = replace(prize, level=terms.pays_fixed_from(prize.level))
    return PayLine(
        outcome=outcome,
        pay=pay_words(prize),
        source="meter" if prize.level else "tray",
        share=share,
        cents=fixed,
        envy_cents=envy,
        shared=share is not None and paytable.splits_awards,
    )
