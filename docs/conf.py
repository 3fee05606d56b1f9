"""How `make docs` builds the pages, and the reference from docstrings."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

project = "exactdp"
author = "exactdp contributors"
version = release = version_of("exactdp")

extensions = ["myst_nb", "sphinx.ext.apidoc", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "site"
exclude_patterns = ["ci", "examples", "index.md", "api/modules.rst"]
html_theme = "furo"
html_title = "exactdp"
html_show_copyright = False
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the tests execute them, and compare what they show

apidoc_modules = [{"path": "../reference", "destination": "api", "separate_modules": True}]
autodoc_default_options = {"members": True}
autodoc_typehints = "none"
suppress_warnings = ["ref.python"]  # `S` of a formula is the name of several attributes

SECTION = re.compile(r"(Args|Returns|Raises|Yields):$")
"""Where a part of a docstring begins that is no plain text."""


def _plain(_app: Any, _what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """A docstring is plain text: |S| is no mark-up, and what is indented stays as it stands."""
    found: list[str] = []
    within = literal = example = False
    for line in lines:
        example = line.startswith(">>>") or (example and bool(line))
        indented = line.startswith("  ")
        if line and not indented:
            within, literal = bool(SECTION.match(line)), False
        if indented and not within and not literal:
            found += ["", ".. code-block:: text", ""]
            literal = True
        plain = line if example else re.sub(r"([|*_\\])", r"\\\1", line)
        found.append(f"    {line}" if literal and line else plain)
    for i in range(len(found) - 1, 0, -1):
        if found[i] and not found[i].startswith(" ") and found[i - 1].startswith("  "):
            found.insert(i, "")
    lines[:] = found


def _front_page(app: Any, failure: Exception | None) -> None:
    """Who opens the directory finds the first page; `index.md` is for those in a checkout."""
    pages = Path(app.outdir)
    if failure is None and app.builder.name == "html":
        shutil.copyfile(pages / f"{root_doc}.html", pages / "index.html")


def setup(app: Any) -> None:
    """Read docstrings before napoleon does."""
    app.connect("autodoc-process-docstring", _plain, priority=100)
    app.connect("build-finished", _front_page)
