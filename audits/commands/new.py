"""`exactdp new`: a mechanism, a claim or an engine that works, to be made into another one."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from enum import Enum
from importlib import resources
from keyword import iskeyword
from pathlib import Path
from shutil import which
from subprocess import run
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.output import print_json, working
from audits.inputs.literals import InputError, shortened
from audits.near_names import hint
from audits.writing import write

HOME = Path(__file__).parents[2]
MECHANISMS = "reference/mechanisms"
CATALOGUE = "audits/claims/catalogue.toml"
DECLARED = "audits/claims/standard_mechanisms/declared"
OTHER_TABLES = {"stability": "selection"}
"""Of packages whose table is that of another."""

FIRST = '[[claim]]\nid = "CORE.'
"""Before this the entries of new claims stand in the catalogue."""

LONGEST_NAME = 36
"""Characters: what is written of it has lines of at most 99."""

IDENTIFIER = re.compile(r"(?:CORE|[A-Z]+\d\d)\.[A-Za-z][A-Za-z0-9.-]*")


class Kind(Enum):
    """What is begun."""

    MECHANISM = "mechanism"
    CLAIM = "claim"
    ENGINE = "engine"


def command(
    kind: Annotated[Kind, typer.Argument(help="What to begin.", show_default=False)],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="Of a mechanism or an engine, such as noisy-parity; or the id of a claim, such "
            "as CORE.odd-sums.",
            show_default=False,
        ),
    ],
    package: Annotated[
        str, typer.Option("--in", metavar="PACKAGE", help=f"Of a mechanism: in {MECHANISMS}.")
    ] = "noise",
    as_json: options.AsJson = False,
) -> None:
    """Write a mechanism, a claim or an engine that passes the tests, to be made into another."""
    made = begin(HOME, kind, name, package)
    if (ruff := which("ruff", path=str(Path(sys.executable).parent))) is not None:
        sources = [file for file in made.files if file.endswith(".py")]
        run([ruff, "format", "--quiet", *sources], cwd=HOME, check=True)  # noqa: S603
    if made.claims:
        teeth = [sys.executable, "-m", "audits.ledger.lock_teeth", *made.claims]
        with working("which wrong variants the claims refute"):
            told = run(teeth, cwd=HOME, check=False, capture_output=True, text=True)  # noqa: S603
        if told.returncode:
            last = (told.stdout + told.stderr).strip().splitlines()[-1:]
            raise InputError(f"{' '.join(made.files)}: written, but {' '.join(last)}")
    if as_json:
        return print_json({"files": [*made.files], "claims": [*made.claims], "then": made.then})
    for file in made.files:
        say(f"wrote {file}")
    if made.claims:
        say("added to teeth.lock beside them: which wrong variants the claims refute")
    say(f"to undo it: `git status` shows what is new, `git diff` the entries of {name}")
    return say(f"then: {made.then}")


class Made:
    """What was written, the ids of the claims in it, and a command that shows that it works."""

    def __init__(self, files: list[str], claims: list[str], then: str) -> None:
        self.files, self.claims, self.then = files, claims, then


def begin(home: Path, kind: Kind, name: str, package: str = "noise") -> Made:
    """Write the files of a skeleton.

    Args:
        home: a checkout.
        kind: of what.
        name: of a mechanism or an engine, in words with `-` between them; or the id of a claim.
        package: of a mechanism, in `reference/mechanisms`.

    Raises:
        InputError: outside of a checkout; for a name that is none, or is taken; for no package.
    """
    if not (home / CATALOGUE).exists() or not (home / "proofs_tests").is_dir():
        raise InputError("exactdp new works in a checkout, and not in an installed copy")
    packages = [
        each.name for each in (home / MECHANISMS).iterdir() if (each / "__init__.py").exists()
    ]
    if kind is Kind.MECHANISM and package not in packages:
        others = hint(package, packages) or f": one of {', '.join(sorted(packages))}"
        raise InputError(f"--in {shortened(package)}: no package of mechanisms{others}")
    pattern = IDENTIFIER if kind is Kind.CLAIM else re.compile("[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
    if not pattern.fullmatch(name):
        such = "CORE.odd-sums" if kind is Kind.CLAIM else "noisy-parity"
        one = "an engine" if kind is Kind.ENGINE else f"a {kind.value}"
        raise InputError(f"{shortened(name)}: no name of {one}, which is like {such}")
    if iskeyword(name) or name in sys.stdlib_module_names:
        raise InputError(f"{name}: Python has another use for this name")
    if len(name) > LONGEST_NAME:
        raise InputError(f"{shortened(name)}: a name of at most {LONGEST_NAME} characters")
    words = re.split("[-_.]", name.partition(".")[2] if kind is Kind.CLAIM else name)
    said = " ".join(words)
    filled = {
        "id": name,
        "package": package,
        "name": "_".join(words).lower(),
        "dashed": "-".join(words),
        "words": said,
        "Words": f"{said[0].upper()}{said[1:]}",
        "Class": "".join(f"{word[0].upper()}{word[1:]}" for word in words),
    }
    return _written(home, kind, filled)


def _written(home: Path, kind: Kind, filled: Mapping[str, str]) -> Made:
    files, claims = _planned(home, kind, filled)
    catalogue = (home / CATALOGUE).read_text("utf-8")
    listed = [each for each in claims if f'id = "{each}"' in catalogue]
    if kind is Kind.CLAIM and not listed and not filled["id"].startswith("CORE."):
        tag = filled["id"].partition(".")[0]
        raise InputError(f"{filled['id']}: no statement of {tag}; see `exactdp list claims {tag}`")
    table = home / DECLARED / f"{OTHER_TABLES.get(filled['package'], filled['package'])}.py"
    declares = kind is Kind.MECHANISM and table.exists()
    promised = _declaring(table.read_text("utf-8"), filled) if declares else ""
    taken = [file for file in files if (home / file).exists()]
    taken += [each for each in listed if _has_claim(home, each)]
    if taken:
        raise InputError(f"{taken[0]} is there already")
    for file, skeleton in files.items():
        write(home / file, _filled(skeleton, filled))
    if promised:
        write(table, promised)
    if not claims:
        return Made([*files], claims, f"pytest -q {[*files][-1]}")
    if listed:
        return Made([*files], claims, f"exactdp claims {' '.join(claims)}")
    entries = _filled(f"{kind.value}_catalogue", filled)
    write(home / CATALOGUE, catalogue.replace(FIRST, f"{entries}{FIRST}", 1))
    changed = [CATALOGUE, *([f"{DECLARED}/{table.name}"] if promised else [])]
    return Made([*files, *changed], claims, f"exactdp claims {' '.join(claims)}")


def _declaring(text: str, filled: Mapping[str, str]) -> str:
    """A table of declared promises with one more: the import at its place, the entry last."""
    line, entry = (_filled(f"declared_{part}", filled) for part in ("import", "entry"))
    later = [
        found.start() for found in re.finditer("^from .*$", text, re.MULTILINE) if found[0] > line
    ]
    place = later[0] if later else text.index("\n\n", text.index("\nfrom ")) + 1
    return f"{text[:place]}{line}{text[place:].rstrip().removesuffix('}')}{entry}}}\n"


def _has_claim(home: Path, identifier: str) -> bool:
    """Whether some check of a claim names this id."""
    files = (home / "audits/claims").rglob("*.py")
    named = re.compile(rf'(?:claim|not_finitely_checkable)\(\s*"{re.escape(identifier)}"')
    return any(named.search(file.read_text("utf-8")) for file in files)


def _planned(
    home: Path, kind: Kind, filled: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Which skeleton is written where, the test last, and the ids of the claims in them."""
    name, package, tests = filled["name"], filled["package"], "proofs_tests/units"
    if kind is Kind.ENGINE:
        test = f"{tests}/audits/engines/test_{name}.py"
        return {f"audits/engines/{name}.py": "engine", test: "engine_test"}, []
    if kind is Kind.MECHANISM:
        files = {
            f"{MECHANISMS}/{package}/{name}.py": "mechanism",
            f"audits/claims/standard_mechanisms/{name}.py": "mechanism_claims",
            f"{tests}/{MECHANISMS}/{package}/test_{name}.py": "mechanism_test",
        }
        return files, [f"CORE.{filled['dashed']}", f"CORE.{filled['dashed']}.accuracy"]
    tag = filled["id"].partition(".")[0]
    paper = f"audits/claims/{tag.lower().replace('core', 'standard_mechanisms')}"
    if not (home / paper).is_dir():
        raise InputError(f"{filled['id']}: no paper {tag}")
    return {f"{paper}/{name}.py": "claim"}, [filled["id"]]


def _filled(skeleton: str, filled: Mapping[str, str]) -> str:
    text = (resources.files("audits") / "skeletons" / f"{skeleton}.txt").read_text("utf-8")
    return re.sub("@([A-Za-z]+)@", lambda found: filled[found[1]], text)
