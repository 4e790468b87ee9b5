"""Takes players' money off meters, with the evidence that the law requires, or without."""

from __future__ import annotations

from pitboss.floor.facts import jackpots, papers, reports
from pitboss.floor.facts.base import Command
from pitboss.money import Cents
from proof.sim.evidence_books import LIABILITY
from proof.sim.people import AskingPerson, CommandMaker, SharedFloor
from proof.sim.site import DrawnSite

APPROVERS = (*[("sam", "ann"), ("sue", "eve")] * 3, ("sam", "sam"))


class EvidenceOffice:
    """Reports malfunctions, keeps copies of the closing liability, and has meters reduced by what
    these say, by more, or has the wrong meter reduced."""

    def __init__(self, floor: SharedFloor, site: DrawnSite) -> None:
        self._floor = floor
        self._site = site
        self._asker = CommandMaker("evidence", floor.clock)
        self._idle_percent = floor.chance.choice((70, 95, 100))

    def work(self) -> AskingPerson:
        """Do something now and then."""
        return self._floor.now_and_then(self._draw, idle_percent=self._idle_percent)

    def _draw(self) -> Command:
        draws = (
            self._report,
            self._keep,
            self._correct,
            self._correct,
            self._release,
            self._dismiss,
        )
        return self._floor.chance.choice(draws)()

    def _report(self) -> Command:
        """A display was too high by zero, a little or a lot."""
        chance = self._floor.chance
        table = chance.choice(self._site.tables)
        jackpot = chance.choice((*table.jackpots, *table.jackpots, *self._site.jackpots))
        return self._asker.make(
            papers.ReportMalfunction,
            table=table.name,
            jackpot=jackpot.name,
            level=chance.choice([each.level for each in jackpot.terms.levels] or ["none"]),
            cents=Cents(chance.choice((0, 1, 500, 100_000, -1))),
            reason="the sign stood still",
            badge=chance.choice(("ann", "sam", "dora")),
        )

    def _keep(self) -> Command:
        """Keep a copy of a report, usually of the closing liability."""
        chance = self._floor.chance
        return self._asker.make(
            reports.RecordReport,
            report=chance.choice((LIABILITY, LIABILITY, "accrual")),
            file_format="pdf",
            from_ms=0,
            to_ms=self._floor.clock.at_ms,
            last_seq=self._floor.books.seq,
            sha256="0" * 64,
            badge=chance.choice(("ann", "una")),
        )

    def _correct(self) -> Command:
        """Take off what a display was too high, or add it, which needs no evidence."""
        chance, evidence = self._floor.chance, self._floor.books.evidence
        paper = chance.choice([*evidence.notices][-3:] or ["paper-1"])
        cited = chance.choice((paper, paper, paper, "", evidence.liability))
        notice = evidence.notices.get(paper)
        left_cents = notice.left_cents if notice else 1
        cents = chance.choice((-1, -left_cents, -left_cents - 1, 1))
        place = notice.place if notice and self._floor.often(80) else self._place()
        return self._reduce("faulty_display", cited, cents, place)

    def _dismiss(self) -> Command:
        """Nothing was wrong after all."""
        chance, notices = self._floor.chance, self._floor.books.evidence.notices
        paper = chance.choice([*notices][-3:] or ["paper-1"])
        return self._asker.make(papers.DismissPaper, paper=paper, reason="all is well", badge="eve")

    def _release(self) -> Command:
        """What no meter shows goes to gross receipts."""
        chance, evidence = self._floor.chance, self._floor.books.evidence
        last = evidence.liability
        cited = chance.choice((last, last, last, "", f"{LIABILITY} 1", "paper-1"))
        left_cents = max(evidence.unshown_cents.values(), default=1)
        cents = chance.choice((-1, -left_cents, -left_cents - 1))
        return self._reduce("gross_receipts", cited, cents, self._place())

    def _place(self) -> tuple[str, str]:
        """A meter; a house jackpot has none."""
        jackpot = self._floor.chance.choice(self._site.jackpots)
        levels = [each.level for each in jackpot.terms.levels] or ["none"]
        return jackpot.name, self._floor.chance.choice(levels)

    def _reduce(
        self, adjustment: str, evidence: str, cents: int, place: tuple[str, str]
    ) -> Command:
        chance = self._floor.chance
        return self._asker.make(
            jackpots.AdjustMeter,
            jackpot=place[0],
            level=place[1],
            adjustment=adjustment,
            cents=Cents(cents),
            reason="as the paper says",
            badges=chance.choice(APPROVERS),
            evidence=evidence,
        )
