"""The demonstration's winners whose prizes need a tax form. Everything the vault keeps about them
is made up."""

from __future__ import annotations

import random
from typing import Any

from pitboss.vault.person_data import Identity, PersonData, notes_of, tax_note_of
from pitboss.vault.vault_file import Vault

PEOPLE = (
    ("Marisol Vega", "418 Alder Street, Tacoma, WA 98402", "1971-03-09"),
    ("Walter Boone", "77 Harbor Road, Everett, WA 98201", "1958-11-23"),
    ("Yuki Tanaka", "2109 Pine Avenue, Seattle, WA 98101", "1984-06-30"),
    ("Grace Oyelaran", "15 Orchard Lane, Yakima, WA 98901", "1990-01-17"),
    ("Peter Lindahl", "640 Mill Street, Spokane, WA 99201", "1966-08-02"),
    ("Rosa Delgado", "31 Cedar Court, Kent, WA 98030", "1979-12-12"),
    ("Ahmed Farouk", "902 Lake Drive, Renton, WA 98057", "1987-04-25"),
    ("Helen Cho", "5 Summit Way, Olympia, WA 98501", "1963-09-14"),
)


def keep_winner(vault: Vault, chance: random.Random) -> dict[str, Any]:
    """Put a person into the vault; returns what the journal may know."""
    name, address, birth_date = chance.choice(PEOPLE)
    data = PersonData(
        name=name,
        address=address,
        birth_date=birth_date,
        identities=(
            Identity("driver license", f"WDL{_digits(chance, 8)}", "WA"),
            Identity("passport", _digits(chance, 9), "USA"),
        ),
        tax_number=f"9{_digits(chance, 8)}",  # no real number begins with 9
    )
    return {
        "person": vault.add(data),
        "identities": notes_of(data, vault.key),
        "tax_number": tax_note_of(data, vault.key),
        "is_of_age": True,
    }


def _digits(chance: random.Random, count: int) -> str:
    return "".join(str(chance.randrange(10)) for _ in range(count))
