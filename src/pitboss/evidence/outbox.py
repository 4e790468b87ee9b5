"""The outbox: what other systems are told of the journal, exactly what happened and nothing
personal.

`TOLD` lists what each kind of event lets out, field by field; what it does not name stays in the
house: badges, people, references, typed reasons and notes. A payment is told by
its prize and its amounts, not by who was paid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT, Raw, Struct, defstruct, structs

from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded, MetersMoved
from pitboss.floor.facts.bank import (
    DepositRecorded,
    LeftInAccount,
    WithdrawalRecorded,
    WithdrawalVoided,
)
from pitboss.floor.facts.base import OFFICE, SERVER, Event, kind_of
from pitboss.floor.facts.changes import ChangeApplied
from pitboss.floor.facts.days import DayClosed, DayEnded, ShiftBegan, ShiftEnded
from pitboss.floor.facts.jackpots import (
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
)
from pitboss.floor.facts.paying_over import PaidOver, PayOverVoided
from pitboss.floor.facts.payments import (
    PaymentVoided,
    PrizeCanceled,
    PrizeForfeited,
    PrizeHandedOver,
    PrizePaid,
)
from pitboss.floor.facts.rounds import (
    HandsCorrected,
    HoldsChanged,
    RoundEnded,
    RoundStarted,
    RoundVoided,
)
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Payment
from pitboss.floor.facts.wide import (
    AnswerTaken,
    ClaimGranted,
    ClaimMade,
    HubAnswer,
    StatementMade,
    StatementPosted,
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
    `at_ms` the time of the row, in milliseconds since 1970, `sent_from` what carried its command;
    whose session that was stays in the house."""

    id: str
    kind: str
    at_ms: int
    sent_from: str = SERVER
    version: int = VERSION
    payload: Any


# ---- what is told -------------------------------------------------------------------------------


class SentPayment(Struct, frozen=True, gc=False):
    """How a prize was paid: cash, chips, check, tray."""

    method: str


class SentTerms(Struct, frozen=True, gc=False):
    """What a jackpot is played for; with `training` it is play money."""

    kind: str
    paytable: str
    paytable_sha256: str
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[str, Cents], ...] = ()
    training: bool = False


class SentAnswer(Struct, frozen=True, gc=False):
    """What a hub's meters show, and how the property stands there."""

    number: int
    standing: str
    readings: tuple[WideReading, ...]


# In place of values that have more than may leave.
NARROWED: Mapping[type, type[Struct]] = {
    Payment: SentPayment,
    JackpotTerms: SentTerms,
    HubAnswer: SentAnswer,
}
TOLD: Mapping[type[Event], str] = {
    # rounds and awards
    RoundStarted: "table round spots contributions takings hands",
    HandsCorrected: "table round before hands",
    RoundEnded: "table round envy",
    RoundVoided: "table round reverses movements takings",
    AwardsRecorded: "table round awards",
    AwardBackedOut: "award table round reverses movements restart_passes_to",
    # payments and the bank account
    PrizePaid: "award cents withheld_cents collected_cents borne_cents payment",
    PaymentVoided: "award cents withheld_cents collected_cents borne_cents",
    PrizeForfeited: "award cents",
    PrizeHandedOver: "award cents day",
    PrizeCanceled: "award cents movements",
    DepositRecorded: "cents day purpose at_ms",
    WithdrawalRecorded: "cents day purpose at_ms",
    WithdrawalVoided: "cents purpose at_ms",
    LeftInAccount: "cents at_ms",
    PaidOver: "purpose cents day",
    PayOverVoided: "purpose cents",
    # meters
    MetersMoved: "table round awards movements",
    HoldsChanged: "table round jackpot released holds",
    JackpotOpened: "jackpot terms opening",
    JackpotSuspended: "jackpot",
    JackpotResumed: "jackpot",
    MeterAdjusted: "jackpot level adjustment cents award corrects movement restarts won_at "
    "house_cents beyond_cents",
    ChangeApplied: "change what movements",
    # jackpots that several properties share
    StatementMade: "statement",
    StatementPosted: "stated movements stated_as",
    ClaimMade: "claim table round mark",
    ClaimGranted: "grant movement forgotten_seq",
    ClaimRepeated: "grant before movement",
    RestsRecorded: "number movements",
    AnswerTaken: "answer lease_until_ms",
    WideAwardRecorded: "claim table round awards",
    # days
    ShiftBegan: "day shift at_ms ends_ms",
    ShiftEnded: "day shift at_ms readings bets",
    DayEnded: "day at_ms readings balances idle_to",
    DayClosed: "day ended_seq at_ms",
}


def _sent(event: type[Event], told: str) -> type[Struct]:
    """What an event lets out, as a struct of its own; its first sentence says what happened."""
    known = {each.name: each for each in structs.fields(event)}
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for each in (known[name] for name in told.split()):
        kind = NARROWED.get(each.type, each.type)
        default = () if each.default is NODEFAULT else (each.default,)
        fields.append((each.name, kind, *default))
    sentence = " ".join((event.__doc__ or "").split()).partition(". ")[0].rstrip(".")
    return defstruct(
        f"Sent{event.__name__}", fields, frozen=True, kw_only=True, gc=False,
        namespace={"__doc__": f"{sentence}."},
    )  # fmt: skip


CHOSEN: Mapping[type[Event], type[Struct]] = {
    event: _sent(event, told) for event, told in TOLD.items()
}


class _AnyKind(Struct, gc=False):
    kind: str


class _AnyCommand(Struct, gc=False):
    sent_from: str


# Read from the row's own text, so that what is not named never comes in; an event of a kind that
# only a newer version knows is passed over, as every other that was not chosen.
_read_parts = msgspec.json.Decoder(list[Raw]).decode
_read_kind = msgspec.json.Decoder(_AnyKind).decode
_read_command = msgspec.json.Decoder(_AnyCommand).decode
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
                yield OutboxMessage(
                    id=made,
                    kind=kind,
                    at_ms=row.at_ms,
                    sent_from=_sender(row),
                    payload=read(part),
                )
    except msgspec.MsgspecError as fault:
        raise unreadable("events", row.seq, fault) from None


def _sender(row: Row) -> str:
    sent_from = _read_command(row.asked).sent_from
    return OFFICE if sent_from.startswith(f"{OFFICE} ") else sent_from


def message_text(message: OutboxMessage) -> bytes:
    """A message as JSON, on one line."""
    return _write(message)
