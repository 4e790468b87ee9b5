"""A refusal as a server tells it, and as a command does."""

from __future__ import annotations

from pitboss.file_words import FULL
from pitboss.refusal import Refusal


def test_what_a_server_does_by_itself_a_command_is_to_be_given_again_for() -> None:
    why, goes_on = FULL
    found = Refusal("JOURNAL_UNAVAILABLE", "because", where="floor.db", why=why, goes_on=goes_on)
    assert found.reason == "its disk is full. Free some space there, and play resumes on its own"
    said = "its disk is full. Free some space there, and try again"
    ended = f"JOURNAL_UNAVAILABLE: room: floor.db: {said}"
    assert str(found.at("room").for_command()) == ended


def test_a_command_is_told_the_same_where_a_server_does_nothing_by_itself() -> None:
    found = Refusal("ROLE_TOO_LOW", "executive_asked", where="dealer")
    assert str(found.for_command()) == str(found)
