"""`python -m proofs_tests.mutation.teeth`: what the claims say of wrong mechanisms.

Two tables.  The impostors that claims name, and which claims refute each.  And every mechanism of
the command line with twice its eps, and blind (see `blind`): which claim refutes it by the laws of
its privacy, and of its accuracy.  The status is 1 if a mechanism has no such claim and no reason
for that, or an impostor is not refuted.
"""

import inspect
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import product
from typing import Any

from audits.commands.output import print_table
from audits.evidence.verdict import Refuted
from audits.inputs.registry import ALIASES, mechanisms
from audits.ledger import Claim, Found, Size, run_claim
from audits.ledger.deciding import decide
from audits.ledger.impostors import twice
from proofs_tests.mutation.judging import GRACE
from proofs_tests.mutation.processes import apart, shared
from proofs_tests.mutation.tracing import decidable
from reference.data.domain import Domain
from reference.privacy.epsilon import Epsilon

Call = Callable[..., Any]

MOST_POINTS = 2**16
"""Of a domain that is listed."""


CHAINED = "(a chain)"
"""Its theorem asks for thousands of rows: its parts are audited, and the rest is arithmetic."""

NONE = "(no promise)"
"""The paper promises nothing; the law itself is decided, outcome by outcome."""

BLOCKS = "(its cuts)"
"""Whole outputs are too many: the cuts are audited, with half of their noise as an impostor."""

RUNS = "(what it runs)"
"""As accurate as the mechanism that it runs, which is compared, row by row or point by point."""

SIGHTLESS = "(sees no data)"
"""The distribution is known: it answers without looking, and that is audited."""

EXCUSED = {
    "answers-from-learner": ("", RUNS),
    "confident-point-learner": ("", CHAINED),
    "constant-interior-point": ("", SIGHTLESS),
    "constant-undominated-point": ("", SIGHTLESS),
    "double-pairing": ("", NONE),
    "efficient-point-learner": ("", CHAINED),
    "few-switches-learner": ("", CHAINED),
    "laplace-vector-cells": ("", NONE),
    "light-point-learner": ("", CHAINED),
    "noisy-quantiles": (BLOCKS, ""),
    "on-fixed-size": ("", RUNS),
    "padded-interior-point": ("", RUNS),
    "pseudorandom-point-learner": ("", NONE),
    "rounded-down": ("", RUNS),
    "simplified-tree-log": (NONE, NONE),
    "star-subsampling": ("", NONE),
    "threshold-release": (BLOCKS, ""),
}
"""Mechanisms whose privacy, or whose accuracy, no claim refutes by laws, and why."""


def replace_method(kind: type, name: str, wrong: Call) -> None:
    """What a method of a class does from now on; the class counts as ours all the same."""
    wrong.__code__ = wrong.__code__.replace(co_filename=inspect.getfile(kind))
    setattr(kind, name, wrong)


def twice_the_eps(kind: type) -> None:
    """Every mechanism of this class spends twice the eps that it is given."""
    call: Call = kind.__call__

    def wrong(self: Any, *given: Any) -> Any:  # noqa: ANN401
        losses = {f.name: getattr(self, f.name) for f in fields(self)}
        doubled = {n: twice(eps) for n, eps in losses.items() if isinstance(eps, Epsilon)}
        return call(replace(self, **doubled), *given)

    replace_method(kind, "__call__", wrong)


def built_with_twice_the_eps(kind: type) -> None:
    """Every mechanism of this class is built with twice the eps that it is given."""
    build: Call = vars(kind)["__init__"]

    def wrong(self: Any, *given: Any, **named: Any) -> None:  # noqa: ANN401
        build(self, *given, **named)
        for each in fields(kind):
            eps = getattr(self, each.name)
            if isinstance(eps, Epsilon):
                object.__setattr__(self, each.name, twice(eps))

    replace_method(kind, "__init__", wrong)


def blind(kind: type) -> None:
    """Every mechanism of this class answers from the first database of its universe.

    Of so many rows; on a domain too large to be listed, from its first point again and again, and
    without a universe from its own first row.
    """
    call: Call = kind.__call__

    def wrong(self: Any, database: Any, *coins: Any) -> Any:  # noqa: ANN401
        domain = getattr(self, "domain", None)
        if isinstance(domain, Domain) and domain.size > MOST_POINTS:
            shown = (domain.values[0],) * len(database)
        elif hasattr(self, "universe"):
            shown = next(iter(self.universe(len(database)).databases()))
        else:
            shown = database[:1] * len(database)
        return call(self, shown, *coins)

    replace_method(kind, "__call__", wrong)


def has_eps(kind: type) -> bool:
    """Whether a mechanism is given its eps."""
    return any("Epsilon" in str(field.type) for field in fields(kind))


def main(words: Sequence[str]) -> int:
    """Print both tables; words select mechanisms of the second one, then the first is left out."""
    items = decidable()
    bitten = [] if words else _impostors([*items.values()])
    if bitten:
        print_table(["about", "impostor", "refuted by", "not refuted by"], bitten)
    chosen = {
        name: kind
        for name, kind in mechanisms().items()
        if name not in ALIASES and (not words or name in words)
    }
    listed = [item for item in items.values() if item.expected is Found.HOLDS]
    judges = shared(lambda item: _judge(item, chosen), listed, 2, "claims")
    asked = [(item, *found) for item, found in zip(listed, judges, strict=True) if found]
    rows = shared(lambda name: _row(name, chosen[name], asked), [*chosen], 2, "mechanisms")
    print_table(["mechanism", "twice the eps: privacy", "blind: accuracy"], rows)
    return int(any(row[3] for row in bitten) or any("-" in row[1:] for row in rows))


def _judge(item: Claim, kinds: Mapping[str, type]) -> tuple[float, list[str]] | None:
    """How long its audits take, and the mechanisms that a claim builds; None if it fails."""

    def called() -> tuple[float, list[str]]:
        seen = set[str]()
        for name, kind in kinds.items():
            _note(name, kind, seen)
        start = time.perf_counter()
        decide(item, Size.TINY, laws_only=True)
        return time.perf_counter() - start, sorted(seen)

    found: tuple[float, list[str]] | None = apart(called, 600)
    return found


def _note(name: str, kind: type, seen: set[str]) -> None:
    build: Call = vars(kind)["__init__"]

    def noted(self: Any, *given: Any, **named: Any) -> None:  # noqa: ANN401
        seen.add(name)
        build(self, *given, **named)

    replace_method(kind, "__init__", noted)


def _row(name: str, kind: type, asked: Sequence[tuple[Claim, float, list[str]]]) -> list[str]:
    """What the claims that build a mechanism say of it, the quickest first."""
    about = sorted((each for each in asked if name in each[2]), key=lambda each: each[1])

    def refuted_by(certificate: str, *wrongs: Callable[[type], None]) -> str:
        for (item, seconds, _), wrong in product(about, wrongs):

            def told(item: Claim = item, wrong: Callable[[type], None] = wrong) -> bool:
                wrong(kind)
                parts = decide(item, Size.TINY, laws_only=True).parts
                found = (p.verdict for p in parts if isinstance(p.verdict, Refuted))
                return any(verdict.certificate["kind"] == certificate for verdict in found)

            if apart(told, GRACE + 10 * seconds):
                return item.id
        return "-"

    losses = (twice_the_eps, built_with_twice_the_eps)
    found = [
        refuted_by("refutation", *losses) if has_eps(kind) else "(no eps)",
        refuted_by("accuracy", blind),
    ]
    excuses = EXCUSED.get(name, ("", ""))
    told = zip(found, excuses, strict=True)
    return [name, *((why or said) if said == "-" else said for said, why in told)]


def _impostors(items: Sequence[Claim]) -> list[list[str]]:
    """Each impostor once, by what it pretends to be, with the claims that name it."""
    found: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    asked = [item for item in items if item.impostors]
    answers = shared(lambda item: apart(partial(_refuted, item), 600), asked, 2, "claims")
    for item, told in zip(asked, answers, strict=True):
        for name, bitten in (told or {}).items():
            subject = getattr(item.about, "__name__", str(item.about))
            found.setdefault((subject, name), ([], []))[not bitten].append(item.id)
    return [[*key, " ".join(by), " ".join(kept)] for key, (by, kept) in sorted(found.items())]


def _refuted(item: Claim) -> dict[str, bool]:
    result = run_claim(item, Size.TINY)
    return {each.name: each.found is Found.REFUTED for each in result.impostors}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
