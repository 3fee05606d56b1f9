"""What a certificate has to prove, computed here and not by the engine that made it.

An engine that says yes to everything is found out: its certificate is about other laws, another
guarantee, another problem or other numbers than those of the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from audits.certificates import Range, entry_json, ratio_json, stated, table_fields, universe_facts
from audits.engines.comparisons import Comparison
from audits.engines.optimum.certificates import problem_fields
from audits.engines.optimum.problem import Problem
from audits.engines.pairs import Direction
from audits.table import LawTable
from audits.verdict import Facts, Holds, Json, Verdict
from reference.exact.field import R, number
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def demanded(verdict: Verdict, facts: Facts) -> Verdict:
    """The verdict, that holds only if its certificate proves these facts."""
    return replace(verdict, asked=facts) if isinstance(verdict, Holds) else verdict


def privacy(
    table: LawTable[D, X, R], guarantee: Guarantee[R], over: Range, direction: Direction
) -> Facts:
    """Every pair of neighbours, every event: these laws, this guarantee."""
    numbers = number(guarantee.exp_eps) is not None and number(guarantee.delta) is not None
    point = numbers and not table.field.symbolic
    said: dict[str, Json] = {
        "direction": direction.value,
        "exp_eps": ratio_json(guarantee.exp_eps if point else _function(guarantee.exp_eps)),
        "delta": ratio_json(guarantee.delta if point else _function(guarantee.delta)),
    }
    ranged: dict[str, Json] = {} if point else {"range": over.json()}
    return {
        "kind": "point" if point else "all-epsilon",
        "databases": len(table.databases),
        "pairs": direction.count(table.universe),
        **universe_facts(table.universe),
        **stated(table_fields(table) | said | ranged),
    }


def accuracy(
    table: LawTable[D, X, R], good: Callable[[D, X], bool], failure: R, over: Range
) -> Facts:
    """Every database: these laws, these good outcomes, this bound."""
    said: dict[str, Json] = {
        "range": None if number(failure) is not None else over.json(),
        "sign": "<=",
        "failure": ratio_json(failure),
        "good": [
            [
                y
                for y, outcome in enumerate(table.outcomes)
                if y not in row or good(database, outcome)
            ]
            for database, row in zip(table.databases, table.rows, strict=True)
        ],
    }
    return {
        "kind": "accuracy",
        "databases": len(table.databases),
        **universe_facts(table.universe),
        **stated(table_fields(table) | said),
    }


def optimum(problem: Problem[D, Y], exp_eps: Fraction, delta: Fraction) -> Facts:
    """All mechanisms: this problem, this guarantee; the value is the certificate's."""
    said: dict[str, Json] = {"exp_eps": str(exp_eps), "delta": str(delta)}
    return {
        "databases": problem.universe.database_count,
        "scores": len(problem.scores),
        **universe_facts(problem.universe),
        **stated(problem_fields(problem) | said),
    }


class Compared:
    """The comparisons that went by, each once."""

    def __init__(self) -> None:
        self._entries: dict[tuple[object, str, object], Json] = {}
        self._symbolic = False

    def noted(self, comparisons: Iterable[Comparison]) -> Iterable[Comparison]:
        """The same comparisons."""
        for item in comparisons:
            key = (item.left, item.relation, item.right)
            if key not in self._entries:
                self._symbolic |= any(isinstance(v, RationalFunction) for v in key)
                self._entries[key] = entry_json(len(self._entries), item.name, *key)
            yield item

    def facts(self, over: Range) -> Facts:
        """All of them."""
        entries: dict[str, Json] = {"entries": [*self._entries.values()]}
        ranged = over.json() if self._symbolic else None
        count = len(self._entries)
        return {"kind": "comparisons", "comparisons": count, "range": ranged, **stated(entries)}


def _function(value: R) -> RationalFunction:
    return RationalFunction.of(value)
