"""What the server knows about a change before anyone asks for it: warnings and proof by the exact
math, and the effect on the jackpot bank account."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from pitboss.books.clerk import Clerk
from pitboss.evidence.story import wagers_in
from pitboss.floor.facts import changes, jackpots, payments
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Change
from pitboss.floor.money.custody import BankStanding, shortage, sum_account
from pitboss.floor.state.approved import options_of
from pitboss.floor.state.floor import EXTENDED, State
from pitboss.live.running_site import RunningSite
from pitboss.money import Cents, Micros, covering_up
from pitboss.refusal import Refusal, Told
from pitboss.rules import catalog
from pitboss.site.change_warnings import proof_of_change, warnings_of_change


async def advise(running_site: RunningSite, clerk: Clerk, command: Command) -> Command:
    """A command with the server's own figures, whatever the client sent."""
    if isinstance(command, payments.VerifyHand):
        return await _classed(running_site, command)
    if isinstance(command, payments.HandOverPrize):
        found = await running_site.look(lambda state: state.awards.get(command.award))
        seq = found.seq if found is not None else 0
        return replace(command, won_ms=await _recorded_ms(running_site, seq))
    if isinstance(command, jackpots.AdjustMeter) and (at := command.won_at) is not None:
        wagers = await clerk.ask(wagers_in, at.table, at.round)
        return replace(command, wager=wagers.get(at.spot))
    if not isinstance(command, changes.RequestChange):
        return command
    try:
        warnings, proof = await advice_of(running_site, command.what)
    except Refusal:
        return command  # nothing can be said of a missing one; the floor refuses it by name
    return replace(command, warnings=warnings, proof=proof)


async def _classed(running_site: RunningSite, command: payments.VerifyHand) -> payments.VerifyHand:
    """The hand the typed cards make, under the paytable the award was paid from."""

    def won_at(state: State) -> tuple[str, int, str, Mapping[str, str]]:
        found = state.award(command.award)
        paytable = state.kept_jackpot(found.award.jackpot).terms.paytable
        table = state.table(found.table)
        seq = 0 if found.by_hand else found.seq  # its cards were shown before it was recorded
        return paytable, seq, table.game, options_of(table.plays)

    try:
        paytable, seq, game, options = await running_site.look(won_at)
    except Refusal:
        return command  # the floor refuses it by name
    found = catalog.outcome_of_typed(
        running_site.paytable_lookup[paytable], command.cards, options, game_name=game
    )
    return replace(command, found=found, won_ms=await _recorded_ms(running_site, seq))


async def _recorded_ms(running_site: RunningSite, seq: int) -> int:
    """When a row was recorded; 0 if it is gone."""
    rows = await running_site.rows(after_seq=seq - 1, limit=1) if seq else ()
    return rows[0].at_ms if rows and rows[0].seq == seq else 0


async def advice_of(running_site: RunningSite, what: Change) -> tuple[tuple[Told, ...], str]:
    """Warnings and proof; computed beside the engine, because the math takes time."""
    copied = await running_site.look(copy_of)

    def work() -> tuple[tuple[Told, ...], str]:
        parts = (what, copied, running_site.site, running_site.paytables)
        return warnings_of_change(*parts), proof_of_change(*parts)

    return await asyncio.to_thread(work)


def copy_of(state: State) -> State:
    """The parts of the state that a comparison reads, for another thread."""
    copy = State()
    copy.seq, copy.site = state.seq, state.site
    copy.badges.update(state.badges.items())
    copy.tables.update(state.tables.items())
    for name in ("jackpots", *(EXTENDED.keys() & {"wide", "properties"})):
        getattr(copy, name).update(getattr(state, name).items())
    return copy


class AccountFigures(Struct, frozen=True, kw_only=True):
    """The account before and after, and why no round for money could start then; nothing if one
    could."""

    before: BankStanding
    after: BankStanding
    short: str

    @property
    def put_up_cents(self) -> Cents:
        """What the house puts into the meters."""
        return covering_up(Micros(self.after.required_micros - self.before.required_micros))


def account_figures(state: State, draft: State, *, at_ms: int) -> AccountFigures:
    """What a rehearsal on a draft of the floor does to the account."""
    short = shortage(draft, at_ms)
    return AccountFigures(before=sum_account(state), after=sum_account(draft), short=short)
