"""The auditor follows papers with deadlines, and the evidence for lowering a meter."""

from __future__ import annotations

from pitboss.floor.facts import jackpots, papers, payments, reports
from proof.sim.evidence_books import LIABILITY, NoticeBook
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import AuditorBooks, need, same

HOUR_MS = 3_600_000


def paper_opened(
    books: AuditorBooks,
    asked: payments.ForfeitPrize | papers.ReportMalfunction,
    event: papers.PaperOpened,
) -> None:
    """A forfeited prize, or a malfunction, opens its notice; the law's hours start then."""
    law = books.law
    if isinstance(asked, payments.ForfeitPrize):
        about, hours = ("forfeiture", asked.award), law.forfeit_notice_hours.value
        badges: tuple[str, ...] = asked.badges
    else:
        about, hours = ("malfunction", ""), law.malfunction_notice_hours.value
        badges = (asked.badge,)
        if asked.cents:
            shown_cents = books.level(asked.jackpot, asked.level).shown_cents()
            need(holds=asked.cents <= shown_cents, saying="a notice of more than was shown")
            plays = asked.jackpot in books.table(asked.table).jackpots
            need(holds=plays, saying="a notice of a meter of another table")
        place = (asked.jackpot, asked.level)
        books.evidence.notices[event.paper] = NoticeBook(asked.cents, place, asked.badge)
    same((event.paper_kind, event.award), about, "what a paper is about")
    due_ms = event.learned_ms + hours * HOUR_MS if hours else 0
    same(event.due_ms, due_ms, "the time of a notice")
    same(event.badges, badges, "whose paper it is")


def paper_dismissed(
    books: AuditorBooks, asked: papers.DismissPaper, event: papers.PaperDismissed
) -> None:
    """A used notice can't be dismissed, nor a dismissed one used."""
    notice = books.evidence.notices.pop(asked.paper, None)
    need(holds=notice is None or not notice.taken_cents, saying="the evidence was dismissed")


def report_recorded(
    books: AuditorBooks, asked: reports.RecordReport, event: reports.ReportRecorded
) -> None:
    """Copies of a report are numbered; the closing liability's says what no meter shows."""
    copies = books.evidence.copies
    copies[asked.report] = copies.get(asked.report, 0) + 1
    same(event.copy, copies[asked.report], "the copy of a report")
    if asked.report == LIABILITY:
        books.evidence.unshown_cents = {
            (name, level_name): (level.reserve_micros + level.overflow_micros) // CENT_MICROS
            for name, jackpot in books.jackpots.items()
            for level_name, level in jackpot.levels.items()
        }


def check_evidence(
    books: AuditorBooks, asked: jackpots.AdjustMeter, event: jackpots.MeterAdjusted
) -> None:
    """Players' money leaves a meter only once, by what a notice or a kept report says."""
    evidence, cents = books.evidence, -asked.cents
    if cents > 0 and asked.adjustment == "faulty_display":
        need(holds=asked.evidence in evidence.notices, saying="a meter was corrected on no notice")
        notice = evidence.notices[asked.evidence]
        need(holds=cents <= notice.left_cents, saying="more came off than the notice says")
        same((asked.jackpot, asked.level), notice.place, "the meter of the notice")
        need(holds=notice.reporter not in asked.badges, saying="its reporter used a notice")
        notice.taken_cents += cents
    elif cents > 0 and asked.adjustment == "gross_receipts":
        cited = bool(asked.evidence) and asked.evidence == evidence.liability
        need(holds=cited, saying="money was released on no report")
        place = (asked.jackpot, asked.level)
        left_cents = evidence.unshown_cents.get(place, 0) - cents
        need(holds=left_cents >= 0, saying="more was released than the report says")
        evidence.unshown_cents[place] = left_cents
    else:
        same(asked.evidence, "", "the evidence of what takes no players' money")
