"""What a jurisdiction asks of whoever pays a win: each line with the rule it comes from.

A note is no tax advice: it says which amount was passed, and leaves the decision to a person."""

from __future__ import annotations

from pitboss.money import Cents, dollars, percent_down
from pitboss.rules.law import NO_LIMIT
from pitboss.rules.profile import Profile


def win_notes(
    *, total_cents: Cents, owed_cents: Cents, wager_cents: Cents, year: int, profile: Profile
) -> tuple[str, ...]:
    """The lines that apply to one award."""
    return (
        *_care_notes(total_cents, profile),
        *_payment_notes(owed_cents, profile),
        *tax_notes(total_cents=total_cents, wager_cents=wager_cents, year=year, profile=profile),
    )


def is_reported(*, total_cents: Cents, wager_cents: Cents, year: int, profile: Profile) -> bool:
    """Whether a tax form is due for an award."""
    least_cents = max(profile.tax_threshold.cents(year), profile.tax_multiple.value * wager_cents)
    return total_cents >= least_cents


def cash_most(owed_cents: Cents, profile: Profile) -> Cents | None:
    """What may be paid in cash or chips, where an award is more than that."""
    most_cents = profile.law.prize_cash_most.cents
    return most_cents if owed_cents > most_cents else None


def tax_notes(
    *, total_cents: Cents, wager_cents: Cents, year: int, profile: Profile
) -> tuple[str, ...]:
    """What the tax office wants to know: an award or an envy pay alike."""
    if not is_reported(
        total_cents=total_cents, wager_cents=wager_cents, year=year, profile=profile
    ):
        return ()
    threshold, multiple = profile.tax_threshold, profile.tax_multiple.value
    notes = [
        "Report on Form W-2G, or 1042-S for a foreign person: "
        f"at least {dollars(threshold.cents(year))} "
        f"and at least {multiple} times the wager of {dollars(wager_cents)}. "
        f"({threshold.rule})"
    ]
    won_cents = Cents(total_cents - wager_cents)
    above, percent = profile.withholding_above, profile.withholding_percent.value
    if percent and won_cents > above.cents:
        withheld_cents = percent_down(won_cents, percent)
        notes.append(
            f"Withhold {percent} % of {dollars(won_cents)}, which is {dollars(withheld_cents)}; "
            f"{dollars(total_cents - withheld_cents)} goes to the winner. "
            f"({above.rule})"
        )
    return tuple(notes)


def _care_notes(total_cents: Cents, profile: Profile) -> tuple[str, ...]:
    notes = []
    counted, days = profile.deck_counted_from, profile.hand_kept_days.value
    if total_cents >= counted.cents:
        kept = f"; keep it for {days} days" if days != NO_LIMIT else ""
        notes.append(
            "Show the cards to the camera, count the deck, seal the winning hand"
            f"{kept}. ({counted.rule})"
        )
    excluded = profile.law.exclusion_check
    if excluded.value:
        notes.append(f"Check that the winner is not self-excluded before paying. ({excluded.rule})")
    return tuple(notes)


def _payment_notes(owed_cents: Cents, profile: Profile) -> tuple[str, ...]:
    notes = []
    cash_cents = cash_most(owed_cents, profile)
    if cash_cents is not None:
        hours = profile.prize_check_hours.value
        soon = f" within {hours} hours" if hours != NO_LIMIT else ""
        rule = profile.law.prize_cash_most.rule
        notes.append(f"Above {dollars(cash_cents)}: pay by check{soon}. ({rule})")
    report = profile.cash_report_above
    if owed_cents > report.cents:
        notes.append(
            f"If paid in cash: above {dollars(report.cents)} in a gaming day a currency report "
            f"is due. ({report.rule})"
        )
    return tuple(notes)
