"""Contacts that bounce: a chip counts once it has stood still (PS-1)."""

from __future__ import annotations

from pitboss.devices.contacts import Contacts, SettledContact
from pitboss.floor.facts.values import Spot

SEAT_3 = Spot(3, 1)


def test_a_chip_counts_after_it_has_stood_still() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(SEAT_3, covered=True, n=7, now_ms=1000)
    assert contacts.take_settled(1059) == []
    assert contacts.take_settled(1060) == [SettledContact(SEAT_3, covered=True, n=7)]
    assert contacts.take_settled(2000) == []


def test_a_chip_that_slides_over_a_sensor_never_counts() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(SEAT_3, covered=True, n=1, now_ms=1000)
    contacts.change(SEAT_3, covered=False, n=2, now_ms=1030)
    assert contacts.take_settled(5000) == []


def test_a_bounce_counts_as_the_last_contact() -> None:
    contacts = Contacts(heard_ms=0)
    for n, (at_ms, covered) in enumerate([(0, True), (10, False), (20, True)], start=1):
        contacts.change(SEAT_3, covered=covered, n=n, now_ms=1000 + at_ms)
    assert contacts.take_settled(1079) == []
    assert contacts.take_settled(1080) == [SettledContact(SEAT_3, covered=True, n=3)]


def test_the_same_again_does_not_start_the_wait_anew() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(SEAT_3, covered=True, n=1, now_ms=1000)
    contacts.change(SEAT_3, covered=True, n=2, now_ms=1050)
    assert contacts.take_settled(1060) == [SettledContact(SEAT_3, covered=True, n=1)]


def test_a_chip_that_is_taken_away() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(SEAT_3, covered=True, n=1, now_ms=1000)
    contacts.take_settled(1100)
    contacts.change(SEAT_3, covered=False, n=2, now_ms=2000)
    assert contacts.take_settled(2060) == [SettledContact(SEAT_3, covered=False, n=2)]


def test_a_board_is_dead_after_three_silent_seconds() -> None:
    contacts = Contacts(heard_ms=0, is_told=True)
    contacts.hear(1000)
    assert contacts.board(4000) == "ok"
    assert contacts.board(4001) == "dead"
    contacts.hear(9000)
    assert contacts.board(9001) == "ok"


def test_a_board_that_starts_anew_leaves_no_light_on() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(Spot(3, 1), covered=True, n=1, now_ms=0)
    assert [each.covered for each in contacts.take_settled(1_000)] == [True]
    contacts.forget(2, 2_000)
    assert [(each.covered, each.n) for each in contacts.take_settled(2_000)] == [(False, 2)]


def test_a_chip_that_still_lies_there_when_its_board_starts_keeps_its_light() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.change(Spot(3, 1), covered=True, n=1, now_ms=0)
    assert [each.covered for each in contacts.take_settled(1_000)] == [True]
    contacts.forget(2, 2_000)
    contacts.change(Spot(3, 1), covered=True, n=3, now_ms=2_000)
    assert contacts.take_settled(3_000) == []


def test_a_board_of_before_is_unheard_until_it_says_what_lies_there() -> None:
    contacts = Contacts(heard_ms=0)
    assert contacts.board(0) == "unheard"
    contacts.forget(1, 100)
    assert contacts.board(100) == "ok"


def test_a_beat_says_what_lies_there_once_an_answer_has_shown_the_lights() -> None:
    contacts = Contacts(heard_ms=0)
    contacts.hear(100)
    contacts.hear(101)
    assert contacts.board(101) == "unheard", "two beats in one message"
    contacts.answer()
    contacts.hear(1000)
    assert contacts.board(1000) == "ok"
