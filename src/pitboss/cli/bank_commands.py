"""`pitboss bank`: statements of the jackpot bank account."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.options import argument, option
from pitboss.local_time import known_day
from pitboss.refusal import Refusal

commands = typer.Typer()
bank = typer.Typer(help="Read statements of the jackpot bank account.")
commands.add_typer(bank, name="bank")


@bank.command("import")
def read(
    file: Annotated[Path, argument("FILE", "OFX, or CSV with a line of names.")],
    day: Annotated[str, option("--day COLUMN", "The date of a line.")] = "",
    amount: Annotated[str, option("--amount COLUMN", "Below zero: money out.")] = "",
    reference: Annotated[str, option("--reference COLUMN", "Slip or check number.")] = "",
    debit: Annotated[str, option("--debit COLUMN", "Money out, where it has its own.")] = "",
    credit: Annotated[str, option("--credit COLUMN", "Money in, where it has its own.")] = "",
    balance: Annotated[str, option("--balance COLUMN", "The balance after a line.")] = "",
    time_zone: Annotated[str, option("--zone NAME", "Of the house: America/Los_Angeles.")] = "",
) -> None:
    """Read a bank's statement and print it for the API. It is the body of `/office/bank/preview`,
    which shows what two people then sign in the office, under Bank, or over the API."""
    from pitboss.bank_statements import read_statement  # late: other commands start faster
    from pitboss.ofx import decode_file

    try:
        raw = file.read_bytes()
    except OSError as fault:
        raise Refusal(
            "STATEMENT_UNREADABLE", "cannot_read", where=str(file), strerror=fault.strerror
        ) from None
    if time_zone and not known_day(0, time_zone):
        raise Refusal("TIME_ZONE_UNKNOWN", "no_such_time", where=time_zone)
    columns = {
        "day": day,
        "amount": amount,
        "debit": debit,
        "credit": credit,
        "reference": reference,
        "balance": balance,
    }
    found = read_statement(decode_file(raw), columns=columns, time_zone=time_zone)
    typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
