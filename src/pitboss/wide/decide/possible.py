"""What a property can have collected and won: what a hub refuses, holds for two people, or doesn't
believe without proof (docs/wide.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.signatures import need_signature
from pitboss.money import MICROS_MOST, Micros, shown_down, wagers_down
from pitboss.refusal import Refusal, Told, say
from pitboss.wide.decide.posting import increases, level_of_hub, shared_jackpot
from pitboss.wide.facts import sharing
from pitboss.wide.signing import answer_bytes
from pitboss.wide.state import (
    SKEW_MS,
    PropertyState,
    amounts,
    grant_name,
    grants_of,
    hand_of,
    is_same_hit,
    names_of,
    shown_so_far,
)

HOUR_MS = 3_600_000


def need_whole(stated: sharing.StatementRow) -> None:
    """Refuse what no property can say, whatever happened to it: none of it is stored."""
    statement = stated.statement
    levels = Counter((each.jackpot, each.level) for each in statement.sums)
    claims = Counter(each.claim for each in statement.claims)
    twice = [" ".join(name) for name, count in levels.items() if count > 1]
    twice += [name for name, count in claims.items() if count > 1]
    least = min(statement.made_ms, statement.closed_seq, statement.answered)
    if statement.number < 1 or stated.seq < 1 or least < 0:
        raise Refusal("STATEMENT_WRONG", "from_first", where=statement.property)
    if twice:
        raise Refusal("STATEMENT_WRONG", "twice", where=statement.property, named=twice[0])
    wrong = next((each for each in statement.sums if not _is_sum(each)), None)
    if wrong is not None:
        named = f"{wrong.jackpot} {wrong.level}"
        raise Refusal("STATEMENT_WRONG", "no_sum", where=statement.property, named=named)


def _is_sum(each: sharing.LevelSum) -> bool:
    """Whether a given amount is valid, and no more than it was taken back."""
    given = (each.given_micros, each.given_reserve_micros)
    taken = (each.taken_micros, each.taken_reserve_micros)
    return all(0 <= less <= more <= MICROS_MOST for less, more in zip(taken, given, strict=True))


def is_proven(found: PropertyState, command: sharing.TakeStatement) -> bool:
    """Whether this hub's own signature proves that it told a property of the row it says it has
    heard of."""
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
    stated: sharing.StatementRow,
    paytables: PaytableLookup,
    *,
    at_ms: int,
) -> Told | None:
    """Why a property's statement can't be true; None if it can."""
    return _impossible_sums(state, found, stated, at_ms=at_ms) or impossible_claims(
        state, found, stated.statement, paytables
    )


def _impossible_sums(
    state: State, found: PropertyState, stated: sharing.StatementRow, *, at_ms: int
) -> Told | None:
    """Why a property can't have collected what it states: more than its tables, seats and the time
    since its last statement allow. Only open rounds are voided, one at each table."""
    made_ms = stated.statement.made_ms
    if made_ms > at_ms + SKEW_MS:
        return say("STATEMENT_IMPOSSIBLE", "too_late")
    elapsed_ms = max(0, made_ms - found.made_ms)
    rounds = found.tables * (1 - (-elapsed_ms * found.rounds_an_hour) // HOUR_MS)
    for each, given, taken in increases(found.sums, stated.statement.sums):
        if not any((*given, *taken)):
            continue  # it may be retired by now
        jackpot = shared_jackpot(state, each.jackpot)
        setting = level_of_hub(jackpot, each.level).setting
        wager_cents = found.seats * jackpot.terms.wager_cents
        for part, rate in enumerate((setting.rate_ppm, setting.reserve_ppm)):
            most = rounds * wager_cents * rate
            if given[part] > most:
                return say(
                    "STATEMENT_IMPOSSIBLE",
                    "collected",
                    jackpot=each.jackpot,
                    level=each.level,
                    given=shown_down(Micros(given[part])),
                    most=shown_down(Micros(most)),
                    rounds=rounds,
                    seats=found.seats,
                )
            if taken[part] > given[part] + found.tables * wager_cents * rate:
                back = shown_down(Micros(taken[part]))
                about = {"jackpot": each.jackpot, "level": each.level}
                return say("STATEMENT_IMPOSSIBLE", "taken_back", **about, taken=back)
    return None


def impossible_claims(
    state: State, found: PropertyState, statement: sharing.Statement, paytables: PaytableLookup
) -> Told | None:
    """Why a property can't have won what it newly claims; None if it can."""
    claims = [
        each
        for each in statement.claims
        if grants_of(state).get(grant_name(found.property, each.claim)) is None
    ]
    places = {(each.table, each.round) for each in claims}
    if len(places) > 1 and not statement.restored:
        return say("STATEMENT_IMPOSSIBLE", "rounds", count=len(places))
    won = {} if statement.restored else found.won  # it reaches rounds again that it has lost
    before = shown_so_far(found)
    lost = lost_grants(state, statement, before=before) if statement.restored else ()
    again = dict(claimed_again(state, statement, lost, paytables))
    claims = [each for each in claims if each not in again]
    if len({*won, *(each.table for each in claims)}) > max(found.tables, len(won)):
        return say("STATEMENT_IMPOSSIBLE", "tables", tables=found.tables)
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
            why = say("CLAIM_IMPOSSIBLE", "before", table=claim.table, round=last_won.round)
        if why:
            return say("STATEMENT_IMPOSSIBLE", "claim", claim=claim.claim, why=why)
        taken |= {(claim.table, claim.round, seat, claim.jackpot) for seat in claim.seats}
    return _too_many(state, found, statement, claims)


def _impossible_claim(
    found: PropertyState, claim: sharing.Claim, taken: set[tuple[str, int, int, str]]
) -> Told | None:
    """Why one claim can't be true, given those before it."""
    if not claim.table or claim.round < 1 or claim.sensor < 1:
        return say("CLAIM_IMPOSSIBLE", "no_number")
    if len(set(claim.seats)) < len(claim.seats):
        return say("CLAIM_IMPOSSIBLE", "seat_twice")
    if not all(1 <= seat <= found.seats for seat in claim.seats):
        return say("CLAIM_IMPOSSIBLE", "seats", seats=found.seats)
    for seat in claim.seats:
        if (claim.table, claim.round, seat, claim.jackpot) in taken:
            return say("CLAIM_IMPOSSIBLE", "won", seat=seat, jackpot=claim.jackpot)
    return None


def _too_many(
    state: State, found: PropertyState, statement: sharing.Statement, claims: list[sharing.Claim]
) -> Told | None:
    """Why so many wagers of a jackpot can't have won: fewer were stated."""
    seats: Counter[str] = Counter()
    for claim in claims:
        seats[claim.jackpot] += len(claim.seats)
    for name, count in seats.items():
        wagers = _wagers(state, statement, name)
        won = found.won_seats.get(name, 0) + count
        if wagers is not None and won > wagers:
            named = {"jackpot": name, "won": won, "wagers": wagers}
            return say("STATEMENT_IMPOSSIBLE", "too_many", **named)
    return None


def _wagers(state: State, statement: sharing.Statement, name: str) -> int | None:
    """How many wagers on a jackpot a property has stated; None if they feed no level."""
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
    statement: sharing.Statement,
    *,
    but: Collection[str] = (),
    before: Sequence[sharing.ShownGrant] = (),
    since: int | None = None,
) -> tuple[sharing.Grant, ...]:
    """What a property was granted beyond the last answer it has, and neither claims under that name
    nor has shown; `before` is what it showed a restored hub before it was restored itself,
    including grants the hub has only by an earlier name. A property states nothing before it has
    all earlier answers, unless it was restored. If the hub was restored too, numbers don't help
    (`since` 0): it may have continued with another journal of that house, and the property itself
    knows what it has."""
    if since is None:
        since = statement.answered if statement.restored else statement.number - 1
    known = {claim.claim for claim in statement.claims} | set(but)
    grants = {
        grant.claim: grant
        for _, grant in grants_of(state).items()
        if grant.property == statement.property
    }
    found = [grant for grant in grants.values() if grant.number > since]
    names = names_of(grants.values())
    found += [each.grant for each in before if each.grant.claim not in names]
    found = [grant for grant in found if grant.claim not in known]
    return tuple(sorted(found, key=lambda grant: (grant.number, grant.claim)))


def granted_since(
    state: State, shown: Sequence[sharing.ShownGrant], paytables: PaytableLookup
) -> Iterator[sharing.ShownGrant]:
    """Everything a property was ever granted, in its own form, each hit once, with earlier names
    for hits that this hub has granted to another journal of that house: again after losing them, or
    with another amount."""
    hits = list(_each_once(shown))
    names = names_of(each.grant for each in hits)
    others = [grant for _, grant in grants_of(state).items() if names.isdisjoint(names_of([grant]))]
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
            yield sharing.ShownGrant(replace(grant, earlier=tuple(earlier)), each.hub_seq)


def _each_once(shown: Sequence[sharing.ShownGrant]) -> Iterator[sharing.ShownGrant]:
    """What is shown, without repeats under another name: a property that continued from its first
    disk was told of losses that another journal of that house had claimed again. The first is on
    record there; the last name has all the others."""
    found: list[sharing.ShownGrant] = []
    for each in shown:
        names = names_of([each.grant])
        first = next((one for one in found if not names.isdisjoint(names_of([one.grant]))), None)
        if first is None:
            found.append(each)
        elif first.grant.claim in each.grant.earlier:
            named = replace(first.grant, claim=each.grant.claim, earlier=each.grant.earlier)
            found[found.index(first)] = sharing.ShownGrant(named, first.hub_seq)
    yield from found


def _known(state: State, grant: sharing.Grant) -> sharing.Grant | None:
    """What this hub has for a grant that a property shows, by any name."""
    names = names_of([grant])
    for _, other in grants_of(state).items():
        if other.property == grant.property and not names.isdisjoint(names_of([other])):
            return other
    return None


def claimed_again(
    state: State,
    statement: sharing.Statement,
    lost: Sequence[sharing.Grant],
    paytables: PaytableLookup,
) -> Iterator[tuple[sharing.Claim, sharing.Grant]]:
    """A restored property's claims for hits that were granted in rows it has lost, each once.
    Without a lease it has taken no wagers since, so its open rounds are the earlier ones."""
    left = list(lost)
    for claim in statement.claims:
        grant = _same_hit(state, claim, left, paytables)
        if grant is not None:
            left.remove(grant)
            yield claim, grant


def _same_hit(
    state: State,
    won: sharing.Claim | sharing.Grant,
    grants: Sequence[sharing.Grant],
    paytables: PaytableLookup,
) -> sharing.Grant | None:
    """The grant for the same hit as a claim or another grant."""
    for each in grants:
        if hand_of(won) == hand_of(each):
            paytable = paytables[state.kept_jackpot(won.jackpot).terms.paytable]
            if is_same_hit(won, each, shared=paytable.is_shared(won.outcome)):
                return each
    return None
