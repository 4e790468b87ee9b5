"""What a jurisdiction requires of the person who pays a win: each line with its rule.

A note isn't tax advice: it names the amount that was exceeded, and leaves the decision to a
person."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.floor.money.state_tax import is_unread, state_rule
from pitboss.floor.view.tax_due import TaxDue
from pitboss.money import Cents, dollars
from pitboss.reports.citing import cite
from pitboss.rules.cited_law import NO_LIMIT
from pitboss.rules.profile import Profile


def win_notes(
    words: Mapping[str, str],
    *,
    total_cents: Cents,
    owed_cents: Cents,
    tax: TaxDue | None,
    profile: Profile,
) -> tuple[str, ...]:
    """The lines for one award, from the page's notes."""
    return (
        *_care_notes(words, total_cents, profile),
        *_payment_notes(words, owed_cents, profile),
        *(tax_notes(words, tax, profile) if tax is not None else ()),
    )


def cash_most(owed_cents: Cents, profile: Profile) -> Cents | None:
    """The most that may be paid in cash or chips, if an award is more than that."""
    most_cents = profile.law.prize_cash_most.cents
    return most_cents if owed_cents > most_cents else None


def tax_notes(words: Mapping[str, str], tax: TaxDue, profile: Profile) -> tuple[str, ...]:
    """What the tax office needs to know: an award and envy alike."""
    threshold, win = profile.law.tax_threshold, tax.win
    report = _note(
        words["report"],
        least=dollars(tax.least_cents),
        multiple=profile.law.tax_multiple.value,
        wager=dollars(win.wagered_cents),
        rule=threshold.rule,
    )
    found = [report]
    if tax.at_table:
        found.append(words["hold"].format(amount=dollars(tax.cents)))
    if tax.withheld_cents:
        rest_cents = tax.cents - tax.withheld_cents
        withhold = _note(
            words["withhold" if rest_cents else "withhold_all"],
            withheld=dollars(tax.withheld_cents),
            total=dollars(win.total_cents),
            wager=dollars(win.wagered_cents),
            rest=dollars(rest_cents),
            short=dollars(tax.short_cents),
            rule=tax.rule,
        )
        found.append(withhold)
    if tax.state_cents:
        rule = state_rule(profile.law)
        found.append(_note(words["state"], amount=dollars(tax.state_cents), rule=rule))
    if is_unread(profile.law):
        found.append(words["state_unread"])
    return tuple(found)


def _care_notes(words: Mapping[str, str], total_cents: Cents, profile: Profile) -> tuple[str, ...]:
    notes = []
    counted, days = profile.law.deck_counted_from, profile.law.hand_kept_days.value
    if total_cents >= counted.cents:
        text = words["count_deck" if days == NO_LIMIT else "count_deck_keep"]
        notes.append(_note(text, days=days, rule=counted.rule))
    excluded = profile.law.exclusion_check
    if excluded.value:
        notes.append(_note(words["exclusion"], rule=excluded.rule))
    return tuple(notes)


def _payment_notes(
    words: Mapping[str, str], owed_cents: Cents, profile: Profile
) -> tuple[str, ...]:
    notes = []
    cash_cents = cash_most(owed_cents, profile)
    if cash_cents is not None:
        hours = profile.prize_check_hours.value
        text = words["check" if hours == NO_LIMIT else "check_within"]
        rule = profile.law.prize_cash_most.rule
        notes.append(_note(text, most=dollars(cash_cents), hours=hours, rule=rule))
    report = profile.cash_report_above
    if cash_cents is None and owed_cents > report.cents:
        notes.append(_note(words["currency"], above=dollars(report.cents), rule=report.rule))
    return tuple(notes)


def _note(text: str, *, rule: str, **said: object) -> str:
    """A line with the rule behind it, if we know one."""
    return text.format(rule=cite(rule), **said).removesuffix(" ()")
