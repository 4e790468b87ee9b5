"""Registers shared jackpots with the floor: see `floor/extension.py`. Functions that decide a
command or fold an event have its name."""

from __future__ import annotations

from pitboss.floor import decide, extension, facts, fold
from pitboss.floor.facts import clock, engines, rounds
from pitboss.floor.facts.base import function_for
from pitboss.floor.money import ledger
from pitboss.floor.state.floor import extend
from pitboss.wide import boards, joining, positions, postings, state, wide_entries
from pitboss.wide.decide import at_hub, at_property, closing, deciding, lost_rows
from pitboss.wide.decide import remittances as remitting
from pitboss.wide.fold import lost_rows as lost_fold
from pitboss.wide.fold import remittances as remitted
from pitboss.wide.fold import sharing as sharing_fold

DECIDING = (at_hub, at_property, deciding, lost_rows, remitting)
FOLDING = (sharing_fold, lost_fold, remitted)


for _name, (_part, _kind) in state.PARTS.items():
    extend(_name, _part, _kind)
facts.know_all()
ledger.POSTS.update(postings.POSTS)
for _command in set(facts.COMMANDS) - set(decide.DECISIONS):
    decide.DECISIONS[_command] = decide.decision_of(_command, DECIDING)
for _event in set(facts.EVENTS) - set(fold.FOLDS):
    fold.FOLDS[_event] = function_for(_event, FOLDING)
fold.follow(rounds.RoundVoided, sharing_fold.round_voided)
fold.follow(clock.ClockJumped, sharing_fold.clock_jumped)
fold.follow(engines.EngineBegan, sharing_fold.engine_began)
extension.answer_with(
    extension.Extension(
        need_hub=at_property.need_hub,
        need_lease=at_property.need_lease,
        need_not_won=lost_rows.need_not_won,
        need_done=closing.need_done,
        need_rates_kept=closing.need_rates_kept,
        need_not_sent=at_property.need_not_sent,
        claimed=lost_rows.claim_marks,
        players_of=closing.players_of,
        properties=lambda floor: tuple(name for name, _ in state.properties_of(floor).items()),
        elsewhere_micros=postings.elsewhere_micros,
        unfunded_micros=postings.unfunded_micros,
        as_shown=boards.as_shown,
        board=boards.wide_board,
        claims_at=boards.claims_at,
        stops=boards.stops,
        jackpots_shown=boards.jackpots_shown,
        positions=positions.position_rows,
        joining=joining.make_joins,
        admitting=joining.make_admissions,
        is_on_record=joining.is_on_record,
        hub_of=lambda floor: state.wide_of(floor).hub,
        told_as=wide_entries.told_as,
        reckoned=wide_entries.describe_derived,
    )
)
