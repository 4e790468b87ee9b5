"""What a scenario asks and says of papers with clocks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pitboss.floor.facts.papers import (
    AnnounceRemoval,
    CloseDispute,
    DismissPaper,
    NoteRestart,
    NoteStop,
    OpenDispute,
    ReportMalfunction,
    SendPaper,
    TakeUpPaper,
)
from pitboss.floor.state.papers import PaperState

from .script import Script
from .words import Words, Wrong, amount_cents


def _found(script: Script, number: str) -> PaperState:
    """The paper that was made as the so-manieth of the scenario."""
    papers = sorted((found for _, found in script.floor.state.papers.items()), key=lambda p: p.seq)
    if not 1 <= int(number) <= len(papers):
        raise Wrong(f"no paper {number}; there are {len(papers)}")
    return papers[int(number) - 1]


def _name(script: Script, words: Words) -> str:
    """'paper 2', or the name of one that is not there."""
    words.skip("paper")
    number = words.take()
    return _found(script, number).paper if number.isdigit() else number


def _malfunction(script: Script, words: Words) -> None:
    """MALFUNCTION at T1 learned "2026-11-15 06:40" meter fours main too-high $0.40 sam "twice" """
    table = words.take() if words.after("at") else ""
    learned = words.take() if words.after("learned") else ""
    jackpot, level = (words.take(), words.take()) if words.after("meter") else ("", "")
    cents = amount_cents(words.take()) if words.after("too-high") else 0
    badge = words.take()
    script.ask(
        ReportMalfunction, table=table, learned=learned, jackpot=jackpot, level=level, cents=cents,
        badge=badge, reason=words.take(),
    )  # fmt: skip


def _take_up(script: Script, words: Words) -> None:
    script.ask(TakeUpPaper, paper=_name(script, words), badge=words.take())


def _dismiss(script: Script, words: Words) -> None:
    paper, badge = _name(script, words), words.take()
    script.ask(DismissPaper, paper=paper, badge=badge, reason=words.take())


def _send(script: Script, words: Words) -> None:
    """SEND paper 1 reference "mail of 17 November" at "2026-11-17 09:00" ann"""
    paper = _name(script, words)
    words.skip("reference")
    reference = words.take()
    sent = words.take() if words.after("at") else ""
    script.ask(SendPaper, paper=paper, reference=reference, sent=sent, badge=words.take())


def _announce(script: Script, words: Words) -> None:
    """ANNOUNCE rooms last day 2026-11-30 sam ann "a new game comes" """
    jackpot = words.take()
    words.skip("last")
    words.skip("day")
    day, badges = words.take(), (words.take(), words.take())
    script.ask(
        AnnounceRemoval, jackpot=jackpot, last_day=day, badges=badges, reason=words.take()
    )  # fmt: skip


def _dispute(script: Script, words: Words) -> None:
    """DISPUTE award 1 person kim sam "he says ..." or DISPUTE T1 round 3 sam "..." """
    about: dict[str, object] = {}
    if words.after("award"):
        number = words.take()
        is_there = number.isdigit()
        about["award"] = script.award(number).award.award if is_there else number
    else:
        about["table"] = words.take()
        words.skip("round")
        about["round"] = int(words.take())
    person = words.take() if words.after("person") else ""
    script.ask(OpenDispute, **about, person=person, badge=words.take(), reason=words.take())


def _settle(script: Script, words: Words) -> None:
    """SETTLE paper 1 denied sam ann "the camera shows ..." """
    paper, outcome, badges = _name(script, words), words.take(), (words.take(), words.take())
    script.ask(CloseDispute, paper=paper, outcome=outcome, badges=badges, reason=words.take())


def _stop(script: Script, words: Words) -> None:
    script.ask(NoteStop)


def _restart(script: Script, words: Words) -> None:
    """RESTART after 30 minutes"""
    words.skip("after")
    since_ms = script.floor.at_ms - int(words.take()) * 60_000
    words.skip("minutes")
    script.ask(NoteRestart, since_ms=since_ms)


def _utc(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _paper(script: Script, words: Words) -> None:
    """paper 1 malfunction proposed learned 2026-11-15 06:40 due 2026-11-18 06:40 — or overdue"""
    found = _found(script, words.take())
    told = [found.paper_kind, found.status]
    rest = words.rest()
    if "learned" in rest:
        told += ["learned", *_utc(found.learned_ms).split()]
    if "due" in rest:
        told += ["due", *_utc(found.due_ms).split()]
    if "sent" in rest:
        told += ["sent", *_utc(found.sent_ms).split()]
    if found.outcome:
        told.append(found.outcome)
    if found.is_overdue(script.floor.at_ms):
        told.append("overdue")
    if found.is_late:
        told.append("late")
    if told != rest:
        raise Wrong(f"it is {' '.join(told)}, not {' '.join(rest)}")


def _papers(script: Script, words: Words) -> None:
    """papers 3: so many there are"""
    found = len(list(script.floor.state.papers.items()))
    if found != int(words.take()):
        raise Wrong(f"there are {found}")


def _last_day(script: Script, words: Words) -> None:
    """last-day rooms 2026-11-30 — or last-day rooms none"""
    jackpot = script.floor.state.kept_jackpot(words.take())
    wanted = words.take()
    if (jackpot.last_day or "none") != wanted:
        raise Wrong(f"it is {jackpot.last_day or 'none'}, not {wanted}")


PAPER_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "MALFUNCTION": _malfunction,
    "TAKE-UP": _take_up,
    "DISMISS": _dismiss,
    "SEND": _send,
    "ANNOUNCE": _announce,
    "DISPUTE": _dispute,
    "SETTLE": _settle,
    "STOP": _stop,
    "RESTART": _restart,
}
PAPER_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "paper": _paper,
    "papers": _papers,
    "last-day": _last_day,
}
