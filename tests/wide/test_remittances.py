"""Money between a property and its hub: who owes whom, what each account must hold, and what an
independent look at both exports finds."""

from __future__ import annotations

import pytest

from pitboss.audit import audit
from pitboss.engine import Reply
from pitboss.floor.facts import bank, payments
from pitboss.floor.money.custody import ELSEWHERE, for_players, held_by_jackpot
from pitboss.floor.money.ledger import required_micros
from pitboss.journal.memory import MemoryJournal
from pitboss.money import Cents, Micros
from pitboss.wide.facts import lost_rows
from pitboss.wide.facts.remittances import RECEIVED, SENT, RecordRemittance, VoidRemittance
from pitboss.wide.positions import PropertyPosition
from pitboss.wide.postings import owed_to
from pitboss.wide.reconcile import reconcile
from pitboss.wide.state import wide_of
from proof.sim import wide_floor as made
from proof.sim.wide_node import Node

from .line import TWO, Line, said

PAYERS = ("ann", "eve")
DAY = "2027-01-15"


@pytest.fixture
def line() -> Line:
    """Two properties, each with $10,000 of its own seed in the bank, and the hub with its own."""
    made_line = Line()
    for node in (made_line.hub, made_line.p1, made_line.p2):
        made_line.accepted(node, _deposit(made_line, node, 1_000_000))
        if node is not made_line.hub:
            made_line.talk(node)
    return made_line


def _deposit(line: Line, node: Node, cents: int, reference: str = "seed") -> bank.RecordDeposit:
    return bank.RecordDeposit(
        **line.ids(node),  # type: ignore[arg-type]
        cents=Cents(cents),
        reference=reference,
        day=DAY,
        badge="ann",
    )


def _remit(
    line: Line,
    node: Node,
    direction: str,
    cents: int,
    *,
    party: str,
    reference: str = "wire 1",
    reason: str = "",
) -> Reply:
    return node.ask(
        RecordRemittance(
            **line.ids(node),  # type: ignore[arg-type]
            party=party,
            direction=direction,
            cents=Cents(cents),
            reference=reference,
            day=DAY,
            badges=PAYERS,
            reason=reason,
        )
    )[0]


def _void(line: Line, node: Node, reference: str = "wire 1") -> Reply:
    return node.ask(
        VoidRemittance(
            **line.ids(node),  # type: ignore[arg-type]
            reference=reference,
            reason="typed twice",
            badges=PAYERS,
        )
    )[0]


def _collect(line: Line) -> None:
    """Five rounds of six wagers at p1: 5 x 6 x $0.20 = $6.00 for the hub, and as much for its own
    jackpot."""
    for _ in range(5):
        line.play(line.p1, 6)
    line.talk(line.p1)


def test_what_a_property_has_collected_it_owes_and_holds_until_it_is_sent(line: Line) -> None:
    _collect(line)
    # $10,000.00 seed and $6.00 of the own jackpot, and the $6.00 for the hub.
    assert required_micros(line.p1.state) == 1_001_200_000_000
    assert owed_to(line.p1.state, "hub") == 600_000_000
    assert owed_to(line.hub.state, "p1") == -600_000_000
    # The hub's meter has the $6.00, and the property holds them for it.
    assert required_micros(line.hub.state) == 1_000_000_000_000
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    assert _remit(line, line.hub, RECEIVED, 600, party="p1").accepted
    assert required_micros(line.p1.state) == 1_000_600_000_000
    assert required_micros(line.hub.state) == 1_000_600_000_000
    assert owed_to(line.p1.state, "hub") == 0
    assert owed_to(line.hub.state, "p1") == 0
    assert line.p1.state.balance("bank") == 999_400_000_000
    assert line.hub.state.balance("bank") == 1_000_600_000_000


def test_what_left_the_bank_in_rows_that_are_lost_is_entered_again_whatever_is_owed_now(
    line: Line,
) -> None:
    _collect(line)
    backup = line.kept(line.p1)
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    assert _remit(line, line.hub, RECEIVED, 600, party="p1").accepted
    assert line.start(line.p1, 1).accepted
    line.win(line.p1)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=3)
    line.settle(line.p1, posts=False)
    (lost,) = wide_of(line.p1.state).lost_grants
    taken = lost_rows.TakeOverGrant(
        **line.ids(line.p1),  # type: ignore[arg-type]
        claim=lost.grant.claim,
        reason="known from the camera",
        badges=TWO,
    )
    line.accepted(line.p1, taken)
    assert _remit(line, line.p1, SENT, 600, party="hub").code == "AMOUNT_WRONG"
    assert _remit(line, line.p1, SENT, 600, party="hub", reason="lost with the disk").accepted
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    line.need_sound()
    assert line.proven().differences == ()


def test_what_a_hub_sent_in_rows_that_it_has_lost_is_entered_again_whatever_is_owed_now(
    line: Line,
) -> None:
    """The hit, the deposit for the meter's restart, and the remittance are in rows that it has
    lost; the first the property shows it, the others are entered again."""
    _collect(line)
    backup = line.kept(line.hub)
    assert line.start(line.p1, 1).accepted
    line.win(line.p1)
    line.accepted(line.hub, _deposit(line, line.hub, 1_000_000, "second seed"))
    assert _remit(line, line.hub, SENT, 999_938, party="p1").accepted
    assert _remit(line, line.p1, RECEIVED, 999_938, party="hub").accepted
    line.restore(line.hub, backup)
    lost = _remit(line, line.hub, SENT, 999_938, party="p1")
    assert (lost.code, "If the money has already left, say why" in str(lost.refused)) == (
        "AMOUNT_WRONG",
        True,
    )
    line.accepted(line.hub, _deposit(line, line.hub, 1_000_000, "second seed"))
    assert _remit(line, line.hub, SENT, 999_938, party="p1", reason="lost with the disk").accepted
    line.exchange(line.p1, times=2)
    assert line.decide(line.p1, posts=True).accepted
    assert line.join(line.p1).accepted
    line.exchange(line.p1)
    assert owed_to(line.p1.state, "hub") == owed_to(line.hub.state, "p1") == 0
    line.need_sound()
    assert line.proven().differences == ()


def test_a_winner_is_held_in_full_and_the_hub_owes_what_was_not_collected_here(line: Line) -> None:
    _collect(line)
    assert line.start(line.p1, 1).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    # $10,000.00 and 31 x $0.18 were won; 31 x $0.20 were collected here.
    assert [*line.owed_cents(line.p1).values()] == [1_000_558]
    assert owed_to(line.p1.state, "hub") == 620_000_000 - 1_000_558_000_000
    assert owed_to(line.hub.state, "p1") == 1_000_558_000_000 - 620_000_000
    # The winner's money, and $10,000.00 with 31 x $0.20 of the own jackpot; nothing for the hub.
    assert required_micros(line.p1.state) == 1_000_558_000_000 + 1_000_620_000_000
    # The hub's house put in $10,000.00 twice: for the seed that was won, and for the next.
    assert required_micros(line.hub.state) == 2_000_000_000_000
    line.accepted(line.hub, _deposit(line, line.hub, 1_000_000, "second seed"))
    assert _remit(line, line.hub, SENT, 999_938, party="p1").accepted
    assert _remit(line, line.p1, RECEIVED, 999_938, party="hub").accepted
    assert owed_to(line.p1.state, "hub") == owed_to(line.hub.state, "p1") == 0


def test_the_cage_draws_no_more_of_a_wide_prize_than_was_collected_or_received(line: Line) -> None:
    """$10,005.58 is paid before the hub has remitted; $6.20 of it was collected here."""
    _collect(line)
    assert line.start(line.p1, 1).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    (award,) = line.owed_cents(line.p1)
    pay = payments.PayPrize(**line.ids(line.p1), award=award, badge="ann")  # type: ignore[arg-type]
    assert line.p1.ask(pay)[0].accepted
    assert required_micros(line.p1.state) == 1_000_620_000_000  # of the own jackpot, as before
    assert for_players(line.p1.state) == 1_000_000_000_000 - 620_000_000

    def draw(cents: int, reference: str) -> Reply:
        drawn = bank.RecordWithdrawal(
            **line.ids(line.p1),  # type: ignore[arg-type]
            cents=Cents(cents),
            reference=reference,
            day=DAY,
            purpose="prize",
            badges=PAYERS,
        )
        return line.p1.ask(drawn)[0]

    refused = draw(999_000, "w1")
    assert refused.code == "AMOUNT_WRONG"
    assert "only $6.20 is here. Record the hub's remittance first" in str(refused.refused)
    assert draw(621, "w1").code == "AMOUNT_WRONG"
    assert draw(620, "w1").accepted
    line.accepted(line.hub, _deposit(line, line.hub, 1_000_000, "second seed"))
    assert _remit(line, line.hub, SENT, 999_938, party="p1").accepted
    assert _remit(line, line.p1, RECEIVED, 999_938, party="hub").accepted
    assert for_players(line.p1.state) == 1_000_000_000_000 - 620_000_000
    assert draw(999_939, "w2").code == "AMOUNT_WRONG"
    assert draw(999_938, "w2").accepted
    assert line.p1.state.balance("bank") == 999_380_000_000


def test_no_more_is_sent_than_is_owed_and_lies_there(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 601, party="hub").code == "AMOUNT_WRONG"
    assert _remit(line, line.hub, SENT, 1, party="p1").code == "AMOUNT_WRONG"
    assert _remit(line, line.p1, SENT, 600, party="p2").code == "HUB_UNKNOWN"
    assert _remit(line, line.hub, RECEIVED, 600, party="p9").code == "PROPERTY_UNKNOWN"
    assert _remit(line, line.p1, "lost", 600, party="hub").code == "DIRECTION_UNKNOWN"
    assert _remit(line, line.p1, SENT, 600, party="hub", reference="seed").code == "REFERENCE_TWICE"


def test_a_remittance_that_never_left_is_taken_back_once(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    before = required_micros(line.p1.state)
    assert _void(line, line.p1).accepted
    assert required_micros(line.p1.state) == before + 600_000_000
    assert owed_to(line.p1.state, "hub") == 600_000_000
    assert line.p1.state.balance("bank") == 1_000_000_000_000
    assert _void(line, line.p1).code == "ENTRY_CLEARED"
    assert _void(line, line.p1, "seed").code == "ENTRY_UNKNOWN"
    assert _remit(line, line.p1, SENT, 600, party="hub").code == "REFERENCE_TWICE"


def test_a_remittance_is_no_withdrawal_and_no_deposit_that_was_entered_wrong(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    assert _remit(line, line.hub, RECEIVED, 600, party="p1").accepted
    void = bank.VoidWithdrawal(
        **line.ids(line.p1),  # type: ignore[arg-type]
        reference="wire 1",
        reason="x",
        badges=PAYERS,
    )
    correct = bank.RecordWithdrawal(
        **line.ids(line.hub),  # type: ignore[arg-type]
        cents=Cents(600),
        reference="w",
        day=DAY,
        purpose="correction",
        corrects="wire 1",
        badges=PAYERS,
    )
    assert line.p1.ask(void)[0].code == "ENTRY_UNKNOWN"
    assert line.hub.ask(correct)[0].code == "ENTRY_UNKNOWN"


def test_the_worksheet_of_the_account_says_what_lies_at_the_other_end(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    held = dict(held_by_jackpot(line.p1.state))
    assert held["wide"] == 600_000_000
    assert held[ELSEWHERE] == -600_000_000
    assert sum(held.values()) == required_micros(line.p1.state)
    at_hub = dict(held_by_jackpot(line.hub.state))
    assert sum(at_hub.values()) == required_micros(line.hub.state)


def test_remittances_hold_before_an_auditor(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 600, party="hub").accepted
    assert _void(line, line.p1).accepted
    for node in (line.hub, line.p1):
        audit(MemoryJournal(node.store, read_only=True), paytables=made.BOOK)


def _reconciled(line: Line) -> tuple[tuple[tuple[str, int, int, int], ...], tuple[str, ...]]:
    exports = [(node.name, iter(node.store.rows)) for node in (line.hub, line.p1, line.p2)]
    found = reconcile(exports)
    return found.remittances, said(found.differences)


def test_reconcile_counts_money_that_is_under_way_and_names_what_differs(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.p1, SENT, 400, party="hub").accepted
    # Property, cents recorded there, cents recorded at the hub, under way; to the hub above zero.
    assert _reconciled(line) == ((("p1", 400, 0, 400), ("p2", 0, 0, 0)), ())
    assert _remit(line, line.hub, RECEIVED, 399, party="p1").accepted
    remittances, differences = _reconciled(line)
    assert remittances[0] == ("p1", 400, 399, 1)
    assert differences == ("p1: remittance wire 1 is $4.00 there but $3.99 at the hub",)
    assert _void(line, line.hub).accepted
    assert _remit(line, line.hub, RECEIVED, 400, party="p1", reference="wire 1b").accepted
    assert _void(line, line.p1).accepted
    assert _remit(line, line.p1, SENT, 400, party="hub", reference="wire 1b").accepted
    assert _reconciled(line) == ((("p1", 400, 400, 0), ("p2", 0, 0, 0)), ())


def test_more_received_than_was_sent_is_a_difference_and_not_under_way(line: Line) -> None:
    _collect(line)
    assert _remit(line, line.hub, RECEIVED, 400, party="p1").accepted
    remittances, differences = _reconciled(line)
    assert remittances[0] == ("p1", 0, 400, -400)
    assert differences == ("p1: the hub received $4.00 from it, but it sent $0.00",)
    assert _remit(line, line.p1, SENT, 300, party="hub", reference="by its bank").accepted
    assert _reconciled(line)[1] == ("p1: the hub received $4.00 from it, but it sent $3.00",)
    assert _remit(line, line.p2, RECEIVED, 700, party="hub", reference="wire 2").accepted
    assert _reconciled(line)[1][1:] == (
        "p2: it received $7.00 from the hub, but the hub sent $0.00",
    )


def test_a_hub_sends_nothing_that_would_leave_its_meters_without_their_money(line: Line) -> None:
    _collect(line)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    # $10,000.00, $5.40 of the rounds before and $1.08 of this one were won there. It holds its seed
    # once, and must hold what it owes the property and the seed that the meter restarted with.
    assert owed_to(line.hub.state, "p1") == 1_000_648_000_000 - 720_000_000
    reply = _remit(line, line.hub, SENT, 900_000, party="p1")
    assert reply.code == "BANK_SHORT"
    lacks = required_micros(line.hub.state) - 1_000_000_000_000
    assert f"is ${lacks / 100_000_000:,.2f} short of" in str(reply.refused)
    line.accepted(line.hub, _deposit(line, line.hub, lacks // 1_000_000, "restart"))
    assert _remit(line, line.hub, SENT, 900_000, party="p1").accepted
    assert line.hub.state.balance("bank") == required_micros(line.hub.state)


def test_collected_less_won_and_paid_is_what_is_owed_to_the_cent() -> None:
    position = PropertyPosition(
        name="p1",
        collected_micros=Micros(100_500_000),  # $1.005
        won_micros=Micros(251_000_000),
        paid_micros=Micros(0),
        owes_micros=Micros(-150_500_000),
    )
    assert position.row[-1] == 100 - 251
