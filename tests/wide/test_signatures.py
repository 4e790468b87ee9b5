"""What the page says of messages and signatures is what the ends of the line do: its own program,
which has nothing of pitboss, proves exports of a hub and of its properties."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import StructMeta

from documents.journal_tables import fields_of
from documents.pages import DOCS, between
from pitboss.journal import EMPTY
from pitboss.journal.chain import chain_row
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.reconcile import reconcile
from wide.line import Line

PAGE = (DOCS / "wide-line.md").read_text("utf-8")


def told_fields(part: str) -> str:
    """The fields of a table of the page, as the journal's tables write them."""
    rows = [line.split(" | ") for line in between(PAGE, part)[2:]]
    return "; ".join(f"{row[0].strip('| ')} {row[1]}" for row in rows)


def test_the_fields_of_a_question_and_its_answer_are_on_the_page() -> None:
    assert told_fields("question") == fields_of(StatementMessage)
    assert told_fields("reply") == fields_of(AnswerMessage)


def objects_in(made: Any) -> Iterator[Any]:
    """An object, and those that it holds."""
    if isinstance(made, StructMeta):
        yield made
        for hint in get_type_hints(made).values():
            yield from objects_in(hint)
    for part in get_args(made):
        yield from objects_in(part)


def test_the_fields_of_all_that_is_signed_are_on_the_page_in_their_order() -> None:
    told = {}
    for line in between(PAGE, "signed")[2:]:
        name, fields = line.strip("| ").split(" | ")
        told[name] = tuple(re.findall("`([a-z0-9_]+)`", fields))
    signed = {
        made
        for root in (sharing.StatementRow, sharing.HubRow, sharing.HubAnswer)
        for made in objects_in(root)
    }
    assert told == {made.__name__: made.__struct_fields__ for made in signed}


@pytest.fixture(scope="module")
def line() -> Line:
    """A property with a hit, whose hub was restored, was shown the grant, and has decided."""
    line = Line()
    line.talk(line.p1)
    backup = line.kept(line.hub)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    line.restore(line.hub, backup)
    for _ in range(2):
        line.now_ms += 1
        message = line.message(line.p1)
        line.reach(message)
        line.take(line.p1, line.answer(message))
    assert line.decide(line.p1, message.stated.statement.number, posts=True).accepted
    assert line.join(line.p1).accepted
    assert line.talk(line.p1).accepted
    return line


@pytest.fixture(scope="module")
def exports(line: Line) -> dict[str, list[dict[str, Any]]]:
    """The export of the property, and that of the hub."""
    return {node.name: line.export(node) for node in (line.p1, line.hub)}


def proven(exports: dict[str, list[dict[str, Any]]], folder: Path) -> tuple[int, str]:
    """How the page's own program ends on exports, and what it says."""
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert "import pitboss" not in program
    (folder / "signatures.py").write_text(program, "utf-8")
    for name, rows in exports.items():
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, "ascii")
    words = [sys.executable, "-I", "signatures.py", *(f"{name}.jsonl" for name in exports)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_pages_program_proves_every_signature(
    exports: dict[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    counts = {
        name: sum(
            row["asked"].count('"signature":"')
            for row in rows
            if '"kind":"command-refused"' not in row["events"]
        )
        for name, rows in exports.items()
    }
    assert min(counts.values()) > 3
    told = "".join(f"{name}.jsonl: {count} signatures hold\n" for name, count in counts.items())
    assert proven(exports, tmp_path) == (0, told)


@pytest.mark.parametrize(
    ("name", "kind", "old", "new"),
    [
        ("hub", "take-statement", '"given_micros":', '"given_micros":1'),
        ("hub", "take-statement", '"asked_ms":', '"asked_ms":1'),
        ("hub", "take-shown-grants", '"meter_cents":', '"meter_cents":1'),
        ("hub", "take-shown-grants", '"own_key":"', '"own_key":"00'),
        ("p1", "take-answer", '"standing":"', '"standing":"not '),
        ("p1", "join-hub", "", ""),
    ],
)
def test_the_pages_program_finds_what_was_not_signed(
    exports: dict[str, list[dict[str, Any]]],
    tmp_path: Path,
    name: str,
    kind: str,
    old: str,
    new: str,
) -> None:
    rows = [dict(row) for row in exports[name]]
    row = next(row for row in rows if f'"kind":"{kind}"' in row["asked"])
    if old:
        assert old in row["asked"]
        row["asked"] = row["asked"].replace(old, new)
    else:  # another key was put on record
        row["events"] = re.sub('"key":"[0-9a-f]{64}"', f'"key":"{"00" * 32}"', row["events"])
    code, told = proven({**exports, name: rows}, tmp_path)
    assert code == 1
    assert told.endswith("has what the other end did not sign\n")


@pytest.mark.parametrize(
    ("kind", "before_it"),
    [("take-statement", ""), ("take-statement", '"proof":.*?'), ("take-shown-grants", ""),
     ("take-answer", "")],
)  # fmt: skip
def test_reconcile_finds_what_was_not_signed(line: Line, kind: str, before_it: str) -> None:
    journals = []
    for node in (line.p1, line.hub):
        before, rows = EMPTY.hash, []
        for row in node.store.rows:
            asked = row.asked
            if f'"kind":"{kind}"' in asked:
                wrong = f'({before_it}"signature":")[0-9a-f]{{8}}'
                asked = re.sub(wrong, r"\g<1>00000000", asked, count=1)
            rows.append(chain_row(before, row.seq, row.at_ms, row.command_id, asked, row.events))
            before = rows[-1].hash
        journals.append((node.name, rows))
    found = [each for each in reconcile(journals).differences if "didn't sign" in each.reason]
    assert found
