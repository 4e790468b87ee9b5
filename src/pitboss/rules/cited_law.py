"""Values that cite the rule they come from, and the law of a floor: those that the floor obeys.

A switch is a word, a list of words, or yes or no: the profile's alone. A figure is a number that
law or house change: an amount, a percent, days, a limit. A figure holds from a day on. What a
jurisdiction does not state holds its strictest reading, which is the default of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, structs

from pitboss.money import (
    CENTS_MOST,
    PPM_WHOLE,
    Cents,
    Ppm,
    dollars,
    parse_dollars,
    parse_percent,
    percent_text,
)
from pitboss.refusal import Refusal, Told, say

_Record = TypeVar("_Record", bound=Struct)

ENTERED = "entered"  # how surely a figure is known that two people have entered: they cite it
CONFIDENCES = ("read", "part", "mirror", "remembered", "inferred")
NOT_STATED, INFERRED = "not stated: the strictest reading", "inferred"
REDUCTION_REASONS = ("won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery")
SAME_HAND_EQUAL_ODDS, APPROVED_EQUIVALENCE = "same_hand_equal_odds", "approved_equivalence"
PARAMETER_CHANGES = ("second_badge", "suspended", "independent", "accounting_notice")
LICENSES = ("maker_license", "distributor_license")  # of whoever sells: kept with an approval
APPROVALS = ("letter", "internal_controls", "agency", "concurrence", "supplement", *LICENSES)
TIERS = ("supervisor", "executive")
POSTED_NOTICES = ("staff_play", "disputes", "rules")
CLOSE_NEEDS = ("rounds", "readings", "counts", "variances")
# A step of a payout: nobody leaves it out, a person does with name and reason, nobody asks.
REQUIRED, NAMED, FREE = "required", "named", "free"
STEP_RULES = (REQUIRED, NAMED, FREE)
NO_LIMIT = 0  # of a figure that limits something: no rule names a limit
NUMBER_MOST = 999_999_999  # more days, seats or wagers than any rule names


class CitedFlag(Struct, frozen=True, gc=False):
    """Yes or no, with its rule and how surely that rule is known."""

    value: bool
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedNumber(Struct, frozen=True, gc=False, tag="number"):
    """A whole number, with its rule and how surely that rule is known."""

    value: int
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedText(Struct, frozen=True, gc=False):
    """One of several words, with its rule and how surely that rule is known."""

    value: str
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedTexts(Struct, frozen=True, gc=False):
    """A list of texts, with its rule and how surely that rule is known."""

    value: tuple[str, ...]
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedAmount(Struct, frozen=True, gc=False, tag="amount"):
    """An amount of money, with its rule and how surely that rule is known."""

    cents: Cents
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedRate(Struct, frozen=True, gc=False, tag="rate"):
    """A part of a whole, with its rule and how surely that rule is known."""

    ppm: Ppm
    rule: str = NOT_STATED
    confidence: str = INFERRED


LawFigure: TypeAlias = CitedNumber | CitedAmount | CitedRate
Cited: TypeAlias = CitedFlag | CitedText | CitedTexts | LawFigure


class DatedFigure(Struct, frozen=True, gc=False):
    """A figure of a law or a profile, by its name, from a day on."""

    figure: str
    first_day: str
    cited: LawFigure


class EnteredFigure(DatedFigure, frozen=True, gc=False):
    """One that two people have entered, and when."""

    badges: tuple[str, str]
    at_ms: int


def in_force(record: _Record, dated: Iterable[DatedFigure], day: str) -> _Record:
    """A law or a profile as it holds on a day. Of figures that begin on one day the last counts."""
    begun = {
        each.figure: each.cited
        for each in sorted(dated, key=lambda each: each.first_day)
        if each.first_day <= day and each.figure in record.__struct_fields__
    }
    return structs.replace(record, **begun) if begun else record


class Law(Struct, frozen=True, gc=False):
    """What the floor itself obeys. The journal keeps it, so that an old one says under which law
    it was made."""

    reduction_reasons: CitedTexts = CitedTexts(REDUCTION_REASONS)
    """Why a meter may go down: a closed list."""
    link_rule: CitedText = CitedText(SAME_HAND_EQUAL_ODDS)
    """What tables of different games must have alike to share a meter."""
    parameter_change: CitedTexts = CitedTexts(PARAMETER_CHANGES)
    """What a change of seeds or rates needs."""
    win_confirmation: CitedTexts = CitedTexts(TIERS)
    """The roles that confirm a win, the higher tier last."""
    deposit_days: CitedNumber = CitedNumber(7)
    """How often accrued money goes to the bank, at the least."""
    bank_shortfall: CitedText = CitedText("stop")
    """Whether play stops while the account is short."""
    bank_floor: CitedText = CitedText("immediate")
    """Whether play stops at once where the account holds less than it held when it was last whole;
    else only when the days of a deposit are over."""
    bank_account_states: CitedTexts = CitedTexts(())
    """In which states the account of players' money may be, in two letters; nothing: in any."""
    cover_second_prize_above: CitedAmount = CitedAmount(Cents(2_500_000))
    """Where two prizes by odds are above this amount, the second highest lies ready."""
    wide_area: CitedText = CitedText("off")
    """Whether several properties may share a jackpot; one that has lost the hub stops."""
    maximum_least: CitedText = CitedText("current")
    """The least that a new maximum may be: the amount shown."""
    approval_needs: CitedTexts = CitedTexts(APPROVALS)
    """The papers without which a table runs in training only."""
    terms_drift: CitedText = CitedText("stop")
    """Whether play for money stops where a table runs otherwise than approved."""
    software_check: CitedText = CitedText("stop")
    """Whether play for money stops while other software runs than was approved."""
    device_inventory: CitedFlag = CitedFlag(value=True)
    """Whether a part is recorded with its serial number and the date it was made."""
    prize_cash_most: CitedAmount = CitedAmount(Cents(500_000))
    """Above this amount a prize is paid by check."""
    deck_counted_from: CitedAmount = CitedAmount(Cents(50_000))
    """From this award on cards go on camera, the deck is counted and the hand sealed."""
    hand_kept_days: CitedNumber = CitedNumber(7)
    """How long a sealed hand is kept; NO_LIMIT where no rule says."""
    payout_verify: CitedText = CitedText(REQUIRED)
    """Whether the cards of a prize that the deck is counted for are typed before it is paid."""
    payout_identity: CitedText = CitedText(REQUIRED)
    """Whether it is noted what whoever is paid has shown."""
    payout_signatures: CitedText = CitedText(REQUIRED)
    """Whether winner and a second employee sign the form of a payment."""
    payout_seal: CitedText = CitedText(REQUIRED)
    """Whether a hand that the deck is counted for is sealed before its prize is paid."""
    exclusion_check: CitedFlag = CitedFlag(value=True)
    """Whether each winner is looked up among the self-excluded."""
    exclusion_list_hours: CitedNumber = CitedNumber(48)
    """How old the list of the self-excluded may be; NO_LIMIT where no rule says."""
    forfeit_notice_hours: CitedNumber = CitedNumber(72)
    """How soon the agency hears of a prize that was forfeited; NO_LIMIT where no rule says."""
    forfeit_to: CitedTexts = CitedTexts(())
    """To whom a forfeited prize goes; nothing where no rule was read that names anybody."""
    under_age_prize: CitedText = CitedText("unread")
    """What becomes of the prize of a winner under age: forfeited, or returned to its meter; unread:
    the agency says to whom it goes."""
    unclaimed_days: CitedNumber = CitedNumber(1_095)
    """After so many days a prize that nobody came for is unclaimed property; NO_LIMIT where no rule
    is known."""
    malfunction_notice_hours: CitedNumber = CitedNumber(4)
    """How soon the agency hears of a malfunction; NO_LIMIT where no rule says."""
    removal_notice_days: CitedNumber = CitedNumber(10)
    """For how long a sign announces that a jackpot goes; NO_LIMIT where no rule says."""
    age_least: CitedNumber = CitedNumber(21)
    """How old a winner must be."""
    tax_threshold: CitedAmount = CitedAmount(Cents(60_000))
    """A win is reported from this amount on."""
    tax_multiple: CitedNumber = CitedNumber(300)
    """A win is reported from so many times the wager on."""
    withholding_above: CitedAmount = CitedAmount(Cents(500_000))
    """Tax is withheld from reported winnings above this amount."""
    withholding_percent: CitedRate = CitedRate(Ppm(240_000))
    """How much of the winnings is withheld."""
    backup_percent: CitedRate = CitedRate(Ppm(240_000))
    """How much is withheld of reported winnings where the winner gives no tax number."""
    nra_percent: CitedRate = CitedRate(Ppm(300_000))
    """How much is withheld where a person decides that the winner is a nonresident alien."""
    variance_percent: CitedRate = CitedRate(Ppm(5_000))
    """By how much chips or sensors may differ from the bets before somebody must say why."""
    close_needs: CitedTexts = CitedTexts(CLOSE_NEEDS)
    """What a gambling day must have before it is closed; the rest is listed."""
    close_hours: CitedNumber = CitedNumber(24)
    """How soon after its end a gambling day is closed; NO_LIMIT where no rule says."""
    access_review_days: CitedNumber = CitedNumber(90)
    """How often independent staff review who has access; NO_LIMIT where no rule says."""
    retain_years: CitedNumber = CitedNumber(5)
    """How many years after the end of the fiscal year records of a payment are kept."""
    state_tax: CitedText = CitedText("unread")
    """When a state withholds its own tax from a prize: never, with the federal tax, from every
    reported win; or no rule was read, and accounting must be asked."""
    state_withholding_percent: CitedRate = CitedRate(Ppm(0))
    """How much of the winnings a state withholds from its residents."""
    state_nonresident_percent: CitedRate = CitedRate(Ppm(0))
    """How much of the winnings a state withholds from whoever lives elsewhere."""
    fiscal_year_first_month: CitedNumber = CitedNumber(1)
    """The month with which the house's fiscal year begins."""


# The words that a switch may have. One that has a single word says what the product always does:
# a jurisdiction that wants something else is refused, rather than shown and not obeyed.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "reduction_reasons": REDUCTION_REASONS,
    "link_rule": (SAME_HAND_EQUAL_ODDS, APPROVED_EQUIVALENCE),
    "parameter_change": PARAMETER_CHANGES,
    "win_confirmation": TIERS,
    "bank_shortfall": ("stop", "warn"),
    "bank_floor": ("immediate", "deposit_days"),
    "wide_area": ("off", "stop"),
    "maximum_least": ("current",),
    "approval_needs": APPROVALS,
    "close_needs": CLOSE_NEEDS,
    "terms_drift": ("stop", "warn"),
    "software_check": ("stop", "warn"),
    "payout_verify": STEP_RULES,
    "payout_identity": STEP_RULES,
    "payout_signatures": STEP_RULES,
    "payout_seal": STEP_RULES,
    "state_tax": ("none", "federal", "reported", "unread"),
    "under_age_prize": ("forfeit", "returned", "unread"),
    "confirmed_at": ("table", "pit"),
    "reserve_disclosure": ("sign", "none"),
    "posted_notices": POSTED_NOTICES,
    "folded_hands": ("house",),
    "late_bets": ("returned",),
}
NEVER_NOTHING = ("win_confirmation", "confirmed_at")
# What makes sense of a figure, in its own unit, least and most; what is not here may be anything.
BOUNDS: Mapping[str, tuple[int, int]] = {
    "access_review_days": (1, 366),
    "age_least": (18, 25),
    "backup_percent": (0, PPM_WHOLE // 2),
    "cash_report_above": (100, 100_000_000),
    "close_hours": (1, 720),
    "cover_second_prize_above": (0, 100_000_000),
    "deck_counted_from": (0, 10_000_000),
    "deposit_days": (1, 31),
    "exclusion_list_hours": (1, 168),
    "fiscal_year_first_month": (1, 12),
    "forfeit_notice_hours": (1, 720),
    "hand_kept_days": (1, 3_660),
    "large_game_above": (0, 1_000_000),
    "malfunction_notice_hours": (1, 720),
    "nra_percent": (0, PPM_WHOLE // 2),
    "prize_cash_most": (0, 100_000_000),
    "prize_check_hours": (1, 720),
    "removal_notice_days": (1, 366),
    "retain_years": (1, 100),
    "software_notice_hours": (1, 8_784),
    "state_nonresident_percent": (0, PPM_WHOLE // 2),
    "state_withholding_percent": (0, PPM_WHOLE // 2),
    "tax_multiple": (1, 10_000),
    "tax_threshold": (100, 100_000_000),
    "unclaimed_days": (365, 36_525),
    "unreasonable_contribution": (1, 1_000_000),
    "variance_percent": (0, PPM_WHOLE // 5),
    "withholding_above": (100, 100_000_000),
    "withholding_percent": (0, PPM_WHOLE // 2),
}
# Of these a profile may also say NO_LIMIT: it found no rule. Who enters a figure has found one.
UNSTATED = (
    "access_review_days", "close_hours", "exclusion_list_hours", "forfeit_notice_hours",
    "hand_kept_days", "malfunction_notice_hours", "prize_check_hours", "removal_notice_days",
    "software_notice_hours", "unclaimed_days",
)  # fmt: skip
_MOST: Mapping[type, int] = {
    CitedNumber: NUMBER_MOST, CitedAmount: CENTS_MOST, CitedRate: PPM_WHOLE,
}  # fmt: skip


def cited_of(record: Struct) -> dict[str, Cited]:
    """The switches of a record, by their names."""
    return {name: each for name, each in structs.asdict(record).items() if isinstance(each, Cited)}


def value_text(cited: Cited) -> str:
    """What a switch says, as a page shows it."""
    match cited:
        case CitedFlag(value):
            return "yes" if value else "no"
        case CitedTexts(value):
            return ", ".join(value)
        case CitedAmount(cents):
            return dollars(cents)
        case CitedRate(ppm):
            return percent_text(ppm)
        case _:
            return str(cited.value)


def _nothing_stated(name: str, cited: Cited) -> int | None:
    """What a profile says where it found no rule: of an amount, that none is above it."""
    if isinstance(cited, CitedAmount):
        return CENTS_MOST
    return NO_LIMIT if name in UNSTATED else None


def fault_of(name: str, cited: Cited) -> Told | None:
    """Why a switch or a figure cannot be obeyed; None if it can."""
    match cited:
        case CitedTexts(()) if name in NEVER_NOTHING:
            return say("SWITCH_WRONG", "needs_one")
        case CitedText(value):
            return _word_fault(name, (value,))
        case CitedTexts(value):
            return _word_fault(name, value)
        case CitedNumber(int(value)) | CitedAmount(int(value)) | CitedRate(int(value)):
            kind: Any = type(cited)
            least, most = BOUNDS.get(name, (0, _MOST[kind]))
            nothing = _nothing_stated(name, cited) if cited.confidence != ENTERED else None
            if not (least <= value <= most or value == nothing):
                found, lowest, highest = (value_text(kind(each)) for each in (value, least, most))
                values = {"found": found, "least": lowest, "most": highest}
                return say("SWITCH_WRONG", "not_between", **values)
    return None


def _word_fault(name: str, words: tuple[str, ...]) -> Told | None:
    known = CHOICES.get(name, words)
    unknown = [word for word in words if word not in known]
    if not unknown:
        return None
    return say("SWITCH_WRONG", "not_one_of", found=unknown[0], known=known)


def read_figure(kind: type[LawFigure], text: str, *, rule: str, confidence: str) -> LawFigure:
    """A figure from what a person wrote: $2,000 for an amount, 8.5 % for a rate, else a number."""
    readers: dict[type, Callable[[str], Any]] = {
        CitedNumber: _whole_number,
        CitedAmount: parse_dollars,
        CitedRate: parse_percent,
    }
    return kind(readers[kind](text), rule, confidence)


def _whole_number(text: str) -> int:
    written = text.strip().replace(",", "")
    if not (written.isascii() and written.isdecimal() and len(written) <= len(str(NUMBER_MOST))):
        raise Refusal("AMOUNT_UNREADABLE", "not_whole_number", text=text)
    return int(written)
