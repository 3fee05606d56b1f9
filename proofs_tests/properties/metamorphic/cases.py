"""Every mechanism that promises privacy or has a universe, on small databases: laws found once."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES
from audits.claims.standard_mechanisms.declared.declared import Declared
from audits.claims.standard_mechanisms.declared.universes import INSTANCES as SILENT
from audits.claims.standard_mechanisms.declared.universes import never_run
from audits.ledger.edits import remade
from reference.data.adjacency import Adjacency, RowAdjacency
from reference.exact.field import RATIONALS
from reference.privacy.curve import PrivacyCurve, envelope
from reference.probability.dist import Dist
from reference.probability.replay import Laws


@dataclass(eq=False)
class Case:
    """A mechanism and databases, of a table of the ledger or made wrong."""

    mechanism: Any
    universe: Adjacency[Any]
    declared: Declared | None = None
    found: Laws[Any] = field(default_factory=Laws)
    kept: dict[Hashable, Dist[Any, Any]] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The class of the mechanism."""
        return type(self.mechanism).__name__

    @cached_property
    def databases(self) -> list[Any]:
        """All of the universe."""
        return list(self.universe.databases())

    @property
    def rows(self) -> RowAdjacency[Any] | None:
        """The universe, if rows move in it."""
        return self.universe if isinstance(self.universe, RowAdjacency) else None

    def law(self, database: Hashable, root: Fraction | None = None) -> Dist[Any, Any]:
        """The law at a root; or at every eps, if the mechanism has an indeterminate one."""
        if database not in self.kept:
            self.kept[database] = self.found.of(self.mechanism, database)
        law = self.kept[database]
        return law if root is None or law.field is RATIONALS else law.at(root)

    def laws_at(self, root: Fraction) -> list[Dist[Any, Fraction]]:
        """The laws on all databases."""
        return [self.law(d, root) for d in self.databases]

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Neighbours, in both orders."""
        return [pair for i, j in self.universe.index_pairs() for pair in ((i, j), (j, i))]

    def curve_at(
        self, root: Fraction, pairs: Sequence[tuple[int, int]] | None = None
    ) -> PrivacyCurve:
        """The privacy curve, over all neighbours or over other pairs."""
        return envelope(self.laws_at(root), self.pairs if pairs is None else pairs).curve


Cases: TypeAlias = Mapping[str, Case]


def is_run(mechanism: object) -> bool:
    """Whether nothing in it stands for a mechanism that counts for its universe only."""
    if not is_dataclass(mechanism):
        return mechanism is not never_run
    return all(is_run(getattr(mechanism, part.name)) for part in fields(mechanism))


CASES: Cases = {
    f"{name}{', few' if i else ''}": Case(each.mechanism, universe, each)
    for name, each in INSTANCES.items()
    for i, universe in enumerate(each.audited)
} | {
    name: Case(each.mechanism, each.universe)
    for name, each in SILENT.items()
    if each.universe is not None and is_run(each.mechanism)
}
"""One for each universe that is audited."""


def like(name: str, *edits: str) -> Cases:
    """That of this name alone, of a class with an edit (`audits.ledger.edits.wrong`)."""
    right = CASES[name]
    values = [getattr(right.mechanism, part.name) for part in fields(right.mechanism)]
    made = remade(type(right.mechanism), *edits)(*values)
    return {name: Case(made, right.universe, right.declared)}
