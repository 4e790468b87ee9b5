"""Winners in the vault: by prize and document, with how long to keep their data; read in clear,
corrected, purged."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts import persons
from pitboss.floor.facts.values import IDENTITIES
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.state.retention import kept_up_to, local_today
from pitboss.notation import name_text
from pitboss.reports.sheet import columns
from pitboss.reports.source import prize_text
from pitboss.web.office.desk import Desk, desk
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
WinnersDesk = Annotated[Desk, Depends(desk("winners"))]

PEOPLE_MOST = 1_000
WINNERS = columns(
    "prize:long? identities:long tax_number of_age:mark keep_until:day status:words person"
)


@router.get("/winners")
async def winners(desk: WinnersDesk) -> Response:
    """Everyone whose data was ever in the vault, from what the journal knows."""
    now_ms = desk.running_site.now_ms()

    def found(state: State) -> tuple[list[PersonState], dict[str, list[AwardState]], str]:
        people = [
            changed(each, keep_until=kept_up_to(state, each.keep_until, now_ms))
            for _, each in state.people.items()
        ]
        return people, _prizes(state), local_today(state, now_ms)

    people, won, today = await desk.running_site.look(found)
    shown = people[:PEOPLE_MOST]
    called = language.WORDS["win"]["called"]
    prizes = {
        person: "; ".join(
            prize_text(
                called, desk.hand_of(each.award.jackpot, each.award.outcome), each.table,
                each.award.seat,
            )
            for each in each_won
        )
        for person, each_won in won.items()
    }  # fmt: skip
    rows = [_row(each, prizes.get(each.person, ""), today) for each in shown]
    note = ""
    if len(people) > PEOPLE_MOST:
        text = language.WORDS["office"]["newest"]
        note = text.format(shown=f"{PEOPLE_MOST:,}", all=f"{len(people):,}")
    return desk.page(
        "winners",
        [desk.sheet("winners", WINNERS, rows, note)],
        papers=IDENTITIES,
        people=[(row[-1], " · ".join(map(str, filter(None, row[:2]))) or row[-1]) for row in rows],
        may_correct=desk.who.role in persons.CorrectPerson.permission.roles,
        rule=desk.running_site.profile.law.retain_years.rule,
    )


def _prizes(state: State) -> dict[str, list[AwardState]]:
    """The prizes of each person of the vault, paid or on their way."""
    won: dict[str, list[AwardState]] = {}
    for _, found in state.awards.items():
        if (payment := found.payment or found.draft) is not None:
            for person in {payment.person, *(each.person for each in payment.group)} - {""}:
                won.setdefault(person, []).append(found)
    return won


def _row(person: PersonState, prize: str, today: str) -> tuple[str | int, ...]:
    papers = ", ".join(
        f"{name_text(each.identity)} *{each.last_four}" for each in person.identities
    )
    status = "kept" if person.on_record else "never_paid"
    if person.purged:
        status = "purged"
    elif today > person.keep_until:
        status = "may_be_purged"
    return (
        prize,
        papers,
        f"*{person.tax_number.last_four}" if person.tax_number is not None else "",
        int(person.is_of_age),
        person.keep_until,
        status,
        person.person,
    )
