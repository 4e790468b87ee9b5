"""What a jurisdiction asks of whoever pays a win: each line with the rule it comes from.

A note is no tax advice: it says which amount was passed, and leaves the decision to a person."""

from __future__ import annotations

from pitboss.money import Cents, dollars, parse_dollars, percent_down
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
    least_cents = max(profile.tax_threshold_cents(year), profile.tax_multiple * wager_cents)
    return total_cents >= least_cents


def cash_most(owed_cents: Cents, profile: Profile) -> Cents | None:
    """What may be paid in cash or chips, where an award is more than that."""
    most_cents = _amount(profile, "prize_cash_most")
    return most_cents if most_cents is not None and owed_cents > most_cents else None


def tax_notes(
    *, total_cents: Cents, wager_cents: Cents, year: int, profile: Profile
) -> tuple[str, ...]:
    """What the tax office wants to know: an award or an envy pay alike."""
    if not is_reported(
        total_cents=total_cents, wager_cents=wager_cents, year=year, profile=profile
    ):
        return ()
    threshold_cents, multiple = profile.tax_threshold_cents(year), profile.tax_multiple
    notes = [
        f"Report on Form W-2G, or 1042-S for a foreign person: at least {dollars(threshold_cents)} "
        f"and at least {multiple} times the wager of {dollars(wager_cents)}. "
        f"({profile.rule('tax_threshold')})"
    ]
    won_cents = Cents(total_cents - wager_cents)
    above_cents, percent = (
        _amount(profile, "withholding_above"),
        _number(profile, "withholding_percent"),
    )
    if above_cents is not None and percent and won_cents > above_cents:
        withheld_cents = percent_down(won_cents, percent)
        notes.append(
            f"Withhold {percent} % of {dollars(won_cents)}, which is {dollars(withheld_cents)}; "
            f"{dollars(total_cents - withheld_cents)} goes to the winner. "
            f"({profile.rule('withholding_above')})"
        )
    return tuple(notes)


def _care_notes(total_cents: Cents, profile: Profile) -> tuple[str, ...]:
    notes = []
    from_cents = _amount(profile, "cards_shown_from")
    if from_cents is not None and total_cents >= from_cents:
        days = _number(profile, "hand_kept_days")
        kept = f"; keep it for {days} days" if days else ""
        notes.append(
            "Show the cards to the camera, count the deck, seal the winning hand"
            f"{kept}. ({profile.rule('cards_shown_from')})"
        )
    excluded = profile.switches.get("exclusion_check")
    if excluded is not None and excluded.value is True:
        notes.append(f"Check that the winner is not self-excluded before paying. ({excluded.rule})")
    return tuple(notes)


def _payment_notes(owed_cents: Cents, profile: Profile) -> tuple[str, ...]:
    notes = []
    cash_cents = cash_most(owed_cents, profile)
    if cash_cents is not None:
        hours = _number(profile, "prize_cheque_hours")
        soon = f" within {hours} hours" if hours else ""
        notes.append(
            f"Above {dollars(cash_cents)}: pay by cheque{soon}. ({profile.rule('prize_cash_most')})"
        )
    report_cents = _amount(profile, "cash_report_above")
    if report_cents is not None and owed_cents > report_cents:
        notes.append(
            f"If paid in cash: above {dollars(report_cents)} in a gaming day a currency report "
            f"is due. ({profile.rule('cash_report_above')})"
        )
    return tuple(notes)


def _amount(profile: Profile, key: str) -> Cents | None:
    """An amount that only some jurisdictions state."""
    switch = profile.switches.get(key)
    return None if switch is None else parse_dollars(str(switch.value))


def _number(profile: Profile, key: str) -> int:
    """A number that only some jurisdictions state; 0 where one does not."""
    switch = profile.switches.get(key)
    return switch.value if switch is not None and isinstance(switch.value, int) else 0
