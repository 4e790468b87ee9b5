"""What the events of people in the vault make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.persons import PersonPurged, PersonRecorded
from pitboss.floor.payout_state import PersonState
from pitboss.floor.state import State, changed


def person_recorded(state: State, event: PersonRecorded) -> None:
    state.people[event.person] = PersonState(
        event.person, event.identities, event.tax_number, event.is_of_age, event.keep_until
    )


def person_purged(state: State, event: PersonPurged) -> None:
    state.people[event.person] = changed(state.person(event.person), purged=True)
