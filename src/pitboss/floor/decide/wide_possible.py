"""What a property can have collected and won: what a hub refuses, holds for two people, and does
not believe without proof (docs/wide.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from pitboss.floor.decide.wide_posting import increases, level_of_hub, shared_jackpot
from pitboss.floor.facts.wide import (
    Claim,
    Grant,
    LevelSum,
    ShownGrant,
    Statement,
    StatementRow,
    TakeStatement,
)
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import answer_bytes, need_signature
from pitboss.floor.state import State
from pitboss.floor.wide_state import (
    SKEW_MS,
    PropertyState,
    amounts,
    grant_name,
    hand_of,
    is_same_hit,
    names_of,
    shown_so_far,
)
from pitboss.money import MICROS_MOST, Micros, dollars, shown_down, wagers_down
from pitboss.refusal import Refusal

HOUR_MS = 3_600_000


def need_whole(stated: StatementRow) -> None:
    """Refuse what no property can say, whatever happened to it: nothing of it is kept."""
    statement = stated.statement
    levels = Counter((each.jackpot, each.level) for each in statement.sums)
    claims = Counter(each.claim for each in statement.claims)
    twice = [" ".join(name) for name, count in levels.items() if count > 1]
    twice += [name for name, count in claims.items() if count > 1]
    least = min(statement.made_ms, statement.closed_seq, statement.answered)
    reason = ""
    if statement.number < 1 or stated.seq < 1 or least < 0:
        reason = "numbers, rows and times count from the first"
    elif twice:
        reason = f"{twice[0]} is named twice"
    else:
        wrong = next((each for each in statement.sums if not _is_sum(each)), None)
        if wrong is not None:
            reason = f"{wrong.jackpot} {wrong.level} is below nothing, or more than a record holds"
    if reason:
        raise Refusal("STATEMENT_WRONG", where=statement.property, reason=reason)


def _is_sum(each: LevelSum) -> bool:
    """Whether an amount was given, and no more than it taken back."""
    given = (each.given_micros, each.given_reserve_micros)
    taken = (each.taken_micros, each.taken_reserve_micros)
    return all(0 <= less <= more <= MICROS_MOST for less, more in zip(taken, given, strict=True))


def is_proven(found: PropertyState, command: TakeStatement) -> bool:
    """Whether this hub has told a property of the row that it says it has heard of: by the hub's
    own signature."""
    proof = command.proof
    if proof is None:
        return False
    answer = proof.answer
    answered = (answer.hub, answer.property, answer.hub_seq, answer.hub_hash)
    if answered != (found.hub, found.property, command.heard.seq, command.heard.hash):
        return False
    try:
        need_signature(command.own_key, proof.signature, answer_bytes(answer), where=found.property)
    except Refusal:
        return False
    return True


# ---- what is held -------------------------------------------------------------------------------


def impossible(
    state: State,
    found: PropertyState,
    stated: StatementRow,
    paytables: PaytableLookup,
    *,
    at_ms: int,
) -> str:
    """Why what a property states cannot be true; empty: it can."""
    return _impossible_sums(state, found, stated, at_ms=at_ms) or impossible_claims(
        state, found, stated.statement, paytables
    )


def _impossible_sums(
    state: State, found: PropertyState, stated: StatementRow, *, at_ms: int
) -> str:
    """Why a property cannot have collected what it states: more than its tables, seats and the time
    since its last statement allow. Only open rounds are voided, one at each table."""
    made_ms = stated.statement.made_ms
    if made_ms > at_ms + SKEW_MS:
        return "it was made later than this hub's clock allows"
    elapsed_ms = max(0, made_ms - found.made_ms)
    rounds = found.tables * (1 - (-elapsed_ms * found.rounds_an_hour) // HOUR_MS)
    for each, given, taken in increases(found.sums, stated.statement.sums):
        if not any((*given, *taken)):
            continue  # it may be out of play by now
        jackpot = shared_jackpot(state, each.jackpot)
        setting = level_of_hub(jackpot, each.level).setting
        wager_cents = found.seats * jackpot.terms.wager_cents
        for part, rate in enumerate((setting.rate_ppm, setting.reserve_ppm)):
            most = rounds * wager_cents * rate
            if given[part] > most:
                return (
                    f"{each.jackpot} {each.level}: {_said(given[part])} collected, and its seats "
                    f"give at most {_said(most)} in that time ({rounds:,} x {found.seats})"
                )
            if taken[part] > given[part] + found.tables * wager_cents * rate:
                return (
                    f"{each.jackpot} {each.level}: {_said(taken[part])} taken back, and voids of "
                    "one round at each table take less"
                )
    return ""


def _said(amount: int) -> str:
    """An amount of the ledger as people read it."""
    return dollars(shown_down(Micros(amount)))


def impossible_claims(
    state: State, found: PropertyState, statement: Statement, paytables: PaytableLookup
) -> str:
    """Why a property cannot have won what it claims and was not granted yet; empty: it can."""
    claims = [
        each
        for each in statement.claims
        if state.grants.get(grant_name(found.property, each.claim)) is None
    ]
    places = {(each.table, each.round) for each in claims}
    if len(places) > 1 and not statement.restored:
        return f"it claims hits of {len(places)} rounds at once; each round is claimed by itself"
    won = {} if statement.restored else found.won  # it comes to rounds again that it has lost
    before = shown_so_far(found)
    lost = lost_grants(state, statement, before=before) if statement.restored else ()
    again = dict(claimed_again(state, statement, lost, paytables))
    claims = [each for each in claims if each not in again]
    if len({*won, *(each.table for each in claims)}) > max(found.tables, len(won)):
        return f"it claims hits at more tables than the {found.tables} it was admitted with"
    taken = {
        (table, last.round, seat, jackpot)
        for table, last in won.items()
        for seat, jackpot in last.seats
    }
    taken |= {(each.table, each.round, seat, each.jackpot) for each in lost for seat in each.seats}
    for claim in claims:
        why = _impossible_claim(found, claim, taken)
        last_won = won.get(claim.table)
        if last_won is not None and claim.round < last_won.round:
            why = f"{claim.table} has been in round {last_won.round} before"
        if why:
            return f"{claim.claim}: {why}"
        taken |= {(claim.table, claim.round, seat, claim.jackpot) for seat in claim.seats}
    return _too_many(state, found, statement, claims)


def _impossible_claim(
    found: PropertyState, claim: Claim, taken: set[tuple[str, int, int, str]]
) -> str:
    """Why one claim cannot be true, beside those before it."""
    if not claim.table or claim.round < 1 or claim.sensor < 1:
        return "no table, round or sensor has that number"
    if len(set(claim.seats)) < len(claim.seats):
        return "it names a seat twice"
    if not all(1 <= seat <= found.seats for seat in claim.seats):
        return f"the seats of a table there are 1 to {found.seats}, as admitted"
    for seat in claim.seats:
        if (claim.table, claim.round, seat, claim.jackpot) in taken:
            return f"seat {seat} has won {claim.jackpot} in that round already"
    return ""


def _too_many(state: State, found: PropertyState, statement: Statement, claims: list[Claim]) -> str:
    """Why so many wagers of a jackpot cannot have won: fewer were stated."""
    seats: Counter[str] = Counter()
    for claim in claims:
        seats[claim.jackpot] += len(claim.seats)
    for name, count in seats.items():
        wagers = _wagers(state, statement, name)
        won = found.won_seats.get(name, 0) + count
        if wagers is not None and won > wagers:
            return f"{name}: more wagers have won ({won:,}) than were stated ({wagers:,})"
    return ""


def _wagers(state: State, statement: Statement, name: str) -> int | None:
    """How many wagers on a jackpot a property has stated; none where they give to no level."""
    jackpot = shared_jackpot(state, name)
    found = []
    for level in jackpot.levels.values():
        setting = level.setting
        stated = next(
            (each.net_micros for each in statement.sums
             if (each.jackpot, each.level) == (name, setting.level)),
            (0, 0),
        )  # fmt: skip
        rates = (setting.rate_ppm, setting.reserve_ppm)
        found += [
            wagers_down(Micros(net), jackpot.terms.wager_cents, rate)
            for net, rate in zip(stated, rates, strict=True)
            if rate
        ]
    return max(found, default=None)


# ---- what a restored property has lost -----------------------------------------------------------


def lost_grants(
    state: State,
    statement: Statement,
    *,
    but: Collection[str] = (),
    before: Sequence[ShownGrant] = (),
    since: int | None = None,
) -> tuple[Grant, ...]:
    """What a property was granted beyond the last answer that it has, and neither claims under that
    name nor has shown; `before` is what it showed to a restored hub before it was restored itself,
    also where the hub has it by an earlier name alone.
    It states nothing before it has all answers to what came before, unless it was restored. Where
    the hub was restored too, numbers do not tell (`since` 0): it may have gone on with another
    journal of that house, and the property knows itself what it has."""
    if since is None:
        since = statement.answered if statement.restored else statement.number - 1
    known = {claim.claim for claim in statement.claims} | set(but)
    grants = {
        grant.claim: grant
        for _, grant in state.grants.items()
        if grant.property == statement.property
    }
    found = [grant for grant in grants.values() if grant.number > since]
    names = names_of(grants.values())
    found += [each.grant for each in before if each.grant.claim not in names]
    found = [grant for grant in found if grant.claim not in known]
    return tuple(sorted(found, key=lambda grant: (grant.number, grant.claim)))


def granted_since(
    state: State, shown: Sequence[ShownGrant], paytables: PaytableLookup
) -> Iterator[ShownGrant]:
    """All that a property was ever granted, as it shows it, each hit once, with earlier names for
    hits that this hub has granted to another journal of that house: once more since it lost them,
    or with another amount."""
    hits = list(_each_once(shown))
    names = names_of(each.grant for each in hits)
    others = [grant for _, grant in state.grants.items() if names.isdisjoint(names_of([grant]))]
    for each in hits:
        grant = each.grant
        again = _known(state, grant)
        if again is None:
            known = [other for other in others if other.property == grant.property]
            again = _same_hit(state, grant, known, paytables)
            if again is not None:
                others.remove(again)
        elif again.claim in names_of([grant]) or amounts(again) == amounts(grant):
            again = None
        if again is None:
            yield each
        else:
            earlier = dict.fromkeys((*grant.earlier, *again.earlier, again.claim))
            earlier.pop(grant.claim, None)
            yield ShownGrant(replace(grant, earlier=tuple(earlier)), each.hub_seq)


def _each_once(shown: Sequence[ShownGrant]) -> Iterator[ShownGrant]:
    """What is shown, without what is shown by another name too: a property that went on from its
    first disk was told as lost what another journal of that house had claimed again. What came
    first is on record there; the last name has all others."""
    found: list[ShownGrant] = []
    for each in shown:
        names = names_of([each.grant])
        first = next((one for one in found if not names.isdisjoint(names_of([one.grant]))), None)
        if first is None:
            found.append(each)
        elif first.grant.claim in each.grant.earlier:
            named = replace(first.grant, claim=each.grant.claim, earlier=each.grant.earlier)
            found[found.index(first)] = ShownGrant(named, first.hub_seq)
    yield from found


def _known(state: State, grant: Grant) -> Grant | None:
    """What this hub has for a grant that a property shows, by whatever name."""
    names = names_of([grant])
    for _, other in state.grants.items():
        if other.property == grant.property and not names.isdisjoint(names_of([other])):
            return other
    return None


def claimed_again(
    state: State, statement: Statement, lost: Sequence[Grant], paytables: PaytableLookup
) -> Iterator[tuple[Claim, Grant]]:
    """Claims of a restored property for hits that were granted in rows that it has lost, each of
    them once: without a lease it has taken no wagers since, so its open rounds are those of
    before."""
    left = list(lost)
    for claim in statement.claims:
        grant = _same_hit(state, claim, left, paytables)
        if grant is not None:
            left.remove(grant)
            yield claim, grant


def _same_hit(
    state: State, won: Claim | Grant, grants: Sequence[Grant], paytables: PaytableLookup
) -> Grant | None:
    """The grant that is of the same hit as a claim, or as another grant."""
    for each in grants:
        if hand_of(won) == hand_of(each):
            paytable = paytables[state.kept_jackpot(won.jackpot).terms.paytable]
            if is_same_hit(won, each, shared=paytable.is_shared(won.outcome)):
                return each
    return None
