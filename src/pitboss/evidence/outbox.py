"""The outbox: what other systems are told of the journal, exactly what happened and nothing
personal.

Each class below is the list of what one kind of event lets out, field by field; what it does not
name stays in the house: badges, people, typed reasons and notes. Payments are about who was paid,
and are no part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded, MetersMoved
from pitboss.floor.facts.base import Event, kind_of
from pitboss.floor.facts.changes import ChangeApplied
from pitboss.floor.facts.days import DayClosed, DayEnded, ShiftBegan, ShiftEnded
from pitboss.floor.facts.jackpots import (
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
    WonAt,
)
from pitboss.floor.facts.payments import PrizeCanceled
from pitboss.floor.facts.rounds import (
    HandsCorrected,
    HoldsChanged,
    RoundEnded,
    RoundStarted,
    RoundVoided,
)
from pitboss.floor.facts.values import (
    Award,
    Balance,
    BoxBets,
    Change,
    Contribution,
    EnvyPay,
    Hold,
    LevelSetting,
    Mark,
    Movement,
    Reading,
    Spot,
    Taking,
)
from pitboss.floor.facts.wide import (
    AnswerTaken,
    ClaimGranted,
    ClaimMade,
    Grant,
    Statement,
    StatementMade,
    StatementPosted,
    StatementRow,
    WideAwardRecorded,
    WideReading,
)
from pitboss.floor.facts.wide_lost import ClaimRepeated, RestsRecorded
from pitboss.journal import Last, Row
from pitboss.journal.codec import unreadable
from pitboss.money import Cents
from pitboss.refusal import Refusal

VERSION = 1  # of the messages; another one where a field goes or changes its meaning
BEAT, REFUSED = "beat", "refused"  # what a stream says of itself
SEQ_MOST = 2**53  # no journal is that long; more than this no database takes
MARK_DIGITS = 8  # of a row's hash: a restored journal comes to the same rows again
_POSITION = re.compile(rf"([0-9]{{1,16}})(?:\.([0-9]{{1,6}}))?(?:-([0-9a-f]{{{MARK_DIGITS}}}))?")
HOW = "write the id of the last message that you have, such as 813.2-5d41402a, or 0 for the first"


class Position(NamedTuple):
    """Where a reader stands: it has all rows before `seq`, and of that row all up to `place`. The
    `mark` is of the last row of which it has something, where it says so."""

    seq: int
    place: int
    mark: str = ""

    @classmethod
    def after(cls, text: str) -> Position:
        """Behind a message's id, `813.2-5d41402a`, or behind a whole row, `813-5d41402a`, with its
        mark or without; there is no row 0."""
        found = _POSITION.fullmatch(text)
        if found is None or int(found[1]) > SEQ_MOST:
            raise Refusal("COMMAND_UNREADABLE", where="after", reason=HOW)
        seq, place, mark = int(found[1]), found[2], found[3] or ""
        if not seq:
            return BEGIN
        return cls(seq + 1, 0, mark) if place is None else cls(seq, int(place), mark)

    @classmethod
    def behind(cls, row: Row | Last) -> Position:
        """Behind a whole row."""
        return cls(row.seq + 1, 0, row.hash[:MARK_DIGITS])

    @property
    def last_seq(self) -> int:
        """The last row of which the reader has something."""
        return self.seq if self.place else self.seq - 1

    def __str__(self) -> str:
        row = f"{self.seq}.{self.place}" if self.place else str(self.seq - 1)
        return f"{row}-{self.mark}" if self.mark else row


BEGIN = Position(1, 0)


class OutboxMessage(Struct, frozen=True, kw_only=True, gc=False):
    """One message: `id` is the journal's row, the place of the event in it and the row's mark,
    `at_ms` the time of the row, in milliseconds since 1970."""

    id: str
    kind: str
    at_ms: int
    version: int = VERSION
    payload: Any


# ---- rounds -------------------------------------------------------------------------------------


class SentRoundStarted(Struct, frozen=True, gc=False):
    """Wagers are locked and have raised the meters; `after` is what each level holds then."""

    table: str
    round: int
    spots: tuple[Spot, ...]
    contributions: tuple[Contribution, ...]
    takings: tuple[Taking, ...]
    hands: int = 0


class SentHandsCorrected(Struct, frozen=True, gc=False):
    """The number of hands in a round is another; `before` is the one that stood, 0 for none."""

    table: str
    round: int
    before: int
    hands: int


class SentRoundEnded(Struct, frozen=True, gc=False):
    """The round is over; envy is paid from the tray."""

    table: str
    round: int
    envy: tuple[EnvyPay, ...]


class SentRoundVoided(Struct, frozen=True, gc=False):
    """The round is void: every contribution and taking is reversed; `reverses` is the row of its
    start."""

    table: str
    round: int
    reverses: int
    movements: tuple[Movement, ...]
    takings: tuple[Taking, ...]


# ---- awards -------------------------------------------------------------------------------------


class SentAwardsRecorded(Struct, frozen=True, gc=False):
    """Awards are on the record, in the order of payment."""

    table: str
    round: int
    awards: tuple[Award, ...]


class SentAwardBackedOut(Struct, frozen=True, gc=False):
    """A recorded award was undone; all that it moved is reversed."""

    award: str
    table: str
    round: int
    reverses: int
    movements: tuple[Movement, ...]
    restart_passes_to: str


class SentPrizeCanceled(Struct, frozen=True, gc=False):
    """A prize is owed to nobody any more; what came off a meter is on a meter again."""

    award: str
    cents: Cents
    movements: tuple[Movement, ...]


# ---- meters -------------------------------------------------------------------------------------


class SentMetersMoved(Struct, frozen=True, gc=False):
    """The meters have paid recorded awards, and restarted where one took all."""

    table: str
    round: int
    awards: tuple[str, ...]
    movements: tuple[Movement, ...]


class SentHoldsChanged(Struct, frozen=True, gc=False):
    """What is held for the marks of a round on one jackpot, where the house locks at the mark: all
    that was held before is released, then the holds are taken."""

    table: str
    round: int
    jackpot: str
    released: tuple[Movement, ...]
    holds: tuple[Hold, ...]


class SentTerms(Struct, frozen=True, gc=False):
    """What a jackpot is played for; with `training` it is play money."""

    kind: str
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...] = ()
    training: bool = False


class SentJackpotOpened(Struct, frozen=True, gc=False):
    """A jackpot is on the floor, with what its levels hold."""

    jackpot: str
    terms: SentTerms
    opening: tuple[Reading, ...]


class SentJackpotState(Struct, frozen=True, gc=False):
    """A jackpot takes no wagers, or takes them again."""

    jackpot: str


class SentMeterAdjusted(Struct, frozen=True, gc=False):
    """A meter was changed by hand, for a reason of the closed list."""

    jackpot: str
    level: str
    adjustment: str
    cents: Cents
    award: str
    corrects: int | None
    movement: Movement
    won_at: WonAt | None = None
    restarts: bool = False
    house_cents: Cents = Cents(0)


class SentChangeApplied(Struct, frozen=True, gc=False):
    """An approved change of a jackpot or a table was applied, and the money that it moved."""

    change: str
    what: Change
    movements: tuple[Movement, ...]


# ---- jackpots that several properties share -----------------------------------------------------


class SentStatementMade(Struct, frozen=True, gc=False):
    """A property has stated what it collected: all that was ever given and taken back."""

    statement: Statement


class SentStatementPosted(Struct, frozen=True, gc=False):
    """A hub has posted what a property collected since its last statement."""

    stated: StatementRow
    movements: tuple[Movement, ...]
    stated_as: tuple[tuple[str, str], ...]


class SentClaimMade(Struct, frozen=True, gc=False):
    """A hit on a hub's jackpot is pending: its amount is being verified."""

    claim: str
    table: str
    round: int
    mark: Mark


class SentClaimGranted(Struct, frozen=True, gc=False):
    """A hub has granted a claim; its meter has paid it. With a `forgotten_seq` above 0 it had been
    granted before, by a row that a restored hub has lost."""

    grant: Grant
    movement: Movement
    forgotten_seq: int


class SentClaimRepeated(Struct, frozen=True, gc=False):
    """A restored property has claimed a hit anew that a hub has granted as `before`: the grant is
    the same, under another name. With a `movement` it is as much as the property has on record."""

    grant: Grant
    before: str
    movement: Movement | None = None


class SentRestsRecorded(Struct, frozen=True, gc=False):
    """A restored property has recorded what it collected in rows that it has lost, and the hub has
    on its meters; `number` is the statement that lacked it."""

    number: int
    movements: tuple[Movement, ...]


class SentAnswer(Struct, frozen=True, gc=False):
    """What a hub's meters show, and how the property stands there."""

    number: int
    standing: str
    readings: tuple[WideReading, ...]


class SentAnswerTaken(Struct, frozen=True, gc=False):
    """A hub has answered: what its jackpots show at the property until `lease_until_ms`."""

    answer: SentAnswer
    lease_until_ms: int


class SentWideAwardRecorded(Struct, frozen=True, gc=False):
    """A claim was granted: its awards are owed to the winners."""

    claim: str
    table: str
    round: int
    awards: tuple[Award, ...]


# ---- days ---------------------------------------------------------------------------------------


class SentShiftBegan(Struct, frozen=True, gc=False):
    """A shift of a gambling day begins."""

    day: str
    shift: int
    at_ms: int
    ends_ms: int


class SentShiftEnded(Struct, frozen=True, gc=False):
    """A shift is over: what the meters held, and what each table took for each jackpot."""

    day: str
    shift: int
    at_ms: int
    readings: tuple[tuple[str, Reading], ...]
    bets: tuple[BoxBets, ...]


class SentDayEnded(Struct, frozen=True, gc=False):
    """A gambling day is over, with its readings and trial balance."""

    day: str
    at_ms: int
    readings: tuple[tuple[str, Reading], ...]
    balances: tuple[Balance, ...]


class SentDayClosed(Struct, frozen=True, gc=False):
    """A gambling day is closed; `ended_seq` is the row with its readings and trial balance."""

    day: str
    ended_seq: int
    at_ms: int


CHOSEN: Mapping[type[Event], type[Struct]] = {
    RoundStarted: SentRoundStarted,
    HandsCorrected: SentHandsCorrected,
    RoundEnded: SentRoundEnded,
    RoundVoided: SentRoundVoided,
    AwardsRecorded: SentAwardsRecorded,
    AwardBackedOut: SentAwardBackedOut,
    PrizeCanceled: SentPrizeCanceled,
    MetersMoved: SentMetersMoved,
    HoldsChanged: SentHoldsChanged,
    JackpotOpened: SentJackpotOpened,
    JackpotSuspended: SentJackpotState,
    JackpotResumed: SentJackpotState,
    MeterAdjusted: SentMeterAdjusted,
    ChangeApplied: SentChangeApplied,
    StatementMade: SentStatementMade,
    StatementPosted: SentStatementPosted,
    ClaimMade: SentClaimMade,
    ClaimGranted: SentClaimGranted,
    ClaimRepeated: SentClaimRepeated,
    RestsRecorded: SentRestsRecorded,
    AnswerTaken: SentAnswerTaken,
    WideAwardRecorded: SentWideAwardRecorded,
    ShiftBegan: SentShiftBegan,
    ShiftEnded: SentShiftEnded,
    DayEnded: SentDayEnded,
    DayClosed: SentDayClosed,
}


class _AnyKind(Struct, gc=False):
    kind: str


# Read from the row's own text, so that what is not named never comes in; an event of a kind that
# only a newer version knows is passed over, as every other that was not chosen.
_read_parts = msgspec.json.Decoder(list[Raw]).decode
_read_kind = msgspec.json.Decoder(_AnyKind).decode
_READERS = {kind_of(event): msgspec.json.Decoder(sent).decode for event, sent in CHOSEN.items()}
_write = msgspec.json.Encoder().encode


def messages_of(row: Row, *, after: Position = BEGIN) -> Iterator[OutboxMessage]:
    """What a row tells other systems, without what stands before a position."""
    try:
        for place, part in enumerate(_read_parts(row.events), start=1):
            kind = _read_kind(part).kind
            read = _READERS.get(kind)
            if read is not None and (row.seq, place) > after[:2]:
                made = str(Position(row.seq, place, row.hash[:MARK_DIGITS]))
                yield OutboxMessage(id=made, kind=kind, at_ms=row.at_ms, payload=read(part))
    except msgspec.MsgspecError as fault:
        raise unreadable("events", row.seq, fault) from None


def message_text(message: OutboxMessage) -> bytes:
    """A message as JSON, on one line."""
    return _write(message)
