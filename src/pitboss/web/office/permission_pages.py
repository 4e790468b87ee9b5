"""Who may do what: every command by role and place, from the commands' own permissions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts import COMMANDS, people
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.permission import ANYWHERE, CONSOLE, OWN_PAGE
from pitboss.floor.facts.values import ROLES
from pitboss.reports.sheet import Cell, columns
from pitboss.web.api.permission_words import act_of, rules_of
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
PermissionsDesk = Annotated[Desk, Depends(desk("permissions"))]

# A round from its start to the paid prize, then what stands around it.
SUBJECTS = (
    "rounds", "awards", "payments", "persons", "tables", "floor_plan", "approvals", "shufflers",
    "jackpots", "drawers", "bank", "account_codes", "paying_over", "cover", "days", "months",
    "people", "devices", "signs", "changes", "law", "papers", "clock", "engines", "reports",
    "notes", "archives", "sharing", "remittances", "lost_rows",
)  # fmt: skip
PERMISSIONS = columns(
    "act:long about:words", *(f"{role}:mark" for role in ROLES),
    "people:count at_table:mark anywhere:mark own_page:mark by_server:mark also:long",
)  # fmt: skip


@router.get("/permissions")
async def permissions(desk: PermissionsDesk) -> Response:
    """The whole table."""
    ordered = sorted(COMMANDS, key=lambda command: SUBJECTS.index(_subject(command)))
    rows = [_row(command) for command in ordered]
    return desk.page("permissions", [desk.sheet("permissions", PERMISSIONS, rows)])


def _subject(command: type[Command]) -> str:
    """The file of the facts that a command stands in."""
    return command.__module__.rpartition(".")[2]


def _row(command: type[Command]) -> tuple[Cell, ...]:
    permission = command.permission
    at_console = CONSOLE in permission.at and not permission.people
    roles = (
        people.SignIn.permission.roles if at_console else permission.roles
    )  # whoever deals there
    return (
        act_of(command),
        _subject(command),
        *(int(role in roles) for role in ROLES),
        permission.people,
        int(bool(permission.devices)),
        int(ANYWHERE in permission.at),
        int(OWN_PAGE in permission.at),
        int(not permission.at),
        rules_of(command),
    )
