"""What a floor knows of its hub, and a hub of its properties (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from pitboss.floor.facts.values import Mark
from pitboss.floor.state.entries import Entries, HeldEntries
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.wide.facts import sharing

SKEW_MS = 60_000  # by which a property's clock may be ahead of the hub's
RECENT_MOST = 16  # statements whose digests a hub remembers
FOUND, JOINED = "found", "joined"  # a fork of the hub: found; two people here have joined it again
STATED = "stated"  # a fork of this property: found; the hub is told what it has
GIVEN_UP = "given_up"  # how a property stands that two people do not wait for any more


class WaitingStatement(Struct, frozen=True, gc=False):
    """A statement that the hub has not acknowledged, by the row that it was made in."""

    number: int
    seq: int
    claims: tuple[str, ...]
    made_ms: int


class LostGrant(Struct, frozen=True, gc=False):
    """What the hub granted for a claim that this floor has lost, and the row with its answer."""

    grant: sharing.Grant
    seq: int


class WideState(Struct, frozen=True, gc=False):
    """A floor as a property of a hub; one that is none has no hub.

    `taken` is what voids took back, by `level_name`: given less taken is what the meters hold."""

    hub: str = ""
    property: str = ""
    key: str = ""
    number: int = 0  # of the last statement made
    row: int = 0  # that it was made in
    made_ms: int = 0
    stated: tuple[sharing.LevelSum, ...] = ()
    waiting: tuple[WaitingStatement, ...] = ()
    taken: Mapping[str, tuple[int, int]] = {}
    asked_ms: int = -1  # for the answer that is known
    heard_ms: int = -1  # when it came
    lease_until_ms: int = -1
    hub_seq: int = 0
    hub_hash: str = ""
    standing: str = ""
    readings: tuple[sharing.WideReading, ...] = ()
    hub_fork: str = ""
    settled: sharing.HubRow | None = None  # the row that it had lost, once it was joined again
    known_number: int = 0  # the statement up to which a hub that was restored has ours
    own_fork: str = ""  # this floor was restored
    fork_number: int = 0  # the statement up to which the hub had ours when that was found
    rests_of: int = 0  # the statement to which the last rests belong
    open_jackpots: tuple[str, ...] = ()  # for which wagers may be taken, as the hub said last
    account_short: bool = False  # none is open, because the hub's account lacks money
    closed: tuple[str, ...] = ()  # as it was last stated
    answered: int = 0  # the last statement to which there is an answer
    lost_grants: tuple[LostGrant, ...] = ()  # that nobody has taken over yet
    lost_row: int = 0  # in which the hub last told of such grants
    answer_row: int = 0  # with the answer that told of the hub's row

    def find_last_heard(self) -> sharing.HubRow:
        """The last row of the hub that was heard of."""
        return sharing.HubRow(self.hub_seq, self.hub_hash)

    def has_lease(self, at_ms: int) -> bool:
        """Whether wide wagers may be taken. A clock that was set back ends a lease too."""
        return self.asked_ms <= at_ms < self.lease_until_ms

    def find_acknowledged(self, answer: sharing.HubAnswer) -> WaitingStatement | None:
        """The statement that an answer says the hub has: none but the oldest is ever sent. Its
        number alone says nothing while two people have to decide about a fork."""
        if self.waiting and answer.standing != sharing.FORKED:
            first = self.waiting[0]
            return first if first.number <= answer.number else None
        return None

    def is_newest(self, answer: sharing.HubAnswer) -> bool:
        """Whether the hub has all that was stated when it was asked. What was claimed while its
        answer was on its way is told next, and takes no lease away."""
        later = [each for each in self.waiting if each.number > answer.number]
        is_whole = answer.number + len(later) == self.number
        return is_whole and all(each.made_ms >= answer.asked_ms for each in later)

    def shown_cents(self, jackpot: str, level: str) -> Cents | None:
        """What the hub's meter showed when it last answered; none before it did."""
        for each in self.readings:
            if (each.jackpot, each.level) == (jackpot, level):
                return each.cents
        return None


class ClaimState(Struct, frozen=True, gc=False):
    """A hit that was claimed here; `awards` are empty while its amount is being verified. One that
    `is_lost` was claimed in rows that this floor has lost, and taken over from the hub: `seq` is
    the row with the hub's answer."""

    claim: str
    table: str
    round: int
    mark: Mark
    badge: str
    dealer: str
    seq: int
    number: int  # of the statement that it was made with
    awards: tuple[str, ...] = ()
    each_cents: Cents = Cents(0)
    is_lost: bool = False


class ShownToHub(Struct, frozen=True, gc=False):
    """What a property has shown to a hub that was restored: the row that it has heard of, when it
    said so on its own clock, and what it was granted."""

    heard: sharing.HubRow
    asked_ms: int
    grants: tuple[sharing.ShownGrant, ...] = ()


class WonRound(Struct, frozen=True, gc=False):
    """The last round of a table in which anything was granted: who won there, by seat and
    jackpot."""

    round: int
    seats: tuple[tuple[int, str], ...]


class PropertyState(Struct, frozen=True, gc=False):
    """A property as its hub knows it: its last statement that was posted, and the one that is held
    or has shown a fork, if there is one."""

    hub: str
    property: str
    key: str
    tables: int
    seats: int
    rounds_an_hour: int
    jackpots: tuple[str, ...]
    made_ms: int  # of the last statement; before the first, when it was admitted
    number: int = 0
    seq: int = 0
    hash: str = ""
    sums: tuple[sharing.LevelSum, ...] = ()
    claims: tuple[str, ...] = ()  # of the last statement
    recent: tuple[tuple[int, str], ...] = ()  # the last numbers with their digests
    held: sharing.StatementRow | None = None
    fork: sharing.StatementRow | None = None
    fork_asked_ms: int = 0  # when it sent that, on its own clock
    refused: str = ""  # why two people refused the statement that is held
    awaited: bool = False  # it has yet to state what it has as restored
    lost: sharing.HubRow | None = None  # the row that this hub has lost, where that is the fork
    agreed: sharing.ForkAgreed | None = (
        None  # what two people have decided about that, and is not done yet
    )
    shown: ShownToHub | None = None  # since then
    shown_before: tuple[
        sharing.ShownGrant, ...
    ] = ()  # by the same property before it was restored itself
    settled: ShownToHub | None = None  # what was shown when that was last decided about
    rests: tuple[
        sharing.LevelRest, ...
    ] = ()  # what was posted beyond the statement of the last fork
    rests_of: int = 0  # its number
    opened: Mapping[str, int] = {}  # jackpots that it was ever admitted to, and in which row last
    closed: tuple[str, ...] = ()  # by its last statement
    closed_seq: int = 0  # the row of this hub that it had heard of then
    lost_grants: tuple[sharing.Grant, ...] = ()  # that it does not have, by the last fork
    heard_epoch: int = 0  # of the last engine of this hub whose rows it has heard of
    given_up: str = ""  # why two people do not wait for it any more
    unproven: sharing.HubRow | None = (
        None  # a row that it says it has heard of, where that is the fork
    )
    won: Mapping[str, WonRound] = {}  # by table, the one that won last at the end
    won_seats: Mapping[str, int] = {}  # how many wagers have won, by jackpot


def standing_of(found: PropertyState) -> str:
    """Whether a property's wagers may count."""
    if found.given_up:
        return GIVEN_UP
    if found.fork is not None:
        number = found.fork.statement.number
        # No later word of the journal that made the last statement: a disk that comes back.
        is_other = number < found.number or (
            number == found.number and found.fork.hash != found.hash
        )
        is_own = found.lost is None or found.fork.statement.restored or is_other
        return sharing.FORKED if is_own else sharing.RESTORED
    if found.held is None:
        return sharing.OPEN
    return sharing.REFUSED if found.refused else sharing.HELD


def next_number(wide: WideState) -> int:
    """The number of the statement with which a floor that was restored goes on: the hub has
    none."""
    return max(wide.number, wide.fork_number) + 1


def find_unanswered(wide: WideState) -> tuple[str, ...]:
    """The claims whose amount is not known, the oldest first."""
    return tuple(claim for waiting in wide.waiting for claim in waiting.claims)


def level_name(jackpot: str, level: str) -> str:
    """By which sums of a level are kept."""
    return f"{jackpot}:{level}"


def names_of(grants: Iterable[sharing.Grant]) -> set[str]:
    """Every name that these grants have or had."""
    return {name for grant in grants for name in (grant.claim, *grant.earlier)}


def is_same_hit(
    one: sharing.Claim | sharing.Grant, other: sharing.Claim | sharing.Grant, *, shared: bool
) -> bool:
    """Whether two are of one hand of one round: a seat in common has won once. A hand that is
    shared is won once in a round, whoever was named the second time."""
    has_seat = not set(one.seats).isdisjoint(other.seats)
    return hand_of(one) == hand_of(other) and (shared or has_seat)


def hand_of(won: sharing.Claim | sharing.Grant) -> tuple[str, str, str, int, int]:
    """A hand of a round, whoever has it."""
    return won.jackpot, won.outcome, won.table, won.round, won.sensor


def taken_cents(grant: sharing.Grant) -> Cents:
    """What a grant took off its meter."""
    return Cents(grant.meter_cents * len(grant.seats))


def amounts(grant: sharing.Grant) -> tuple[Cents, Cents, int]:
    """What a grant gives to each seat, off the meter and from the hub's house, and to how many."""
    return grant.meter_cents, grant.house_cents, len(grant.seats)


def all_shown(
    before: tuple[sharing.ShownGrant, ...], now: tuple[sharing.ShownGrant, ...]
) -> tuple[sharing.ShownGrant, ...]:
    """What is shown now, and of what was shown before that which is not the same under another
    name."""
    names = names_of(each.grant for each in now)
    return (*(each for each in before if names.isdisjoint(names_of([each.grant]))), *now)


def shown_so_far(found: PropertyState) -> tuple[sharing.ShownGrant, ...]:
    """What a property has shown to its hub and nobody has decided about, also before it was
    restored itself."""
    return all_shown(found.shown_before, () if found.shown is None else found.shown.grants)


def grant_name(property_name: str, claim: str) -> str:
    """By which a hub keeps what it granted."""
    return f"{property_name} {claim}"


# ---- where a floor keeps it ---------------------------------------------------------------------

_WIDE = HeldEntries[WideState]()
_CLAIMS = HeldEntries[ClaimState]()
_PROPERTIES = HeldEntries[PropertyState]()
_GRANTS = HeldEntries[sharing.Grant]()
PARTS: dict[str, tuple[HeldEntries[Any], type]] = {
    "wide": (_WIDE, WideState),
    "claims": (_CLAIMS, ClaimState),
    "properties": (_PROPERTIES, PropertyState),
    "grants": (_GRANTS, sharing.Grant),
}
_ONLY = ""  # the name of what there is one of
_NO_HUB = WideState()


def wide_of(state: State) -> WideState:
    """A floor as a property of a hub."""
    return _WIDE.of(state).get(_ONLY) or _NO_HUB


def put_wide(state: State, wide: WideState) -> None:
    """The same from here on."""
    _WIDE.of(state)[_ONLY] = wide


def claims_of(state: State) -> Entries[ClaimState]:
    """The claims that a floor has made to its hub."""
    return _CLAIMS.of(state)


def properties_of(state: State) -> Entries[PropertyState]:
    """The properties of a hub."""
    return _PROPERTIES.of(state)


def grants_of(state: State) -> Entries[sharing.Grant]:
    """What a hub has granted them."""
    return _GRANTS.of(state)
