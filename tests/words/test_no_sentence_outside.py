"""No room has sentences of its own: what a person reads lies in words/, and is found there by its
code or name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pitboss.words.language import ENGLISH, texts

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
# A house's own game has all of its words in its folder; a jurisdiction and a letter have theirs.
FILES_OF_THEIR_OWN = ("games", "letters", "profiles")
# What commands say of their options, and the API of its fields: `help=`, `"description": ...`.
DESCRIBED = ("description", "epilog", "help", "operation_id", "summary")
# Texts of files whose documents are in English in every house: what a command prints, what an
# agency gets (PAR sheet, request for approval, pack), the descriptions of the API and of metrics;
# lines of an approval's bundle, whose digest is approved; what a library or a database says; faults
# of the program. A file that is not here has none, and none gets more.
KNOWN: Mapping[str, int] = {
    "books/book_check.py": 1,
    "books/opening.py": 1,
    "books/books_file.py": 2,
    "cli/demo.py": 1,  # its help
    "demo/accountant.py": 1,
    "devices/mqtt.py": 1,
    "engine/fault.py": 1,
    "evidence/approval_bundle.py": 17,
    "evidence/award_pack.py": 2,
    "evidence/outbox.py": 3,
    "evidence/standards.py": 6,
    "evidence/submission.py": 17,
    "evidence/verify_pack.py": 27,
    "floor/decide/statements.py": 1,
    "floor/state/approved.py": 4,
    "floor/state/equipment.py": 1,
    "floor/state/house.py": 1,
    "floor/view/labels.py": 1,
    "journal/server_words.py": 2,
    "journal/sqlite.py": 3,
    "live/bill_of_materials.py": 1,
    "live/compiled_code.py": 3,
    "live/counts.py": 24,
    "live/installation.py": 6,
    "live/service_units.py": 4,
    "maths/analysis.py": 2,
    "maths/blackjack_odds.py": 4,
    "maths/cases.py": 2,
    "maths/kernels/fives.py": 3,
    "maths/many_card_odds.py": 2,
    "maths/strategy_tables.py": 6,
    "maths/verdicts.py": 9,  # of docs/verified.md
    "notation.py": 2,
    "reports/amount_words.py": 2,
    "reports/choosing.py": 1,
    "reports/game_examples.py": 3,
    "reports/game_pack.py": 7,
    "reports/parsheet.py": 1,
    "reports/parsheet_changes.py": 3,
    "reports/parsheet_counts.py": 10,
    "reports/parsheet_figures.py": 24,
    "reports/parsheet_identity.py": 10,
    "reports/parsheet_meters.py": 27,
    "reports/parsheet_xlsx.py": 1,
    "rules/many_card_round.py": 5,
    "rules/blackjack_jackpots.py": 3,
    "rules/blackjack_round.py": 25,  # the options of games like blackjack
    "rules/game.py": 1,
    "rules/hands.py": 3,
    "rules/cited_law.py": 1,
    "rules/letters.py": 2,
    "rules/posted.py": 1,
    "rules/shared_prizes.py": 2,
    "rules/reading.py": 3,
    "rules/round.py": 2,
    "rules/typed_hand.py": 3,
    "site/table_approval.py": 1,
    "site/links.py": 1,
    "site/writing.py": 1,
    "bank_statements.py": 1,
    "web/access/proving.py": 1,
    "web/api/openapi.py": 11,
    "web/api/outbox_stream.py": 1,
    "web/api/stream.py": 1,
    "web/shell/health.py": 1,
    "wide/line/hub_line.py": 2,
}
VALUE = "x"  # of an f-string
# Three words in a row, of which two at least are no values.
SENTENCE = re.compile(r"(?<![\w/.'-])(?!x x|\w+ x x\b)[A-Za-z][a-z']* (?:[a-z']+ )+[a-z']+\b")
STATEMENT = re.compile(r"\b(?:SELECT|INSERT|CREATE|DELETE|UPDATE|PRAGMA|FROM|SET)\b|^[ \w]*: \{")


def said_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts of code that are neither its documentation nor for its makers."""
    silent = {
        part for node in ast.walk(tree) for text in unread_in(node) for part in ast.walk(text)
    }
    for node in ast.walk(tree):
        if node in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            silent.update(node.values)
            parts = [getattr(each, "value", None) for each in node.values]
            yield node.lineno, "".join(each if isinstance(each, str) else VALUE for each in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def unread_in(node: ast.AST) -> Iterator[ast.AST]:
    """What nobody reads of a statement, or whoever looks for a command or a field."""
    match node:
        case (
            ast.Expr(value=ast.Constant() as text)
            | ast.Assert(msg=ast.expr() as text)
            | ast.Call(func=ast.Name(id="AssertionError" | "RuntimeError"), args=[text])
        ):
            yield text
        case ast.keyword(arg=name) if name in DESCRIBED:
            yield node.value
        case ast.Call(
            func=ast.Attribute(attr="error" | "warning" | "info")
            | ast.Name(id="argument" | "columns" | "option")
        ):
            yield node
        case ast.Dict():
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in DESCRIBED:
                    yield value


def sentences_in(code: str) -> list[tuple[int, str]]:
    """The sentences of a piece of code, each with its line."""
    names = texts(ENGLISH)["names"]  # what the language has a name for
    return [
        (line, text)
        for line, text in said_in(ast.parse(code))
        if SENTENCE.search(text) and not STATEMENT.search(text)
        if text.replace(" ", "_") not in names
    ]


def found_in_all() -> dict[str, list[tuple[int, str]]]:
    """Every sentence, by its file."""
    files = {file.relative_to(SOURCE): file for file in sorted(SOURCE.rglob("*.py"))}
    return {
        place.as_posix(): sentences_in(file.read_text("utf-8"))
        for place, file in files.items()
        if place.parts[0] not in FILES_OF_THEIR_OWN
    }


def test_no_file_has_more_texts_of_its_own_than_its_document_needs() -> None:
    found = {file: said for file, said in found_in_all().items() if said}
    more = [
        f"{file}:{line}: {text}"
        for file, said in found.items()
        if len(said) > KNOWN.get(file, 0)
        for line, text in said
    ]
    assert not more, "\n".join(["put it into words/; what KNOWN counts is listed too:", *more])
    fewer = {file: len(found.get(file, ())) for file in KNOWN}
    assert fewer == KNOWN, "lower KNOWN"


@pytest.mark.parametrize(
    "code",
    [
        'raise Refusal("NO_DEALER", "swipe your badge first")',
        'typer.echo(f"Table {table} has no dealer.")',
        'page(request, title="No table is open", rows=[])',
        'rows.append(("Sum of all awards", total))',
        'answer["reason"] = f"{who} may not close {day}"',
        'LATE = {"bank": "the deposit is late"}',
        'raise HTTPException(404, "no such thing here")',
    ],
)
def test_a_sentence_is_found_wherever_code_has_it(code: str) -> None:
    assert sentences_in(code)


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring is for the makers."""',
        'raise Refusal("ROUND_OPEN", "press_end_game", where=table)',
        'assert batch.after == end, "a batch is finished out of its turn"',
        'read("SELECT seq FROM journal ORDER BY seq")',
        'reader.add_argument("--table", help="The table that it is at.")',
        'option("--table NAME", "The table that it is at.")',
        'columns("table game status", "wager_most:money")',
    ],
)
def test_what_nobody_reads_on_the_floor_is_no_sentence(code: str) -> None:
    assert sentences_in(code) == []
