"""The auditor notices: each test breaks one thing in the floor, the engine or the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine import Batch, Core, core
from pitboss.floor import fold
from pitboss.floor.decide import Decision, checks, decide, holds, permissions, plans, pricing
from pitboss.floor.decide import awards as decide_awards
from pitboss.floor.decide import changes as decide_changes
from pitboss.floor.decide import jackpots as decide_jackpots
from pitboss.floor.decide import payments as decide_payments
from pitboss.floor.decide import rounds as decide_rounds
from pitboss.floor.decide import tables as decide_tables
from pitboss.floor.decide import tiers as decide_tiers
from pitboss.floor.decide.checks import need_betting
from pitboss.floor.decide.holds import reprice_holds
from pitboss.floor.decide.plans import _going
from pitboss.floor.decide.pricing import envy_pays, payment_order
from pitboss.floor.facts import awards, payments
from pitboss.floor.facts.base import event_from
from pitboss.floor.facts.permission import CONFIRMER, DEALER
from pitboss.floor.facts.values import Contribution, EnvyPay, Mark, Movement, Retire, Transfer
from pitboss.floor.fold import awards as fold_awards
from pitboss.floor.fold import jackpots as fold_jackpots
from pitboss.floor.fold import rounds as fold_rounds
from pitboss.floor.fold import shared
from pitboss.floor.money import reversal, tax
from pitboss.floor.money.meter import contribute, make_movement, move_level, pay
from pitboss.floor.money.reversal import without_award, without_wagers
from pitboss.floor.state.floor import LevelState, State, TableState
from pitboss.journal import Last, Row
from pitboss.journal.codec import events_of, events_text
from pitboss.journal.memory import MemoryJournal
from pitboss.money import Cents, Micros
from pitboss.refusal import Refusal, Told
from proof.sim.running import simulate

SEEDS = range(1, 190)
Commit = Callable[[], Last]


def first_failure(*, faults: str, rounds: int = 20, begin: int = 0) -> str:
    """What the auditor says to the first of some seeds that shows the fault; those from `begin` on
    are tried first."""
    for rng_seed in (*SEEDS[begin:], *SEEDS[:begin]):
        failure = simulate(rng_seed=rng_seed, rounds=rounds, faults=faults).failure
        if failure:
            return failure
    return ""


def test_PS_10_a_lost_micro_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contribute

    def loses_a_micro(jackpot: str, level: LevelState, *, wagers_cents: Cents) -> Contribution:
        given = whole(jackpot, level, wagers_cents=wagers_cents)
        if not given.meter_micros:
            return given
        after = replace(given.after, meter_micros=Micros(given.after.meter_micros - 1))
        return replace(given, meter_micros=Micros(given.meter_micros - 1), after=after)

    monkeypatch.setattr(decide_rounds, "contribute", loses_a_micro)
    assert "not what the wagers give at its rates" in first_failure(faults="none")

    def believes(level: LevelState, given: Contribution, wagers_cents: int) -> LevelState:
        return move_level(level, given.after)

    # A floor that does not look for itself is found out by the auditor.
    monkeypatch.setattr(fold_rounds, "_contribute", believes)
    assert "what wagers gave to" in first_failure(faults="none")


def test_an_event_that_repeats_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = event_from

    def without_reason(kind: Any, command: Any, **worked_out: Any) -> Any:
        found = whole(kind, command, **worked_out)
        return replace(found, reason="") if hasattr(found, "reason") else found

    monkeypatch.setattr(decide_tables, "event_from", without_reason)
    assert first_failure(faults="none").startswith("the reason of table-")


def test_PS_11_a_forgotten_reserve_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pay

    def keeps_the_reserve(
        award: str, jackpot: str, level: LevelState, paid: Cents, *, restarts: bool
    ) -> Movement:
        held = level.reading.reserve_micros
        moved = whole(award, jackpot, level, paid, restarts=restarts)
        if not restarts or not held or moved.meter_micros < held:
            return moved
        after = replace(
            moved.after,
            meter_micros=Micros(moved.after.meter_micros - held),
            reserve_micros=held,
        )
        return replace(
            moved,
            meter_micros=Micros(moved.meter_micros - held),
            reserve_micros=Micros(0),
            after=after,
        )

    monkeypatch.setattr(pricing, "pay", keeps_the_reserve)
    told = first_failure(faults="none", rounds=80, begin=5)
    assert "movement" in told or "awards" in told  # by the restart, or by what is won after it


def test_PS_14_another_order_of_payment_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    posted = payment_order

    def backwards(table: Any, marks: Sequence[Mark]) -> list[Mark]:
        return posted(table, marks)[::-1]

    monkeypatch.setattr(decide_awards, "payment_order", backwards)
    assert first_failure(faults="none", begin=4).startswith("awards: ")


def test_PS_20_envy_for_the_own_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    others = envy_pays

    def everybody(state: Any, opened: Any, book: Any) -> list[EnvyPay]:
        pays = list(others(state, opened, book))
        return [*pays, *(replace(pay, seat=pay.seat_hit) for pay in pays[:1])]

    monkeypatch.setattr(decide_rounds, "envy_pays", everybody)
    assert first_failure(faults="none", begin=3).startswith("envy: ")


@pytest.mark.parametrize("wrong", ["from_house", "halved"])
def test_PS_34_a_house_jackpot_paid_otherwise_is_noticed(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    """A fixed line that the house pays in place of the tray; a posted amount that is not whole."""
    priced = pricing._Pricing._add

    def otherwise(self: Any, mark: Mark, seat: int, jackpot: Any, **parts: Any) -> None:
        if jackpot.terms.kind == "house" and wrong == "from_house" and "tray" in parts:
            parts["house"] = parts.pop("tray")
        if jackpot.terms.kind == "house" and wrong == "halved" and "house" in parts:
            parts["house"] = Cents(parts["house"] // 2)
        priced(self, mark, seat, jackpot, **parts)

    monkeypatch.setattr(pricing._Pricing, "_add", otherwise)
    noticed = ("awards: ", "whether the dealer's press records it")
    assert first_failure(faults="none", begin=1).startswith(noticed)


def test_PS_34_a_house_jackpot_without_its_envy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = envy_pays

    def of_progressives(state: Any, opened: Any, book: Any) -> list[EnvyPay]:
        pays = whole(state, opened, book)
        return [pay for pay in pays if state.kept_jackpot(pay.jackpot).levels]

    monkeypatch.setattr(decide_rounds, "envy_pays", of_progressives)
    assert first_failure(faults="none", begin=3).startswith("envy: ")


def test_PS_4_a_badge_that_is_not_asked_for_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_tiers, "need_role", lambda *badge, **rule: None)
    assert "confirmed what needs" in first_failure(faults="none", begin=1)


@pytest.mark.parametrize(
    ("relation", "noticed"),
    [(DEALER, "dealt, and confirmed"), (CONFIRMER, "confirmed it, and paid")],
)
def test_PS_9_one_person_with_two_parts_is_noticed(
    monkeypatch: pytest.MonkeyPatch, relation: str, noticed: str
) -> None:
    monkeypatch.setitem(permissions._PEOPLE, relation, lambda state, command: ())
    assert noticed in first_failure(faults="none", rounds=60, begin=3)


def test_PS_7_a_back_out_that_keeps_the_money_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = without_award

    def keeps_a_cent(level: LevelState, award: str, *, successor: str = "") -> LevelState:
        undone = whole(level, award, successor=successor)
        raised = Micros(undone.reading.meter_micros + 1_000_000)
        return move_level(undone, replace(undone.reading, meter_micros=raised))

    for module in (reversal, holds, fold_awards, fold_rounds):
        monkeypatch.setattr(module, "without_award", keeps_a_cent)
    assert first_failure(faults="none", begin=4).startswith("the movement of")


def test_ALL_1_a_void_that_takes_parked_overflow_first_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = without_wagers

    def takes_overflow(level: LevelState, given: Contribution, row: int) -> LevelState:
        undone = whole(level, given, row)
        left, before = undone.reading, level.reading
        spared = min(left.overflow_micros, before.meter_micros - left.meter_micros)
        after = replace(
            left,
            meter_micros=Micros(left.meter_micros + spared),
            overflow_micros=Micros(left.overflow_micros - spared),
        )
        return move_level(undone, after)

    for module in (reversal, fold_rounds):
        monkeypatch.setattr(module, "without_wagers", takes_overflow)
    assert first_failure(faults="none", rounds=60, begin=46).startswith("the movement of")


def test_PS_7_a_level_that_forgets_an_award_too_early_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared, "_is_settled", lambda state, each: True)
    monkeypatch.setattr(decide_awards, "is_remembered", lambda state, found: True)
    assert first_failure(faults="none", rounds=60, begin=5).startswith("the movement of")


def test_PS_62_a_canceled_prize_that_goes_to_the_house_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def keeps(name: str, level: LevelState, *, meter: int, reserve: int, overflow: int) -> Movement:
        return make_movement(level, level.reading, jackpot=name, house=-meter)

    monkeypatch.setattr(decide_payments, "put_in", keeps)
    monkeypatch.setitem(vars(fold)["FOLDS"], payments.PrizeCanceled, lambda state, event: None)
    assert first_failure(faults="none", rounds=60, begin=16).startswith("the movement of")


def test_PS_11_a_restart_that_goes_with_one_share_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The meter stays without its seed, though others of the split keep their shares."""
    monkeypatch.setattr(decide_awards, "_restart_successor", lambda state, found: "")
    assert first_failure(faults="none", rounds=60, begin=180).startswith(
        "who restarts the meter now"
    )


def test_PS_3_a_mark_that_keeps_what_was_held_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking a mark back releases nothing."""
    whole = reprice_holds

    def keeps(state: Any, table: Any, pressed: Any, marks: Sequence[Mark], book: Any) -> list[Any]:
        return whole(state, table, pressed, marks, book) if pressed in marks else []

    monkeypatch.setattr(decide_rounds, "reprice_holds", keeps)
    assert first_failure(faults="none", begin=5).startswith("the holds at ")


def test_PS_14_a_second_mark_that_is_not_priced_in_order_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(holds, "payment_order", lambda table, marks: list(marks))
    assert first_failure(faults="none", begin=5).startswith("the marks that are held: ")


def test_PS_8_an_award_that_is_paid_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paying leaves an award as it was, books in balance: the next cashier pays it again."""
    folds = vars(fold)["FOLDS"]
    monkeypatch.setitem(folds, payments.PrizePaid, lambda state, event: None)
    told = first_failure(faults="none", begin=3)
    assert "when it is paid" in told or told == "it was paid" or told.startswith("the tax on")


def test_a_refused_command_that_is_done_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine forgets in the answer that it has refused."""
    whole = Core._decide

    def kindly(self: Core, *given: Any) -> Any:
        return replace(whole(self, *given), refused=None)

    monkeypatch.setattr(Core, "_decide", kindly)
    assert "the answer to" in first_failure(faults="none")


def test_a_command_that_happens_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine knows no earlier answer, and the journal does not look either."""
    whole = MemoryJournal.append

    def forgetful(self: MemoryJournal, rows: Sequence[Row], *, after: Last) -> None:
        self._store.by_command.clear()
        whole(self, rows, after=after)

    monkeypatch.setattr(MemoryJournal, "append", forgetful)
    assert "happened twice" in first_failure(faults="many")


def test_wagers_on_a_suspended_jackpot_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_rounds, "need_wagers_taken", lambda jackpot: None)
    assert "stands when it takes wagers" in first_failure(faults="none", begin=2)


def test_a_change_under_a_round_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_changes, "_need_standing", lambda *_, **__: None)
    failure = first_failure(faults="none", begin=15)
    told = ("under a round", "stood: the floor says", "left an open round")
    assert any(words in failure for words in told)


def test_who_records_a_small_pay_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_rounds, "_recorded_by_dealer", lambda *_: [])
    assert "whether the dealer's press records it" in first_failure(faults="none", begin=14)


def test_MB_6_a_share_that_leaves_somebody_out_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sharers = decide_rounds._sharers

    def by_side(opened: Any, jackpot: Any, *rest: Any) -> tuple[int, ...]:
        terms = replace(jackpot.terms, split_among="own_side")
        return sharers(opened, replace(jackpot, terms=terms), *rest)

    monkeypatch.setattr(decide_rounds, "_sharers", by_side)
    assert "not all of them share" in first_failure(faults="none", begin=14)


def test_GLI_13_money_that_stays_behind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transfer that leaves a cent on the old meter, and sends as much less."""
    whole = _going

    def leaves_a_cent(level: LevelState, what: Transfer | Retire) -> tuple[int, int, int]:
        meter_micros, reserve, overflow = whole(level, what)
        return max(0, meter_micros - 1_000_000), reserve, overflow

    monkeypatch.setattr(plans, "_going", leaves_a_cent)
    assert "the reading of" in first_failure(faults="none", rounds=60, begin=4)


def test_an_event_that_is_applied_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = decide

    def twice(state: State, command: Any, book: Any) -> Decision:
        decision = whole(state, command, book)
        return decision if isinstance(decision, Told) else decision * 2

    monkeypatch.setattr(core, "decide", twice)
    assert "OpenSite led to" in first_failure(faults="none")


def dropping(rows: Sequence[Row]) -> Sequence[Row]:
    """A batch in which awards are recorded and never move, if it ends with a swipe."""
    *others, last = rows
    events = events_of(last.events)
    if not events or not isinstance(events[0], awards.AwardsRecorded):
        return rows
    return [*others, last._replace(events=events_text(events[:1]))]


def losing(rows: Sequence[Row]) -> Sequence[Row]:
    """A batch without its last command, if it has more than one."""
    return rows[:-1] if len(rows) > 1 else rows


@pytest.mark.parametrize(
    ("change", "told"), [(dropping, "ConfirmAwards led to"), (losing, "what was durable")]
)
def test_what_the_journal_drops_is_noticed(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Sequence[Row]], Sequence[Row]], told: str
) -> None:
    whole = MemoryJournal.append

    def drops(self: MemoryJournal, rows: Sequence[Row], *, after: Last) -> None:
        whole(self, change(rows), after=after)

    monkeypatch.setattr(MemoryJournal, "append", drops)
    assert told in first_failure(faults="none")


def test_what_is_shown_before_it_is_durable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Core.finish

    def hasty(self: Core, batch: Batch) -> bool:
        self._publish(batch.draft, batch.events)
        publish, self._publish = self._publish, lambda state, events: None
        finished = whole(self, batch)
        self._publish = publish
        return finished

    monkeypatch.setattr(Core, "finish", hasty)
    assert "what was durable when it was shown" in first_failure(faults="none")


def test_PS_62_a_round_on_a_short_bank_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = need_betting

    def unless_short(state: State, table: TableState, *, at_ms: int | None) -> None:
        try:
            whole(state, table, at_ms=at_ms)
        except Refusal as refusal:
            if refusal.code != "BANK_SHORT":
                raise

    monkeypatch.setattr(decide_rounds, "need_betting", unless_short)
    told = first_failure(faults="none", rounds=80)
    assert told.endswith("a round was started on a short bank")


def test_PS_64_a_round_on_terms_without_their_letter_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "need_as_approved", lambda state, table, at_ms: None)
    told = first_failure(faults="none", rounds=80, begin=6)
    assert "what is played and approved" in told


def test_PS_62_players_money_that_is_recovered_as_a_seed_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide_jackpots, "_need_own_money", lambda state, level, recovered: None)
    told = first_failure(faults="none", rounds=240, begin=4)
    assert told.endswith(("players' money recovered as a seed", "a seed was recovered in play"))


def test_players_money_that_is_taken_without_evidence_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide_jackpots, "need_evidence", lambda state, command: None)
    monkeypatch.setattr(fold_jackpots, "_cite", lambda state, event: None)
    told = first_failure(faults="none", rounds=40, begin=3)
    taken = ("on no notice", "on no report", "than the notice says", "than the report says")
    assert told.endswith((*taken, "the auditor ")), told


def test_a_notice_that_is_used_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came off a meter for it is forgotten."""
    monkeypatch.setattr(fold_jackpots, "_cite", lambda state, event: None)
    told = first_failure(faults="none", rounds=80, begin=28)
    noticed = ("more came off than the notice says", "than the report says", "was dismissed")
    assert told.endswith(noticed)


def test_an_engine_that_forgets_at_a_restart_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot is taken for the whole history; what came after it is not read."""
    monkeypatch.setattr(core, "replay", lambda state, rows, *, after: after)
    assert " after a re" in first_failure(faults="many")  # a replay, or the meters after a restart


def test_a_second_engine_that_is_let_in_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = MemoryJournal.__init__

    def welcoming(self: MemoryJournal, store: Any, *, read_only: bool = False) -> None:
        store.in_use = False
        whole(self, store, read_only=read_only)

    monkeypatch.setattr(MemoryJournal, "__init__", welcoming)
    assert first_failure(faults="none") == "a second engine was let in"


def test_an_award_that_never_moves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Liveness: a key that never comes back to RUN keeps its round open for ever."""
    whole = decide

    def stuck(state: State, command: Any, book: Any) -> Decision:
        if type(command).__name__ == "EndRound":
            return Told("MARKS_UNCONFIRMED")
        return whole(state, command, book)

    monkeypatch.setattr(core, "decide", stuck)
    assert "refused for ever" in first_failure(faults="none")


def test_a_prize_paid_without_its_tax_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = (Cents(0),)
    monkeypatch.setattr(tax, "tax_left", lambda state, payment, win, got, rules: nothing)
    assert "the tax on" in first_failure(faults="none", rounds=80, begin=4)
