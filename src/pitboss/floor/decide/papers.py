"""Decisions about papers with clocks: proposed by the system, opened and sent by people; disputes;
the removal of a jackpot, from its announcement on.

The clock of a notice runs from when the house learned of the matter, which is when the system saw
it: whoever takes the paper up later has no more time."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.papers import (
    DISPUTE,
    FORFEITURE,
    MALFUNCTION,
    OUTCOMES,
    REMOVAL,
    AnnounceRemoval,
    CloseDispute,
    DismissPaper,
    NoteRestart,
    NoteStop,
    OpenDispute,
    PaperClosed,
    PaperDismissed,
    PaperOpened,
    PaperProposed,
    PaperSent,
    PaperTakenUp,
    RemovalAnnounced,
    ReportMalfunction,
    SendPaper,
    SiteRestarted,
    SiteStopped,
    TakeUpPaper,
)
from pitboss.floor.facts.payments import PrizeForfeited
from pitboss.floor.ledger import is_training
from pitboss.floor.meter import shown
from pitboss.floor.paper_state import PaperState
from pitboss.floor.payout_state import RoundWins, round_name
from pitboss.floor.state import JackpotState, State
from pitboss.local_time import days_before, instant, local_day, local_time
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules.law import CitedNumber

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
SENSOR, SIGN, CLOCK, STOP = "sensor", "sign", "clock", "stop"
END_OF_DAY = "23:59"


def proposed(
    state: State, cause: str, text: str, *, at_ms: int, table: str = "", about: str = ""
) -> Sequence[Event]:
    """The paper that a malfunction calls for: one a day for each device, however often it fails.
    A floor without a site has no regulator, and play money no notice."""
    if state.site is None or (table and state.table(table).training):
        return []
    name = _proposal(cause, local_day(at_ms, state.site.time_zone), table, about)
    if state.papers.get(name) is not None:
        return []
    return [
        PaperProposed(
            paper=name,
            cause=cause,
            table=table,
            about=about,
            text=text,
            learned_ms=at_ms,
            due_ms=_due(state.law_at(at_ms).malfunction_notice_hours, at_ms),
        )
    ]


def report_malfunction(state: State, command: ReportMalfunction) -> Sequence[Event]:
    need_reason(command.reason)
    if command.table:
        state.table(command.table)
    if command.cents or command.jackpot or command.level:
        _need_meter(state, command)
    learned_ms = _written(state, command.learned, command.at_ms, where="learned")
    return [
        PaperOpened(
            paper=_name(state),
            paper_kind=MALFUNCTION,
            table=command.table,
            jackpot=command.jackpot,
            level=command.level,
            cents=command.cents,
            text=command.reason,
            learned_ms=learned_ms,
            due_ms=_due(state.law_at(learned_ms).malfunction_notice_hours, learned_ms),
            badges=(command.badge,),
        )
    ]


def _need_meter(state: State, command: ReportMalfunction) -> None:
    """What a notice says of a meter, by which players' money may leave it: a meter of its table,
    and no more than that shows. Nobody plays at a hub itself."""
    jackpot = state.jackpots.get(command.jackpot)
    if jackpot is None:
        reason = "choose the meter that was too high, or leave the amount empty"
        raise Refusal("PAPER_WRONG", where="jackpot", reason=reason)
    level = jackpot.levels.get(command.level)
    if level is None:
        reason = f"no such meter; it has {', '.join(jackpot.levels) or 'none'}"
        raise Refusal("LEVEL_UNKNOWN", where=command.level, reason=reason)
    tables = [name for name, table in state.tables.items() if command.jackpot in table.jackpots]
    if command.table not in tables and (tables or not state.properties.any()):
        reason = f"choose a table that plays this meter: {', '.join(tables) or 'none does'}"
        raise Refusal("PAPER_WRONG", where="table", reason=reason)
    if not 0 <= command.cents <= shown(level):
        said = f"{dollars(command.cents)} asked; the meter shows {dollars(shown(level))}"
        reason = f"{said}: write by how much it was too high, or $0.00"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def forfeiture(state: State, forfeited: PrizeForfeited, *, at_ms: int) -> Sequence[Event]:
    """The paper that a forfeited prize opens by itself."""
    found = state.award(forfeited.award)
    if state.site is None or is_training(state, found.award.jackpot):
        return []
    return [
        PaperOpened(
            paper=_name(state),
            paper_kind=FORFEITURE,
            table=found.table,
            round=found.round,
            award=forfeited.award,
            text=forfeited.reason,
            learned_ms=at_ms,
            due_ms=forfeited.notice_due_ms,
            badges=forfeited.badges,
        )
    ]


def take_up_paper(state: State, command: TakeUpPaper) -> Sequence[Event]:
    found = _open(state, command.paper)
    if found.status != "proposed":
        reason = "somebody sees to it already; send it, or dismiss it with a reason"
        raise Refusal("PAPER_WRONG", where=command.paper, reason=reason)
    return [event_from(PaperTakenUp, command)]


def dismiss_paper(state: State, command: DismissPaper) -> Sequence[Event]:
    need_reason(command.reason)
    found = _open(state, command.paper)
    if found.paper_kind == DISPUTE:
        reason = "a dispute is closed with its outcome, by two people"
        raise Refusal("PAPER_WRONG", where=command.paper, reason=reason)
    if found.paper_kind == FORFEITURE:
        rule = state.law_at(command.at_ms).forfeit_notice_hours.rule
        reason = f"the prize is forfeited and the agency must hear of it; send it ({rule})"
        raise Refusal("PAPER_WRONG", where=command.paper, reason=reason)
    if found.taken_cents:
        reason = f"{dollars(found.taken_cents)} came off a meter by it; send it to the agency"
        raise Refusal("EVIDENCE_USED", where=command.paper, reason=reason)
    return [event_from(PaperDismissed, command)]


def send_paper(state: State, command: SendPaper) -> Sequence[Event]:
    need_text(command.reference, where="reference")
    found = _open(state, command.paper)
    if found.status == "proposed":
        raise Refusal("PAPER_PROPOSED", where=command.paper, reason="take it up first")
    if found.sent_ms:
        raise Refusal("PAPER_CLOSED", where=command.paper, reason=f"sent: {found.reference}")
    sent_ms = _written(state, command.sent, command.at_ms, where="sent")
    if sent_ms + MINUTE_MS <= found.learned_ms:  # a person writes whole minutes
        reason = "before the house learned of it; write when the regulator was told"
        raise Refusal("TIME_WRONG", where="sent", reason=reason)
    return [event_from(PaperSent, command, sent_ms=sent_ms)]


# ---- a jackpot's removal ------------------------------------------------------------------------


def announce_removal(state: State, command: AnnounceRemoval) -> Sequence[Event]:
    need_reason(command.reason)
    jackpot = state.jackpot(command.jackpot)
    if jackpot.last_day:
        reason = f"its last day is {jackpot.last_day}; dismiss that paper first"
        raise Refusal("REMOVAL_ANNOUNCED", where=command.jackpot, reason=reason)
    today = local_day(command.at_ms, state.time_zone)
    days = state.law_on(today).removal_notice_days
    notice = days.value if _is_posted(jackpot) else 0
    if days_before(command.last_day, notice) < today:
        reason = (
            f"{command.last_day} is less than {notice} days from today, {today}; name a later day "
            f"({days.rule})"
        )
        raise Refusal("NOTICE_SHORT", where="last_day", reason=reason)
    end_ms = instant(f"{command.last_day} {END_OF_DAY}", state.time_zone)
    assert end_ms is not None, "the day was read"
    return [
        PaperOpened(
            paper=_name(state),
            paper_kind=REMOVAL,
            jackpot=command.jackpot,
            text=command.reason,
            learned_ms=command.at_ms,
            due_ms=end_ms,
            badges=command.badges,
        ),
        event_from(RemovalAnnounced, command, paper=_name(state)),
    ]


def need_announced(state: State, jackpot: JackpotState, *, at_ms: int) -> None:
    """Whether players were told, for as long as the jurisdiction says, that a jackpot goes."""
    days = state.law_at(at_ms).removal_notice_days
    if not (days.value and _is_posted(jackpot)):
        return
    if not jackpot.last_day:
        reason = f"announce its last day on the sign first, {days.value} days ahead ({days.rule})"
        raise Refusal("NOT_ANNOUNCED", where=jackpot.jackpot, reason=reason)
    if local_day(at_ms, state.time_zone) <= jackpot.last_day:
        reason = f"players were told that {jackpot.last_day} is its last day; wait for the next"
        raise Refusal("NOT_ANNOUNCED", where=jackpot.jackpot, reason=f"{reason} ({days.rule})")


def removed(state: State, jackpot: str, badge: str) -> Sequence[Event]:
    """The end of a removal: the jackpot is retired, and what was on it has moved."""
    return [
        PaperClosed(paper=name, outcome="retired", reason=found.text, badges=(badge,))
        for name, found in state.papers.items()
        if found.jackpot == jackpot and found.paper_kind == REMOVAL and found.is_open
    ]


def _is_posted(jackpot: JackpotState) -> bool:
    """Whether players have put money on it: a house jackpot goes without notice,
    and so does play money."""
    return bool(jackpot.levels) and not jackpot.terms.training


# ---- disputes -----------------------------------------------------------------------------------


def open_dispute(state: State, command: OpenDispute) -> Sequence[Event]:
    need_reason(command.reason)
    table, number = command.table, command.round
    if command.award:
        found = state.award(command.award)
        if table or number:
            reason = "name the award, or the table and its round, not both"
            raise Refusal("PAPER_WRONG", where="award", reason=reason)
        table, number = found.table, found.round
    elif not 1 <= number <= state.table(table).rounds:
        reason = f"{table} has played rounds 1 to {state.table(table).rounds}; name one of them"
        raise Refusal("PAPER_WRONG", where="round", reason=reason)
    if command.person:
        state.person(command.person)
    return [
        PaperOpened(
            paper=_name(state),
            paper_kind=DISPUTE,
            table=table,
            round=number,
            award=command.award,
            person=command.person,
            text=command.reason,
            learned_ms=command.at_ms,
            due_ms=0,
            badges=(command.badge,),
        )
    ]


def close_dispute(state: State, command: CloseDispute) -> Sequence[Event]:
    need_reason(command.reason)
    if command.outcome not in OUTCOMES:
        raise Refusal("PAPER_WRONG", where="outcome", reason=f"only {', '.join(OUTCOMES)}")
    found = _open(state, command.paper)
    if found.paper_kind != DISPUTE:
        reason = "this is no dispute; send it, or dismiss it with a reason"
        raise Refusal("PAPER_WRONG", where=command.paper, reason=reason)
    if command.outcome == "paid" and not _is_paid(state, found):
        reason = "no payment of it is on record; pay the prize first, or choose another outcome"
        raise Refusal("PAPER_WRONG", where="outcome", reason=reason)
    return [event_from(PaperClosed, command)]


def _is_paid(state: State, dispute: PaperState) -> bool:
    """Whether a payment stands of the award in dispute, or of one of its round: a cashier's, or the
    tray's where nothing was owed."""
    wins = state.round_wins.get(round_name(dispute.table, dispute.round)) or RoundWins()
    found = map(state.awards.get, (dispute.award,) if dispute.award else wins.awards)
    return any(
        each is not None and each.status == ("paid" if each.award.owed_cents else "moved")
        for each in found
    )


# ---- stops --------------------------------------------------------------------------------------


def note_stop(state: State, command: NoteStop) -> Sequence[Event]:
    """Kept whatever happens next."""
    return [SiteStopped()]


def note_restart(state: State, command: NoteRestart) -> Sequence[Event]:
    """Kept whatever it says: it has happened."""
    zone = state.time_zone
    text = (
        f"the system was cut off after {local_time(command.since_ms, zone)} and started again at "
        f"{local_time(command.at_ms, zone)}"
    )
    found = proposed(state, STOP, text, at_ms=command.at_ms)
    return [SiteRestarted(since_ms=command.since_ms), *found]


# ---- inside -------------------------------------------------------------------------------------


def _name(state: State) -> str:
    """The name of the paper that a person's command makes; no row makes two."""
    return f"paper-{state.seq + 1}"


def _proposal(cause: str, day: str, table: str, device: str) -> str:
    """The name of what the system proposes, the same all day: sensor-2026-11-15-C1-3f2a91. What a
    device is called may have any letters, so that only its digest stands in it."""
    digest = sha256(device.encode()).hexdigest()[:6] if device else ""
    return "-".join(filter(None, (cause, day, table, digest)))


def _due(hours: CitedNumber, learned_ms: int) -> int:
    return learned_ms + hours.value * HOUR_MS if hours.value else 0


def _open(state: State, paper: str) -> PaperState:
    found = state.paper(paper)
    if not found.is_open:
        raise Refusal("PAPER_CLOSED", where=paper, reason=f"already {found.status}")
    return found


def _written(state: State, text: str, at_ms: int, *, where: str) -> int:
    """A time that somebody wrote, on the clock of the house; now where he wrote none."""
    if not text.strip():
        return at_ms
    found = instant(text, state.time_zone)
    opened_ms = state.site.opened_ms if state.site is not None else 0
    if found is None:
        reason = "write a time such as 2026-11-15 06:40, or leave it empty for now"
    elif found > at_ms:
        reason = f"{text} is still to come; write a time that has passed, or leave it empty for now"
    elif found + MINUTE_MS <= opened_ms:  # a person writes whole minutes
        opened = local_time(opened_ms, state.time_zone)
        reason = f"{text} is before the floor was opened, {opened}; write when the house learned it"
    else:
        return found
    raise Refusal("TIME_WRONG", where=where, reason=reason)
