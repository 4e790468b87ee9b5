"""Winners in the vault: by id, with how long to keep their data; read in clear, corrected,
purged."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts import persons
from pitboss.floor.facts.values import IDENTITIES
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.state.retention import kept_up_to, local_today
from pitboss.notation import name_text
from pitboss.reports.sheet import Cell, columns
from pitboss.web.office.desk import Desk, desk
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
WinnersDesk = Annotated[Desk, Depends(desk("winners"))]

PEOPLE_MOST = 1_000
WINNERS = columns("person identities:long tax_number of_age:mark keep_until:day status:words")


@router.get("/winners")
async def winners(desk: WinnersDesk) -> Response:
    """Everyone whose data was ever in the vault, from what the journal knows."""
    now_ms = desk.running_site.now_ms()

    def found(state: State) -> tuple[list[PersonState], str]:
        people = [
            changed(each, keep_until=kept_up_to(state, each.keep_until, now_ms))
            for _, each in state.people.items()
        ]
        return people, local_today(state, now_ms)

    people, today = await desk.running_site.look(found)
    shown = people[:PEOPLE_MOST]
    rows = [_row(each, today) for each in shown]
    note = ""
    if len(people) > PEOPLE_MOST:
        text = language.WORDS["office"]["newest"]
        note = text.format(shown=f"{PEOPLE_MOST:,}", all=f"{len(people):,}")
    return desk.page(
        "winners",
        [desk.sheet("winners", WINNERS, rows, note)],
        papers=IDENTITIES,
        may_correct=desk.who.role in persons.CorrectPerson.permission.roles,
        rule=desk.running_site.profile.law.retain_years.rule,
    )


def _row(person: PersonState, today: str) -> tuple[Cell, ...]:
    papers = ", ".join(
        f"{name_text(each.identity)} *{each.last_four}" for each in person.identities
    )
    status = "kept" if person.on_record else "never_paid"
    if person.purged:
        status = "purged"
    elif today > person.keep_until:
        status = "may_be_purged"
    return (
        person.person,
        papers,
        f"*{person.tax_number.last_four}" if person.tax_number is not None else "",
        int(person.is_of_age),
        person.keep_until,
        status,
    )
