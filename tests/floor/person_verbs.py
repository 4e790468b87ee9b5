"""What a scenario asks and says of the people whose data are recorded, and of entered figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.floor.facts import persons
from pitboss.floor.facts.law import EnterFigure, WithdrawFigure
from pitboss.floor.facts.values import IdentityNote

from .laws import digest_of
from .script import Script
from .words import Words, Wrong


def _person(script: Script, words: Words) -> None:
    """PERSON kim 2 identities taxed ann, or PERSON kim license-4711 passport-0815 identities ann"""
    person, shown = words.take(), []
    while not words.after("identities"):
        shown.append(words.take())
    if len(shown) == 1 and shown[0].isdigit():
        shown = [f"paper {number}-1234" for number in range(int(shown[0]))]
    notes = []
    for name in shown:
        kind, last_four = name.split("-")
        notes.append(IdentityNote(kind, last_four, digest_of(f"{person} {name}")))
    tax = IdentityNote("tax number", "6789", digest_of(person)) if words.after("taxed") else None
    is_of_age = not words.after("young")
    script.ask(
        persons.RecordPerson, person=person, identities=tuple(notes), tax_number=tax,
        is_of_age=is_of_age, badge=words.take(),
    )  # fmt: skip


def _purge(script: Script, words: Words) -> None:
    """PURGE kim eve ann "retention is over\""""
    person, badges = words.take(), (words.take(), words.take())
    script.ask(persons.PurgePerson, person=person, badges=badges, reason=words.take())


def _read(kind: type[Any], field: str) -> Callable[[Script, Words], None]:
    def ask(script: Script, words: Words) -> None:
        person = words.take()
        about = {field: (person,) if field == "people" else person}
        script.ask(kind, **about, badge=words.take(), reason=words.take())

    return ask


def _figure(script: Script, words: Words) -> None:
    """FIGURE fiscal_year_first_month 7 from 2026-12-01 citing "our books" ann eve"""
    figure, value = words.take(), words.take()
    words.skip("from")
    first_day = words.take()
    words.skip("citing")
    script.ask(
        EnterFigure, figure=figure, value=value, first_day=first_day, citation=words.take(),
        badges=(words.take(), words.take()),
    )  # fmt: skip


def _withdraw_figure(script: Script, words: Words) -> None:
    """WITHDRAW-FIGURE deposit_days from 2026-11-20 eve ann "typed wrong\""""
    figure = words.take()
    words.skip("from")
    first_day, badges = words.take(), (words.take(), words.take())
    script.ask(
        WithdrawFigure, figure=figure, first_day=first_day, badges=badges, reason=words.take()
    )


def _law_on(script: Script, words: Words) -> None:
    """law-on 2026-12-01 deposit_days 5"""
    law, figure = script.floor.state.law_on(words.take()), words.take()
    found = str(getattr(law, figure).value)
    if found != (wanted := words.take()):
        raise Wrong(f"{figure} is {found}, not {wanted}")


def _entered(script: Script, words: Words) -> None:
    """entered 6: so many figures"""
    site = script.floor.state.site
    found = len(site.entered) if site else 0
    if found != int(words.take()):
        raise Wrong(f"{found} figures are entered")


def _kept_until(script: Script, words: Words) -> None:
    """kept-until kim 2029-12-31"""
    found = script.floor.state.person(words.take()).keep_until
    if found != (wanted := words.take()):
        raise Wrong(f"kept until {found}, not {wanted}")


def _purged(script: Script, words: Words) -> None:
    """purged early: what was just purged, before its time"""
    words.skip("early")
    (fact,) = script.floor.rows[-1]
    if not (isinstance(fact, persons.PersonPurged) and fact.is_early):
        raise Wrong(f"{fact} is no early purge")


def _held_person(script: Script, words: Words) -> None:
    """held-person award 1 lee"""
    words.skip("award")
    found = script.award(words.take()).held_person
    if found != (wanted := words.take()):
        raise Wrong(f"the hold names {found}, not {wanted}")


PERSON_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "PERSON": _person,
    "PURGE": _purge,
    "READ-PERSON": _read(persons.ReadPerson, "person"),
    "EXPORT-PEOPLE": _read(persons.ExportPeople, "people"),
    "FIGURE": _figure,
    "WITHDRAW-FIGURE": _withdraw_figure,
}
PERSON_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "kept-until": _kept_until,
    "law-on": _law_on,
    "entered": _entered,
    "purged": _purged,
    "held-person": _held_person,
}
