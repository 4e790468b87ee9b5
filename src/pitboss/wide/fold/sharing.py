"""How the events of wide jackpots change a floor, as a property or as a hub."""

from __future__ import annotations

from pitboss.floor.facts import clock, engines, rounds
from pitboss.floor.facts.awards import ClaimMade, WideAwardRecorded
from pitboss.floor.fold.settling import owe
from pitboss.floor.fold.shared import (
    change_table,
    count_win,
    level_of,
    put_level,
    put_moved,
    round_at,
)
from pitboss.floor.money.meter import micros
from pitboss.floor.money.reversal import forget, remember_amounts, remember_award
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.money import Cents
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.signing import statement_digest
from pitboss.wide.state import (
    FOUND,
    JOINED,
    RECENT_MOST,
    SKEW_MS,
    STATED,
    ClaimState,
    PropertyState,
    ShownToHub,
    WaitingStatement,
    WonRound,
    all_shown,
    claims_of,
    find_unanswered,
    grant_name,
    grants_of,
    hand_of,
    level_name,
    next_number,
    properties_of,
    put_wide,
    shown_so_far,
    taken_cents,
    wide_of,
)
from pitboss.wide.sums import collect_sums, with_rests

# ---- at the hub ---------------------------------------------------------------------------------


def property_admitted(state: State, event: sharing.PropertyAdmitted) -> None:
    before = properties_of(state).get(event.property)
    opened = dict(before.opened) if before is not None else {}
    known = before.jackpots if before is not None else ()
    opened |= {name: state.seq for name in event.jackpots if name not in known}
    named = {
        "hub": event.hub,
        "key": event.key,
        "tables": event.tables,
        "seats": event.seats,
        "rounds_an_hour": event.rounds_an_hour,
        "jackpots": event.jackpots,
        "opened": opened,
        "given_up": "",
    }
    if before is None:
        admitted = PropertyState(property=event.property, made_ms=event.at_ms, **named)  # type: ignore[arg-type]
    else:
        admitted = changed(before, **named)
    properties_of(state)[event.property] = admitted


def statement_posted(state: State, event: sharing.StatementPosted) -> None:
    statement = event.stated.statement
    found = _property(state, statement.property)
    assert statement.number == found.number + 1, f"not the next statement: {statement.number}"
    for each in event.movements:
        level = remember_amounts(
            level_of(state, each), each.after, state.seq, house_micros=each.house_micros
        )
        put_moved(state, each, level)
        put_level(state, each.jackpot, forget(level, lambda _: True))
    _believe(state, found, event.stated)


def _believe(state: State, found: PropertyState, stated: sharing.StatementRow) -> None:
    """Make a statement the last one of its property. After a fork the property also states the
    rests, once it knows of them."""
    statement = stated.statement
    rests = found.rests if statement.number == found.rests_of else ()
    recent = (*found.recent, (statement.number, statement_digest(stated)))
    properties_of(state)[found.property] = changed(
        found,
        made_ms=statement.made_ms,
        number=statement.number,
        seq=stated.seq,
        hash=stated.hash,
        sums=with_rests(statement.sums, rests),
        claims=tuple(claim.claim for claim in statement.claims),
        closed=statement.closed,
        closed_seq=statement.closed_seq,
        recent=recent[-RECENT_MOST:],
        held=None,
        fork=None,
        refused="",
        unproven=None,
    )


def claim_granted(state: State, event: sharing.ClaimGranted) -> None:
    grant, move = event.grant, event.movement
    name = grant_name(grant.property, grant.claim)
    assert grants_of(state).get(name) is None, f"granted twice: {name}"
    assert grant.meter_cents >= 0 <= grant.house_cents
    paid = taken_cents(grant)
    level = remember_award(
        level_of(state, move),
        move.after,
        state.seq,
        award=grant.claim,
        paid_micros=micros(paid),
        restarts=grant.restarts,
    )
    put_moved(state, move, level)
    # A hub reverses nothing: what a grant took stays taken.
    level = forget(level, lambda _: True)
    wins = Cents(level.wins_cents + paid)
    put_level(state, move.jackpot, changed(level, hits=level.hits + 1, wins_cents=wins))
    grants_of(state)[name] = grant
    if not event.forgotten_seq:  # a property that was restored too may not have that round
        _note_win(state, grant)


def _note_win(state: State, grant: sharing.Grant) -> None:
    """Keep the last winners of each table: no seat wins twice in a round."""
    found = _property(state, grant.property)
    won = dict(found.won)
    before = won.pop(grant.table, None)
    seats = tuple((seat, grant.jackpot) for seat in grant.seats)
    if before is not None and before.round >= grant.round:
        seats = before.seats if before.round > grant.round else (*before.seats, *seats)
    won[grant.table] = WonRound(max(grant.round, before.round if before else 0), seats)
    if len(won) > found.tables:
        del won[next(iter(won))]
    counted = found.won_seats.get(grant.jackpot, 0) + len(grant.seats)
    properties_of(state)[found.property] = changed(
        found, won=won, won_seats={**found.won_seats, grant.jackpot: counted}
    )


def claim_repeated(state: State, event: lost_rows.ClaimRepeated) -> None:
    """The grant gets another name from here on, and the amount in the property's record."""
    grant, move = event.grant, event.movement
    before = grant_name(grant.property, event.before)
    known = grants_of(state).get(before)
    assert known is not None
    assert hand_of(grant) == hand_of(known), f"another hit: {before}"
    more = Cents(taken_cents(grant) - taken_cents(known))
    assert (move is None) == (more == 0), f"another amount: {before}"
    if move is not None:
        level = remember_amounts(
            level_of(state, move), move.after, state.seq, house_micros=move.house_micros
        )
        put_moved(state, move, level)
        level = forget(level, lambda _: True)
        wins = Cents(level.wins_cents + more)
        put_level(state, move.jackpot, changed(level, wins_cents=wins))
    grants_of(state).drop(before)
    grants_of(state)[grant_name(grant.property, grant.claim)] = grant
    _note_win(state, grant)


def statement_held(state: State, event: sharing.StatementHeld) -> None:
    found = _property(state, event.stated.statement.property)
    assert event.stated.statement.number == found.number + 1
    properties_of(state)[found.property] = changed(found, held=event.stated)


def statement_released(state: State, event: sharing.StatementReleased) -> None:
    found = _property(state, event.property)
    assert found.held is not None
    assert found.held.statement.number == event.number
    properties_of(state)[found.property] = changed(found, held=None)


def statement_refused(state: State, event: sharing.StatementRefused) -> None:
    found = _property(state, event.property)
    assert found.held is not None
    assert found.held.statement.number == event.number
    properties_of(state)[found.property] = changed(found, refused=event.reason)


def fork_found(state: State, event: sharing.ForkFound) -> None:
    found = _property(state, event.stated.statement.property)
    stopped = [stated for stated in (found.held, event.stated) if stated is not None]
    known = [(stated.statement.number, statement_digest(stated)) for stated in stopped]
    recent = tuple(dict.fromkeys((*found.recent, *known)))[-RECENT_MOST:]
    lost, shown = event.lost, None
    if lost is None and event.stated.statement.restored and found.lost is not None:
        # This hub has still lost rows; their grants can't be shown again.
        lost = found.lost
        shown = None if found.shown is None else changed(found.shown, grants=())
    properties_of(state)[found.property] = changed(
        found,
        fork=event.stated,
        fork_asked_ms=event.asked_ms,
        awaited=event.awaited,
        lost=lost,
        agreed=None,
        unproven=event.unproven,
        shown=shown,
        shown_before=shown_so_far(found),
        recent=recent,
    )


def grants_shown(state: State, event: sharing.GrantsShown) -> None:
    found = _property(state, event.property)
    assert found.lost is not None
    shown = ShownToHub(event.heard, event.asked_ms, event.grants)
    both = all_shown(found.shown_before, event.grants)
    before = tuple(each for each in both if each not in event.grants)
    properties_of(state)[found.property] = changed(found, shown=shown, shown_before=before)


def fork_agreed(state: State, event: sharing.ForkAgreed) -> None:
    found = _property(state, event.property)
    assert found.lost is not None
    assert found.fork is not None
    assert found.fork.statement.number == event.number
    properties_of(state)[found.property] = changed(found, agreed=event)


def fork_decided(state: State, event: sharing.ForkDecided) -> None:
    """The statement that showed the fork is posted next, whatever was posted before it. A property
    that has lost rows reaches the same rounds again."""
    statement = event.stated.statement
    found = _property(state, statement.property)
    assert found.fork == event.stated
    settled = found.settled if found.shown is None else changed(found.shown, grants=())
    if found.unproven is not None:
        settled = ShownToHub(found.unproven, settled.asked_ms if settled is not None else -1)
    properties_of(state)[found.property] = changed(
        found,
        number=statement.number - 1,
        held=None,
        fork=None,
        refused="",
        awaited=False,
        lost=None,
        agreed=None,
        unproven=None,
        shown=None,
        shown_before=(),
        settled=settled,
        won={},
        won_seats={},
        rests=event.rests,
        rests_of=statement.number,
        lost_grants=event.lost_grants,
    )


def _property(state: State, name: str) -> PropertyState:
    found = properties_of(state).get(name)
    assert found is not None
    return found


# ---- at a property ------------------------------------------------------------------------------


def hub_joined(state: State, event: sharing.HubJoined) -> None:
    put_wide(
        state,
        changed(
            wide_of(state),
            hub=event.hub,
            property=event.property,
            key=event.key,
            hub_fork=JOINED if wide_of(state).hub_fork else "",
        ),
    )


def hub_fork_found(state: State, event: sharing.HubForkFound) -> None:
    """The lease ends at once, and questions from before this answer are late. A hub that has more
    than this floor ever sent shows that the floor was restored too, to a time before the hub."""
    answer, wide = event.answer, wide_of(state)
    sent = wide.waiting[0].number if wide.waiting else wide.number
    is_own = answer.number > sent
    put_wide(
        state,
        changed(
            wide,
            asked_ms=answer.asked_ms,
            lease_until_ms=answer.asked_ms,
            standing=sharing.RESTORED,
            hub_fork=FOUND,
            known_number=answer.number,
            own_fork=FOUND if is_own else wide.own_fork,
            fork_number=answer.number if is_own else wide.fork_number,
        ),
    )


def round_voided(state: State, event: rounds.RoundVoided) -> None:
    """What a void took back from wide jackpots is stated beside what was given."""
    taken = {}
    for each in event.movements:
        jackpot, level = each.jackpot, each.after.level
        if state.kept_jackpot(jackpot).terms.wide:
            name = level_name(jackpot, level)
            meter, reserve = wide_of(state).taken.get(name, (0, 0))
            taken[name] = (meter - each.meter_micros, reserve - each.reserve_micros)
    if taken:
        put_wide(state, changed(wide_of(state), taken={**wide_of(state).taken, **taken}))


def statement_made(state: State, event: sharing.StatementMade) -> None:
    """A restored floor's statement has the claims of all that waited, and replaces them."""
    statement, wide = event.statement, wide_of(state)
    assert statement.number == (next_number(wide) if statement.restored else wide.number + 1)
    assert statement.sums == collect_sums(state), "not what was collected"
    claims = tuple(claim.claim for claim in statement.claims)
    waiting = WaitingStatement(statement.number, state.seq, claims, statement.made_ms)
    if statement.restored:
        assert wide.own_fork == FOUND
        assert claims == find_unanswered(wide)
        for name in claims:
            found = claims_of(state).get(name)
            assert found is not None
            claims_of(state)[name] = changed(found, number=statement.number)
    put_wide(
        state,
        changed(
            wide,
            number=statement.number,
            row=state.seq,
            made_ms=statement.made_ms,
            stated=statement.sums,
            waiting=(waiting,) if statement.restored else (*wide.waiting, waiting),
            own_fork=STATED if statement.restored else wide.own_fork,
            closed=statement.closed,
        ),
    )


def claim_made(state: State, event: ClaimMade) -> None:
    opened = round_at(state, event.table)
    assert opened.number == event.round
    assert event.mark in opened.marks
    assert claims_of(state).get(event.claim) is None
    change_table(
        state,
        event.table,
        round=changed(
            opened,
            marks=tuple(mark for mark in opened.marks if mark != event.mark),
            hits=(*opened.hits, event.mark),
            claims=(*opened.claims, event.claim),
        ),
    )
    claims_of(state)[event.claim] = ClaimState(
        event.claim,
        event.table,
        event.round,
        event.mark,
        event.badge,
        opened.dealer,
        state.seq,
        wide_of(state).number,
    )


def clock_jumped(state: State, event: clock.ClockJumped) -> None:
    """A question to the hub from a clock that was far ahead isn't later than one now; no lease
    counts until the hub answers again. Wait a minute: a hub believes a clock so far ahead, and what
    it has posted by then isn't taken for earlier."""
    wide = wide_of(state)
    by_ms = event.found_ms - event.expected_ms
    if by_ms < -SKEW_MS and wide.asked_ms >= 0:
        asked_ms = max(0, wide.asked_ms + by_ms)
        made_ms = max(0, wide.made_ms + by_ms)
        put_wide(state, changed(wide, asked_ms=asked_ms, lease_until_ms=asked_ms, made_ms=made_ms))


def engine_began(state: State, event: engines.EngineBegan) -> None:
    """A floor may continue from a backup with an old lease: none counts until the hub has answered
    the engine that leads now."""
    if wide_of(state).hub:
        put_wide(state, changed(wide_of(state), lease_until_ms=wide_of(state).asked_ms))


def answer_taken(state: State, event: sharing.AnswerTaken) -> None:
    answer, wide = event.answer, wide_of(state)
    assert answer.number <= wide.number
    first = wide.find_acknowledged(answer)
    put_wide(
        state,
        changed(
            wide,
            waiting=wide.waiting if first is None else wide.waiting[1:],
            answered=wide.answered if first is None else first.number,
            asked_ms=answer.asked_ms,
            heard_ms=event.heard_ms,
            lease_until_ms=event.lease_until_ms,
            hub_seq=answer.hub_seq,
            hub_hash=answer.hub_hash,
            answer_row=state.seq,
            standing=answer.standing,
            readings=answer.readings,
            hub_fork="",
            settled=answer.heard if wide.hub_fork else wide.settled,
            own_fork="" if answer.standing == sharing.OPEN else wide.own_fork,
            open_jackpots=answer.open_jackpots,
            account_short=answer.account_short,
        ),
    )


def property_fork_found(state: State, event: sharing.PropertyForkFound) -> None:
    """The lease ends at once, and questions from before this answer are late."""
    answer = event.answer
    put_wide(
        state,
        changed(
            wide_of(state),
            asked_ms=answer.asked_ms,
            lease_until_ms=answer.asked_ms,
            hub_seq=answer.hub_seq,
            hub_hash=answer.hub_hash,
            answer_row=state.seq,
            standing=sharing.FORKED,
            own_fork=FOUND,
            fork_number=answer.number,
        ),
    )


def wide_award_recorded(state: State, event: WideAwardRecorded) -> None:
    found = claims_of(state).get(event.claim)
    assert found is not None, f"not claimed: {event.claim}"
    assert not found.awards, f"recorded twice: {event.claim}"
    names = tuple(award.award for award in event.awards)
    for award in event.awards:
        assert state.awards.get(award.award) is None
        state.awards[award.award] = AwardState(
            award,
            event.table,
            event.round,
            state.seq,
            "moved",
            shares=names if len(names) > 1 else (),
            confirmed_by=(found.badge, found.dealer) if found.is_lost else (found.badge,),
            dealt_by="" if found.is_lost else found.dealer,
        )
        owe(state, award)
        count_win(state, award)
    if event.round:
        of_round = round_name(event.table, event.round)
        before = state.round_wins.get(of_round) or RoundWins()
        state.round_wins[of_round] = changed(before, awards=(*before.awards, *names))
    each_cents = event.awards[0].meter_cents
    claims_of(state)[event.claim] = changed(found, awards=names, each_cents=each_cents)
