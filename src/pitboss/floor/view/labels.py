"""A jackpot's winning hands with their pays, written as on a layout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import PPM_WHOLE, Cents
from pitboss.rules.envy import envy_cents
from pitboss.rules.outcome_labels import Label
from pitboss.rules.paytable import Fixed, Loses, Odds, Paytable, Prize, Push, Share

SHEETS_MOST = 1024
UNNAMED = Label("", "")
STAKE_NOTE = "original wager"  # how letters begin to say whether it is returned


def pay_words(prize: Prize, paytable: Paytable) -> str:
    """A pay as a layout prints it: 100%, 100% Mega, 300 for 1, $250, 9 for 1 from Mega. A jackpot's
    only meter needs no name."""
    is_only = len(paytable.levels) == 1
    if isinstance(prize, Share):
        percent = str(prize).partition(" % of ")[0]
        return f"{percent}%" if is_only else f"{percent}% {paytable.level_label(prize.level)}"
    if isinstance(prize, Push):
        return "PUSH"
    if isinstance(prize, Loses) or not prize.level:
        return str(prize)
    meter = "the meter" if is_only else paytable.level_label(prize.level)
    return f"{replace(prize, level='')} from {meter}"


@dataclass(frozen=True, slots=True)
class PayLine:
    """One posted line of a jackpot, as far as it doesn't depend on the meters. `outcome` is the one
    its button marks, of all `outcomes` printed on the line; `cents` is the fixed pay, or None if
    the prize is a share of `level`."""

    outcome: str
    outcomes: tuple[str, ...]
    label: Label
    pay: str
    source: str  # meter, tray or house
    share: Share | None
    cents: Cents | None
    envy_cents: Cents | None
    shared: bool

    @property
    def takes_all_of(self) -> str:
        """The level this hand wins whole; empty if it wins a part, or no meter."""
        if self.share is None or self.share.share_ppm != PPM_WHOLE:
            return ""
        return self.share.level


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What makes two jackpots' lines the same; the rest just comes along."""

    paytable_sha256: str
    terms: JackpotTerms
    paytable: Paytable = field(compare=False)


@dataclass(frozen=True, slots=True)
class HandWords:
    """The printed words of hands, each found through its jackpot's paytable."""

    state: State
    paytables: PaytableLookup

    def __call__(self, jackpot: str, outcome: str) -> dict[str, str]:
        """A hand as boards name it: short for a button, long for a sign."""
        terms = self.state.kept_jackpot(jackpot).terms
        return describe_label(hand_label(self.paytables[terms.paytable], outcome))

    def level(self, jackpot: str, level: str) -> str:
        """A level as its letter names it; empty without a level."""
        terms = self.state.kept_jackpot(jackpot).terms
        return self.paytables[terms.paytable].level_label(level)


def hand_label(paytable: Paytable, outcome: str) -> Label:
    """An outcome's words; an award recorded by hand has none."""
    return paytable.labels[outcome] if outcome else UNNAMED


def describe_label(label: Label) -> dict[str, str]:
    """A label as a part of a board."""
    return {"hand": label.short, "hand_long": label.long}


def stake_note(paytable: Paytable) -> str:
    """Whether the wager comes back with a prize, if the letter prints nothing about it: `kept`, or
    `back` with odds to 1; empty if the letter does."""
    if any(note.casefold().startswith(STAKE_NOTE) for note in paytable.footnotes):
        return ""
    prizes = [paytable.prize(outcome) for outcome in paytable.outcomes]
    return "back" if any(prize.returns_stake for prize in prizes) else "kept"


def lines_of(terms: JackpotTerms, paytable: Paytable) -> tuple[PayLine, ...]:
    """A jackpot's winning hands, best first."""
    return _lines(_Sheet(paytable.sha256, terms, paytable))


@lru_cache(maxsize=SHEETS_MOST)
def _lines(sheet: _Sheet) -> tuple[PayLine, ...]:
    return _as_printed(
        _line(sheet, outcome, prize)
        for outcome in reversed(sheet.paytable.outcomes)
        if not isinstance(prize := sheet.paytable.prize(outcome), Push | Loses)
    )


def _as_printed(lines: Iterable[PayLine]) -> tuple[PayLine, ...]:
    """Outcomes with the same words and the same pay as one line, named for the lowest of them."""
    printed: list[PayLine] = []
    for line in lines:
        before = printed[-1] if printed else None
        if before and replace(before, outcome="", outcomes=()) == replace(
            line, outcome="", outcomes=()
        ):
            printed[-1] = replace(line, outcomes=(*before.outcomes, *line.outcomes))
        else:
            printed.append(line)
    return tuple(printed)


def _line(sheet: _Sheet, outcome: str, prize: Odds | Fixed | Share) -> PayLine:
    terms, paytable = sheet.terms, sheet.paytable
    envy = envy_cents(paytable, outcome, wager_cents=terms.wager_cents)
    posted = terms.posted_cents(outcome)
    if posted is not None:
        pay = pay_words(Fixed(posted), paytable)
        label = paytable.labels[outcome]
        return PayLine(outcome, (outcome,), label, pay, "house", None, posted, envy, shared=False)
    share = prize if isinstance(prize, Share) else None
    fixed = None
    if not isinstance(prize, Share):
        fixed = prize.pays_cents(terms.wager_cents, paytable.wager_cents)
        # The house may take fixed pays out of a level the paytable doesn't name.
        prize = replace(prize, level=terms.pays_fixed_from(prize.level))
    return PayLine(
        outcome=outcome,
        outcomes=(outcome,),
        label=sheet.paytable.labels[outcome],
        pay=pay_words(prize, paytable),
        source="meter" if prize.level else "tray",
        share=share,
        cents=fixed,
        envy_cents=envy,
        shared=share is not None and paytable.splits_awards,
    )
