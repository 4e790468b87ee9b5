"""Decisions about old rows in archives."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import extension
from pitboss.floor.decide.checks import need_digest
from pitboss.floor.facts import archives
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.state.floor import State
from pitboss.floor.state.retention import keep_until, kept_up_to, local_today
from pitboss.refusal import Refusal


def remove_rows(state: State, command: archives.RemoveRows) -> Sequence[Event]:
    """Refuse until after the last day on which the newest of them must be kept."""
    if not 1 < command.last_seq <= state.seq:
        raise Refusal(
            "SEQ_UNKNOWN", "journal_ends_at_row", where=f"row {command.last_seq}", seq=state.seq
        )
    for digest in (command.hash, command.state_sha256, *command.archives):
        need_digest(digest, where="archives")
    extension.here().need_not_sent(state, command.last_seq)
    kept = kept_up_to(state, keep_until(state, command.newest_ms), command.at_ms)
    if local_today(state, command.at_ms) <= kept:
        rule = state.law_at(command.newest_ms).retain_years.rule
        raise Refusal(
            "PURGE_TOO_EARLY", "rows_kept", where=f"row {command.last_seq}", kept=kept, rule=rule
        )
    return [event_from(archives.RowsRemoved, command, kept_until=kept)]
