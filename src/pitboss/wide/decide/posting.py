"""What a hub posts for a property's statement, and what it grants for the statement's claims, one
after the other (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Movement
from pitboss.floor.money.meter import micros, move_level, pay, post_sums, read_shown, share_each
from pitboss.floor.state.floor import JackpotState, LevelState, State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import PPM_WHOLE, Cents, Micros
from pitboss.refusal import Refusal
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.state import PropertyState, grant_name, grants_of, names_of, taken_cents
from pitboss.wide.sums import with_rests


def increases(
    before: Sequence[sharing.LevelSum], after: Sequence[sharing.LevelSum]
) -> Iterator[tuple[sharing.LevelSum, tuple[int, int], tuple[int, int]]]:
    """How much each sum has grown: given and taken back, each for meter and reserve."""
    known = {(each.jackpot, each.level): each for each in before}
    for each in after:
        was = known.get((each.jackpot, each.level)) or sharing.LevelSum(
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


class HubLevels:
    """The hub's meters after everything posted and granted so far. Money for a retired jackpot goes
    to the one that took over its money."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._levels: dict[tuple[str, str], LevelState] = {}

    def place(self, jackpot: str, level: str) -> tuple[str, str]:
        """Where the money of a level is."""
        found = shared_jackpot(self._state, jackpot)
        while found.status == "retired" and level in found.heirs:
            jackpot, level = found.heirs[level]
            found = self._state.kept_jackpot(jackpot)
        return jackpot, level

    def level(self, jackpot: str, level: str) -> LevelState:
        place = self.place(jackpot, level)
        kept = self._levels.get(place)
        if kept is not None:
            return kept
        return level_of_hub(self._state.kept_jackpot(place[0]), place[1])

    def put(self, change: Movement) -> Movement:
        """Set the level to where a movement leaves it."""
        place = (change.jackpot, change.after.level)
        self._levels[place] = move_level(self.level(*place), change.after)
        return change


def price_statement(
    state: State,
    found: PropertyState,
    stated: sharing.StatementRow,
    paytables: PaytableLookup,
) -> list[Event]:
    """What a statement posts, and what its claims are granted after that, one after the other. A
    granted claim isn't granted again."""
    levels = HubLevels(state)
    return [post_statement(levels, found, stated), *grant_claims(state, levels, stated, paytables)]


def post_statement(
    levels: HubLevels,
    found: PropertyState,
    stated: sharing.StatementRow,
    rests: Sequence[sharing.LevelRest] = (),
) -> sharing.StatementPosted:
    """What a statement adds to the one before it; its `rests` stay besides."""
    movements, stated_as = [], []
    for each, given, taken in increases(found.sums, with_rests(stated.statement.sums, rests)):
        meter, reserve = (more - less for more, less in zip(given, taken, strict=True))
        if meter or reserve:
            jackpot, level = levels.place(each.jackpot, each.level)
            change = post_sums(jackpot, levels.level(jackpot, level), meter=meter, reserve=reserve)
            movements.append(levels.put(change))
            stated_as.append((each.jackpot, each.level))
    places = [(change.jackpot, change.after.level) for change in movements]
    return sharing.StatementPosted(
        stated=stated,
        movements=tuple(movements),
        stated_as=() if places == stated_as else tuple(stated_as),
    )


def grant_remembered(
    state: State, levels: HubLevels, shown_grants: Sequence[sharing.ShownGrant]
) -> Iterator[sharing.ClaimGranted]:
    """Grants that a hub has forgotten, in the order it told of them, with their amounts. They now
    belong to the fork's statement: a property that goes back before it has lost them. Anything not
    yet on the meter, because other properties haven't stated it again, comes off the restart."""
    known = {
        grant_name(grant.property, name)
        for _, grant in grants_of(state).items()
        for name in names_of([grant])
    }
    for each in sorted(shown_grants, key=lambda each: each.hub_seq):
        grant = each.grant
        if grant_name(grant.property, grant.claim) not in known:
            change = _taken_off(levels, grant)
            yield sharing.ClaimGranted(grant=grant, movement=change, forgotten_seq=each.hub_seq)


def correct_claim(
    state: State, levels: HubLevels, repeated: lost_rows.ClaimRepeated
) -> lost_rows.ClaimRepeated:
    """A repeated claim, with what comes off the meter or goes back to it if the property's record
    has another amount than the hub's."""
    grant = repeated.grant
    known = grants_of(state).get(grant_name(grant.property, repeated.before))
    less = 0 if known is None else micros(Cents(taken_cents(known) - taken_cents(grant)))
    if not less:
        return repeated
    jackpot, level = levels.place(grant.jackpot, grant.level)
    change = post_sums(jackpot, levels.level(jackpot, level), meter=less, reserve=0)
    return replace(repeated, movement=levels.put(change))


def grant_claims(
    state: State,
    levels: HubLevels,
    stated: sharing.StatementRow,
    paytables: PaytableLookup,
    *,
    but: Collection[str] = (),
) -> Iterator[sharing.ClaimGranted]:
    """What a statement's claims are granted, `but` those granted before."""
    statement = stated.statement
    for claim in statement.claims:
        name = grant_name(statement.property, claim.claim)
        if claim.claim not in but and grants_of(state).get(name) is None:
            jackpot = shared_jackpot(state, claim.jackpot)
            grant = _grant(levels, statement, claim, jackpot, _paytable(jackpot, claim, paytables))
            state.jackpot(levels.place(grant.jackpot, grant.level)[0])  # or nobody has its money
            yield sharing.ClaimGranted(grant=grant, movement=_taken_off(levels, grant))


def _taken_off(levels: HubLevels, grant: sharing.Grant) -> Movement:
    """What a grant takes off its meter."""
    paid = taken_cents(grant)
    jackpot, level = levels.place(grant.jackpot, grant.level)
    found, restarts = levels.level(jackpot, level), grant.restarts
    return levels.put(pay(grant.claim, jackpot, found, paid, restarts=restarts, keeps_seed=False))


def _paytable(jackpot: JackpotState, claim: sharing.Claim, paytables: PaytableLookup) -> Paytable:
    if claim.paytable_sha256 != jackpot.terms.paytable_sha256:
        raise Refusal(
            "CLAIM_WRONG", "played_another_paytable", where=claim.claim, jackpot=claim.jackpot
        )
    paytable = paytables[jackpot.terms.paytable]
    if claim.outcome not in paytable.outcomes:
        raise Refusal(
            "CLAIM_WRONG", "no_hand", where=claim.claim, outcome=claim.outcome, title=paytable.title
        )
    if not 1 <= len(claim.seats) <= SEATS_MOST:
        raise Refusal(
            "CLAIM_WRONG",
            "seats_count",
            where=claim.claim,
            seats_most=SEATS_MOST,
            count=len(claim.seats),
        )
    return paytable


def _grant(
    levels: HubLevels,
    statement: sharing.Statement,
    claim: sharing.Claim,
    jackpot: JackpotState,
    paytable: Paytable,
) -> sharing.Grant:
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
        each = Cents(min(cents, read_shown(levels.level(claim.jackpot, level))))
        house, restarts = Cents(cents - each), False
        if len(claim.seats) > 1:
            raise Refusal("CLAIM_WRONG", "fixed_prize_claimed", where=claim.claim)
    else:
        raise Refusal("CLAIM_WRONG", "paid_at_table", where=claim.claim, outcome=claim.outcome)
    return sharing.Grant(
        statement.property, claim.claim, claim.jackpot, claim.outcome, level, claim.seats, each,
        house, restarts, claim.table, claim.round, claim.sensor, statement.number,
    )  # fmt: skip


def shared_jackpot(state: State, jackpot: str) -> JackpotState:
    """A jackpot of this hub that properties state, retired or not; or JACKPOT_UNKNOWN."""
    found = state.jackpots.get(jackpot)
    return state.jackpot(jackpot) if found is None else found


def level_of_hub(jackpot: JackpotState, level: str) -> LevelState:
    """A level of a jackpot of this hub, or LEVEL_UNKNOWN."""
    if level not in jackpot.levels:
        raise Refusal("LEVEL_UNKNOWN", "it_has", where=level, known=jackpot.levels)
    return jackpot.levels[level]
