"""Imports run one way."""

import ast
import sys
from collections.abc import Iterator

import pytest

from audits.extras import EXTRAS
from proofs_tests.architecture.tree import Module, imported, imports, is_within, modules

LAYERS = (
    ("reference.override", "reference.source"),
    ("reference.exact",),
    ("reference.probability", "reference.data"),
    ("reference.privacy",),
    ("reference.mechanisms.noise",),
    ("reference.mechanisms.sensitivity",),
    ("reference.mechanisms.selection",),
    ("reference.mechanisms.stability",),
    ("reference.mechanisms.stream",),
    ("reference.mechanisms.release",),
    ("reference.mechanisms.interior_point",),
    ("reference.mechanisms.learning",),
    ("reference.mechanisms",),
    ("reference.reductions",),
    ("reference.lower_bounds",),
    ("reference.hardness",),
    ("reference",),
)
"""The specification, lowest first: a module imports its own entry and entries of lower rows."""

MAPS = ("reference", "reference.mechanisms")
"""Entries that are one `__init__.py` only: what lies inside needs an entry of its own."""

DOORS = ("audits.inputs", "audits.rendering", "audits.commands", "audits.notebook")
ABOVE_EVIDENCE = ("audits.engines", "audits.ledger", "audits.claims", "audits.conformance", *DOORS)
CLOSED = {
    "audits.evidence": ABOVE_EVIDENCE,
    "audits.engines": ABOVE_EVIDENCE[1:],
    "audits.ledger": ("audits.claims", "audits.conformance", *DOORS),
    "audits.claims": ("audits.conformance", *DOORS),
    "audits.inputs": ("audits.claims", "audits.conformance", *DOORS[1:]),
    "audits.rendering": ("audits.claims", "audits.conformance", DOORS[0], *DOORS[2:]),
    "audits.conformance": DOORS[2:],
}
"""What lies above a package of the audits, for those that others build on."""

IMPORTED_ONLY_BY = {
    "audits.cli": ("audits.cli", "audits.__main__"),
    "audits.notebook": ("audits.notebook", "exactdp"),
}
"""The ends of the chain."""

THIRD_PARTY: dict[str, tuple[str, ...]] = {
    "reference": ("flint",),
    "reference.override": ("typing_extensions",),
    "audits": ("flint", "rich"),
    "audits.kernel": (),
    "audits.engines": ("flint", "highspy", "numpy", "scipy"),
    "audits.rendering": ("jinja2", "matplotlib"),
    "audits.notebook": ("matplotlib",),
    "audits.cli": ("typer",),
    "audits.commands": ("rich", "typer"),
}
"""What else each package may import, besides the standard library; the longest prefix counts."""

LOADED_LATE = {
    "numpy": (
        "audits.engines.privacy.filtered",
        "audits.engines.optimum.reduction",
        "audits.engines.optimum.search",
    ),
    "scipy": ("audits.engines.optimum.reduction",),
    "highspy": ("audits.engines.optimum.search",),
    "matplotlib": tuple(
        f"audits.rendering.{what}_picture"
        for what in ("complexity", "composition", "curve", "optimum", "reconstruction")
    ),
}
"""The libraries of the extras, and the modules that import them as they are loaded: any other does
so inside a function, and imports none of these modules as it is loaded, but for one another."""

IMPORTS_ANYTHING = "audits.conformance"
"""The package that exists in order to import other libraries."""

RANDOMNESS = ("random", "_random", "secrets")
WATCHES = ("reference.probability.purity", "reference.probability.generators")
TOSSES_COINS = ("reference.probability.coins", *WATCHES, IMPORTS_ANYTHING)
"""Randomness is importable only where coins are tossed, where its use by others is refused, and
where other libraries are sampled."""


def violations(module: Module) -> list[str]:
    """Each import of a module that the tables forbid, as a sentence."""
    found = []
    if module.within("reference") and home(module.name) in {*MAPS, None} - {module.name}:
        found.append(f"{module.name} has no row in the layer table")
    for line, target in imports(module):
        if reason := objection(module, target):
            found.append(f"{module.name}:{line} imports {target}: {reason}")
    return found


def objection(module: Module, target: str) -> str | None:
    """Why a module may not import a dotted name, or None where it may."""
    library = target.partition(".")[0]
    match library:
        case "":
            return "imports are absolute"
        case "proofs_tests":
            return "tests are not for import"
        case "reference":
            return objection_to_reference(module, target)
        case "audits":
            return objection_to_audits(module, target)
        case _ if library in RANDOMNESS:
            return None if module.within(*TOSSES_COINS) else "only coins are random"
        case _ if library in sys.stdlib_module_names or module.within(IMPORTS_ANYTHING):
            return None
        case _:
            allowed = THIRD_PARTY[longest(module.name, THIRD_PARTY) or ""]
            return None if library in allowed else "this package does without that library"


def objection_to_reference(module: Module, target: str) -> str | None:
    """Why a module may not import a name of the specification."""
    if module.within("audits.kernel"):
        return "the kernel imports nothing of ours"
    if module.within("audits", "exactdp") or home(module.name) == home(target):
        return None
    return None if row(target) < row(module.name) else "against the layers"


def objection_to_audits(module: Module, target: str) -> str | None:
    """Why a module may not import a name of the audits."""
    if module.within("reference"):
        return "the specification imports no audit"
    if module.within("audits.kernel"):
        return None if is_within(target, "audits.kernel") else "the kernel imports nothing of ours"
    for package, importers in IMPORTED_ONLY_BY.items():
        if is_within(target, package) and not module.within(*importers):
            return f"only {importers[-1]} imports that"
    above = CLOSED.get(longest(module.name, CLOSED) or "", ())
    return "against the layers" if is_within(target, *above) else None


def early(module: Module) -> list[str]:
    """What a module imports as it is loaded although only an extra brings it, a sentence each."""
    late = {name for names in LOADED_LATE.values() for name in names}
    if not any(name.rpartition(".")[2] in module.text for name in (*LOADED_LATE, *late)):
        return []
    allowed = {library for library, names in LOADED_LATE.items() if module.name in names}
    allowed |= {"audits"} if module.name in late else set()
    return [
        f"{module.name}:{line} imports {target}: inside a function, where it is needed"
        for line, target in imported(at_once(module.syntax))
        if is_within(target, *LOADED_LATE, *late) and target.partition(".")[0] not in allowed
    ]


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The statements that are run when a module is loaded: no functions, nothing for types."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.expr():
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case _:
            yield node
            for child in ast.iter_child_nodes(node):
                yield from at_once(child)


def home(name: str) -> str | None:
    """The entry of the layer table that a dotted name falls under."""
    return longest(name, [entry for entries in LAYERS for entry in entries])


def row(name: str) -> int:
    """The row of the layer table that a dotted name of the specification falls under."""
    return next(i for i, entries in enumerate(LAYERS) if home(name) in entries)


def longest(name: str, prefixes: dict[str, tuple[str, ...]] | list[str]) -> str | None:
    """The longest of the prefixes that a dotted name lies within."""
    return max((p for p in prefixes if is_within(name, p)), key=len, default=None)


def test_what_an_extra_brings_is_loaded_late() -> None:
    """The packages are imported, and the exact engines run, without any extra."""
    tree = [
        module
        for module in modules("reference", "audits", "exactdp")
        if not module.within(f"{IMPORTS_ANYTHING}.workers")
    ]
    assert [text for module in tree for text in early(module)] == []
    for library, names in LOADED_LATE.items():
        late = [module for module in tree if module.name in names]
        assert len(late) == len(names)
        assert all(any(is_within(to, library) for _, to in imports(module)) for module in late)
    assert {*LOADED_LATE} == {library for libraries in EXTRAS.values() for library in libraries}


@pytest.mark.parametrize(
    ("importer", "statement", "count"),
    [
        ("audits.engines.privacy.point", "import numpy as np", 1),
        (
            "audits.engines.privacy.point",
            "try:\n    from scipy import sparse\nexcept ImportError: pass",
            1,
        ),
        ("audits.engines.privacy.point", "if True:\n    import highspy", 1),
        ("audits.engines.privacy.point", "from audits.engines.privacy import filtered", 1),
        ("audits.engines.privacy.point", "class A:\n    from matplotlib.figure import Figure", 1),
        ("audits.engines.privacy.filtered", "import scipy", 1),
        ("audits.engines.privacy.filtered", "import numpy", 0),
        ("audits.engines.privacy.point", "def f():\n    import numpy", 0),
        ("audits.engines.privacy.point", "if TYPE_CHECKING:\n    import numpy", 0),
    ],
)
def test_what_is_loaded_early_is_found(importer: str, statement: str, count: int) -> None:
    """Inside a function, or for types alone, it is not."""
    assert len(early(Module(importer, statement))) == count


def test_every_import_runs_with_the_layers() -> None:
    """No module imports what lies above it, nor a library that its package does without."""
    tree = modules("reference", "audits", "exactdp")
    assert [text for module in tree for text in violations(module)] == []


@pytest.mark.parametrize(
    ("importer", "statement"),
    [
        ("reference.exact.integers", "from reference.probability import Dist"),
        ("reference.exact.integers", "from reference import probability"),
        ("reference.exact.integers", "import numpy"),
        ("reference.exact.integers", "def f():\n    import secrets"),
        ("reference.probability.dist", "from reference.data.domain import Domain"),
        ("reference.probability.dist", "from . import coins"),
        ("reference.probability.dist", "import random"),
        ("reference.probability.dist", "from typing_extensions import override"),
        ("reference.mechanisms.noise.laplace", "from reference.mechanisms.selection import x"),
        ("reference.mechanisms.release.tree", "from reference.mechanisms import interior_point"),
        ("reference.mechanisms.stream.tree", "import reference.mechanisms.learning.learner"),
        ("reference.mechanisms.noise.laplace", "from reference.mechanisms import RecPrefix"),
        ("reference.reductions.learner", "from reference.hardness.signature import Signature"),
        ("reference.privacy.epsilon", "import audits.ledger"),
        ("reference.privacy.epsilon", "import proofs_tests.strategies"),
        ("reference.mechanisms.elsewhere.laplace", "import fractions"),
        ("reference.helpers", "import fractions"),
        ("audits.kernel.check", "from reference.exact import integers"),
        ("audits.kernel.check", "from audits.engines.privacy import point"),
        ("audits.kernel.check", "import audits"),
        ("audits.kernel.check", "import flint"),
        ("audits.engines.privacy.point", "from audits.ledger import Claim"),
        ("audits.engines.privacy.point", "from audits import claims"),
        ("audits.engines.privacy.point", "import secrets"),
        ("audits.ledger", "from audits.claims import bnsv15"),
        ("audits.ledger", "import numpy"),
        ("audits.claims.bnsv15", "from audits.cli import main"),
        ("audits.claims.bnsv15", "from audits import rendering as shown"),
        ("audits.rendering.site", "import audits.cli"),
        ("audits.evidence.verdict", "import audits.cli"),
        ("audits.evidence.verdict", "import typer"),
    ],
)
def test_an_import_against_the_layers_is_found(importer: str, statement: str) -> None:
    """Each way to import against the layers is reported, once."""
    assert len(violations(Module(importer, statement))) == 1


@pytest.mark.parametrize(
    ("importer", "statement"),
    [
        ("reference.exact.interval", "from flint import arb"),
        ("reference.exact.interval", "from reference.exact.integers import floor_log2"),
        ("reference.probability.coins", "import secrets"),
        ("reference.privacy.epsilon", "from reference import data, exact, probability"),
        ("reference.mechanisms.learning.learner", "import reference.mechanisms.noise.laplace"),
        ("reference.hardness.signature", "from reference.mechanisms import RecPrefix"),
        ("audits.kernel.__main__", "import json, sys\nfrom audits.kernel import refusals"),
        ("audits.engines.optimum", "import highspy, numpy, scipy.sparse\nimport reference.exact"),
        ("audits.engines.privacy.point", "from audits.kernel import check"),
        ("audits.commands.report", "import typer\nfrom audits import rendering, ledger, engines"),
        ("audits.__main__", "from audits.cli import main"),
        ("audits.conformance.opendp", "import opendp, random, numpy"),
    ],
)
def test_an_import_with_the_layers_is_allowed(importer: str, statement: str) -> None:
    """The checker refuses nothing that the tables allow."""
    assert violations(Module(importer, statement)) == []
