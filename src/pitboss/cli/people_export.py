"""Personal data in an export: only on request by badge and PIN, and always recorded."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import typer

from pitboss.cli.device_code import access_of
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.books import Books, Period
    from pitboss.engine import Reply
    from pitboss.floor.facts.base import Command

PEOPLE_FILE = "people.json"
PIN_VARIABLES = ("PITBOSS_PIN", "PITBOSS_SECOND_PIN")
PAID = ("prize-paid", "envy-form-noted")


def people_paid(books: Books, period: Period) -> tuple[str, ...]:
    """The ids of everyone paid in a period."""
    from pitboss.floor.money.tax import people_of  # late: other commands start faster

    entries = books.find_entries(*PAID, period=period)
    found = {name for entry in entries for name in people_of(entry.event.payment)}
    return tuple(sorted(found))


def need_pin(folder: Path, badge: str, *, database: str, variable: str = PIN_VARIABLES[0]) -> None:
    """Refuse a badge whose PIN is wrong."""
    typed = os.environ.get(variable) or typer.prompt(f"PIN of {badge}", hide_input=True)
    with access_of(folder, database) as access:
        if not access.has_keys(badge) or not access.is_pin(badge, typed):
            raise Refusal("PIN_WRONG", "badge_pin_do", where=badge)


def people_text(
    folder: Path, people: tuple[str, ...], *, badge: str, reason: str, key: Path | None,
    database: str,
) -> bytes:  # fmt: skip
    """People's data in clear, as far as the vault still has it; the journal first records whose and
    why. The journal has one writer: while a server runs, export from the office instead."""
    from pitboss.floor.facts.persons import ExportPeople
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import new_id
    from pitboss.vault.master_key import key_file
    from pitboss.vault.vault_file import Vault

    file = key_file(folder, named=key, environment=os.environ)
    with closing(Vault(folder, file)) as vault:
        kept = tuple(name for name in vault.people() if name in people)
        command = ExportPeople(
            command_id=new_id(), at_ms=clock_ms(), people=kept, reason=reason, badge=badge
        )
        asyncio.run(record(folder, command, database)).need("--with-people")
        found = {name: vault.read(name) for name in kept}
    return msgspec.json.format(msgspec.json.encode(found), indent=2)


async def record(folder: Path, command: Command, database: str) -> Reply:
    """Record a command at a site whose server isn't running."""
    from pitboss.floor.facts.base import COMMAND_LINE
    from pitboss.live.running_site import open_running_site
    from pitboss.live.sending import sending

    site = open_running_site(folder, database=database)
    site.begin()
    try:
        with sending(COMMAND_LINE):
            return await site.ask(command)
    finally:
        await site.close()
