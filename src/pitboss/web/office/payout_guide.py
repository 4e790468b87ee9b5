"""A payout's progress: each step with who did it, what is next, and what would be paid now."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.floor.decide.payouts import EMPTY, GROUP_LEAST, is_asked, is_taken, step_rule
from pitboss.floor.facts.values import STEP_FIELDS, GroupShare, PaidPart, Payment
from pitboss.floor.money.state_tax import state_rule
from pitboss.floor.money.tax import (
    GROUP,
    SeatWager,
    TaxedWin,
    TaxRules,
    envy_win_of,
    find_withholding,
    paid_cents,
    people_of,
    seats_asked,
    tax_rules,
    wager_of,
)
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.view.tax_due import TaxDue, award_tax_due
from pitboss.floor.view.undoing import Undoing, undoing_of
from pitboss.money import Cents
from pitboss.rules.cited_law import NAMED, Law

DONE, SKIPPED, OPEN, UNASKED = "done", "skipped", "open", "unasked"
SIGNED = "signatures"
LAST = "seal"  # the step that pays


class GuideStep(Struct, frozen=True, gc=False):
    """One step as the page shows it. `rule` is set if the jurisdiction requires it."""

    name: str
    state: str
    badge: str = ""
    at_ms: int = 0
    reason: str = ""
    rule: str = ""
    may_skip: bool = False


class Guide(Struct, frozen=True, gc=False):
    """A payout's state."""

    found: AwardState
    payment: Payment  # as far as it is noted
    preview: Payment  # with what somebody is about to note
    steps: tuple[GuideStep, ...]
    people: tuple[PersonState, ...]  # of the preview
    offered: tuple[PersonState, ...]  # in the form that notes who is paid
    parts: tuple[PaidPart, ...]
    win: TaxedWin
    is_reported: bool
    gross_cents: Cents
    withheld_cents: Cents
    collected_cents: Cents  # to collect: tax that exceeds the payment
    borne_cents: Cents  # tax the winner doesn't bring
    law: Law
    others: tuple[tuple[int, Cents], ...] = ()  # other seats to ask about, and their wins
    tax: TaxDue | None = None  # while nobody has paid it
    undoing: Undoing = Undoing()

    @property
    def is_sealed(self) -> bool:
        """Whether hand and form are sealed, because it is required or someone did."""
        return self.steps[-1].state != UNASKED

    @property
    def is_signed(self) -> bool:
        """Whether the form is to be signed."""
        return any(each.name == SIGNED and each.state in (OPEN, DONE) for each in self.steps)

    @property
    def is_small(self) -> bool:
        """Whether the amount is too small for cards and seal."""
        return self.found.award.total_cents < self.law.deck_counted_from.cents

    @property
    def state_cents(self) -> Cents:
        """What the state gets of the tax."""
        return Cents(sum(part.state_cents for part in self.parts))

    @property
    def state_rule(self) -> str:
        """The rule for the state's share."""
        return state_rule(self.law)

    @property
    def net_cents(self) -> Cents:
        """What the winner gets in hand."""
        return Cents(self.gross_cents - self.withheld_cents)

    @property
    def status(self) -> str:
        """Where the whole of it stands."""
        if self.found.status != "moved":
            return self.found.status
        if self.found.payment_hold:
            return "held"
        return "open" if self.gross_cents else "nothing"

    @property
    def current(self) -> str:
        """The next step: the first open one, and the seal once the others are done."""
        return next((each.name for each in self.steps if each.state == OPEN), LAST)

    @property
    def usual_form(self) -> str:
        """The usual tax form for such a win."""
        if self.preview.group:
            return GROUP
        return "W-2G" if self.is_reported else "none"

    @property
    def form(self) -> str:
        """The form the figures are for: chosen, or the usual one; 5754 only for a group."""
        fits = bool(self.preview.group) == (self.preview.tax_form == GROUP)
        return (fits and self.preview.tax_form) or self.usual_form

    @property
    def is_unanswered(self) -> bool:
        """Whether nobody has said yet at which other seats the same person won."""
        return bool(self.others) and self.preview.identical_seats is None

    @property
    def is_winner_first(self) -> bool:
        """Whether other steps wait for the winner: where they won, and a record for their form."""
        return self.is_unanswered or (self.is_reported and not self.offered)

    @property
    def is_reckoned(self) -> bool:
        """Whether the withholding is known: for a group by its shares, for a reportable win by
        whether its winner has a taxpayer number, and by wins at other seats."""
        if self.found.parts:
            return True
        if self.is_unanswered:
            return False
        if self.preview.group:
            return _adds_up(self.found, self.preview)
        return bool(self.people) or not self.is_reported

    @property
    def shares(self) -> dict[str, Cents]:
        """Each group member's share, as far as known."""
        return {each.person: each.cents for each in self.preview.group}

    @property
    def usual_method(self) -> str:
        """How such a prize is usually paid."""
        if not self.found.award.owed_cents:
            return "tray"
        return "check" if self.gross_cents > self.law.prize_cash_most.cents else "cash"


def guide_of(
    state: State,
    award: str,
    people: Sequence[str] | None,
    at_ms: int,
    *,
    shares: Sequence[Cents] = (),
    seats: tuple[int, ...] | None = None,
    form: str = "",
) -> Guide:
    """The guide for an award, on the engine's thread. `people`, `shares`, `seats` and `form` are
    about to be recorded; they count until the record says who is paid. None as people means the
    recorded ones."""
    found, rules = state.award(award), tax_rules(state, at_ms)
    noted = found.payment or found.draft or EMPTY
    offered = _known(state, people_of(noted) if people is None else people)
    preview = noted
    is_named = is_taken(found, "person", noted)
    if not is_named:
        preview = _with_people(preview, [each.person for each in offered], shares)
    if seats is not None and (people is not None or not is_named):
        preview = changed(preview, identical_seats=seats)
    form = GROUP if preview.group else form
    if form and not found.parts:
        preview = changed(preview, tax_form=form)
    reckoned = preview if _adds_up(found, preview) else changed(preview, group=())
    tax = find_withholding(state, found, reckoned, rules)
    others = others_asked(state, wager_of(found), rules)
    return Guide(
        found=found,
        payment=noted,
        preview=preview,
        steps=tuple(_step(state, found, noted, name, others, at_ms) for name in STEP_FIELDS),
        people=_known(state, people_of(preview)),
        offered=offered,
        parts=found.parts or tax.parts,
        win=tax.win,
        is_reported=tax.is_due,
        gross_cents=paid_cents(found.award),
        withheld_cents=found.withheld_cents if found.parts else tax.withheld_cents,
        collected_cents=found.collected_cents if found.parts else tax.short_cents,
        borne_cents=found.borne_cents if found.parts else tax.borne_cents,
        law=rules.law,
        others=others,
        tax=award_tax_due(state, found, reckoned, at_ms=at_ms),
        undoing=undoing_of(state, award),
    )


def others_asked(state: State, wager: SeatWager, rules: TaxRules) -> tuple[tuple[int, Cents], ...]:
    """The other seats to ask about, each with its win."""
    return tuple(
        (seat, envy_win_of(state, changed(wager, seat=seat)).own_cents)
        for seat in seats_asked(state, wager, rules)
    )


def _known(state: State, people: Sequence[str]) -> tuple[PersonState, ...]:
    """Those whose data the vault has, each once."""
    found = (state.people.get(name) for name in dict.fromkeys(people))
    return tuple(each for each in found if each is not None and not each.purged)


def _with_people(payment: Payment, people: Sequence[str], shares: Sequence[Cents]) -> Payment:
    """A payment to these people; someone without a share yet gets nothing."""
    if len(people) < GROUP_LEAST:
        return changed(payment, person="".join(people), group=())
    known = shares if len(shares) == len(people) else [Cents(0)] * len(people)
    return changed(payment, person="", group=tuple(map(GroupShare, people, known)))


def _adds_up(found: AwardState, payment: Payment) -> bool:
    """Whether a group's shares add up to the prize."""
    group = payment.group
    return not group or sum(each.cents for each in group) == paid_cents(found.award)


def _step(
    state: State,
    found: AwardState,
    payment: Payment,
    name: str,
    others: Sequence[tuple[int, Cents]],
    at_ms: int,
) -> GuideStep:
    rule, note = step_rule(state, name), found.step(name)
    asked = is_asked(state, found, name, at_ms=at_ms)
    may_skip = asked and rule is not None and rule.value == NAMED
    cited = rule.rule if rule is not None else ""
    if note is not None and note.skipped:
        stands = SKIPPED
    elif name == "person" and others and payment.identical_seats is None and not found.parts:
        stands = OPEN
    elif is_taken(found, name, payment):
        stands = DONE
    else:
        stands = OPEN if asked else UNASKED
    return GuideStep(
        name,
        stands,
        badge=note.badge if note is not None else "",
        at_ms=note.at_ms if note is not None else 0,
        reason=note.skipped if note is not None else "",
        rule=cited,
        may_skip=may_skip,
    )
