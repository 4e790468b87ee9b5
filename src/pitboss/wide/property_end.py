"""The property's end of the line: when to make a statement, what to send, what to take."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.journal import Row
from pitboss.journal.codec import command_of, events_of
from pitboss.refusal import Refusal
from pitboss.wide.decide.at_property import take_answer
from pitboss.wide.decide.closing import closed_here
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage, Sign, StatementMessage
from pitboss.wide.signing import statement_bytes
from pitboss.wide.state import FOUND, WideState, claims_of, wide_of
from pitboss.wide.sums import collect_sums

SHOWN_MOST = 100  # answers that a hub should have
EVERY_MS = 10_000  # a statement this often, if anything was collected since the last


def due_statement(state: State, *, command_id: str, at_ms: int) -> Command | None:
    """The command that makes a statement, if it is time for one. A restored floor states at once
    what it has, so that two people can decide."""
    wide = wide_of(state)
    is_forked = wide.own_fork == FOUND
    if not wide.hub or (wide.waiting and not is_forked):
        return None
    is_time = at_ms - wide.made_ms >= EVERY_MS and has_news(state)
    if wide.number and not is_time and not is_forked:
        return None
    return sharing.MakeStatement(command_id=command_id, at_ms=at_ms)


def has_news(state: State) -> bool:
    """Whether there is more to state than in the last statement."""
    return (
        collect_sums(state) != wide_of(state).stated or closed_here(state) != wide_of(state).closed
    )


def next_row(wide: WideState) -> int:
    """The row to send next: that of the oldest unacknowledged statement, or of the last one, to
    renew the lease; 0 before the first."""
    return wide.waiting[0].seq if wide.waiting else wide.row


def message_of(
    row: Row,
    heard: sharing.HubRow,
    sign: Sign,
    *,
    at_ms: int,
    shown: tuple[sharing.ShownAnswer, ...] | None = None,
    shown_beyond: int = 0,
    proof: sharing.ShownAnswer | None = None,
) -> StatementMessage:
    """The statement of a row, signed."""
    made = next(
        each
        for each in events_of(row.events, seq=row.seq)
        if isinstance(each, sharing.StatementMade)
    )
    stated = sharing.StatementRow(made.statement, row.seq, row.hash)
    signature = sign(statement_bytes(stated, heard, at_ms)).hex()
    return StatementMessage(stated, heard, signature, at_ms, shown, shown_beyond, proof)


def rows_to_show(state: State) -> dict[int, bool] | None:
    """The rows with answers whose grants a restored hub may have forgotten, including grants for
    claims that this floor has lost, and whether each row is required: it is for statements that the
    hub doesn't have. The newest of the others are shown, too, because the hub may have continued
    with another journal of this house, with other numbers. Empty if the hub has lost nothing."""
    wide = wide_of(state)
    if not wide.hub_fork:
        return None
    found = dict.fromkeys(_granting(state, beyond=wide.known_number), True)
    older = sorted(set(_granting(state)) - found.keys())[-SHOWN_MOST:]
    return dict(sorted((found | dict.fromkeys(older, False)).items()))


def _granting(state: State, *, beyond: int = 0) -> Iterator[int]:
    """The rows with answers that granted something to statements beyond one."""
    for each in wide_of(state).lost_grants:
        if each.grant.number > beyond:
            yield each.seq
    for _, claim in claims_of(state).items():
        if claim.number > beyond and claim.awards:
            award = state.awards.get(claim.awards[0])
            assert award is not None
            yield claim.seq if claim.is_lost else award.seq


def shown_answer(row: Row) -> sharing.ShownAnswer:
    """The hub's answer that a row took, with its signature."""
    taken = command_of(row.asked, seq=row.seq)
    assert isinstance(taken, sharing.TakeAnswer)
    return sharing.ShownAnswer(taken.answer, taken.signature)


def refused_by(state: State, command: sharing.TakeAnswer) -> Refusal | None:
    """Why the floor would refuse an answer now; None if it wouldn't."""
    try:
        take_answer(state, command, {})
    except Refusal as refusal:
        return refusal
    return None


def make_take_answer(message: AnswerMessage, *, command_id: str, at_ms: int) -> sharing.TakeAnswer:
    """The command that takes an answer."""
    return sharing.TakeAnswer(
        command_id=command_id, at_ms=at_ms, answer=message.answer, signature=message.signature
    )
