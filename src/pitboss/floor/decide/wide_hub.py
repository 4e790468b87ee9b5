"""Decisions of a hub: whose statements it takes, what it posts, holds and grants (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.floor.decide.checks import need_id, need_reason
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Movement
from pitboss.floor.facts.wide import (
    AdmitProperty,
    Claim,
    ClaimGranted,
    DecideFork,
    ForkDecided,
    ForkFound,
    Grant,
    LevelRest,
    LevelSum,
    PropertyAdmitted,
    RefuseStatement,
    ReleaseStatement,
    StatementHeld,
    StatementPosted,
    StatementRefused,
    StatementReleased,
    StatementRow,
    TakeStatement,
)
from pitboss.floor.meter import moved, pay, post_sums, share_each, shown
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.signatures import need_key, need_signature, statement_bytes, statement_digest
from pitboss.floor.state import JackpotState, LevelState, State
from pitboss.floor.wide_state import PropertyState, grant_name, level_name
from pitboss.money import PPM_WHOLE, Cents, Micros, dollars, need_exact, shown_down
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share

HOUR_MS = 3_600_000
SKEW_MS = 60_000  # by which a property's clock may be ahead of the hub's
TABLES_MOST, SEATS_MOST, ROUNDS_MOST = 10_000, 9, 1_000


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
    need_signature(found.key, command.signature, statement_bytes(stated), where=name)
    if stated.statement.hub != found.hub:
        reason = f"it is meant for {stated.statement.hub}; this hub is {found.hub}"
        raise Refusal("STATEMENT_WRONG", where=name, reason=reason)
    if is_known(found, stated):
        reason = f"statement {stated.statement.number} is on record; nothing is changed"
        raise Refusal("STATEMENT_REPEATED", where=name, reason=reason)
    if found.fork is not None:
        reason = "it contradicted itself; two people must decide from where it goes on"
        raise Refusal("PROPERTY_STOPPED", where=name, reason=reason)
    why = _contradiction(found, stated, own_hash=command.own_hash)
    if why:
        return [ForkFound(stated=stated, why=why)]
    if found.held is not None:
        number = found.held.statement.number
        reason = f"statement {number} is held; two people must release it"
        if found.refused:
            reason = f"statement {number} was refused: {found.refused}"
        raise Refusal("PROPERTY_STOPPED", where=name, reason=reason)
    _need_jackpots(found, stated)
    why = _impossible(state, found, stated, at_ms=command.at_ms)
    if why:
        _priced(state, found, stated, paytables)  # what cannot be posted later is refused now
        return [StatementHeld(stated=stated, why=why)]
    return _priced(state, found, stated, paytables)


def known_property(state: State, name: str) -> PropertyState:
    """The property, or PROPERTY_UNKNOWN."""
    found = state.properties.get(name)
    if found is None:
        reason = "this hub has not admitted it; two people admit a property"
        raise Refusal("PROPERTY_UNKNOWN", where=name, reason=reason)
    return found


def is_known(found: PropertyState, stated: StatementRow) -> bool:
    """Whether a statement has come before: it was posted, is held, or has shown a fork; or it is
    late, made before the last one that was posted."""
    if stated in (found.held, found.fork):
        return True
    if (stated.statement.number, statement_digest(stated)) in found.recent:
        return True
    return bool(found.number) and stated.statement.made_ms < found.made_ms


def _contradiction(found: PropertyState, stated: StatementRow, *, own_hash: str) -> str:
    """Why a statement cannot follow what the property and the hub have said before; empty: it
    can."""
    statement = stated.statement
    if statement.hub_seq and statement.hub_hash != own_hash:
        return (
            f"it has heard of another row {statement.hub_seq} of this hub than the hub has; the "
            "hub was restored"
        )
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
    """Which sum went down, or was taken back without having been given."""
    by_level = {(each.jackpot, each.level): each for each in after}
    for each in after:
        if min(each.net_micros) < 0 or min(each.taken_micros, each.taken_reserve_micros) < 0:
            return f"{each.jackpot} {each.level}: more was taken back than given"
    for each in before:
        now = by_level.get((each.jackpot, each.level))
        if now is None or any(
            getattr(now, name) < getattr(each, name) for name in LevelSum.__struct_fields__[2:]
        ):
            return f"{each.jackpot} {each.level}: less is stated than before"
    return ""


def _need_jackpots(found: PropertyState, stated: StatementRow) -> None:
    named = [(each.jackpot, each.level) for each in stated.statement.sums]
    others = {jackpot for jackpot, _ in named} - set(found.jackpots)
    others |= {each.jackpot for each in stated.statement.claims} - set(found.jackpots)
    if others or len(set(named)) < len(named):
        reason = f"it is admitted to {', '.join(found.jackpots) or 'none'}, each level once"
        raise Refusal("STATEMENT_WRONG", where=found.property, reason=reason)


# ---- what cannot be true ------------------------------------------------------------------------


def _impossible(state: State, found: PropertyState, stated: StatementRow, *, at_ms: int) -> str:
    """Why a property cannot have collected what it states: more than its tables, seats and the time
    since its last statement allow. Only open rounds are voided, one at each table."""
    made_ms = stated.statement.made_ms
    if made_ms > at_ms + SKEW_MS:
        return "it was made later than this hub's clock allows"
    elapsed_ms = max(0, made_ms - found.made_ms)
    rounds = found.tables * (1 - (-elapsed_ms * found.rounds_an_hour) // HOUR_MS)
    for each, given, taken in _increases(found.sums, stated.statement.sums):
        jackpot = state.jackpot(each.jackpot)
        setting = _level(jackpot, each.level).setting
        wager_cents = found.seats * jackpot.terms.wager_cents
        for part, rate in enumerate((setting.rate_ppm, setting.reserve_ppm)):
            most = rounds * wager_cents * rate
            if given[part] > most:
                return (
                    f"{each.jackpot} {each.level}: {_said(given[part])} collected, and {rounds:,} "
                    f"rounds of {found.seats} seats give at most {_said(most)}"
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


def _increases(
    before: Sequence[LevelSum], after: Sequence[LevelSum]
) -> Iterator[tuple[LevelSum, tuple[int, int], tuple[int, int]]]:
    """By how much each sum is more than it was: given and taken back, each for meter and
    reserve."""
    known = {(each.jackpot, each.level): each for each in before}
    for each in after:
        was = known.get((each.jackpot, each.level)) or LevelSum(
            each.jackpot, each.level, Micros(0), Micros(0), Micros(0), Micros(0)
        )
        yield (
            each,
            (
                each.given_micros - was.given_micros,
                each.given_reserve_micros - was.given_reserve_micros,
            ),
            (
                each.taken_micros - was.taken_micros,
                each.taken_reserve_micros - was.taken_reserve_micros,
            ),
        )


# ---- posted and granted -------------------------------------------------------------------------


class _Levels:
    """The meters of the hub as they stand after what was posted and granted so far."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._levels: dict[tuple[str, str], LevelState] = {}

    def level(self, jackpot: str, level: str) -> LevelState:
        """A level as it stands now."""
        kept = self._levels.get((jackpot, level))
        return _level(self._state.jackpot(jackpot), level) if kept is None else kept

    def put(self, change: Movement) -> Movement:
        """The level stands where a movement leaves it."""
        place = (change.jackpot, change.after.level)
        self._levels[place] = moved(self.level(*place), change.after)
        return change


def _priced(
    state: State, found: PropertyState, stated: StatementRow, paytables: PaytableLookup
) -> list[Event]:
    """What a statement posts, and what its claims are granted then, one after the other. A claim
    that was granted before is not granted again."""
    levels = _Levels(state)
    movements = [
        levels.put(
            post_sums(
                each.jackpot,
                levels.level(each.jackpot, each.level),
                meter=given[0] - taken[0],
                reserve=given[1] - taken[1],
            )
        )
        for each, given, taken in _increases(found.sums, stated.statement.sums)
        if given != taken
    ]
    posted = StatementPosted(stated=stated, movements=tuple(movements))
    return [posted, *_granted(state, levels, stated, paytables)]


def _granted(
    state: State, levels: _Levels, stated: StatementRow, paytables: PaytableLookup
) -> Iterator[ClaimGranted]:
    name = stated.statement.property
    for claim in stated.statement.claims:
        if state.grants.get(grant_name(name, claim.claim)) is None:
            jackpot = state.jackpot(claim.jackpot)
            grant = _grant(levels, name, claim, jackpot, _paytable(jackpot, claim, paytables))
            paid = Cents(grant.meter_cents * len(grant.seats))
            level = levels.level(claim.jackpot, grant.level)
            change = pay(claim.claim, claim.jackpot, level, paid, restarts=grant.restarts)
            yield ClaimGranted(grant=grant, movement=levels.put(change))


def _paytable(jackpot: JackpotState, claim: Claim, paytables: PaytableLookup) -> Paytable:
    if claim.paytable_sha256 != jackpot.terms.paytable_sha256:
        reason = f"{claim.jackpot} is played by another paytable there than here; make them alike"
        raise Refusal("CLAIM_WRONG", where=claim.claim, reason=reason)
    paytable = paytables[jackpot.terms.paytable]
    if claim.outcome not in paytable.outcomes or not 1 <= len(claim.seats) <= SEATS_MOST:
        reason = f"{claim.outcome} for {len(claim.seats)} seats is no hit of {paytable.title}"
        raise Refusal("CLAIM_WRONG", where=claim.claim, reason=reason)
    return paytable


def _grant(
    levels: _Levels, name: str, claim: Claim, jackpot: JackpotState, paytable: Paytable
) -> Grant:
    prize, house = paytable.prize(claim.outcome), Cents(0)
    if isinstance(prize, Share):
        level = prize.level
        each = share_each(
            levels.level(claim.jackpot, level), prize.share_ppm, ways=len(claim.seats)
        )
        restarts = prize.share_ppm == PPM_WHOLE
    elif isinstance(prize, Odds | Fixed) and jackpot.terms.pays_fixed_from(prize.level):
        level = jackpot.terms.pays_fixed_from(prize.level)
        cents = prize.pays_cents(jackpot.terms.wager_cents, paytable.wager_cents)
        each = Cents(min(cents, shown(levels.level(claim.jackpot, level))))
        house, restarts = Cents(cents - each), False
        if len(claim.seats) > 1:
            reason = "a fixed prize is claimed seat by seat"
            raise Refusal("CLAIM_WRONG", where=claim.claim, reason=reason)
    else:
        reason = f"{claim.outcome} is paid at the table, from no meter"
        raise Refusal("CLAIM_WRONG", where=claim.claim, reason=reason)
    return Grant(
        name, claim.claim, claim.jackpot, claim.outcome, level, claim.seats, each, house, restarts
    )


def _level(jackpot: JackpotState, level: str) -> LevelState:
    found: Mapping[str, LevelState] = jackpot.levels
    if level not in found:
        reason = f"no such meter; {jackpot.jackpot} has {', '.join(found)}"
        raise Refusal("LEVEL_UNKNOWN", where=level, reason=reason)
    return found[level]


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
    return [released, *_priced(state, found, held, paytables)]


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
    _need_jackpots(found, stated)
    rests = () if command.posts_difference else tuple(_rests(found, stated))
    decided = ForkDecided(
        stated=stated,
        posts_difference=command.posts_difference,
        rests=rests,
        reason=command.reason,
        badges=command.badges,
    )
    if command.posts_difference:
        return [decided, *_priced(state, found, stated, paytables)]
    return [decided, *_granted(state, _Levels(state), stated, paytables)]


def _rests(found: PropertyState, stated: StatementRow) -> Iterator[LevelRest]:
    """What was posted beyond what is stated now, level by level."""
    by_level = {level_name(each.jackpot, each.level): each for each in stated.statement.sums}
    for each in found.sums:
        now = by_level.get(level_name(each.jackpot, each.level))
        left = (0, 0) if now is None else now.net_micros
        meter, reserve = (was - net for was, net in zip(each.net_micros, left, strict=True))
        need_exact(max(meter, reserve), where=each.level)
        yield LevelRest(each.jackpot, each.level, Micros(meter), Micros(reserve))
    posted = {level_name(each.jackpot, each.level) for each in found.sums}
    for name, now in by_level.items():
        if name not in posted:
            meter, reserve = now.net_micros
            yield LevelRest(now.jackpot, now.level, Micros(-meter), Micros(-reserve))
