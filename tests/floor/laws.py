"""The laws that tests play under: a profile's, but for the switches that a test names."""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.rules.cited_law import (
    Cited,
    CitedAmount,
    CitedFlag,
    CitedNumber,
    CitedText,
    CitedTexts,
    Law,
)

from .words import Wrong, amount_cents

RULE = "the rule"
# Asks for nothing that a test does not name.
EASY = Law(
    approval_needs=CitedTexts((), RULE),
    bank_shortfall=CitedText("warn", RULE),
    deposit_days=CitedNumber(7, RULE),
    exclusion_check=CitedFlag(value=False, rule=RULE),
    exclusion_list_hours=CitedNumber(0, RULE),
    tax_threshold=CitedAmount(Cents(10_000_000), RULE),
    payout_verify=CitedText("free", RULE),
    payout_identity=CitedText("free", RULE),
    payout_signatures=CitedText("free", RULE),
    payout_seal=CitedText("free", RULE),
    prize_cash_most=CitedAmount(Cents(10_000_000), RULE),
)


def with_switch(law: Law, name: str, text: str) -> Law:
    """The law with one switch as it is written: yes, 30, $5,000.00, stop, letter+concurrence."""
    if name not in law.__struct_fields__:
        raise Wrong(f"{name!r} is no switch of a law")
    return replace(law, **{name: _cited(getattr(law, name), text)})


def _cited(now: Cited, text: str) -> Cited:
    match now:
        case CitedFlag():
            return CitedFlag(value=text == "yes", rule=RULE)
        case CitedNumber():
            return CitedNumber(int(text), RULE)
        case CitedAmount():
            return CitedAmount(amount_cents(text), RULE)
        case CitedTexts():
            return CitedTexts(() if text == "nothing" else tuple(text.split("+")), RULE)
        case _:
            return CitedText(text, RULE)


def digest_of(word: str) -> str:
    """A digest for a word that is easier to read."""
    return sha256(word.encode()).hexdigest()
