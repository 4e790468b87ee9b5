"""A floor with dishonest or careless staff: people with valid badges of all roles ask for
everything that touches money or custody, with plausible and with absurd arguments.

After each accepted command, the run checks books made from the events alone."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256

from msgspec import structs

from pitboss.audit import audit
from pitboss.engine import Core, Reply
from pitboss.floor import facts
from pitboss.floor.facts import COMMANDS, bank, jackpots, people
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import BankAccount
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.locked_wager import locked_wager
from pitboss.floor.view.statement import view_statement
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.local_time import local_day
from pitboss.money import Cents
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from proof.sim.adversary_arguments import Arguments
from proof.sim.adversary_books import AdversaryBooks
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import Discrepancy, same
from proof.sim.one_engine import check_replay
from proof.sim.people import Clock, CommandMaker
from proof.sim.running import Outcome
from proof.sim.site import draw_site, open_floor, paytables

COMMANDS_PER_ROUND = 40
# How often each is asked for; all others now and then.
WEIGHTS: dict[type[Command], float] = {
    facts.rounds.StartRound: 14,
    facts.rounds.PressHand: 12,
    facts.rounds.EndRound: 9,
    facts.rounds.VoidRound: 2,
    facts.awards.ConfirmAwards: 8,
    facts.awards.TurnKey: 5,
    facts.awards.TurnNumberedKey: 3,
    facts.awards.PressJackpot: 5,
    facts.awards.BackOutAward: 3,
    facts.people.SignIn: 5,
    facts.tables.ResumeTable: 2,
    facts.payments.PayPrize: 8,
    facts.payments.VoidPayment: 3,
    facts.payments.CancelPrize: 2,
    facts.payments.ForfeitPrize: 2,
    facts.payments.ReleasePayment: 2,
    facts.payments.VerifyHand: 4,
    facts.jackpots.AdjustMeter: 8,
    facts.jackpots.ResumeJackpot: 3,
    facts.papers.ReportMalfunction: 2,
    facts.papers.DismissPaper: 2,
    facts.bank.RecordDeposit: 3,
    facts.bank.RecordWithdrawal: 4,
    facts.bank.RecordStatement: 2,
    facts.paying_over.PayOver: 2,
    facts.changes.RequestChange: 3,
    facts.changes.ApproveChange: 3,
    facts.changes.ApplyChange: 3,
    facts.tables.CloseBetting: 0.1,
    facts.tables.PauseTable: 0.3,
    facts.people.RevokeBadge: 0.05,
    facts.people.ChangeBadge: 0.2,
    facts.persons.PurgePerson: 0.05,
}
REMEDIES_MOST = 4
# What may help, by the code of a refusal.
REMEDIES: dict[str, type[Command]] = {
    "NO_ROUND": facts.rounds.StartRound,
    "ROUND_OPEN": facts.rounds.EndRound,
    "MARKS_UNCONFIRMED": facts.awards.ConfirmAwards,
    "NO_DEALER": facts.people.SignIn,
    "NO_RELIEF": facts.people.SignOut,
    "TABLE_PAUSED": facts.tables.ResumeTable,
    "SHUFFLER_OUT": facts.shufflers.ClearShuffler,
    "BETTING_CLOSED": facts.tables.OpenBetting,
    "JACKPOT_SUSPENDED": facts.jackpots.ResumeJackpot,
    "BANK_SHORT": facts.bank.RecordDeposit,
    "TERMS_DRIFT": facts.approvals.EnterApproval,
    "APPROVAL_VOID": facts.approvals.EnterApproval,
    "USE_THE_KEY": facts.awards.TurnKey,
    "KEY_NOT_IN_JPH": facts.awards.TurnKey,
    "KEY_NOT_IN_RUN": facts.awards.TurnKey,
    "NOTHING_MARKED": facts.rounds.PressHand,
    "CHANGE_NOT_APPROVED": facts.changes.ApproveChange,
    "CHANGE_CLOSED": facts.changes.RequestChange,
    "LINK_NOT_SUSPENDED": facts.jackpots.SuspendJackpot,
    "HAND_UNVERIFIED": facts.payments.VerifyHand,
    "PAYMENT_HELD": facts.payments.ReleasePayment,
    "NOT_PAID": facts.payments.PayPrize,
    "NOT_HELD": facts.payments.HoldPayment,
    "EVIDENCE_WRONG": facts.papers.ReportMalfunction,
}
# Commands that no person of a house gives, or that need a hub.
LEFT_OUT = (
    facts.changes.OpenSite, facts.engines.BeginEngine, facts.archives.RemoveRows,
    facts.approvals.NoteRelease, facts.clock.NoteClockJump, facts.people.RefuseAccess,
)  # fmt: skip
HELD = ("meter:", "reserve:", "overflow:", "owed", "held", "bank", "forfeited", "unclaimed")
UNHELD = "bank_charges"  # fees, less interest


def attack(*, rng_seed: int, rounds: int, report: TellProgress = lambda done: None) -> Outcome:
    """One run from one rng seed, about as long as this many rounds take."""
    run = Attack(rng_seed)
    failure = ""
    try:
        run.play(COMMANDS_PER_ROUND * rounds, report)
    except Discrepancy as found:
        failure = str(found)
    except Exception as fault:  # noqa: BLE001 - anything that stops the engine is a finding
        failure = f"{run.last!r}: {fault!r}"
    return run.outcome(failure)


class Attack:
    """The floor and its staff for one rng seed."""

    def __init__(self, rng_seed: int) -> None:
        self._rng_seed = rng_seed
        self._chance = random.Random(rng_seed)
        self._clock = Clock()
        self._site = draw_site(self._chance)
        self._asker = CommandMaker("staff", self._clock)
        self.books = AdversaryBooks(paytables())
        self._arguments = Arguments(self._chance, self._clock, self._site, self.books)
        self._store = MemoryStore()
        self._core = Core(MemoryJournal(self._store), paytables())
        self._entries: list[tuple[int, Event]] = []
        self._trace = sha256()
        self._accepted = self._refused = 0
        self.last: Command | None = None
        kinds = [
            kind
            for kind in COMMANDS
            if kind not in LEFT_OUT and kind.__module__.startswith(facts.__name__)
        ]
        self._kinds, self._weights = kinds, [WEIGHTS.get(kind, 0.6) for kind in kinds]

    def play(self, commands: int, report: TellProgress) -> None:
        """Open the floor, fund it, then let everyone ask."""
        for command in open_floor(self._site, self._asker):
            self._need_accepted(command)
        account = BankAccount("Cedar Bank", "WA", "1234")
        self._need_accepted(
            self._asker.make(bank.NameBankAccount, account=account, badges=("sam", "ann"))
        )
        required = -(-self.books.required_micros() // CENT_MICROS)
        day = local_day(self._clock.at_ms, "UTC")
        self._need_accepted(
            self._asker.make(
                bank.RecordDeposit,
                cents=Cents(required + 100_000),
                reference="1",
                day=day,
                badge="ann",
            )
        )
        for table in self._site.tables:
            self._ask(self._asker.make(people.SignIn, table=table.name, badge=table.dealer))
        for number in range(commands):
            report(number / commands)
            self._clock.pass_ms(self._chance.choice((500, 2_000, 2_000, 20_000, 600_000)))
            self._step()
        self._check_end()

    def _step(self) -> None:
        """Somebody asks; after a refusal, perhaps for what would help, at the same place."""
        (kind,) = self._chance.choices(self._kinds, self._weights)
        given: dict[str, object] = {}
        for _ in range(REMEDIES_MOST):
            ids = {"command_id": f"staff {self._accepted + self._refused}"}
            drawn = self._arguments.draw(kind, {**given, **ids, "at_ms": self._clock.at_ms})
            reply = self._ask(self._worked_out(drawn))
            self._arguments.hear(repr(reply.refused))
            if reply.code not in REMEDIES or self._chance.randrange(4) == 0:
                break
            kind = REMEDIES[reply.code]
            given = {
                name: getattr(drawn, name)
                for name in ("table", "jackpot", "award", "change")
                if name in drawn.__struct_fields__ and name in kind.__struct_fields__
            }

    def _worked_out(self, drawn: Command) -> Command:
        """The command with what a server adds: the wager of a prize by hand as in the journal, and
        a statement as the office showed it to its signers."""
        if isinstance(drawn, jackpots.AdjustMeter):
            at = drawn.won_at
            wager = locked_wager(self._entries, at) if at is not None else None
            return structs.replace(drawn, wager=wager)
        if not isinstance(drawn, bank.RecordStatement):
            return drawn
        try:
            shown = view_statement(self._core.state, drawn).shown_sha256
        except Refusal:
            return drawn
        return structs.replace(drawn, shown_sha256=shown)

    def outcome(self, failure: str) -> Outcome:
        seen = Counter({"accepted": self._accepted, "refused": self._refused})
        asked = self._accepted + self._refused
        return Outcome(
            self._rng_seed, len(self.books.rounds), asked, asked, seen,
            self._trace.hexdigest()[:16], failure,
        )  # fmt: skip

    def _need_accepted(self, command: Command) -> None:
        reply = self._ask(command)
        same(reply.code, "", f"the answer to {command.kind}, {reply.refused}")

    def _ask(self, command: Command) -> Reply:
        self.last = command
        (reply,) = self._core.handle([command])
        self._trace.update(f"{command.kind} {reply.seq} {reply.code}\n".encode())
        if reply.accepted:
            self._accepted += 1
            self.books.take(command, reply.events)
            for event in reply.events:
                self._entries.append((reply.seq, event))
                self._remember(event)
            self._check_floor()
        else:
            self._refused += 1
        return reply

    def _remember(self, event: Event) -> None:
        """Note names for later commands."""
        known = self._arguments
        for names, field in (
            (known.changes, "change"), (known.papers, "paper"), (known.references, "reference"),
        ):  # fmt: skip
            name = getattr(event, field, "")
            if name and name not in names:
                names.append(name)

    def _check_floor(self) -> None:
        """Check that the floor's accounts match the books."""
        balances = dict(self._core.state.balances.items())
        self.books.need("postings sum to zero", holds=not sum(balances.values()), saying=balances)
        below = {
            name: amount
            for name, amount in balances.items()
            if amount < 0 and name.startswith(HELD) and name != UNHELD
        }
        kept = balances.get("withheld", 0) + balances.get("paid_over", 0)
        self.books.need("no account below zero", holds=kept >= 0, saying=balances)
        self.books.need("no account below zero", holds=not below, saying=below)
        same(
            required_micros(self._core.state), self.books.required_micros(), "the required balance"
        )

    def _check_end(self) -> None:
        """Check that a replay and the audit of the journal agree."""
        check_replay(self._core.state, self._store.rows)
        audit(MemoryJournal(self._store, read_only=True), paytables=paytables())
