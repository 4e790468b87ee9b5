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
bank = typer.Typer(help="Read bank statements of the jackpot account.", no_args_is_help=True)
commands.add_typer(bank, name="bank")


@bank.command("import")
def read(
    file: Annotated[Path, argument("FILE", of="bank")],
    day: Annotated[str, option("--day COLUMN")] = "",
    amount: Annotated[str, option("--amount COLUMN")] = "",
    reference: Annotated[str, option("--reference COLUMN")] = "",
    debit: Annotated[str, option("--debit COLUMN")] = "",
    credit: Annotated[str, option("--credit COLUMN")] = "",
    balance: Annotated[str, option("--balance COLUMN")] = "",
    time_zone: Annotated[str, option("--zone NAME")] = "",
) -> None:
    """Read a bank statement and print it as JSON. Post it to `/office/bank/preview` to see what
    two people then sign, in the office under Bank or over the API."""
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
