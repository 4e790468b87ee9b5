"""Decisions about old rows that lie in archives."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_digest
from pitboss.floor.facts.archives import RemoveRows, RowsRemoved
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.retention import keep_until, kept_up_to, local_today
from pitboss.floor.state import State
from pitboss.refusal import Refusal


def remove_rows(state: State, command: RemoveRows) -> Sequence[Event]:
    """Not before the last day on which the newest of them must be kept is over."""
    if not 1 < command.last_seq <= state.seq:
        reason = f"the journal ends at row {state.seq}; name a row between its first and its last"
        raise Refusal("SEQ_UNKNOWN", where=f"row {command.last_seq}", reason=reason)
    for digest in (command.hash, command.state_sha256, *command.archives):
        need_digest(digest, where="archives")
    _need_statement(state, command.last_seq)
    kept = kept_up_to(state, keep_until(state, command.newest_ms), command.at_ms)
    if local_today(state, command.at_ms) <= kept:
        reason = f"records are kept up to {kept}; do it after that day"
        rule = state.law_at(command.newest_ms).retain_years.rule
        raise Refusal(
            "PURGE_TOO_EARLY", where=f"row {command.last_seq}", reason=f"{reason} ({rule})"
        )
    return [event_from(RowsRemoved, command, kept_until=kept)]


def _need_statement(state: State, last_seq: int) -> None:
    """The last statement to a hub is sent again to renew the lease, and one that waits is sent
    first; the last answer goes with it: their rows stay."""
    wide = state.wide
    sent = (wide.waiting[0].seq if wide.waiting else wide.row, wide.answer_row)
    needed = min((seq for seq in sent if seq), default=last_seq)
    if needed < last_seq:
        reason = (
            f"what it has goes to {wide.hub} next; archive the rows before it, or wait for a newer "
            "statement and its answer"
        )
        raise Refusal("ROW_NEEDED", where=f"row {needed}", reason=reason)
