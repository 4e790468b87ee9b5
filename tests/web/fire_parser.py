"""Reads a file of 750-character records by the positions of Publication 1220, apart from the code
that writes it: every position not listed must be blank."""

from __future__ import annotations

Record = dict[str, str]

# Position of the first character, length, name. Where we read them: see web/office/fire_file.py.
NUMBERED = ((500, 8, "sequence"),)
PAYMENT = tuple(
    (55 + 12 * place, 12, f"amount {code}") for place, code in enumerate("123456789ABCDEFGHJ")
)
TOTALS = tuple(
    (16 + 18 * place, 18, f"total {code}") for place, code in enumerate("123456789ABCDEFGHJ")
)
FIELDS = {
    "T": (
        (1, 1, "type"), (2, 4, "year"), (6, 1, "prior"), (7, 9, "tin"), (16, 5, "tcc"),
        (28, 1, "test"), (29, 1, "foreign"), (30, 80, "name"), (110, 80, "company"),
        (190, 40, "street"), (230, 40, "city"), (270, 2, "state"), (272, 9, "zip"),
        (296, 8, "payees"), (304, 40, "contact"), (344, 15, "phone"), (359, 50, "email"),
        *NUMBERED, (518, 1, "vendor"),
    ),
    "A": (
        (1, 1, "type"), (2, 4, "year"), (12, 9, "tin"), (26, 2, "return"), (28, 18, "codes"),
        (52, 1, "foreign"), (53, 80, "name"), (133, 1, "agent"), (134, 40, "street"),
        (174, 40, "city"), (214, 2, "state"), (216, 9, "zip"), (225, 15, "phone"), *NUMBERED,
    ),
    "B": (
        (1, 1, "type"), (2, 4, "year"), (6, 1, "corrected"), (11, 1, "tin type"), (12, 9, "tin"),
        (21, 20, "account"), *PAYMENT, (287, 1, "foreign"), (288, 80, "name"), (368, 40, "street"),
        (448, 40, "city"), (488, 2, "state"), (490, 9, "zip"), *NUMBERED, (547, 1, "wager"),
        (548, 8, "won"), (556, 15, "transaction"), (571, 5, "race"), (576, 5, "cashier"),
        (581, 5, "window"), (586, 15, "first id"), (601, 15, "second id"), (723, 12, "state tax"),
        (735, 12, "local tax"),
    ),
    "C": ((1, 1, "type"), (2, 8, "payees"), *TOTALS, *NUMBERED),
    "F": (
        (1, 1, "type"), (2, 8, "payers"), (10, 21, "zeros"), (50, 8, "payees"), *NUMBERED,
    ),
}  # fmt: skip


def read_fire(text: str) -> list[Record]:
    """The records, stripped of the blanks that fill them; the file's order and counts are right."""
    assert len(text) % 750 == 0
    records = [read_record(text[at : at + 750]) for at in range(0, len(text), 750)]
    assert [int(each["sequence"]) for each in records] == list(range(1, len(records) + 1))
    kinds = "".join(each["type"] for each in records)
    assert kinds[0] == "T"
    assert kinds[-1] == "F"
    _check_totals(records)
    return records


def read_record(text: str) -> Record:
    assert text.endswith("\r\n")
    assert text.isascii()
    found: Record = {}
    left = list(text[:748])
    for first, length, name in FIELDS[text[0]]:
        found[name] = text[first - 1 : first - 1 + length].rstrip()
        left[first - 1 : first - 1 + length] = " " * length
    assert not "".join(left).strip(), "something stands where the layout has blanks"
    return found


def _check_totals(records: list[Record]) -> None:
    """Each C has the sums of the B records since its A; F has how many there are."""
    payees: list[Record] = []
    count, payers = 0, 0
    for each in records:
        match each["type"]:
            case "A":
                payees = []
                payers += 1
                assert (each["return"], each["codes"]) == ("W", "127")
            case "B":
                payees.append(each)
                count += 1
            case "C":
                assert int(each["payees"]) == len(payees)
                for code in "123456789ABCDEFGHJ":
                    assert int(each[f"total {code}"]) == sum(
                        int(payee[f"amount {code}"]) for payee in payees
                    )
    last = records[-1]
    assert (int(last["payers"]), int(last["payees"]), int(last["zeros"])) == (payers, count, 0)
    assert int(records[0]["payees"]) == count
