"""The jackpot bank account as it stands, and as it would stand after something is opened or
changed."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.money.custody import BankStanding, shortage, standing
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros, covering_up


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFigures:
    """The account before and after, and why no round for money would start then; nothing where
    one would."""

    before: BankStanding
    after: BankStanding
    short: str

    @property
    def put_up_cents(self) -> Cents:
        """What the house puts onto the meters."""
        return covering_up(Micros(self.after.required_micros - self.before.required_micros))


def account_figures(state: State, draft: State, *, at_ms: int) -> AccountFigures:
    """What a rehearsal on a draft of the floor does to the account."""
    short = shortage(draft, at_ms)
    return AccountFigures(before=standing(state), after=standing(draft), short=short)
