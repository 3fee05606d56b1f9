"""Runs the notebooks in docs/notebooks: their cells in order, and what each of them shows.

`python -m proofs_tests.notebooks` writes what they show into the files; a test runs them again.
It needs no Jupyter: a notebook is a JSON file, and a cell shows the value of its last line.
"""

from __future__ import annotations

import ast
import io
import json
import linecache
import sys
import types
from base64 import b64encode
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from audits.notebook.display import TABLES, html
from audits.rendering.curve_picture import png
from audits.writing import write
from proofs_tests.architecture.tree import ROOT

FOLDER = ROOT / "docs" / "notebooks"


@dataclass
class Shell:
    """Where the cells of a notebook run, one after the other."""

    module: types.ModuleType = field(default_factory=lambda: types.ModuleType("__main__"))
    count: int = 0

    def run(self, source: str) -> list[dict[str, Any]]:
        """The outputs of a cell, as a notebook stores them."""
        self.count += 1
        name = f"<cell {self.count}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed, value = io.StringIO(), None
        with redirect_stdout(printed):
            exec(compile(tree, name, "exec"), vars(self.module))  # noqa: S102 - our own notebooks
            if isinstance(last, ast.Expr):
                shown = compile(ast.Expression(last.value), name, "eval")
                value = eval(shown, vars(self.module))  # noqa: S307 - likewise
        outputs: list[dict[str, Any]] = []
        if text := printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": lines(text)})
        if value is not None:
            outputs.append(
                {
                    "output_type": "execute_result",
                    "execution_count": self.count,
                    "metadata": {},
                    "data": data(value),
                }
            )
        return outputs


def data(value: object) -> dict[str, Any]:
    """What a value looks like, by kind."""
    if isinstance(value, Figure):
        return {"image/png": b64encode(png(value)).decode(), "text/plain": ["Figure"]}
    if isinstance(value, TABLES):
        return {"text/html": lines(html(value)), "text/plain": [type(value).__name__]}
    return {"text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    """A text as notebooks store it."""
    return text.splitlines(keepends=True)


def notebooks() -> list[Path]:
    """The files."""
    return sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path) -> dict[str, Any]:
    """The notebook with the outputs that it has when it is run now."""
    book: dict[str, Any] = json.loads(path.read_text())
    shell = Shell()
    main = sys.modules["__main__"]
    sys.modules["__main__"] = shell.module
    try:
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = shell.run("".join(cell["source"]))
                cell["execution_count"] = shell.count
    finally:
        sys.modules["__main__"] = main
    return book


def main() -> None:
    """Run all and write what they show."""
    for path in notebooks():
        write(path, (json.dumps(executed(path), indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    main()
