"""Every sentence is about an event that there is, and names fields that it has."""

from __future__ import annotations

import string

from pitboss.evidence.sentences import TOLD_APART, Sentences
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.approvals import BundleChanged
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.papers import PaperOpened
from pitboss.floor.facts.people import BadgeIssued
from pitboss.web.language import WORDS


def test_sentences_fit_their_events() -> None:
    fields = {kind_of(event): set(event.__struct_fields__) - set(TOLD_APART) for event in EVENTS}
    wrong = [
        (kind, name)
        for kind, text in WORDS["sentences"]["kinds"].items()
        for _, name, _, _ in string.Formatter().parse(text)
        if name is not None and name not in fields.get(kind, set())
    ]
    assert wrong == []


def test_every_kind_of_event_has_a_sentence_of_its_own() -> None:
    told = WORDS["sentences"]["kinds"]
    assert [kind_of(event) for event in EVENTS if kind_of(event) not in told] == []


def test_no_sentence_tells_what_is_noted_of_a_winner() -> None:
    kinds = WORDS["sentences"]["kinds"]
    told = " ".join(text for kind, text in kinds.items() if kind != "badge-changed")  # of staff
    for name in ("payment", "identity", "check_number", "exclusion", "seal", "{name}"):
        assert name not in told


def test_what_nobody_signed_is_said_of_the_server_or_the_site_file() -> None:
    teller = Sentences(
        WORDS.now(), time_zone="UTC", hand=lambda _, hand: hand, title=lambda jackpot: jackpot
    )
    for badge, said in (("", "the server"), ("T500", "T500")):
        event = BundleChanged(table="T1", badge=badge, before=(), plays=(), folded_qualify=True)
        assert teller.sentence(event) == f"Table T1 plays something else than before, by {said}."
    issued = BadgeIssued(badge="D100", name="Dana", role="dealer", ends_ms=0, by=("", ""))
    assert teller.sentence(issued) == "Badge D100 (dealer) was issued by the site file."


def test_a_paper_that_no_rule_dates_is_told_without_a_due_time() -> None:
    teller = Sentences(
        WORDS.now(), time_zone="UTC", hand=lambda _, hand: hand, title=lambda jackpot: jackpot
    )
    for due_ms, ending in ((0, "a royal flush."), (60_000, "Due 1970-01-01 00:01:00 UTC.")):
        event = PaperOpened(
            paper="dispute-1", paper_kind="dispute", award="T1-4-1", text="a royal flush",
            learned_ms=1, due_ms=due_ms, badges=("S200",),
        )  # fmt: skip
        assert teller.sentence(event).endswith(ending)
