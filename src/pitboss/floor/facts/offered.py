"""Reasons that a screen offers, or that the system gives itself. The record has a key that begins
with `@`, and the reader sees it in their language (`[offered]` of the words)."""

from __future__ import annotations

from collections.abc import Mapping

MARK = "@"
PAUSE_PRESSED = "@pause_pressed"
SHUFFLER_WORKS = "@shuffler_works"
MISDEAL_AT_KEYPAD = "@misdeal_at_keypad"
PAUSED_AT_KEYPAD = "@paused_at_keypad"
RESUMED_AT_KEYPAD = "@resumed_at_keypad"
CALLED_AT_KEYPAD = "@called_at_keypad"  # there is no one to ask why
FIRST_KEYS = "@first_keys"
CONSOLE_REPLACED = "@console_replaced"
OTHER_CLOCK = "@other_clock"
# What a dealer or supervisor may choose from, by action.
LISTS: Mapping[str, tuple[str, ...]] = {
    "void": ("@misdeal", "@card_exposed", "@cards_wrong_number", "@shuffler_count_wrong"),
    "pause": ("@dispute", "@chips_mixed_up", "@equipment", "@card_count", "@break"),
    "resume": ("@settled", "@equipment_works", "@count_right", "@break_over"),
    "call": ("@winner_to_check", "@player_question", "@fill_or_credit", "@equipment"),
    "shuffler": ("@jam", "@cards_wrong_number", "@does_not_deal", "@shows_error"),
    "hands": ("@wrong_button", "@player_joined", "@player_left", "@shuffler_count_wrong"),
}
OFFERED = {
    PAUSE_PRESSED, SHUFFLER_WORKS, MISDEAL_AT_KEYPAD, PAUSED_AT_KEYPAD, RESUMED_AT_KEYPAD,
    CALLED_AT_KEYPAD, FIRST_KEYS, CONSOLE_REPLACED, OTHER_CLOCK,
    *(key for keys in LISTS.values() for key in keys),
}  # fmt: skip
