"""Decisions of a hub: whose statements it takes, what it posts, holds and grants (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from pitboss.floor.decide.checks import need_id, need_reason
from pitboss.floor.decide.wide_possible import (
    claimed_again,
    granted_since,
    impossible,
    impossible_claims,
    is_proven,
    lost_grants,
    need_whole,
)
from pitboss.floor.decide.wide_posting import (
    SEATS_MOST,
    HubLevels,
    corrected,
    granted,
    level_of_hub,
    posted,
    priced,
    remembered,
    shared_jackpot,
)
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.wide import (
    AdmitProperty,
    Claim,
    DecideFork,
    ForkDecided,
    ForkFound,
    Grant,
    GrantsShown,
    HubRow,
    LevelRest,
    LevelSum,
    PropertyAdmitted,
    RefuseStatement,
    ReleaseStatement,
    ShownGrant,
    Statement,
    StatementHeld,
    StatementRefused,
    StatementReleased,
    StatementRow,
    TakeShownGrants,
    TakeStatement,
)
from pitboss.floor.facts.wide_lost import ClaimRepeated, PropertyHeard
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import (
    answer_bytes,
    need_key,
    need_signature,
    statement_bytes,
    statement_digest,
)
from pitboss.floor.state import State
from pitboss.floor.wide_state import (
    PropertyState,
    all_shown,
    amounts,
    grant_name,
    level_name,
    names_of,
)
from pitboss.money import Cents, Micros, Ppm, dollars, need_exact
from pitboss.refusal import Refusal

TABLES_MOST, ROUNDS_MOST = 10_000, 1_000


def admit_property(
    state: State, command: AdmitProperty, paytables: PaytableLookup
) -> Sequence[Event]:
    need_id(command.hub, where="hub")
    need_id(command.property, where="property")
    need_key(command.key)
    for where, most in (
        ("tables", TABLES_MOST),
        ("seats", SEATS_MOST),
        ("rounds_an_hour", ROUNDS_MOST),
    ):
        if not 1 <= getattr(command, where) <= most:
            raise Refusal("NUMBER_WRONG", where=where, reason=f"1 to {most:,}")
    for name in command.jackpots:
        jackpot = state.jackpot(name)
        if jackpot.terms.wide or jackpot.terms.training or not jackpot.levels:
            reason = "a hub shares progressive jackpots for money that are its own"
            raise Refusal("JACKPOT_WIDE", where=name, reason=reason)
    return [
        PropertyAdmitted(
            hub=command.hub,
            property=command.property,
            key=command.key,
            tables=command.tables,
            seats=command.seats,
            rounds_an_hour=command.rounds_an_hour,
            jackpots=tuple(sorted(set(command.jackpots))),
            badges=command.badges,
            at_ms=command.at_ms,
        )
    ]


def take_statement(
    state: State, command: TakeStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    stated = command.stated
    name = stated.statement.property
    found = known_property(state, name)
    data = statement_bytes(stated, command.heard, command.asked_ms)
    need_signature(found.key, command.signature, data, where=name)
    need_expected(found)
    need_whole(stated)
    if stated.statement.hub != found.hub:
        reason = f"it is meant for {stated.statement.hub}; this hub is {found.hub}"
        raise Refusal("STATEMENT_WRONG", where=name, reason=reason)
    first: list[Event] = []
    if is_first_word(state, found, command.heard, own_hash=command.own_hash):
        first.append(PropertyHeard(property=name, heard=command.heard))
    lost = lost_row(found, command.heard, asked_ms=command.asked_ms, own_hash=command.own_hash)
    anew = is_lost_anew(found, lost, asked_ms=command.asked_ms)
    if is_known(found, stated) and (lost is None or (found.fork is not None and not anew)):
        if first:
            return first
        reason = f"statement {stated.statement.number} is on record; nothing is changed"
        raise Refusal("STATEMENT_REPEATED", where=name, reason=reason)
    fork = _fork(found, stated, lost, proven=is_proven(found, command), anew=anew)
    if fork is not None:
        fork = replace(fork, asked_ms=command.asked_ms)
        claims = impossible_claims(state, found, stated.statement, paytables)
        if claims:
            fork = replace(fork, why=f"{fork.why}; {claims}")
        return [*first, fork]
    return [*first, *_taken(state, found, stated, paytables, at_ms=command.at_ms)]


def _taken(
    state: State,
    found: PropertyState,
    stated: StatementRow,
    paytables: PaytableLookup,
    *,
    at_ms: int,
) -> Sequence[Event]:
    """What a statement that contradicts nothing posts, or that it is held."""
    if found.held is not None:
        number = found.held.statement.number
        reason = f"statement {number} is held; two people must release it"
        if found.refused:
            reason = f"statement {number} was refused: {found.refused}"
        raise Refusal("PROPERTY_STOPPED", where=found.property, reason=reason)
    _need_jackpots(found, stated)
    need_same_rates(state, stated.statement)
    why = impossible(state, found, stated, paytables, at_ms=at_ms)
    if why:
        priced(state, found, stated, paytables)  # what cannot be posted later is refused now
        return [StatementHeld(stated=stated, why=why)]
    return priced(state, found, stated, paytables)


def _fork(
    found: PropertyState, stated: StatementRow, heard: HubRow | None, *, proven: bool, anew: bool
) -> ForkFound | None:
    """The fork that a statement shows, if it shows one; `heard` is a row that this hub does not
    have. What a property that was restored states takes the place of what has shown it before, and
    so does what a hub has lost `anew`; nothing else does."""
    lost, unproven = (heard, None) if proven else (None, heard)
    if stated.statement.restored:
        why = "the property was restored, and states what it has now"
        return ForkFound(stated=stated, why=why, lost=lost, unproven=unproven)
    if found.fork is not None and not (anew and proven):
        reason = "it contradicted itself; two people must decide from where it goes on"
        if found.lost is not None:
            reason = "this hub was restored; two people must decide from where it goes on"
        raise Refusal("PROPERTY_STOPPED", where=found.property, reason=reason)
    if lost is not None:
        why = f"it has heard of another row {lost.seq} of this hub than it has: it was restored"
        return ForkFound(stated=stated, why=why, lost=lost)
    if unproven is not None:
        why = f"it says that it has heard of row {unproven.seq}, and shows no answer that told it"
        return ForkFound(stated=stated, why=why, unproven=unproven)
    why = _contradiction(found, stated)
    return ForkFound(stated=stated, why=why) if why else None


def known_property(state: State, name: str) -> PropertyState:
    """The property, or PROPERTY_UNKNOWN."""
    found = state.properties.get(name)
    if found is None:
        reason = "this hub has not admitted it; two people admit a property"
        raise Refusal("PROPERTY_UNKNOWN", where=name, reason=reason)
    return found


def need_expected(found: PropertyState) -> None:
    """Refuse a property that two people have given up."""
    if found.given_up:
        reason = f"two people have given it up ({found.given_up}); it is back once it is admitted"
        raise Refusal("PROPERTY_GIVEN_UP", where=found.property, reason=reason)


def is_first_word(state: State, found: PropertyState, heard: HubRow, *, own_hash: str) -> bool:
    """Whether a property says for the first time that it has heard of a row of the engine that
    leads now: what it has heard of last is no row that this hub has lost."""
    engine = state.engine
    if engine is None or found.heard_epoch == engine.epoch:
        return False
    return heard.seq >= engine.seq and heard.hash == own_hash


def is_known(found: PropertyState, stated: StatementRow) -> bool:
    """Whether a statement has come before: it was posted, is held, or has shown a fork; or it is
    late, made before the last one that was posted, and too old to be remembered."""
    if stated in (found.held, found.fork):
        return True
    number = stated.statement.number
    if (number, statement_digest(stated)) in found.recent:
        return True
    is_next = stated.statement.restored and number > found.number
    if is_next or any(number == known for known, _ in found.recent):
        return False
    return number <= found.number and stated.statement.made_ms < found.made_ms


def lost_row(found: PropertyState, heard: HubRow, *, asked_ms: int, own_hash: str) -> HubRow | None:
    """The row of this hub that a property has heard of and the hub does not have; none where it
    has it, or two people have decided about it. Who asked before they did is late."""
    settled = found.settled
    if settled is not None and (heard == settled.heard or asked_ms <= settled.asked_ms):
        return None
    return heard if heard.seq and heard.hash != own_hash else None


def is_lost_anew(found: PropertyState, lost: HubRow | None, *, asked_ms: int) -> bool:
    """Whether a hub went back to a time when it had a fork to decide, whoever was restored then:
    the property has heard of a row that is not known to be lost, and has grants of those rows.
    What it showed before is not all, then; who asked before the fork was found, or it was shown, is
    late."""
    if lost is None or found.fork is None or lost in (found.lost, found.unproven):
        return False
    shown_ms = -1 if found.shown is None else found.shown.asked_ms
    return asked_ms > max(found.fork_asked_ms, shown_ms)


def _contradiction(found: PropertyState, stated: StatementRow) -> str:
    """Why a statement cannot follow what the property has said before; empty: it can."""
    statement = stated.statement
    if found.held is not None and statement.number == found.held.statement.number:
        return f"statement {statement.number} is held and came again with another content"
    if statement.number <= found.number:
        return f"statement {statement.number} came again with another content"
    if statement.number > found.number + 1:
        return f"statement {statement.number} follows statement {found.number}; those between lack"
    if stated.seq <= found.seq:
        return f"its row {stated.seq} does not follow row {found.seq} of statement {found.number}"
    return _lowered(found.sums, statement.sums)


def _lowered(before: Sequence[LevelSum], after: Sequence[LevelSum]) -> str:
    """Which sum went down."""
    by_level = {(each.jackpot, each.level): each for each in after}
    for each in before:
        now = by_level.get((each.jackpot, each.level))
        if now is None or any(
            getattr(now, name) < getattr(each, name) for name in LevelSum.__struct_fields__[2:]
        ):
            return f"{each.jackpot} {each.level}: less is stated than before"
    return ""


def _need_jackpots(found: PropertyState, stated: StatementRow) -> None:
    """Refuse jackpots that a property was never admitted to. What it collected while it was counts,
    also when it is not any more."""
    named = [(each.jackpot, each.level) for each in stated.statement.sums]
    others = {jackpot for jackpot, _ in named} - found.opened.keys()
    others |= {each.jackpot for each in stated.statement.claims} - found.opened.keys()
    if others or len(set(named)) < len(named):
        reason = f"it was admitted to {', '.join(found.opened) or 'none'}, each level once"
        raise Refusal("STATEMENT_WRONG", where=found.property, reason=reason)


def need_same_rates(state: State, statement: Statement) -> None:
    """Refuse what was collected by other terms than this hub's: its meters would say something else
    than is posted at the tables."""
    for each in statement.rates:
        jackpot = shared_jackpot(state, each.jackpot)
        own = level_of_hub(jackpot, each.level).setting
        here = (jackpot.terms.wager_cents, own.rate_ppm, own.reserve_ppm)
        there = (each.wager_cents, each.rate_ppm, each.reserve_ppm)
        if here != there:
            reason = (
                f"{each.jackpot} {each.level} gets {_terms(*there)} there, and {_terms(*here)} "
                "here; make both ends alike"
            )
            raise Refusal("RATES_DIFFER", where=statement.property, reason=reason)


def _terms(wager_cents: Cents, rate_ppm: Ppm, reserve_ppm: Ppm) -> str:
    return (
        f"{rate_ppm:,} and for its reserve {reserve_ppm:,} of a million of each "
        f"{dollars(wager_cents)}"
    )


# ---- a hub that was restored ---------------------------------------------------------------------


def take_shown_grants(
    state: State, command: TakeShownGrants, paytables: PaytableLookup
) -> Sequence[Event]:
    found = known_property(state, command.property)
    if found.lost is None:
        reason = "this hub has lost no row that it has heard of; nothing is taken"
        raise Refusal("FORK_UNKNOWN", where=command.property, reason=reason)
    if command.beyond > found.number:
        reason = f"it shows what it got since statement {command.beyond}, and this hub has less"
        raise Refusal("GRANTS_NOT_SHOWN", where=command.property, reason=reason)
    need_key(command.own_key)
    grants: dict[str, ShownGrant] = {}
    for each in command.answers:
        answer = each.answer
        data = answer_bytes(answer)
        need_signature(command.own_key, each.signature, data, where=command.property)
        if (answer.hub, answer.property) != (found.hub, found.property):
            reason = f"it shows an answer of {answer.hub} to {answer.property}"
            raise Refusal("ANSWER_WRONG", where=command.property, reason=reason)
        for grant in (*answer.grants, *answer.lost_grants):
            grants.setdefault(grant.claim, ShownGrant(grant, answer.hub_seq))
    return [
        GrantsShown(
            property=command.property,
            heard=command.heard,
            asked_ms=command.asked_ms,
            grants=tuple(granted_since(state, tuple(grants.values()), paytables)),
        )
    ]


# ---- what two people decide ---------------------------------------------------------------------


def release_statement(
    state: State, command: ReleaseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    found, held = _held(state, command)
    released = StatementReleased(
        property=command.property,
        number=command.number,
        reason=command.reason,
        badges=command.badges,
    )
    return [released, *priced(state, found, held, paytables)]


def refuse_statement(
    state: State, command: RefuseStatement, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    _held(state, command)
    return [
        StatementRefused(
            property=command.property,
            number=command.number,
            reason=command.reason,
            badges=command.badges,
        )
    ]


def _held(
    state: State, command: ReleaseStatement | RefuseStatement
) -> tuple[PropertyState, StatementRow]:
    """The property and its statement that waits for two people."""
    found = known_property(state, command.property)
    held = found.held
    if held is None or held.statement.number != command.number or found.refused:
        refused = ", or was refused" if found.refused else ""
        reason = f"statement {command.number} of this property is not held{refused}"
        raise Refusal("STATEMENT_NOT_HELD", where=command.property, reason=reason)
    return found, held


def decide_fork(state: State, command: DecideFork, paytables: PaytableLookup) -> Sequence[Event]:
    need_reason(command.reason)
    found = known_property(state, command.property)
    stated = found.fork
    if stated is None or stated.statement.number != command.number:
        reason = f"statement {command.number} of this property has shown no fork"
        raise Refusal("FORK_UNKNOWN", where=command.property, reason=reason)
    if found.lost is not None and found.shown is None:
        reason = (
            "it has not shown yet what this hub granted it; decide when its line is back; if it "
            "was restored and has nothing left to show, give it up and admit it again"
        )
        raise Refusal("GRANTS_NOT_SHOWN", where=command.property, reason=reason)
    _need_jackpots(found, stated)
    rests = tuple(_rests(found, stated, takes_back=command.posts_difference))
    here = () if found.shown is None else found.shown.grants
    before = tuple(_shown_before(state, found))
    given = all_shown(before, here)
    repeated = [*_shown_again(state, given), *_shown_otherwise(state, here)]
    kept = names_of(each.grant for each in here) | {each.before for each in repeated}
    lost = lost_grants(state, stated.statement, but=kept, before=before)
    told = lost
    if found.lost is not None or found.settled is not None:
        told = lost_grants(state, stated.statement, but=kept, before=before, since=0)
    but = names_of(each.grant for each in given)
    pairs = claimed_again(state, stated.statement, lost, paytables)
    repeated += _repeated(stated.statement, pairs, but=but)
    but |= {each.grant.claim for each in repeated}
    again = {each.before for each in repeated}
    decided = ForkDecided(
        stated=stated,
        posts_difference=command.posts_difference,
        rests=rests,
        lost_grants=tuple(grant for grant in told if grant.claim not in again),
        reason=command.reason,
        badges=command.badges,
    )
    levels = HubLevels(state)
    events: list[Event] = [decided, posted(levels, found, stated, rests)]
    named = {each.grant.claim for each in repeated}
    events += remembered(state, levels, given, number=command.number, but=named)
    events += [corrected(state, levels, each) for each in repeated]
    return [*events, *granted(state, levels, stated, paytables, but=but)]


def _shown_again(state: State, shown: Sequence[ShownGrant]) -> Iterator[ClaimRepeated]:
    """Grants that a property shows, of which this hub has lost only that they were claimed again:
    it has them under an earlier name. Two that it has are not made one, which would hide what the
    second took."""
    for grant in (each.grant for each in shown):
        names = [
            name
            for name in (grant.claim, *grant.earlier)
            if state.grants.get(grant_name(grant.property, name)) is not None
        ]
        if names and names[0] != grant.claim:
            yield ClaimRepeated(grant=grant, before=names[0])


def _shown_otherwise(state: State, shown: Sequence[ShownGrant]) -> Iterator[ClaimRepeated]:
    """Grants that a property shows, and this hub has with another amount: it goes on from a disk
    with an answer that never came, and has granted that claim once more in rows of another. What
    the property has on record stands."""
    for grant in (each.grant for each in shown):
        known = state.grants.get(grant_name(grant.property, grant.claim))
        if known is not None and amounts(known) != amounts(grant):
            yield ClaimRepeated(grant=grant, before=grant.claim)


def _shown_before(state: State, found: PropertyState) -> Iterator[ShownGrant]:
    """What a property showed before it was restored itself, but for hits that this hub has granted
    to another journal of that house with another amount: that stands. It is of the statement of the
    fork from here on: who goes back to before it has lost it."""
    assert found.fork is not None
    number = found.fork.statement.number
    for each in found.shown_before:
        grant = each.grant
        names = [grant_name(found.property, name) for name in grant.earlier]
        known = [other for name in names if (other := state.grants.get(name)) is not None]
        if all(amounts(other) == amounts(grant) for other in known):
            yield ShownGrant(replace(grant, number=number), each.hub_seq)


def _repeated(
    statement: Statement, pairs: Iterable[tuple[Claim, Grant]], *, but: Collection[str]
) -> Iterator[ClaimRepeated]:
    """Claims of a restored property for wagers that were granted in rows that it has lost, `but`
    those of which it has shown what they got."""
    for claim, grant in pairs:
        if claim.claim not in but:
            earlier = (*grant.earlier, grant.claim)
            again = replace(grant, claim=claim.claim, number=statement.number, earlier=earlier)
            yield ClaimRepeated(grant=again, before=grant.claim)


def _rests(found: PropertyState, stated: StatementRow, *, takes_back: bool) -> Iterator[LevelRest]:
    """What was posted beyond what is stated now, level by level, and stays. What is taken back is
    no rest, but a level that is not stated at all is left alone."""
    by_level = {level_name(each.jackpot, each.level): each for each in stated.statement.sums}
    for each in found.sums:
        now = by_level.get(level_name(each.jackpot, each.level))
        if now is not None and takes_back:
            continue
        left = (0, 0) if now is None else now.net_micros
        parts = zip(each.net_micros, left, strict=True)
        meter, reserve = (max(0, was - net) for was, net in parts)
        need_exact(max(meter, reserve), where=each.level)
        if meter or reserve:
            yield LevelRest(each.jackpot, each.level, Micros(meter), Micros(reserve))
