"""Satisfiability with a gap: circuits as formulas with 3 literals a clause, and back.

A reduction with the gap alpha has three parts.  Red turns a circuit C into clauses phi_1, ...,
phi_m, Enc an input that C accepts into an assignment z, and Dec an assignment into an input:

    1  if C accepts some input then some assignment satisfies all clauses, and if not then every
       assignment satisfies at most (1 - alpha) m
    2  if C accepts w then Enc(C, w) satisfies all clauses
    3  if z satisfies more than (1 - alpha) m clauses then C accepts Dec(C, z)

The probabilistically checkable proofs have a constant alpha.  Any formula has the trivial
reduction, by the identity, with every alpha <= 1/m: to satisfy more than (1 - alpha) m clauses is
to satisfy all.

A clause is 1 minus a conjunction, that of its negated literals, so that clauses are marginals: if
the verification of signatures is encoded, synthetic data with accurate 3-way marginals has a row
that satisfies more than (1 - alpha) m clauses, and Dec turns it into a signed message.

Source: VT14, section 6.3 (after Ullman and Vadhan).

>>> satisfied(((1, -2), (2,)), (True, True))
2
>>> best_assignment(((1,), (-1, 2)), ((False, False), (True, True)))
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from reference.reductions.dnf_to_cnf import literal_holds

Bits = tuple[bool, ...]
Circuit = Callable[[Bits], bool]
Clause = tuple[int, ...]
"""At most three literals: +i for variable i, -i for its negation."""

Formula = tuple[Clause, ...]


def satisfied(formula: Sequence[Clause], assignment: Bits) -> int:
    """How many clauses have a true literal."""
    return sum(any(literal_holds(x, assignment) for x in clause) for clause in formula)


def best_assignment(formula: Sequence[Clause], assignments: Sequence[Bits]) -> Bits:
    """The first of those that satisfy the most clauses."""
    return max(assignments, key=lambda z: satisfied(formula, z))


@dataclass(frozen=True, slots=True)
class GapReduction:
    """Red, Enc and Dec."""

    reduce: Callable[[Circuit], Formula]
    encode: Callable[[Circuit, Bits], Bits]
    decode: Callable[[Circuit, Bits], Bits]


def by_identity(reduce: Callable[[Circuit], Formula]) -> GapReduction:
    """The trivial reduction, from a way to write a circuit as clauses over its own inputs."""
    return GapReduction(reduce, lambda _, w: w, lambda _, z: z)


def clauses_of(inputs: int) -> Callable[[Circuit], Formula]:
    """A clause for each input that the circuit refuses, which this input alone fails.

    Args:
        inputs: of the circuit, 1 to 3.

    Raises:
        ValueError: for another number.
    """
    if not 1 <= inputs <= 3:
        raise ValueError(f"{inputs} inputs: a clause has 1 to 3 literals")

    def reduce(circuit: Circuit) -> Formula:
        refused = (w for w in product((False, True), repeat=inputs) if not circuit(w))
        return tuple(tuple(-i if bit else i for i, bit in enumerate(w, 1)) for w in refused)

    return reduce
