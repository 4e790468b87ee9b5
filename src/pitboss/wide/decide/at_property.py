"""A property's decisions: what it states and claims, and which answers of the hub it takes
(docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from pitboss.floor.decide.checks import need_id
from pitboss.floor.facts.awards import ClaimMade, WideAwardRecorded
from pitboss.floor.facts.base import Command, Event, event_from
from pitboss.floor.facts.values import Award, JackpotTerms, Mark
from pitboss.floor.money.meter import post_sums
from pitboss.floor.state.floor import JackpotState, LevelState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.signatures import need_key, need_signature
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share
from pitboss.wide.decide.closing import closed_here
from pitboss.wide.decide.hub_answers import need_possible
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.signing import answer_bytes
from pitboss.wide.state import (
    FOUND,
    JOINED,
    STATED,
    ClaimState,
    WideState,
    claims_of,
    find_unanswered,
    is_same_hit,
    names_of,
    next_number,
    wide_of,
)
from pitboss.wide.sums import collect_sums, rates

NOTHING = Cents(0)
OFF = "off"
PRESS_DIGITS = 8  # of the digest of a command id, in a claim's name


def join_hub(state: State, command: sharing.JoinHub, paytables: PaytableLookup) -> Sequence[Event]:
    need_id(command.hub, where="hub")
    need_id(command.property, where="property")
    need_key(command.key)
    switch = state.law.wide_area
    if switch.value == OFF:
        raise Refusal("WIDE_NOT_ALLOWED", "jackpot_played_at", where=command.hub, rule=switch.rule)
    wide = wide_of(state)
    if wide.hub and (wide.hub, wide.property) != (command.hub, command.property):
        raise Refusal(
            "HUB_JOINED",
            "floor_states_sums",
            where=command.hub,
            property=wide.property,
            hub=wide.hub,
        )
    if wide.key == command.key and wide.hub_fork != FOUND:
        raise Refusal("HUB_JOINED", "floor_joined_key", where=command.hub)
    return [event_from(sharing.HubJoined, command)]


def make_statement(
    state: State, command: sharing.MakeStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    """State what was collected. A restored floor's statement repeats every claim without an amount;
    nothing else is sent while a statement waits."""
    _need_hub(state)
    wide = wide_of(state)
    if wide.own_fork == FOUND:
        claims = tuple(_claimed(state, name) for name in find_unanswered(wide))
        return [
            sharing.StatementMade(statement=_statement(state, command.at_ms, claims, restored=True))
        ]
    if wide.waiting:
        number = wide.waiting[0].number
        raise Refusal("STATEMENT_WAITING", where=wide.hub, number=number)
    return [sharing.StatementMade(statement=_statement(state, command.at_ms))]


def _statement(
    state: State, at_ms: int, claims: tuple[sharing.Claim, ...] = (), *, restored: bool = False
) -> sharing.Statement:
    wide, closed = wide_of(state), closed_here(state)
    return sharing.Statement(
        hub=wide.hub,
        property=wide.property,
        number=next_number(wide) if restored else wide.number + 1,
        made_ms=max(at_ms, wide.made_ms),
        rates=rates(state),
        sums=collect_sums(state),
        claims=claims,
        restored=restored,
        closed=closed,
        closed_seq=wide.hub_seq if closed else 0,
        answered=wide.answered if restored else 0,
    )


def _claimed(state: State, name: str) -> sharing.Claim:
    """A claim made here, in the form of a statement."""
    found = claims_of(state).get(name)
    assert found is not None
    return _claim(state, name, found.mark, table=found.table, round_number=found.round)


def _claim(state: State, name: str, mark: Mark, *, table: str, round_number: int) -> sharing.Claim:
    return sharing.Claim(
        claim=name,
        jackpot=mark.jackpot,
        outcome=mark.outcome,
        paytable_sha256=state.jackpot(mark.jackpot).terms.paytable_sha256,
        table=table,
        round=round_number,
        seats=mark.sharers or (mark.spot.seat,),
        sensor=mark.spot.sensor,
    )


def _need_hub(state: State) -> None:
    if not wide_of(state).hub:
        raise Refusal("HUB_UNKNOWN", "floor_joined_no", where="hub")


# ---- wagers and hits ----------------------------------------------------------------------------


def need_hub(state: State, jackpot: str, terms: JackpotTerms) -> None:
    """A hub's jackpot starts at zero here: seeds and maximums are the hub's."""
    if terms.wide != wide_of(state).hub:
        raise Refusal("HUB_UNKNOWN", "floor_not_joined", where=jackpot, wide=terms.wide)
    own = any(level.seed_cents or level.maximum_cents is not None for level in terms.levels)
    if own or not terms.levels or terms.lock_at_mark or terms.training:
        raise Refusal("JACKPOT_WIDE", "seeds_maximums_locks", where=jackpot)


def need_not_sent(state: State, last_seq: int) -> None:
    """The last statement to a hub is sent again to renew the lease, a waiting one is sent before
    it, and the last answer goes along: their rows must stay."""
    wide = wide_of(state)
    sent = (wide.waiting[0].seq if wide.waiting else wide.row, wide.answer_row)
    needed = min((seq for seq in sent if seq), default=last_seq)
    if needed < last_seq:
        raise Refusal("ROW_NEEDED", where=f"row {needed}", hub=wide.hub)


def need_lease(state: State, jackpot: str, at_ms: int) -> None:
    """Check that wagers on a wide jackpot may be accepted: the hub has answered recently."""
    if not wide_of(state).has_lease(at_ms):
        raise Refusal("LEASE_LOST", _closed_for(wide_of(state), at_ms=at_ms), where=jackpot)
    if jackpot not in wide_of(state).open_jackpots:
        case = "hub_short" if wide_of(state).account_short else "hub_closed"
        raise Refusal("JACKPOT_SUSPENDED", case, where=jackpot)


def _closed_for(wide: WideState, *, at_ms: int) -> str:
    """Which sentence explains the missing lease: what the hub last said, or that it says
    nothing."""
    if wide.hub_fork == JOINED:
        return "joined_again"
    if wide.standing == sharing.RESTORED and not wide.hub_fork:
        return "others"
    if wide.standing in (sharing.HELD, sharing.REFUSED, sharing.FORKED, sharing.RESTORED):
        return wide.standing
    return "clock" if at_ms < wide.asked_ms else "line_down"


def level_claimed(jackpot: JackpotState, outcome: str, paytable: Paytable) -> str:
    """The level of a wide jackpot that pays a hand; empty if the table pays it."""
    if not jackpot.terms.wide:
        return ""
    prize = paytable.prize(outcome)
    if isinstance(prize, Share):
        return prize.level
    if isinstance(prize, Odds | Fixed):
        return jackpot.terms.pays_fixed_from(prize.level)
    return ""


def claims_made(
    state: State, table: TableState, marks: Sequence[Mark], badge: str, command: Command
) -> list[Event]:
    """A statement with the claims of these marks, in the order of payment. A claim's name has
    table, round and row, and the press that makes it: a restored floor reaches the same rows again,
    but nobody makes the same press twice."""
    if not marks:
        return []
    assert table.round is not None
    press = sha256(command.command_id.encode()).hexdigest()[:PRESS_DIGITS]
    prefix = f"{table.table}-{table.round.number}-{state.seq + 1}-{press}"
    number = table.round.number
    claims = [
        _claim(state, f"{prefix}.w{place}", mark, table=table.table, round_number=number)
        for place, mark in enumerate(marks, start=1)
    ]
    made = [
        ClaimMade(
            claim=claim.claim,
            table=table.table,
            round=table.round.number,
            badge=badge,
            mark=mark,
        )
        for claim, mark in zip(claims, marks, strict=True)
    ]
    return [sharing.StatementMade(statement=_statement(state, command.at_ms, tuple(claims))), *made]


# ---- answers ------------------------------------------------------------------------------------


def take_answer(
    state: State, command: sharing.TakeAnswer, paytables: PaytableLookup
) -> Sequence[Event]:
    _need_hub(state)
    answer, wide = command.answer, wide_of(state)
    need_signature(wide.key, command.signature, answer_bytes(answer), where=wide.hub)
    if (answer.hub, answer.property) != (wide.hub, wide.property):
        raise Refusal(
            "ANSWER_WRONG", "it_is_for_of", where=wide.hub, property=answer.property, hub=answer.hub
        )
    is_newer = wide.asked_ms < answer.asked_ms <= command.at_ms
    if not is_newer or (answer.hub_seq < wide.hub_seq and not _is_lost(wide, answer)):
        raise Refusal("ANSWER_OLD", "newer_answer_record", where=wide.hub)
    need_possible(state, answer, at_ms=command.at_ms)
    if is_hub_fork(wide, answer):
        return [sharing.HubForkFound(answer=answer)]
    need_joined(wide, answer)
    if wide.own_fork == FOUND:
        raise _forked(wide, "told_next")
    if _is_own_fork(state, answer):
        return [sharing.PropertyForkFound(answer=answer)]
    if _is_before_own_fork(wide, answer):
        raise Refusal("ANSWER_OLD", "hub_had_not", where=wide.hub)
    recorded = [*_rests_recorded(state, answer), *_recorded(state, answer)]
    lease_ms = sharing.LEASE_MS if answer.standing == sharing.OPEN and wide.is_newest(answer) else 0
    taken = sharing.AnswerTaken(
        answer=answer, heard_ms=command.at_ms, lease_until_ms=answer.asked_ms + lease_ms
    )
    return [taken, *recorded]


def _is_lost(wide: WideState, answer: sharing.HubAnswer) -> bool:
    """Whether the hub lost a row this floor has heard of, and nobody has decided about it."""
    return answer.own_hash != answer.heard.hash and answer.heard != wide.settled


def is_hub_fork(wide: WideState, answer: sharing.HubAnswer) -> bool:
    """Whether an answer is the first to show that the hub was restored, or restored again, from a
    copy with fewer statements of this floor."""
    is_news = not wide.hub_fork or answer.number < wide.known_number
    return is_news and _is_lost(wide, answer)


def need_joined(wide: WideState, answer: sharing.HubAnswer) -> None:
    """Refuse a hub that has lost a row it once spoke of, until two people here have joined it again
    and two people there have decided."""
    if not wide.hub_fork:
        return
    if wide.hub_fork == FOUND:
        raise Refusal("HUB_FORKED", where=wide.hub, seq=wide.hub_seq)
    if waits_for_hub(wide, answer):
        raise Refusal("HUB_FORKED", "undecided", where=wide.hub)


def waits_for_hub(wide: WideState, answer: sharing.HubAnswer) -> bool:
    """Whether two people here have joined a restored hub again, and two people there still have to
    decide about this floor or another."""
    return wide.hub_fork == JOINED and answer.standing != sharing.OPEN


def need_own_rows(wide: WideState) -> None:
    """Refuse to continue while two people at the hub have to decide about a restored floor."""
    if wide.own_fork:
        raise _forked(wide, "decided_there")


def _forked(wide: WideState, case: str) -> Refusal:
    return Refusal("PROPERTY_FORKED", case, where=wide.property)


def _is_own_fork(state: State, answer: sharing.HubAnswer) -> bool:
    """Whether an answer shows that this floor has lost rows: the hub has a statement number never
    made here, another statement under one of our numbers, one without our claims, or one with a
    claim that isn't ours. After the first report, only another number is news."""
    wide = wide_of(state)
    if answer.number > wide.number:
        return True
    if wide.own_fork:
        return False
    first = wide.find_acknowledged(answer)
    granted = {grant.claim for grant in answer.grants}
    lacks = first is not None and not granted.issuperset(first.claims)
    is_unknown = any(claims_of(state).get(claim) is None for claim in granted)
    return lacks or is_unknown or answer.standing == sharing.FORKED


def _is_before_own_fork(wide: WideState, answer: sharing.HubAnswer) -> bool:
    """Whether the hub gave an answer before it had this restored floor's statement. If it was asked
    before that statement was made, it arrived after the answer that showed the fork. It ends no
    fork, and opens nothing."""
    is_stated = wide.own_fork == STATED and answer.standing != sharing.FORKED
    return is_stated and bool(wide.waiting) and answer.number < wide.waiting[0].number


def _rests_recorded(
    state: State, answer: sharing.HubAnswer
) -> Iterator[lost_rows.RestsRecorded | lost_rows.GrantsLost]:
    """Record once what the hub has from rows that this floor has lost."""
    if answer.rests_of <= wide_of(state).rests_of or answer.standing == sharing.FORKED:
        return
    if answer.rests:
        movements = tuple(
            post_sums(
                rest.jackpot,
                level_here(state, rest),
                meter=rest.micros,
                reserve=rest.reserve_micros,
            )
            for rest in answer.rests
        )
        yield lost_rows.RestsRecorded(number=answer.rests_of, movements=movements)
    lost = tuple(grant for grant in answer.lost_grants if not _is_here(state, grant))
    if lost:
        yield lost_rows.GrantsLost(number=answer.rests_of, grants=lost)


def _is_here(state: State, grant: sharing.Grant) -> bool:
    """Whether a grant is on record here, even under an earlier name: this floor may have claimed a
    hit again on a backup, and now continues from the journal with the original claim."""
    names = names_of([grant])
    lost = {each.grant.claim for each in wide_of(state).lost_grants}
    return not names.isdisjoint(lost) or any(
        claims_of(state).get(each) is not None for each in names
    )


def level_here(state: State, lost: sharing.LevelRest | sharing.Grant) -> LevelState:
    """The level of something in lost rows. Whatever was opened in them must be opened again
    first."""
    jackpot = state.jackpots.get(lost.jackpot)
    level = jackpot.levels.get(lost.level) if jackpot is not None else None
    if level is None:
        raise Refusal("JACKPOT_UNKNOWN", "rows_floor_lost", where=f"{lost.jackpot} {lost.level}")
    return level


def _recorded(state: State, answer: sharing.HubAnswer) -> Iterator[WideAwardRecorded]:
    """The awards of the claims that the hub has granted; a hub with a statement has granted its
    claims. Grants to lost rows are reported while a fork is undecided."""
    if answer.standing == sharing.FORKED:
        return
    grants = {grant.claim: grant for grant in answer.grants}
    first = wide_of(state).find_acknowledged(answer)
    for name in first.claims if first is not None else ():
        if name not in grants:
            raise Refusal(
                "ANSWER_WRONG",
                "statement_does_not",
                where=wide_of(state).hub,
                number=answer.number,
                name=name,
            )
        yield _award(state, name, grants.pop(name))
    later = find_unanswered(wide_of(state))
    for name, grant in grants.items():
        if name in later:
            continue
        found = claims_of(state).get(name)
        if found is None or not found.awards or found.each_cents != sharing.each_cents(grant):
            raise Refusal("ANSWER_WRONG", "grants_which_not", where=wide_of(state).hub, name=name)


def _award(state: State, name: str, grant: sharing.Grant) -> WideAwardRecorded:
    """The award of a hit from before this floor was restored goes to whoever shared it then."""
    found: ClaimState | None = claims_of(state).get(name)
    assert found is not None
    mark = found.mark
    asked = _claim(state, name, mark, table=found.table, round_number=found.round)
    is_same = grant.seats == asked.seats or bool(grant.earlier)
    if not is_same or not is_same_hit(asked, grant, shared=bool(mark.sharers)) or found.awards:
        raise Refusal("ANSWER_WRONG", "what_grants_not", where=wide_of(state).hub, name=name)
    return WideAwardRecorded(
        claim=name,
        table=found.table,
        round=found.round,
        badge=found.badge,
        awards=granted_awards(grant),
    )


def granted_awards(grant: sharing.Grant) -> tuple[Award, ...]:
    """What a grant gives each seat."""
    return tuple(
        Award(
            f"{grant.claim}.{place}", seat, grant.sensor, grant.jackpot, grant.outcome,
            grant.level, sharing.each_cents(grant), NOTHING, NOTHING,
            grant.restarts and seat == grant.seats[-1],
        )
        for place, seat in enumerate(grant.seats, start=1)
    )  # fmt: skip
