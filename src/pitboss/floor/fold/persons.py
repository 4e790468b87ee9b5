"""Applies events of people in the vault to the floor."""

from __future__ import annotations

from pitboss.floor.facts import persons
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.payouts import PersonState


def person_recorded(state: State, event: persons.PersonRecorded) -> None:
    before = state.people.get(event.person)
    state.people[event.person] = PersonState(
        event.person,
        event.identities,
        event.tax_number,
        event.is_of_age,
        event.keep_until,
        on_record=before is not None and before.on_record,
        lives_elsewhere=event.lives_elsewhere,
    )


def person_corrected(state: State, event: persons.PersonCorrected) -> None:
    found = state.person(event.person)
    before = (event.identities_before, event.tax_number_before)
    assert (found.identities, found.tax_number) == before
    state.people[event.person] = changed(
        found,
        identities=event.identities,
        tax_number=event.tax_number,
        is_of_age=event.is_of_age,
        lives_elsewhere=event.lives_elsewhere,
    )


def person_purged(state: State, event: persons.PersonPurged) -> None:
    found = state.person(event.person)
    assert not (event.is_early and found.on_record)
    state.people[event.person] = changed(found, purged=True)
