"""The hub's end of the line: what to ask its floor about a statement, and what to answer.

The answer depends on the state alone, so that a repeated statement gets the answer it would have
gotten."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts.base import Command
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import State
from pitboss.floor.state.signatures import need_signature
from pitboss.journal import Row
from pitboss.wide.decide.at_hub import is_put_off, known_property, need_expected, need_same_rates
from pitboss.wide.decide.closing import open_for
from pitboss.wide.decide.forks import is_first_word, is_known, is_lost_anew, lost_row
from pitboss.wide.decide.possible import need_whole
from pitboss.wide.decide.undecided import find_undecided
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage, Sign, StatementMessage
from pitboss.wide.signing import answer_bytes, statement_bytes
from pitboss.wide.state import PropertyState, grant_name, grants_of, standing_of


def asked_first(
    state: State,
    message: StatementMessage,
    *,
    own_hash: str,
    own_key: str,
    command_id: str,
    at_ms: int,
) -> Command | None:
    """The command that takes a statement, or what was shown with it to a restored hub; None if it
    is on record already, or if its claims wait for people: it comes again automatically, and
    shouldn't make a row each time. `own_hash` is that of the hub's row the property has heard of,
    empty if there is none; `own_key` is the hub's."""
    statement = message.stated.statement
    found = known_property(state, statement.property)
    data = statement_bytes(message.stated, message.heard, message.asked_ms)
    need_signature(found.key, message.signature, data, where=found.property)
    need_expected(found)
    is_new = statement.restored and not is_known(found, message.stated)
    is_asked = found.lost is not None and found.shown is None and not is_new
    if is_asked and message.shown is not None and message.shown_beyond <= found.number:
        return sharing.TakeShownGrants(
            command_id=command_id,
            at_ms=at_ms,
            property=found.property,
            heard=message.heard,
            asked_ms=message.asked_ms,
            answers=message.shown,
            own_key=own_key,
            beyond=message.shown_beyond,
        )
    lost = lost_row(found, message.heard, asked_ms=message.asked_ms, own_hash=own_hash)
    anew = is_lost_anew(found, lost, asked_ms=message.asked_ms)
    first = is_first_word(state, found, message.heard, own_hash=own_hash)
    if is_known(found, message.stated) and (lost is None or (found.fork is not None and not anew)):
        if not first:
            return None
    else:  # answered over the line, without a row each time
        need_whole(message.stated)
        if lost is None:
            need_same_rates(state, statement)
    command = sharing.TakeStatement(
        command_id=command_id,
        at_ms=at_ms,
        stated=message.stated,
        heard=message.heard,
        asked_ms=message.asked_ms,
        signature=message.signature,
        own_hash=own_hash,
        proof=None if lost is None else message.proof,
        own_key="" if lost is None else own_key,
    )
    return None if is_put_off(state, found, command) and not first else command


def answer_to(state: State, message: StatementMessage, *, own_hash: str) -> sharing.HubAnswer:
    """The property's standing now, and the grants for its claims: those of this statement, and
    those of the last posted one, which a late statement comes before. Leaves out the hash of the
    hub's last row, which the journal has. No property is open while two people have to decide about
    a row that the hub has lost: its meters lack what went with it."""
    statement = message.stated.statement
    found = known_property(state, statement.property)
    claims = dict.fromkeys((*(claim.claim for claim in statement.claims), *found.claims))
    has_lost = any(find_undecided(state))
    standing = standing_of(found)
    names = [grant_name(found.property, claim) for claim in claims]
    lost = found.lost_grants if found.number == found.rests_of else ()
    return sharing.HubAnswer(
        hub=found.hub,
        property=found.property,
        asked_ms=message.asked_ms,
        hub_seq=state.seq,
        hub_hash="",
        number=found.number,
        standing=sharing.RESTORED if has_lost and standing != sharing.FORKED else standing,
        readings=_readings(state, found),
        grants=tuple(grant for name in names if (grant := grants_of(state).get(name)) is not None),
        heard=message.heard,
        own_hash=own_hash,
        rests=found.rests,
        rests_of=found.rests_of,
        open_jackpots=open_for(state, found),
        # A statement that isn't lost after all: it waited in a backup after the fork's statement.
        lost_grants=tuple(grant for grant in lost if grant.claim not in claims),
        account_short=bool(state.bank.stopped),
    )


def sign_answer(answer: sharing.HubAnswer, last: Row, sign: Sign) -> AnswerMessage:
    """An answer with the hub's last row, as sent to the property."""
    assert last.seq == answer.hub_seq
    whole = replace(answer, hub_hash=last.hash)
    return AnswerMessage(whole, sign(answer_bytes(whole)).hex())


def _readings(state: State, found: PropertyState) -> tuple[sharing.WideReading, ...]:
    return tuple(
        sharing.WideReading(name, level.setting.level, read_shown(level))
        for name in found.opened
        for level in state.kept_jackpot(name).levels.values()
    )
