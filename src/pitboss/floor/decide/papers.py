"""Decisions about papers with deadlines: the system proposes them, people open and send them;
disputes; the removal of a jackpot, from its announcement on.

A notice's deadline runs from when the house learned of the matter, which is when the system saw it:
taking the paper up later gives no more time."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pitboss.floor import extension
from pitboss.floor.decide.checks import need_reason, need_text
from pitboss.floor.facts import papers, payments
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.money.ledger import is_training
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState, State
from pitboss.floor.state.papers import PaperState
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.local_time import days_before, instant, local_day, local_time
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.cited_law import CitedNumber

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
SENSOR, SIGN, CLOCK, STOP = "sensor", "sign", "clock", "stop"
END_OF_DAY = "23:59"


def propose_paper(
    state: State, cause: str, seen: Told, *, at_ms: int, table: str = "", about: str = ""
) -> Sequence[Event]:
    """The paper a malfunction requires: one a day for each device, however often it fails. A floor
    without a site has no regulator, and play money needs no notice."""
    if state.site is None or (table and state.table(table).training):
        return []
    name = _proposal(cause, local_day(at_ms, state.site.time_zone), table, about)
    if state.papers.get(name) is not None:
        return []
    return [
        papers.PaperProposed(
            paper=name,
            cause=cause,
            table=table,
            about=about,
            told=seen,
            learned_ms=at_ms,
            due_ms=_due(state.law_at(at_ms).malfunction_notice_hours, at_ms),
        )
    ]


def report_malfunction(state: State, command: papers.ReportMalfunction) -> Sequence[Event]:
    need_reason(command.reason)
    if command.table:
        state.table(command.table)
    if command.cents or command.jackpot or command.level:
        _need_meter(state, command)
    learned_ms = _read_time(state, command.learned, command.at_ms, where="learned")
    return [
        papers.PaperOpened(
            paper=_name(state),
            paper_kind=papers.MALFUNCTION,
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


def _need_meter(state: State, command: papers.ReportMalfunction) -> None:
    """Require a meter of the notice's table, and no more than it shows, because players' money may
    leave it by this notice. A hub itself has no players."""
    jackpot = state.jackpots.get(command.jackpot)
    if jackpot is None:
        raise Refusal("PAPER_WRONG", "choose_meter_too", where="jackpot")
    level = jackpot.levels.get(command.level)
    if level is None:
        raise Refusal("LEVEL_UNKNOWN", "it_has", where=command.level, known=jackpot.levels)
    tables = [name for name, table in state.tables.items() if command.jackpot in table.jackpots]
    if command.table not in tables and (tables or not extension.here().properties(state)):
        raise Refusal("PAPER_WRONG", "choose_table_plays", where="table", tables=tables)
    if not 0 <= command.cents <= read_shown(level):
        raise Refusal(
            "AMOUNT_WRONG",
            "asked_meter_shows_write",
            where="cents",
            amount=command.cents,
            shown=read_shown(level),
        )


def open_forfeiture(
    state: State, forfeited: payments.PrizeForfeited, *, at_ms: int
) -> Sequence[Event]:
    """The paper that a forfeited prize opens automatically."""
    found = state.award(forfeited.award)
    if state.site is None or is_training(state, found.award.jackpot):
        return []
    return [
        papers.PaperOpened(
            paper=_name(state),
            paper_kind=papers.FORFEITURE,
            table=found.table,
            round=found.round,
            award=forfeited.award,
            text=forfeited.reason,
            learned_ms=at_ms,
            due_ms=forfeited.notice_due_ms,
            badges=forfeited.badges,
        )
    ]


def take_up_paper(state: State, command: papers.TakeUpPaper) -> Sequence[Event]:
    found = _open(state, command.paper)
    if found.status != "proposed":
        raise Refusal("PAPER_WRONG", "somebody_sees", where=command.paper)
    return [event_from(papers.PaperTakenUp, command)]


def dismiss_paper(state: State, command: papers.DismissPaper) -> Sequence[Event]:
    need_reason(command.reason)
    found = _open(state, command.paper)
    if found.paper_kind == papers.DISPUTE:
        raise Refusal("PAPER_WRONG", "dispute_closed_outcome", where=command.paper)
    if found.paper_kind == papers.FORFEITURE:
        rule = state.law_at(command.at_ms).forfeit_notice_hours.rule
        raise Refusal("PAPER_WRONG", "prize_forfeited_agency", where=command.paper, rule=rule)
    if found.taken_cents:
        raise Refusal("EVIDENCE_USED", where=command.paper, taken=found.taken_cents)
    return [event_from(papers.PaperDismissed, command)]


def send_paper(state: State, command: papers.SendPaper) -> Sequence[Event]:
    need_text(command.reference, where="reference")
    found = _open(state, command.paper)
    if found.status == "proposed":
        raise Refusal("PAPER_PROPOSED", where=command.paper)
    if found.sent_ms:
        raise Refusal("PAPER_CLOSED", "sent", where=command.paper, reference=found.reference)
    sent_ms = _read_time(state, command.sent, command.at_ms, where="sent")
    if sent_ms + MINUTE_MS <= found.learned_ms:  # people write whole minutes
        raise Refusal("TIME_WRONG", "before_house_learned", where="sent")
    return [event_from(papers.PaperSent, command, sent_ms=sent_ms)]


# ---- a jackpot's removal ------------------------------------------------------------------------


def announce_removal(state: State, command: papers.AnnounceRemoval) -> Sequence[Event]:
    need_reason(command.reason)
    jackpot = state.jackpot(command.jackpot)
    if jackpot.last_day:
        raise Refusal("REMOVAL_ANNOUNCED", where=command.jackpot, last_day=jackpot.last_day)
    today = local_day(command.at_ms, state.time_zone)
    days = state.law_on(today).removal_notice_days
    notice = days.value if _is_posted(jackpot) else 0
    if days_before(command.last_day, notice) < today:
        raise Refusal(
            "NOTICE_SHORT",
            where="last_day",
            last_day=command.last_day,
            notice=notice,
            today=today,
            rule=days.rule,
        )
    end_ms = instant(f"{command.last_day} {END_OF_DAY}", state.time_zone)
    assert end_ms is not None, "the day was read"
    return [
        papers.PaperOpened(
            paper=_name(state),
            paper_kind=papers.REMOVAL,
            jackpot=command.jackpot,
            text=command.reason,
            learned_ms=command.at_ms,
            due_ms=end_ms,
            badges=command.badges,
        ),
        event_from(papers.RemovalAnnounced, command, paper=_name(state)),
    ]


def need_announced(state: State, jackpot: JackpotState, *, at_ms: int) -> None:
    """Require that players were told, for as long as the jurisdiction says, that a jackpot will
    go."""
    days = state.law_at(at_ms).removal_notice_days
    if not (days.value and _is_posted(jackpot)):
        return
    if not jackpot.last_day:
        raise Refusal("NOT_ANNOUNCED", where=jackpot.jackpot, value=days.value, rule=days.rule)
    if local_day(at_ms, state.time_zone) <= jackpot.last_day:
        last_day, rule = jackpot.last_day, days.rule
        raise Refusal("NOT_ANNOUNCED", "wait", where=jackpot.jackpot, last_day=last_day, rule=rule)


def end_removal(state: State, jackpot: str, badge: str) -> Sequence[Event]:
    """The end of a removal: the jackpot is retired, and its money has moved."""
    return [
        papers.PaperClosed(paper=name, outcome="retired", reason=found.typed, badges=(badge,))
        for name, found in state.papers.items()
        if found.jackpot == jackpot and found.paper_kind == papers.REMOVAL and found.is_open
    ]


def _is_posted(jackpot: JackpotState) -> bool:
    """Whether it holds players' money: a house jackpot and play money go without notice."""
    return bool(jackpot.levels) and not jackpot.terms.training


# ---- disputes -----------------------------------------------------------------------------------


def open_dispute(state: State, command: papers.OpenDispute) -> Sequence[Event]:
    need_reason(command.reason)
    table, number = command.table, command.round
    if command.award:
        found = state.award(command.award)
        if table or number:
            raise Refusal("PAPER_WRONG", "name_award_table", where="award")
        table, number = found.table, found.round
    elif not 1 <= number <= state.table(table).rounds:
        raise Refusal(
            "PAPER_WRONG",
            "no_such_round",
            where="round",
            table=table,
            rounds=state.table(table).rounds,
        )
    if command.person:
        state.person(command.person)
    return [
        papers.PaperOpened(
            paper=_name(state),
            paper_kind=papers.DISPUTE,
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


def close_dispute(state: State, command: papers.CloseDispute) -> Sequence[Event]:
    need_reason(command.reason)
    if command.outcome not in papers.OUTCOMES:
        raise Refusal("PAPER_WRONG", "only", where="outcome", outcomes=papers.OUTCOMES)
    found = _open(state, command.paper)
    if found.paper_kind != papers.DISPUTE:
        raise Refusal("PAPER_WRONG", "no_dispute", where=command.paper)
    if command.outcome == "paid" and not _is_paid(state, found):
        raise Refusal("PAPER_WRONG", "no_payment_record", where="outcome")
    return [event_from(papers.PaperClosed, command)]


def _is_paid(state: State, dispute: PaperState) -> bool:
    """Whether there is a payment for the award in dispute, or for one of its round: a cashier's, or
    the tray's if nothing was owed."""
    wins = state.round_wins.get(round_name(dispute.table, dispute.round)) or RoundWins()
    found = map(state.awards.get, (dispute.award,) if dispute.award else wins.awards)
    return any(
        each is not None and each.status == ("paid" if each.award.owed_cents else "moved")
        for each in found
    )


# ---- stops --------------------------------------------------------------------------------------


def note_stop(state: State, command: papers.NoteStop) -> Sequence[Event]:
    """Always accepted."""
    return [papers.SiteStopped()]


def note_restart(state: State, command: papers.NoteRestart) -> Sequence[Event]:
    """Always accepted: it has happened."""
    zone = state.time_zone
    since, again = local_time(command.since_ms, zone), local_time(command.at_ms, zone)
    seen = say("MALFUNCTION", STOP, since=since, again=again)
    found = propose_paper(state, STOP, seen, at_ms=command.at_ms)
    return [papers.SiteRestarted(since_ms=command.since_ms), *found]


# ---- inside -------------------------------------------------------------------------------------


def _name(state: State) -> str:
    """The name of a paper that a person opens; no row opens two."""
    return f"paper-{state.seq + 1}"


def _proposal(cause: str, day: str, table: str, device: str) -> str:
    """The name of a system proposal, the same all day: sensor-2026-11-15-C1-3f2a91. A device's name
    may contain any letters, so this uses only its digest."""
    digest = sha256(device.encode()).hexdigest()[:6] if device else ""
    return "-".join(filter(None, (cause, day, table, digest)))


def _due(hours: CitedNumber, learned_ms: int) -> int:
    return learned_ms + hours.value * HOUR_MS if hours.value else 0


def _open(state: State, paper: str) -> PaperState:
    found = state.paper(paper)
    if not found.is_open:
        raise Refusal("PAPER_CLOSED", "already", where=paper, status=found.status)
    return found


def _read_time(state: State, text: str, at_ms: int, *, where: str) -> int:
    """Read a time on the house's clock; now if empty."""
    if not text.strip():
        return at_ms
    found = instant(text, state.time_zone)
    opened_ms = state.site.opened_ms if state.site is not None else 0
    if found is None:
        raise Refusal("TIME_WRONG", "unreadable", where=where)
    if found > at_ms:
        raise Refusal("TIME_WRONG", "to_come", where=where, text=text)
    if found + MINUTE_MS <= opened_ms:  # people write whole minutes
        opened = local_time(opened_ms, state.time_zone)
        raise Refusal("TIME_WRONG", "before_opening", where=where, text=text, opened=opened)
    return found
