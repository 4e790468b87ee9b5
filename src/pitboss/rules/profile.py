"""What a jurisdiction allows, as one TOML file: every switch cites the rule it comes from.

`KINDS` names the switches that code asks for, with what each may hold; a file may have others, for
people to read. A switch that a file leaves out holds its strictest reading, and says so."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal

CONFIDENCES = ("read", "part", "mirror", "remembered", "inferred")
REDUCTION_REASONS = ("won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery")
SAME_HAND_EQUAL_ODDS, APPROVED_EQUIVALENCE = "same_hand_equal_odds", "approved_equivalence"
PARAMETER_CHANGES = ("second_badge", "suspended", "independent", "accounting_notice")
APPROVALS = ("letter", "internal_controls", "agency", "concurrence")
NO_LIMIT = 0  # of a number that limits something

Value: TypeAlias = str | int | bool | tuple[str, ...] | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing a jurisdiction decides: its value, the rule, and how surely the rule is known."""

    value: Value
    rule: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Kind:
    """What a switch may hold, and what holds where a file does not say."""

    shape: str  # flag, number, amount, choice, texts, amounts_by_year
    strict: Value
    choices: tuple[str, ...] = ()


KINDS: Mapping[str, Kind] = {
    "reduction_reasons": Kind("texts", REDUCTION_REASONS, REDUCTION_REASONS),
    "link_rule": Kind("choice", SAME_HAND_EQUAL_ODDS, (SAME_HAND_EQUAL_ODDS, APPROVED_EQUIVALENCE)),
    "links_per_game": Kind("number", 1),
    "sensors_most": Kind("number", 2),
    "jackpot_kinds_mixed": Kind("flag", False),  # noqa: FBT003 - the value of a switch
    "envy_scope": Kind("choice", "table", ("table", "link")),
    "mystery_awards": Kind("flag", False),  # noqa: FBT003 - the value of a switch
    "link_lost": Kind("choice", "stop", ("stop", "reconcile")),
    "parameter_change": Kind("texts", PARAMETER_CHANGES, PARAMETER_CHANGES),
    "win_confirmation": Kind("texts", ("supervisor", "executive"), ("supervisor", "executive")),
    "confirmed_at": Kind("texts", ("table",), ("table", "pit")),
    "executive_above": Kind("amount", "$1,000"),
    "player_display": Kind("choice", "plain_monitor", ("plain_monitor", "networked")),
    "reserve_disclosure": Kind("choice", "sign", ("sign", "none")),
    "malfunction_notice_hours": Kind("number", 4),
    "deposit_days": Kind("number", 7),
    "bank_shortfall": Kind("choice", "stop", ("stop", "warn")),
    "top_odds_one_in_most": Kind("number", 100_000_000),
    "unreasonable_contribution": Kind("amount", "$100"),
    "maximum_least": Kind("choice", "current", ("current", "seed")),
    "prize_cash_most": Kind("amount", "$5,000"),
    "exclusion_check": Kind("flag", True),  # noqa: FBT003 - the value of a switch
    "approval_needs": Kind("texts", APPROVALS, APPROVALS),
    "house_jackpot_notices": Kind("texts", ()),
    "tax_threshold": Kind("amounts_by_year", {"2025": "$600", "2026": "$2,000"}),
    "tax_multiple": Kind("number", 300),
}
NOT_STATED = "not stated: the strictest reading"


@dataclass(frozen=True, slots=True)
class Profile:
    """The switches of one jurisdiction."""

    name: str
    title: str
    wager_most_cents: Cents
    seats_most: int
    switches: Mapping[str, Switch]

    def switch(self, key: str) -> Switch:
        """A switch of the file, or the strictest reading of one that the code knows."""
        found = self.switches.get(key)
        return found or Switch(KINDS[key].strict, NOT_STATED, "inferred")

    def rule(self, key: str) -> str:
        """The rule that a switch cites: what a refusal shows."""
        return self.switch(key).rule

    @property
    def reduction_reasons(self) -> tuple[str, ...]:
        """Why a meter may go down: a closed list."""
        return self._texts("reduction_reasons")

    @property
    def link_rule(self) -> str:
        """What tables of different games must have alike to share a meter."""
        return str(self.switch("link_rule").value)

    @property
    def links_per_game(self) -> int:
        """How many jackpots one game may share with other games; NO_LIMIT for any number."""
        return self._number("links_per_game")

    @property
    def sensors_most(self) -> int:
        """How many jackpots a layout may have."""
        return self._number("sensors_most")

    @property
    def jackpot_kinds_mixed(self) -> bool:
        """Whether a table may have progressive and house jackpots together."""
        return bool(self.switch("jackpot_kinds_mixed").value)

    @property
    def envy_scope(self) -> str:
        """Who gets envy: the seats of the table, or of the link."""
        return str(self.switch("envy_scope").value)

    @property
    def mystery_awards(self) -> bool:
        """Whether an award may come by chance alone, without a hand."""
        return bool(self.switch("mystery_awards").value)

    @property
    def link_lost(self) -> str:
        """What a table does that has lost its link: stop, or play on and reconcile."""
        return str(self.switch("link_lost").value)

    @property
    def parameter_change(self) -> tuple[str, ...]:
        """What a change of seeds or rates needs."""
        return self._texts("parameter_change")

    @property
    def win_confirmation(self) -> tuple[str, ...]:
        """The roles that confirm a win, the higher tier last."""
        return self._texts("win_confirmation")

    @property
    def confirmed_at(self) -> tuple[str, ...]:
        """Where an award may be confirmed: at its table's keypad, from the pit."""
        return self._texts("confirmed_at")

    @property
    def executive_above_cents(self) -> Cents:
        """The award above which an executive confirms, unless the site says otherwise."""
        return self._amount("executive_above")

    @property
    def player_display(self) -> str:
        """What the players' screen may be."""
        return str(self.switch("player_display").value)

    @property
    def reserve_disclosure(self) -> str:
        """Whether a sign must say that a part of the wager feeds a reserve."""
        return str(self.switch("reserve_disclosure").value)

    @property
    def malfunction_notice_hours(self) -> int:
        """How soon the regulator must hear of a malfunction."""
        return self._number("malfunction_notice_hours")

    @property
    def deposit_days(self) -> int:
        """How often accrued money goes to the bank, at the least."""
        return self._number("deposit_days")

    @property
    def top_odds_one_in_most(self) -> int:
        """The longest odds a jackpot may have, one in so many; NO_LIMIT for any."""
        return self._number("top_odds_one_in_most")

    @property
    def unreasonable_contribution_cents(self) -> Cents:
        """More than this from one wager is taken for a fault."""
        return self._amount("unreasonable_contribution")

    @property
    def approval_needs(self) -> tuple[str, ...]:
        """The papers without which a table runs in training only."""
        return self._texts("approval_needs")

    @property
    def house_jackpot_notices(self) -> tuple[str, ...]:
        """What must stand beside a house jackpot."""
        return self._texts("house_jackpot_notices")

    @property
    def tax_multiple(self) -> int:
        """A win is reported from so many times the wager on."""
        return self._number("tax_multiple")

    def tax_threshold_cents(self, year: int) -> Cents:
        """A win is reported from this amount on, in a year; the last year stated holds on."""
        by_year = self.switch("tax_threshold").value
        assert isinstance(by_year, Mapping)
        stated = sorted(by_year, key=int)
        before = [key for key in stated if int(key) <= year]
        return parse_dollars(by_year[before[-1] if before else stated[0]])

    def _texts(self, key: str) -> tuple[str, ...]:
        value = self.switch(key).value
        assert isinstance(value, tuple)
        return value

    def _number(self, key: str) -> int:
        value = self.switch(key).value
        assert isinstance(value, int)
        return value

    def _amount(self, key: str) -> Cents:
        return parse_dollars(str(self.switch(key).value))


def parse_profile(text: str, *, name: str) -> Profile:
    """Read and check a profile file; refusals name the key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise Refusal("PROFILE_UNREADABLE", reason=f"not a TOML file: {fault}") from None
    title = data.pop("title", None)
    if not isinstance(title, str):
        raise _unreadable("title", "this key is missing")
    switches = {key: _switch(key, value) for key, value in data.items()}
    for key in ("wager_most", "seats_most"):
        if key not in switches:
            raise _unreadable(key, "this key is missing")
    for key, switch in switches.items():
        if key in KINDS:
            _check_kind(key, switch.value, KINDS[key])
    seats_most = switches["seats_most"].value
    if not isinstance(seats_most, int) or isinstance(seats_most, bool) or seats_most < 1:
        raise _unreadable("seats_most", "must be a whole number")
    wager_most_cents = _parse_amount("wager_most", switches["wager_most"].value)
    return Profile(name, title, wager_most_cents, seats_most, switches)


def _unreadable(where: str, reason: str) -> Refusal:
    return Refusal("PROFILE_UNREADABLE", where=where, reason=reason)


def _switch(key: str, value: Any) -> Switch:
    if not isinstance(value, dict) or set(value) != {"value", "rule", "confidence"}:
        raise _unreadable(key, "a switch has a value, a rule, a confidence")
    if not isinstance(value["rule"], str) or not value["rule"].strip():
        raise _unreadable(f"{key}.rule", "every switch cites its rule")
    if value["confidence"] not in CONFIDENCES:
        raise _unreadable(
            f"{key}.confidence",
            f"{value['confidence']!r} is not one of {', '.join(CONFIDENCES)}",
        )
    return Switch(_value(key, value["value"]), value["rule"], value["confidence"])


def _value(key: str, value: Any) -> Value:
    if isinstance(value, str | int):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
        return dict(value)
    raise _unreadable(f"{key}.value", "must be a text, a whole number, true, false, or texts")


def _check_kind(key: str, value: Value, kind: Kind) -> None:
    """Refuse a value that the code could not use."""
    where = f"{key}.value"
    match kind.shape:
        case "flag" if not isinstance(value, bool):
            raise _unreadable(where, "must be true or false")
        case "number" if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise _unreadable(where, "must be a whole number")
        case "choice" if value not in kind.choices:
            raise _unreadable(where, f"{value!r} is not one of {', '.join(kind.choices)}")
        case "texts":
            _check_texts(where, value, kind.choices)
        case "amount":
            _parse_amount(where, value)
        case "amounts_by_year":
            _check_years(where, value)


def _check_texts(where: str, value: Value, choices: tuple[str, ...]) -> None:
    if not isinstance(value, tuple):
        raise _unreadable(where, "must be a list of texts")
    for text in value:
        if choices and text not in choices:
            raise _unreadable(where, f"{text!r} is not one of {', '.join(choices)}")


def _check_years(where: str, value: Value) -> None:
    if not isinstance(value, Mapping) or not value:
        raise _unreadable(where, "must be amounts by year")
    for year, amount in value.items():
        if not (len(year) == 4 and year.isascii() and year.isdigit()):
            raise _unreadable(where, f"{year!r} is not a year")
        _parse_amount(f"{where}.{year}", amount)


def _parse_amount(where: str, value: Value) -> Cents:
    try:
        return parse_dollars(str(value))
    except Refusal as refusal:
        raise refusal.at(where) from None
