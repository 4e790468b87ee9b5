"""The notebooks give the outputs that are stored in them. Run as a program, it stores them again:
`PYTHONPATH=tests .venv/bin/python -m lab.test_notebooks`."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from pprint import pformat
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NAMES = ("look_up", "design", "a_meters_life", "is_my_side_bet_safe")
CELLS_MOST = 12
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def run_cell(source: str, names: dict[str, Any]) -> str:
    """Run a cell as Jupyter would, and show its last expression as Jupyter would."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebooks
    if not isinstance(last, ast.Expr):
        return ""
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
    return "" if value is None else pformat(value, width=79, sort_dicts=False)


def fill_notebook(text: str) -> str:
    """The notebook with fresh outputs, the same on every machine."""
    names: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    number = 0
    for place, cell in enumerate(json.loads(text)["cells"], 1):
        source = "".join(cell["source"])
        filled = {"cell_type": cell["cell_type"], "id": f"cell-{place:02}", "metadata": {}}
        if cell["cell_type"] == "code":
            number += 1
            shown = run_cell(source, names)
            output = {
                "data": {"text/plain": shown.splitlines(keepends=True)},
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
            filled |= {"execution_count": number, "outputs": [output] if shown else []}
        cells.append({**filled, "source": source.splitlines(keepends=True)})
    notebook = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_gives_the_outputs_it_shows(name: str) -> None:
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    remake = "run PYTHONPATH=tests .venv/bin/python -m lab.test_notebooks"
    assert text == fill_notebook(text), remake
    assert len(json.loads(text)["cells"]) <= CELLS_MOST


if __name__ == "__main__":
    for each in FOLDER.glob("*.ipynb"):
        each.write_text(fill_notebook(each.read_text("utf-8")), "utf-8")
