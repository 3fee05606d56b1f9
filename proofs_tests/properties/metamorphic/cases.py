"""Every mechanism that promises privacy or has a universe, on small databases: laws found once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES
from audits.claims.standard_mechanisms.declared.declared import Declared
from audits.claims.standard_mechanisms.declared.universes import INSTANCES as SILENT
from audits.claims.standard_mechanisms.declared.universes import never_run
from reference.data.adjacency import Adjacency, RowAdjacency
from reference.exact.field import RATIONALS
from reference.privacy.curve import PrivacyCurve, envelope
from reference.probability.dist import Dist
from reference.probability.replay import Laws

Law = Dist[Any, Fraction]


@dataclass(eq=False)
class Case:
    """A mechanism and databases, of a table of the ledger or made wrong."""

    mechanism: Any
    universe: Adjacency[Any]
    declared: Declared | None = None
    found: Laws[Any] = field(default_factory=Laws)
    kept: dict[Hashable, Dist[Any, Any]] = field(default_factory=dict)

    def law(self, database: Hashable) -> Dist[Any, Any]:
        """The law, at every eps if the mechanism has an indeterminate one."""
        if database not in self.kept:
            self.kept[database] = self.found.of(self.mechanism, database)
        return self.kept[database]

    @cached_property
    def databases(self) -> list[Any]:
        """All of the universe."""
        return list(self.universe.databases())

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Neighbours."""
        return list(self.universe.index_pairs())

    @property
    def rows(self) -> RowAdjacency[Any] | None:
        """The universe, if rows move in it."""
        return self.universe if isinstance(self.universe, RowAdjacency) else None

    @cached_property
    def is_at_every_eps(self) -> bool:
        """Whether the laws are functions of the root."""
        return any(self.law(d).field is not RATIONALS for d in self.databases)

    def laws_at(self, root: Fraction) -> list[Law]:
        """The laws on all databases."""
        return [at(self.law(d), root) for d in self.databases]

    def curve_at(
        self, root: Fraction, pairs: Sequence[tuple[int, int]] | None = None
    ) -> PrivacyCurve:
        """The privacy curve, over all neighbours or over other pairs."""
        chosen = self.pairs if pairs is None else pairs
        both = [pair for i, j in chosen for pair in ((i, j), (j, i))]
        return envelope(self.laws_at(root), both).curve


def at(law: Dist[Any, Any], root: Fraction) -> Law:
    """The law at a root, on which it may not depend."""
    return law if law.field is RATIONALS else law.at(root)


def is_run(mechanism: object) -> bool:
    """Whether nothing in it stands for a mechanism that counts for its universe only."""
    if not is_dataclass(mechanism):
        return mechanism is not never_run
    return all(is_run(getattr(mechanism, part.name)) for part in fields(mechanism))


def _cases() -> Mapping[str, Case]:
    """One for each universe that is audited."""
    audited = {
        f"{name}{', few' if i else ''}": Case(each.mechanism, universe, each)
        for name, each in INSTANCES.items()
        for i, universe in enumerate(each.audited)
    }
    silent = {
        name: Case(each.mechanism, each.universe)
        for name, each in SILENT.items()
        if each.universe is not None and is_run(each.mechanism)
    }
    return audited | silent


CASES = _cases()

Cases = Mapping[str, Case]


def like(name: str, mechanism: object) -> Cases:
    """A wrong variant on the databases of a case."""
    right = CASES[name]
    return {name: Case(mechanism, right.universe, right.declared)}
