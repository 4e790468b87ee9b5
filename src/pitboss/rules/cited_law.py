"""Values that cite their rule, and the law that a floor obeys.

A switch is a word, a list of words, or yes or no; only the profile sets it. A figure is a number
that the law or the house can change: an amount, a percent, days, a limit. A figure holds from a
given day. Where a jurisdiction states nothing, the strictest reading holds; it is each default."""

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

ENTERED = "entered"  # how certain a figure is that two people entered: they cite it
CONFIDENCES = ("read", "part", "mirror", "remembered", "inferred")
NOT_STATED, INFERRED = "not stated: the strictest reading", "inferred"
REDUCTION_REASONS = ("won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery")
SAME_HAND_EQUAL_ODDS, APPROVED_EQUIVALENCE = "same_hand_equal_odds", "approved_equivalence"
PARAMETER_CHANGES = ("second_badge", "suspended", "independent", "accounting_notice")
LICENSES = ("maker_license", "distributor_license")  # of the seller: kept with an approval
APPROVALS = ("letter", "internal_controls", "agency", "concurrence", "supplement", *LICENSES)
TIERS = ("supervisor", "executive")
POSTED_NOTICES = ("staff_play", "disputes", "rules")
CLOSE_NEEDS = ("rounds", "readings", "counts", "variances")
# A step of a payout: nobody may skip it, a named person may with a reason, or it isn't required.
REQUIRED, NAMED, FREE = "required", "named", "free"
STEP_RULES = (REQUIRED, NAMED, FREE)
NO_LIMIT = 0  # of a limit: no rule sets one
NUMBER_MOST = 999_999_999  # more days, seats or wagers than any rule allows


class CitedFlag(Struct, frozen=True, gc=False):
    """Yes or no, with its rule and how certain that rule is."""

    value: bool
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedNumber(Struct, frozen=True, gc=False, tag="number"):
    """A whole number, with its rule and how certain that rule is."""

    value: int
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedText(Struct, frozen=True, gc=False):
    """One of several words, with its rule and how certain that rule is."""

    value: str
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedTexts(Struct, frozen=True, gc=False):
    """A list of texts, with its rule and how certain that rule is."""

    value: tuple[str, ...]
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedAmount(Struct, frozen=True, gc=False, tag="amount"):
    """An amount of money, with its rule and how certain that rule is."""

    cents: Cents
    rule: str = NOT_STATED
    confidence: str = INFERRED


class CitedRate(Struct, frozen=True, gc=False, tag="rate"):
    """A part of a whole, with its rule and how certain that rule is."""

    ppm: Ppm
    rule: str = NOT_STATED
    confidence: str = INFERRED


LawFigure: TypeAlias = CitedNumber | CitedAmount | CitedRate
Cited: TypeAlias = CitedFlag | CitedText | CitedTexts | LawFigure


class DatedFigure(Struct, frozen=True, gc=False):
    """A figure of a law or a profile, by name, with its first day."""

    figure: str
    first_day: str
    cited: LawFigure


class EnteredFigure(DatedFigure, frozen=True, gc=False):
    """A figure that two people entered, and when."""

    badges: tuple[str, str]
    at_ms: int


def in_force(record: _Record, dated: Iterable[DatedFigure], day: str) -> _Record:
    """A law or a profile as it holds on a day. If figures begin on the same day, the last one
    counts."""
    begun = {
        each.figure: each.cited
        for each in sorted(dated, key=lambda each: each.first_day)
        if each.first_day <= day and each.figure in record.__struct_fields__
    }
    return structs.replace(record, **begun) if begun else record


class Law(Struct, frozen=True, gc=False):
    """The law the floor obeys. The journal keeps it, so an old journal shows its own law."""

    reduction_reasons: CitedTexts = CitedTexts(REDUCTION_REASONS)
    """Why a meter may go down: a closed list."""
    link_rule: CitedText = CitedText(SAME_HAND_EQUAL_ODDS)
    """What tables of different games must have in common to share a meter."""
    parameter_change: CitedTexts = CitedTexts(PARAMETER_CHANGES)
    """What it takes to change seeds or rates."""
    win_confirmation: CitedTexts = CitedTexts(TIERS)
    """The roles that confirm a win, the higher tier last."""
    deposit_days: CitedNumber = CitedNumber(7)
    """The most days accrued money may wait for its deposit."""
    bank_shortfall: CitedText = CitedText("stop")
    """Whether play stops while the account is short."""
    bank_floor: CitedText = CitedText("immediate")
    """Whether play stops at once if the account holds less than when it was last whole; otherwise
    it stops when the days for a deposit are over."""
    bank_account_states: CitedTexts = CitedTexts(())
    """The states, in two letters, where the account for players' money may be; empty: any state."""
    cover_second_prize_above: CitedAmount = CitedAmount(Cents(2_500_000))
    """If two prizes by odds exceed this amount, the house keeps the second highest ready."""
    wide_area: CitedText = CitedText("off")
    """Whether several properties may share a jackpot; one that has lost its hub stops."""
    maximum_least: CitedText = CitedText("current")
    """The lowest a new maximum may be: the amount shown."""
    approval_needs: CitedTexts = CitedTexts(APPROVALS)
    """The papers without which a table may only train."""
    terms_drift: CitedText = CitedText("stop")
    """Whether play for money stops when a table no longer runs as approved."""
    software_check: CitedText = CitedText("stop")
    """Whether play for money stops when the software isn't the approved one."""
    device_inventory: CitedFlag = CitedFlag(value=True)
    """Whether each part is recorded with its serial number and date of manufacture."""
    prize_cash_most: CitedAmount = CitedAmount(Cents(500_000))
    """Prizes above this amount are paid by check."""
    deck_counted_from: CitedAmount = CitedAmount(Cents(50_000))
    """For awards of at least this amount, the cards are shown to a camera, the deck is counted and
    the hand sealed."""
    hand_kept_days: CitedNumber = CitedNumber(7)
    """How long a sealed hand is kept; NO_LIMIT where no rule says."""
    payout_verify: CitedText = CitedText(REQUIRED)
    """Whether someone types the cards of a prize large enough for a deck count before it is
    paid."""
    payout_identity: CitedText = CitedText(REQUIRED)
    """Whether the payee's identification is noted."""
    payout_signatures: CitedText = CitedText(REQUIRED)
    """Whether the winner and a second employee sign the payment form."""
    payout_seal: CitedText = CitedText(REQUIRED)
    """Whether a hand whose deck is counted is sealed before its prize is paid."""
    exclusion_check: CitedFlag = CitedFlag(value=True)
    """Whether each winner is checked against the self-exclusion list."""
    exclusion_list_hours: CitedNumber = CitedNumber(48)
    """How old the self-exclusion list may be; NO_LIMIT where no rule says."""
    forfeit_notice_hours: CitedNumber = CitedNumber(72)
    """How soon the agency must hear of a forfeited prize; NO_LIMIT where no rule says."""
    forfeit_to: CitedTexts = CitedTexts(())
    """Who gets a forfeited prize; empty if no rule we read names anybody."""
    under_age_prize: CitedText = CitedText("unread")
    """What happens to an underage winner's prize: forfeited, or returned to its meter; unread: the
    agency decides who gets it."""
    unclaimed_days: CitedNumber = CitedNumber(1_095)
    """After this many days an uncollected prize is unclaimed property; NO_LIMIT where no rule is
    known."""
    malfunction_notice_hours: CitedNumber = CitedNumber(4)
    """How soon the agency must hear of a malfunction; NO_LIMIT where no rule says."""
    removal_notice_days: CitedNumber = CitedNumber(10)
    """How many days a sign must announce a jackpot's removal; NO_LIMIT where no rule says."""
    age_least: CitedNumber = CitedNumber(21)
    """How old a winner must be."""
    tax_threshold: CitedAmount = CitedAmount(Cents(60_000))
    """The smallest win that is reported."""
    tax_multiple: CitedNumber = CitedNumber(300)
    """The smallest win that is reported, as a multiple of the wager."""
    withholding_above: CitedAmount = CitedAmount(Cents(500_000))
    """Tax is withheld from reported winnings above this amount."""
    withholding_percent: CitedRate = CitedRate(Ppm(240_000))
    """The share of the winnings that is withheld."""
    backup_percent: CitedRate = CitedRate(Ppm(240_000))
    """The share of reported winnings that is withheld if the winner gives no tax number."""
    nra_percent: CitedRate = CitedRate(Ppm(300_000))
    """The share that is withheld if a person decides that the winner is a nonresident alien."""
    variance_percent: CitedRate = CitedRate(Ppm(5_000))
    """How far chips or sensors may differ from the bets before somebody must explain."""
    close_needs: CitedTexts = CitedTexts(CLOSE_NEEDS)
    """What a gambling day needs before it can close; anything else missing is only listed."""
    close_hours: CitedNumber = CitedNumber(24)
    """How soon after its end a gambling day must close; NO_LIMIT where no rule says."""
    access_review_days: CitedNumber = CitedNumber(90)
    """How often independent staff review access; NO_LIMIT where no rule says."""
    retain_years: CitedNumber = CitedNumber(5)
    """How many years after the end of the fiscal year payment records are kept."""
    state_tax: CitedText = CitedText("unread")
    """When a state withholds its own tax from a prize: never, with the federal tax, or from every
    reported win; unread: no rule was read, ask accounting."""
    state_withholding_percent: CitedRate = CitedRate(Ppm(0))
    """The share of the winnings that a state withholds from its residents."""
    state_nonresident_percent: CitedRate = CitedRate(Ppm(0))
    """The share of the winnings that a state withholds from nonresidents."""
    fiscal_year_first_month: CitedNumber = CitedNumber(1)
    """The first month of the house's fiscal year."""


# The words a switch may have. A switch with one word states what the product always does: a
# jurisdiction that wants something else is refused rather than shown and not obeyed.
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
# The range of a figure, in its own unit, lowest and highest; a figure not listed has none.
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
# A profile may give NO_LIMIT for these: it found no rule. Whoever enters a figure has one.
UNSTATED = (
    "access_review_days", "close_hours", "exclusion_list_hours", "forfeit_notice_hours",
    "hand_kept_days", "malfunction_notice_hours", "prize_check_hours", "removal_notice_days",
    "software_notice_hours", "unclaimed_days",
)  # fmt: skip
_MOST: Mapping[type, int] = {
    CitedNumber: NUMBER_MOST, CitedAmount: CENTS_MOST, CitedRate: PPM_WHOLE,
}  # fmt: skip


def cited_of(record: Struct) -> dict[str, Cited]:
    """The switches of a record, by name."""
    return {name: each for name, each in structs.asdict(record).items() if isinstance(each, Cited)}


def value_text(cited: Cited) -> str:
    """A switch's value, as a page shows it."""
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
    """The value that says a profile found no rule: for an amount, no limit."""
    if isinstance(cited, CitedAmount):
        return CENTS_MOST
    return NO_LIMIT if name in UNSTATED else None


def fault_of(name: str, cited: Cited) -> Told | None:
    """Why a switch or a figure can't be obeyed; None if it can."""
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
    """Read a figure that a person wrote: $2,000 for an amount, 8.5 % for a rate, else a number."""
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
