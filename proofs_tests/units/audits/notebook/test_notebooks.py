"""The notebooks in docs/notebooks show what they show when they are run."""

import json
from pathlib import Path
from typing import Any

import pytest

from proofs_tests.notebooks import executed, lines, notebooks

SLOW = ("bug_in_a_sparse_vector",)
"""Laws with continuous noise take seconds."""


def without_pictures(book: dict[str, Any]) -> dict[str, Any]:
    """A picture is another file with every version of the library that draws it."""
    for cell in book["cells"]:
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("image/png", None)
    return book


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in SLOW else [])
        for path in notebooks()
    ],
)
def test_a_notebook_shows_what_it_says(path: Path) -> None:
    """Run in order, its cells have the outputs that the file has."""
    stored: dict[str, Any] = json.loads(path.read_text())
    assert without_pictures(executed(path)) == without_pictures(stored)


def test_a_notebook_that_shows_something_else_is_found(tmp_path: Path) -> None:
    """Texts, values and tables are compared; a statement shows nothing."""
    cells = [
        {"cell_type": "markdown", "source": ["text"]},
        {"cell_type": "code", "source": ["x = 1\n", "print(x)\n", "x + 1"], "outputs": []},
        {"cell_type": "code", "source": ["y = x"], "outputs": []},
    ]
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    _, first, second = executed(path)["cells"]
    assert [output.get("text") for output in first["outputs"]] == [lines("1\n"), None]
    assert first["outputs"][1]["data"] == {"text/plain": ["2"]}
    assert second["outputs"] == []
