"""Jackpots that several properties share: what a property states and claims, what its hub posts,
holds and grants, and what it answers (docs/wide.md)."""

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

# How a property stands; the last is how all of them do while a hub that was restored waits.
OPEN, HELD, REFUSED, FORKED, RESTORED = "open", "held", "refused", "forked", "restored"
LEASE_MS = 30_000  # from when a property asked: so long it may take wide wagers


class LevelSum(Value):
    """Everything a property's wagers ever gave to a wide level, and everything voids took back."""

    jackpot: JackpotId
    level: OpenName
    given_micros: Micros
    given_reserve_micros: Micros
    taken_micros: Micros
    taken_reserve_micros: Micros

    @property
    def net_micros(self) -> tuple[int, int]:
        """What is left of it, for the meter and for the reserve."""
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
    """By which terms a property collects for a level of a wide jackpot."""

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
    """What a property has collected, by which rates, with its claims. One that is `restored` is the
    first after the property was: it has every claim again whose amount is not known there. `closed`
    are jackpots that take no wagers there and have no round open, as of row `closed_seq` of the
    hub; `answered` is the last statement to which a property that was restored has an answer."""

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
    """A statement with the row of the property's journal that it was made in, and that row's hash:
    what a property sends, and signs together with the last row of the hub that it has heard of."""

    statement: Statement
    seq: int
    hash: OpenName


class Grant(Value):
    """What a hub grants for a claim: to each seat so much off the meter, and so much from the
    hub's house where a fixed prize was more than the meter held; and where it was won, by
    statement `number`. `earlier` are its names in rows that the property has lost."""

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
    """What a hub says to a property: how far it has its statements, how the property stands, what
    its meters show, what it granted for the claims of the statement asked about, and the hub's last
    row. `asked_ms` is when the property asked, on the property's clock; `heard` the row that it had
    heard of by then, and `own_hash` what the hub has for that row, empty where it has none. `rests`
    are what it has posted beyond statement `rests_of`, from which two people let the property go
    on, `lost_grants` what it has granted beyond it; `open_jackpots` take wagers there: none while
    the hub's account lacks money, which is `account_short`."""

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
    """An answer that a hub gave and signed, as a property shows it to a hub that was restored."""

    answer: HubAnswer
    signature: str


class ShownGrant(Value):
    """A grant that a property was given, and the row of the hub with which it was told."""

    grant: Grant
    hub_seq: int


# ---- at the hub ---------------------------------------------------------------------------------


class AdmitProperty(Command):
    """A property plays jackpots of this hub: with which key it signs, and how much it can play. A
    property that is admitted again has these from then on."""

    permission: ClassVar[Permission] = Permission(
        at=(ANYWHERE,), roles=CHANGERS, badge_field="badges"
    )
    hub: OpenName
    property: OpenName
    key: str  # its public Ed25519 key, 64 hexadecimal digits
    tables: int
    seats: int  # of each
    rounds_an_hour: int  # at most, of each
    jackpots: tuple[JackpotId, ...]
    badges: tuple[BadgeId, BadgeId]


class PropertyAdmitted(Event):
    """Statements of a property are taken from here on."""

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
    """A statement of a property has come, with its claims, the row of this hub that the property
    has heard of, and the signature of all. `own_hash` is the hash that the hub has for that row,
    empty where it has none; `asked_ms` is when it was sent, on the property's clock. Where these
    differ, `proof` is the answer that told of the row, and `own_key` the hub's public key."""

    permission: ClassVar[Permission] = Permission()
    stated: StatementRow
    heard: HubRow
    asked_ms: int
    signature: str
    own_hash: str
    proof: ShownAnswer | None = None
    own_key: str = ""


class StatementPosted(Event):
    """What a property has collected since its last statement is on the meters. `stated_as` are
    the jackpot and level of each movement as stated, where one of them is retired and another
    jackpot has its money."""

    moves_by = "contributions"
    in_outbox = True
    stated: StatementRow
    movements: tuple[Movement, ...]
    stated_as: tuple[tuple[OpenName, OpenName], ...] = ()


class ClaimGranted(Event):
    """A hit has its amount: it is off the meter, which restarts if the award took all.
    `forgotten_seq` is the row of this hub's own answer by which a property has shown a grant that
    the hub had forgotten; 0 where it is granted now."""

    in_outbox = True
    grant: Grant
    movement: Movement
    forgotten_seq: int = 0

    @property
    def taken_cents(self) -> Cents:
        """What it takes off the meter."""
        return Cents(len(self.grant.seats) * self.grant.meter_cents)


class StatementHeld(Event):
    """A statement cannot be true: nothing of it is posted until two people release it."""

    stated: StatementRow
    why: Told


class ReleaseStatement(Command):
    """Post a statement that was held."""

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
    """Never post a statement that was held: the property goes on from another one, and that is
    decided as a fork."""

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
    """A statement contradicts what the property stated before, or the property has heard of a row
    that this hub does not have: `lost`, or `unproven` without an answer that told of it. It asked
    at `asked_ms`, on its own clock. Where more is `awaited`, the property learns of it with the
    answer, and states next what it has as restored."""

    stated: StatementRow
    why: Told
    lost: HubRow | None = None
    unproven: HubRow | None = None
    asked_ms: int = 0
    awaited: bool = False


class TakeShownGrants(Command):
    """A property shows a hub that was restored what it was granted since a statement of its own, by
    the hub's own signed answers, and which row of the hub it has heard of. `own_key` is the hub's
    public key."""

    permission: ClassVar[Permission] = Permission()
    property: OpenName
    heard: HubRow
    asked_ms: int
    answers: tuple[ShownAnswer, ...]
    own_key: str
    beyond: int


class GrantsShown(Event):
    """What a property was granted by rows that this hub has lost: it is not granted again."""

    property: OpenName
    heard: HubRow
    asked_ms: int
    grants: tuple[ShownGrant, ...]


class DecideFork(Command):
    """Go on from the statement that showed a fork. What it states beyond what was posted is posted.
    What was posted beyond it is taken back if the difference is posted; if the property has lost
    rows it stays, and the property owes it. What the property has shown that it was
    granted comes off the meters as it did, and is not granted again. Where this hub has lost rows,
    all of that is done once every property that has heard of them is decided about."""

    permission: ClassVar[Permission] = TWO_APPROVERS
    office = "wide"
    property: OpenName
    number: int
    posts_difference: bool
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForkAgreed(Event):
    """Two people have decided about a property that has heard of rows which this hub has lost. It
    is done in the row in which the last of these properties is decided about, or given up."""

    property: OpenName
    number: int
    posts_difference: bool
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForkDecided(Event):
    """The statement that showed a fork is posted next, and counts from here on. `rests` are what
    was posted beyond it and stays, `lost_grants` what was granted and the property does not have,
    where it has lost rows."""

    stated: StatementRow
    posts_difference: bool
    rests: tuple[LevelRest, ...]
    lost_grants: tuple[Grant, ...]
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


# ---- at a property ------------------------------------------------------------------------------


class JoinHub(Command):
    """Play a hub's jackpots under a name that it knows. Joined again, a property believes a hub
    that was restored, once two people have decided there too."""

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
    """What the hub has and shows. Wide wagers may be taken until `lease_until_ms`, which is when
    the property asked where it does not stand open, or the hub lacks its newest statement."""

    in_outbox = True
    answer: HubAnswer
    heard_ms: Inside[int]
    lease_until_ms: int


class HubForkFound(Event):
    """The hub does not have the row any more that this property has heard of: it was restored, or
    once more. Wide wagers are not taken until two people here and two at the hub have decided."""

    answer: HubAnswer


class PropertyForkFound(Event):
    """The hub has another statement than this floor has made: this floor was restored. Wide wagers
    are not taken until two people at the hub have decided about its next statement."""

    answer: HubAnswer
