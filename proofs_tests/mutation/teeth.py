"""`python -m proofs_tests.mutation.teeth`: what the claims say of wrong mechanisms.

Two tables.  The impostors that claims name, and which claims refute each.  And every mechanism of
the command line with twice its eps, and blind to its database (it answers from the first database
of the same length that it was shown): which claim of privacy, which claim of accuracy refutes it.
The status is 1 if a mechanism has no such claim, or an impostor is not refuted.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from audits.asked.registry import ALIASES, mechanisms
from audits.commands.output import print_table
from audits.ledger import Claim, Found, Size, run_claim
from proofs_tests.mutation.judging import (
    FOLDER,
    Key,
    Traced,
    apart,
    decidable,
    known_of,
    refuted,
    shared,
    verdict,
)
from reference.privacy.epsilon import Epsilon

Call = Callable[[Any, Any, Any], Any]


def twice_the_eps(kind: type) -> None:
    """Every mechanism of this class spends twice the eps that it is given."""
    call: Call = vars(kind)["__call__"]

    def wrong(self: Any, database: Any, coins: Any) -> Any:  # noqa: ANN401
        losses = {f.name: getattr(self, f.name) for f in fields(self)}
        doubled = {
            name: Epsilon(eps.root * eps.root, eps.parts)
            for name, eps in losses.items()
            if isinstance(eps, Epsilon)
        }
        return call(replace(self, **doubled), database, coins)

    setattr(kind, "__call__", wrong)  # noqa: B010 - no attribute of an instance


def blind(kind: type) -> None:
    """Every mechanism of this class answers from the first database that it was shown."""
    call: Call = vars(kind)["__call__"]
    shown: dict[object, Any] = {}

    def wrong(self: Any, database: Any, coins: Any) -> Any:  # noqa: ANN401
        size = len(database) if hasattr(database, "__len__") else None
        return call(self, shown.setdefault((self, size), database), coins)

    setattr(kind, "__call__", wrong)  # noqa: B010 - no attribute of an instance


def has_eps(kind: type) -> bool:
    """Whether a mechanism is given its eps."""
    return any("Epsilon" in str(field.type) for field in fields(kind))


def main(words: Sequence[str]) -> int:
    """Print both tables; words select mechanisms of the second one, then the first is left out."""
    items = decidable()
    bitten = [] if words else _impostors([*items.values()])
    if bitten:
        print_table(["about", "impostor", "refuted by", "not refuted by"], bitten)
    known = known_of(items, 2)
    chosen = {
        name: kind
        for name, kind in mechanisms().items()
        if name not in ALIASES and (not words or name in words)
    }
    rows = shared(lambda name: _row(name, chosen[name], items, known), [*chosen], 2, "mechanisms")
    print_table(["mechanism", "twice the eps: privacy", "blind: accuracy"], rows)
    return int(any(row[3] for row in bitten) or any("-" in row[1:] for row in rows))


def _row(name: str, kind: type, items: dict[Key, Claim], known: dict[Key, Traced]) -> list[str]:
    file, first = inspect.getsourcefile(kind), inspect.getsourcelines(vars(kind)["__call__"])[1]
    place = str(Path(file or "").relative_to(FOLDER))
    about = [
        each
        for each in known.values()
        if any(f == place and line >= first for f, line in each.lines)
    ]

    def refuted_by(wrong: Callable[[type], None], sort: str) -> str:
        judges = sorted((each for each in about if each.kind == sort), key=lambda t: t.seconds)
        asked = [(items[each.key], each) for each in judges]
        found = verdict(asked, partial(wrong, kind), refuted)
        return "-" if found is None else found[0]

    privacy = refuted_by(twice_the_eps, "privacy") if has_eps(kind) else "no eps"
    return [name, privacy, refuted_by(blind, "accuracy")]


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
