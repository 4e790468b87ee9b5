"""`pitboss bank`: statements of the jackpot bank account."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.refusal import Refusal

commands = typer.Typer()
bank = typer.Typer(help="Statements of the jackpot bank account.")
commands.add_typer(bank, name="bank")


@bank.command("import")
def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="OFX, or CSV with a line of names.")],
    day: Annotated[str, typer.Option("--day", metavar="COLUMN", help="The date of a line.")] = "",
    amount: Annotated[
        str, typer.Option("--amount", metavar="COLUMN", help="Below zero: money out.")
    ] = "",
    reference: Annotated[
        str, typer.Option("--reference", metavar="COLUMN", help="Slip or check number.")
    ] = "",
    balance: Annotated[
        str, typer.Option("--balance", metavar="COLUMN", help="The balance after a line.")
    ] = "",
) -> None:
    """Read a bank's statement and print it as the body of `record-statement`. Two people accept it:
    in the office, under Bank, or over the API."""
    from pitboss.statements import read_statement  # late: other commands start faster

    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeError) as fault:
        reason = f"cannot be read: {type(fault).__name__}"
        raise Refusal("STATEMENT_UNREADABLE", where=str(file), reason=reason) from None
    columns = {"day": day, "amount": amount, "reference": reference, "balance": balance}
    found = read_statement(text, columns=columns)
    typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
