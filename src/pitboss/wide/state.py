"""What a floor knows about its hub, and a hub about its properties (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from pitboss.floor.facts.values import Mark
from pitboss.floor.state.entries import Entries, HeldEntries
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.wide.facts import sharing

SKEW_MS = 60_000  # how far a property's clock may be ahead of the hub's
RECENT_MOST = 16  # statements whose digests a hub remembers
FOUND, JOINED = "found", "joined"  # a fork of the hub: found; joined again by two people here
STATED = "stated"  # a fork of this property: found, and the hub knows what it has
GIVEN_UP = "given_up"  # the standing of a property that two people no longer wait for


class WaitingStatement(Struct, frozen=True, gc=False):
    """A statement that the hub hasn't acknowledged, by the row that made it."""

    number: int
    seq: int
    claims: tuple[str, ...]
    made_ms: int


class LostGrant(Struct, frozen=True, gc=False):
    """What the hub granted for a claim that this floor has lost, and the row with its answer."""

    grant: sharing.Grant
    seq: int


class WideState(Struct, frozen=True, gc=False):
    """A floor as a property of a hub; without one, it has no hub.

    `taken` is what voids took back, by `level_name`: given less taken is what the meters hold."""

    hub: str = ""
    property: str = ""
    key: str = ""
    number: int = 0  # of the last statement made
    row: int = 0  # that made it
    made_ms: int = 0
    stated: tuple[sharing.LevelSum, ...] = ()
    waiting: tuple[WaitingStatement, ...] = ()
    taken: Mapping[str, tuple[int, int]] = {}
    asked_ms: int = -1  # of the last answer
    heard_ms: int = -1  # when it came
    lease_until_ms: int = -1
    hub_seq: int = 0
    hub_hash: str = ""
    standing: str = ""
    readings: tuple[sharing.WideReading, ...] = ()
    hub_fork: str = ""
    settled: sharing.HubRow | None = None  # the row it had lost, once it was joined again
    known_number: int = 0  # the last of our statements that a restored hub has
    own_fork: str = ""  # this floor was restored
    fork_number: int = 0  # the last of our statements the hub had when that was found
    rests_of: int = 0  # the statement that the last rests belong to
    open_jackpots: tuple[str, ...] = ()  # those that take wagers, by the hub's last word
    account_short: bool = False  # none is open, because the hub's account lacks money
    closed: tuple[str, ...] = ()  # as last stated
    answered: int = 0  # the last statement with an answer
    lost_grants: tuple[LostGrant, ...] = ()  # that nobody has taken over yet
    lost_row: int = 0  # where the hub last told of such grants
    answer_row: int = 0  # with the answer that told of the hub's row

    def find_last_heard(self) -> sharing.HubRow:
        """The last row of the hub that this floor has heard of."""
        return sharing.HubRow(self.hub_seq, self.hub_hash)

    def has_lease(self, at_ms: int) -> bool:
        """Whether wide wagers may be accepted. Setting a clock back ends a lease, too."""
        return self.asked_ms <= at_ms < self.lease_until_ms

    def find_acknowledged(self, answer: sharing.HubAnswer) -> WaitingStatement | None:
        """The statement that an answer says the hub has: only the oldest is ever sent. Its number
        alone says nothing while two people have to decide about a fork."""
        if self.waiting and answer.standing != sharing.FORKED:
            first = self.waiting[0]
            return first if first.number <= answer.number else None
        return None

    def is_newest(self, answer: sharing.HubAnswer) -> bool:
        """Whether the hub has everything that was stated when it was asked. Claims made while its
        answer was in transit go next, and don't end a lease."""
        later = [each for each in self.waiting if each.number > answer.number]
        is_whole = answer.number + len(later) == self.number
        return is_whole and all(each.made_ms >= answer.asked_ms for each in later)

    def shown_cents(self, jackpot: str, level: str) -> Cents | None:
        """What the hub's meter showed when it last answered; None before it did."""
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
    number: int  # of the statement it was made with
    awards: tuple[str, ...] = ()
    each_cents: Cents = Cents(0)
    is_lost: bool = False


class ShownToHub(Struct, frozen=True, gc=False):
    """What a property has shown a restored hub: the row it has heard of, when it said so on its own
    clock, and what it was granted."""

    heard: sharing.HubRow
    asked_ms: int
    grants: tuple[sharing.ShownGrant, ...] = ()


class WonRound(Struct, frozen=True, gc=False):
    """The last round of a table in which anything was granted: who won, by seat and jackpot."""

    round: int
    seats: tuple[tuple[int, str], ...]


class PropertyState(Struct, frozen=True, gc=False):
    """A property as its hub knows it: its last posted statement, and the one that is held or has
    shown a fork, if any."""

    hub: str
    property: str
    key: str
    tables: int
    seats: int
    rounds_an_hour: int
    jackpots: tuple[str, ...]
    made_ms: int  # of the last statement; before the first, the time of admission
    number: int = 0
    seq: int = 0
    hash: str = ""
    sums: tuple[sharing.LevelSum, ...] = ()
    claims: tuple[str, ...] = ()  # of the last statement
    recent: tuple[tuple[int, str], ...] = ()  # the last numbers with their digests
    held: sharing.StatementRow | None = None
    fork: sharing.StatementRow | None = None
    fork_asked_ms: int = 0  # when it sent that, on its own clock
    refused: str = ""  # why two people refused the held statement
    awaited: bool = False  # it still has to state what it has as restored
    lost: sharing.HubRow | None = None  # the row this hub has lost, if that is the fork
    agreed: sharing.ForkAgreed | None = None  # a decision about that which hasn't taken effect yet
    shown: ShownToHub | None = None  # since then
    shown_before: tuple[
        sharing.ShownGrant, ...
    ] = ()  # by the same property before it was restored itself
    settled: ShownToHub | None = None  # what was shown at the last decision about it
    rests: tuple[sharing.LevelRest, ...] = ()  # postings beyond the statement of the last fork
    rests_of: int = 0  # its number
    opened: Mapping[str, int] = {}  # jackpots it was ever admitted to, and the last row of that
    closed: tuple[str, ...] = ()  # by its last statement
    closed_seq: int = 0  # the row of this hub it had heard of then
    lost_grants: tuple[sharing.Grant, ...] = ()  # that it doesn't have, by the last fork
    heard_epoch: int = 0  # of the last engine of this hub whose rows it has heard of
    given_up: str = ""  # why two people no longer wait for it
    unproven: sharing.HubRow | None = None  # a row it says it has heard of, if that is the fork
    won: Mapping[str, WonRound] = {}  # by table, the last winner at the end
    won_seats: Mapping[str, int] = {}  # how many wagers have won, by jackpot


def standing_of(found: PropertyState) -> str:
    """Whether a property's wagers count."""
    if found.given_up:
        return GIVEN_UP
    if found.fork is not None:
        number = found.fork.statement.number
        # Not a later word of the journal that made the last statement: a disk came back.
        is_other = number < found.number or (
            number == found.number and found.fork.hash != found.hash
        )
        is_own = found.lost is None or found.fork.statement.restored or is_other
        return sharing.FORKED if is_own else sharing.RESTORED
    if found.held is None:
        return sharing.OPEN
    return sharing.REFUSED if found.refused else sharing.HELD


def next_number(wide: WideState) -> int:
    """The number of the statement a restored floor continues with: one that the hub doesn't
    have."""
    return max(wide.number, wide.fork_number) + 1


def find_unanswered(wide: WideState) -> tuple[str, ...]:
    """The claims without an amount, oldest first."""
    return tuple(claim for waiting in wide.waiting for claim in waiting.claims)


def level_name(jackpot: str, level: str) -> str:
    """The key for the sums of a level."""
    return f"{jackpot}:{level}"


def names_of(grants: Iterable[sharing.Grant]) -> set[str]:
    """Every name that these grants have or had."""
    return {name for grant in grants for name in (grant.claim, *grant.earlier)}


def is_same_hit(
    one: sharing.Claim | sharing.Grant, other: sharing.Claim | sharing.Grant, *, shared: bool
) -> bool:
    """Whether two claims are for one hand of one round: a seat in common wins once. A shared hand
    wins once in a round, whoever was named the second time."""
    has_seat = not set(one.seats).isdisjoint(other.seats)
    return hand_of(one) == hand_of(other) and (shared or has_seat)


def hand_of(won: sharing.Claim | sharing.Grant) -> tuple[str, str, str, int, int]:
    """A hand of a round, whoever has it."""
    return won.jackpot, won.outcome, won.table, won.round, won.sensor


def taken_cents(grant: sharing.Grant) -> Cents:
    """What a grant took off its meter."""
    return Cents(grant.meter_cents * len(grant.seats))


def amounts(grant: sharing.Grant) -> tuple[Cents, Cents, int]:
    """What a grant gives each seat, off the meter and from the hub's house, and how many seats."""
    return grant.meter_cents, grant.house_cents, len(grant.seats)


def all_shown(
    before: tuple[sharing.ShownGrant, ...], now: tuple[sharing.ShownGrant, ...]
) -> tuple[sharing.ShownGrant, ...]:
    """What is shown now, and whatever was shown before that isn't the same under another name."""
    names = names_of(each.grant for each in now)
    return (*(each for each in before if names.isdisjoint(names_of([each.grant]))), *now)


def shown_so_far(found: PropertyState) -> tuple[sharing.ShownGrant, ...]:
    """What a property has shown its hub and nobody has decided about, including before it was
    restored itself."""
    return all_shown(found.shown_before, () if found.shown is None else found.shown.grants)


def grant_name(property_name: str, claim: str) -> str:
    """The key under which a hub keeps a grant."""
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
_ONLY = ""  # the name of a single value
_NO_HUB = WideState()


def wide_of(state: State) -> WideState:
    """A floor as a property of a hub."""
    return _WIDE.of(state).get(_ONLY) or _NO_HUB


def put_wide(state: State, wide: WideState) -> None:
    _WIDE.of(state)[_ONLY] = wide


def claims_of(state: State) -> Entries[ClaimState]:
    """The claims a floor has made to its hub."""
    return _CLAIMS.of(state)


def properties_of(state: State) -> Entries[PropertyState]:
    """The properties of a hub."""
    return _PROPERTIES.of(state)


def grants_of(state: State) -> Entries[sharing.Grant]:
    """What a hub has granted them."""
    return _GRANTS.of(state)
