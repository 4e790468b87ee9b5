"""Jackpots that several properties share: what a property states and claims, and what its hub
posts, holds, grants and answers (docs/wide.md)."""

from __future__ import annotations

from typing import ClassVar

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import StatedCents
from pitboss.floor.facts.meanings import (
    BadgeId,
    Coded,
    Inside,
    JackpotId,
    OpenName,
    TableId,
    TypedText,
)
from pitboss.floor.facts.permission import ANYWHERE, CHANGERS, TWO_APPROVERS, Permission
from pitboss.floor.facts.values import Movement, Value
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import Told

# A property's standing; the last one applies to all of them while a restored hub waits.
OPEN, HELD, REFUSED, FORKED, RESTORED = "open", "held", "refused", "forked", "restored"
LEASE_MS = 30_000  # how long a property may take wide wagers after it asks


class LevelSum(Value):
    """Everything a property's wagers ever gave a wide level, and everything voids took back."""

    jackpot: JackpotId
    level: OpenName
    given_micros: Micros
    given_reserve_micros: Micros
    taken_micros: Micros
    taken_reserve_micros: Micros

    @property
    def net_micros(self) -> tuple[int, int]:
        """The net amount, for the meter and for the reserve."""
        return (
            self.given_micros - self.taken_micros,
            self.given_reserve_micros - self.taken_reserve_micros,
        )


class LevelRest(Value):
    """What a hub has posted to a level for a property beyond what that property states now."""

    jackpot: JackpotId
    level: OpenName
    micros: Micros
    reserve_micros: Micros


class Claim(Value):
    """A confirmed hit on a level of a wide jackpot; several `seats` share it."""

    claim: OpenName
    jackpot: JackpotId
    outcome: Coded
    paytable_sha256: OpenName
    table: TableId
    round: int
    seats: tuple[int, ...]
    sensor: int


class LevelRate(Value):
    """A property's terms for collecting for a level of a wide jackpot."""

    jackpot: JackpotId
    level: OpenName
    wager_cents: StatedCents
    rate_ppm: Ppm
    reserve_ppm: Ppm


class HubRow(Value):
    """A row of a hub's journal that a property has heard of, and its hash; 0 and empty before the
    first."""

    seq: int
    hash: OpenName


class Statement(Value):
    """What a property has collected, at which rates, with its claims. A `restored` one is the first
    after the property was restored: it repeats every claim whose amount isn't known there. `closed`
    are jackpots that take no wagers there and have no open round, as of row `closed_seq` of the
    hub; `answered` is the last statement that a restored property has an answer to."""

    hub: OpenName
    property: OpenName
    number: int
    made_ms: int
    rates: tuple[LevelRate, ...]
    sums: tuple[LevelSum, ...]
    claims: tuple[Claim, ...] = ()
    restored: bool = False
    closed: tuple[OpenName, ...] = ()
    closed_seq: int = 0
    answered: int = 0


class StatementRow(Value):
    """A statement with the row of the property's journal that made it, and that row's hash: what a
    property sends, and signs along with the last row of the hub it has heard of."""

    statement: Statement
    seq: int
    hash: OpenName


class Grant(Value):
    """What a hub grants for a claim: to each seat an amount off the meter, and one from the hub's
    house if a fixed prize was more than the meter held; and where it was won, by statement
    `number`. `earlier` are its names in rows that the property has lost."""

    property: OpenName
    claim: OpenName
    jackpot: JackpotId
    outcome: Coded
    level: OpenName
    seats: tuple[int, ...]
    meter_cents: StatedCents
    house_cents: StatedCents
    restarts: bool
    table: TableId
    round: int
    sensor: int
    number: int
    earlier: tuple[OpenName, ...] = ()


def each_cents(grant: Grant) -> Cents:
    """What each seat gets."""
    return Cents(grant.meter_cents + grant.house_cents)


class WideReading(Value):
    """What a level of a wide jackpot shows at the hub."""

    jackpot: JackpotId
    level: OpenName
    cents: StatedCents


class HubAnswer(Value):
    """What a hub tells a property: how much it has of the statements, the property's standing, its
    meters, its grants for the claims of the statement in question, and the hub's last row.
    `asked_ms` is when the property asked, on the property's clock; `heard` the row it had heard of
    by then, and `own_hash` the hub's hash for that row, empty if it has none. `rests` are postings
    beyond statement `rests_of`, where two people let the property continue, and `lost_grants`
    grants beyond it. `open_jackpots` take wagers there: none while the hub's account lacks money
    (`account_short`)."""

    hub: Inside[OpenName]
    property: Inside[OpenName]
    asked_ms: Inside[int]
    hub_seq: Inside[int]
    hub_hash: Inside[str]
    number: int
    standing: OpenName
    readings: tuple[WideReading, ...]
    grants: Inside[tuple[Grant, ...]]
    heard: Inside[HubRow]
    own_hash: Inside[str]
    rests: Inside[tuple[LevelRest, ...]] = ()
    rests_of: Inside[int] = 0
    open_jackpots: Inside[tuple[JackpotId, ...]] = ()
    lost_grants: Inside[tuple[Grant, ...]] = ()
    account_short: Inside[bool] = False


class ShownAnswer(Value):
    """An answer that a hub gave and signed, as a property shows it to a restored hub."""

    answer: HubAnswer
    signature: str


class ShownGrant(Value):
    """A grant to a property, and the row of the hub that reported it."""

    grant: Grant
    hub_seq: int


# ---- at the hub ---------------------------------------------------------------------------------


class AdmitProperty(Command):
    """Let a property play jackpots of this hub: its signing key, and how much it can play.
    Admitting a property again changes these."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=CHANGERS, badge_field="badges"
    )
    hub: OpenName
    property: OpenName
    key: str  # its public Ed25519 key, 64 hexadecimal digits
    tables: int
    seats: int  # of each table
    rounds_an_hour: int  # at most, for each table
    jackpots: tuple[JackpotId, ...]
    badges: tuple[BadgeId, BadgeId]


class PropertyAdmitted(Event):
    """This hub takes a property's statements from here on."""

    hub: OpenName
    property: OpenName
    key: str
    tables: int
    seats: int
    rounds_an_hour: int
    jackpots: tuple[JackpotId, ...]
    badges: tuple[BadgeId, BadgeId]
    at_ms: int


class TakeStatement(Command):
    """A property's statement has come, with its claims, the row of this hub that the property has
    heard of, and the signature of all. `own_hash` is the hub's hash for that row, empty if it has
    none; `asked_ms` is when it was sent, on the property's clock. If the hashes differ, `proof` is
    the answer that told of the row, and `own_key` the hub's public key."""

    permission: ClassVar[Permission] = Permission()
    stated: StatementRow
    heard: HubRow
    asked_ms: int
    signature: str
    own_hash: str
    proof: ShownAnswer | None = None
    own_key: str = ""


class StatementPosted(Event):
    """What a property has collected since its last statement is on the meters. `stated_as` are the
    jackpot and level of each movement as stated, if one of them is retired and another jackpot has
    its money."""

    moves_by = "contributions"
    in_outbox = True
    stated: StatementRow
    movements: tuple[Movement, ...]
    stated_as: tuple[tuple[OpenName, OpenName], ...] = ()


class ClaimGranted(Event):
    """A hit has its amount: it is off the meter, which restarts if the award took all of it.
    `forgotten_seq` is the row of this hub's own answer with which a property has shown a grant that
    the hub had forgotten; 0 for a new grant."""

    in_outbox = True
    grant: Grant
    movement: Movement
    forgotten_seq: int = 0

    @property
    def taken_cents(self) -> Cents:
        """What it takes off the meter."""
        return Cents(len(self.grant.seats) * self.grant.meter_cents)


class StatementHeld(Event):
    """A statement can't be true: nothing of it is posted until two people release it."""

    stated: StatementRow
    why: Told


class ReleaseStatement(Command):
    """Post a held statement."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    property: OpenName
    number: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class StatementReleased(Event):
    """Two people have found that a held statement is right."""

    property: OpenName
    number: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class RefuseStatement(Command):
    """Never post a held statement: the property continues from another one, which is decided as a
    fork."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    property: OpenName
    number: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class StatementRefused(Event):
    """Two people have found that a held statement is wrong."""

    property: OpenName
    number: int
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForkFound(Event):
    """A statement contradicts an earlier one of the property, or the property has heard of a row
    that this hub doesn't have: `lost`, or `unproven` without an answer that told of it. It asked at
    `asked_ms`, on its own clock. If more is `awaited`, the property learns of the fork with the
    answer, and then states what it has as restored."""

    stated: StatementRow
    why: Told
    lost: HubRow | None = None
    unproven: HubRow | None = None
    asked_ms: int = 0
    awaited: bool = False


class TakeShownGrants(Command):
    """A property shows a restored hub what it was granted since a statement of its own, by the
    hub's own signed answers, and which row of the hub it has heard of. `own_key` is the hub's
    public key."""

    permission: ClassVar[Permission] = Permission()
    property: OpenName
    heard: HubRow
    asked_ms: int
    answers: tuple[ShownAnswer, ...]
    own_key: str
    beyond: int


class GrantsShown(Event):
    """What a property was granted by rows that this hub has lost: it isn't granted again."""

    property: OpenName
    heard: HubRow
    asked_ms: int
    grants: tuple[ShownGrant, ...]


class DecideFork(Command):
    """Continue from the statement that showed a fork. What it states beyond the postings is posted.
    Postings beyond it are taken back if the difference is posted; if the property has lost rows
    they stay, and the property owes them. Grants that the property has shown come off the meters
    again, and aren't granted again. If this hub has lost rows, all of this waits for decisions
    about every property that has heard of them."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    property: OpenName
    number: int
    posts_difference: bool
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForkAgreed(Event):
    """Two people have decided about a property that has heard of rows this hub has lost. It takes
    effect in the row where the last of these properties is decided about, or given up."""

    property: OpenName
    number: int
    posts_difference: bool
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForkDecided(Event):
    """The statement that showed a fork is posted next, and counts from here on. `rests` are
    postings beyond it that stay, `lost_grants` grants that the property doesn't have because it has
    lost rows."""

    stated: StatementRow
    posts_difference: bool
    rests: tuple[LevelRest, ...]
    lost_grants: tuple[Grant, ...]
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


# ---- at a property ------------------------------------------------------------------------------


class JoinHub(Command):
    """Play a hub's jackpots under a name that it knows. After joining again, a property believes a
    restored hub, once two people have decided there, too."""

    office = "wide"

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=CHANGERS, badge_field="badges", before_opening=True
    )
    hub: OpenName
    property: OpenName
    key: str  # the hub's public Ed25519 key, 64 hexadecimal digits
    badges: tuple[BadgeId, BadgeId]


class HubJoined(Event):
    """This floor is a property of a hub."""

    hub: OpenName
    property: OpenName
    key: str
    badges: tuple[BadgeId, BadgeId]


class MakeStatement(Command):
    """Tell the hub what was collected, once it has the statement before."""

    permission: ClassVar[Permission] = Permission()


class StatementMade(Event):
    """A statement is on the record and waits for the hub."""

    in_outbox = True
    statement: Statement


class TakeAnswer(Command):
    """The hub has answered."""

    permission: ClassVar[Permission] = Permission()
    answer: HubAnswer
    signature: str


class AnswerTaken(Event):
    """What the hub has and shows. Wide wagers are accepted until `lease_until_ms`, which is the
    time of the question if the property isn't open there, or if the hub lacks its newest
    statement."""

    in_outbox = True
    answer: HubAnswer
    heard_ms: Inside[int]
    lease_until_ms: int


class HubForkFound(Event):
    """The hub no longer has the row that this property has heard of: it was restored, perhaps
    again. Wide wagers aren't accepted until two people here and two at the hub have decided."""

    answer: HubAnswer


class PropertyForkFound(Event):
    """The hub has a different statement than this floor made: this floor was restored. Wide wagers
    aren't accepted until two people at the hub have decided about its next statement."""

    answer: HubAnswer
