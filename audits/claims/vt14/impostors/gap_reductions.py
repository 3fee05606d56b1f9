"""Reductions without the gap, wrong clauses, and readers of the wrong row."""

from audits.claims.prelude import *
from reference.data.marginals import Marginal, marginals
from reference.hardness.gap_reductions import (
    Bits,
    Circuit,
    Clause,
    Formula,
    GapReduction,
    by_identity,
    clauses_of,
    satisfied,
)

OfInputs = Callable[[int], GapReduction]


def trivial(inputs: int) -> GapReduction:
    """The trivial reduction."""
    return by_identity(clauses_of(inputs))


def _changed(change: Callable[[Formula], Formula]) -> OfInputs:
    return lambda inputs: by_identity(lambda circuit: change(clauses_of(inputs)(circuit)))


def _flipped(_: Circuit, w: Bits) -> Bits:
    return (not w[0], *w[1:])


def _all_false(_: Circuit, z: Bits) -> Bits:
    return (False,) * len(z)


WRONG_REDUCTIONS: dict[str, OfInputs] = {
    "the last clause left out": _changed(lambda formula: formula[:-1]),
    "literals negated": _changed(lambda f: tuple(tuple(-x for x in clause) for clause in f)),
    "the first literal left out": _changed(lambda f: tuple(c[1:] or c for c in f)),
    "the first clause twice": _changed(lambda formula: (*formula, *formula[:1])),
    "the first bit flipped in encoding": lambda inputs: GapReduction(
        clauses_of(inputs), _flipped, lambda _, z: z
    ),
    "the first bit flipped in decoding": lambda inputs: GapReduction(
        clauses_of(inputs), lambda _, w: w, _flipped
    ),
    "decoded to zeros": lambda inputs: GapReduction(
        clauses_of(inputs), lambda _, w: w, _all_false
    ),
}

AsMarginal = Callable[[Clause], Marginal]
"""The conjunction that a clause is 1 minus."""


def bits(variables: Sequence[int]) -> int:
    """Variables as attributes."""
    return sum(1 << v - 1 for v in variables)


def failing(clause: Clause) -> Marginal:
    """The conjunction of the negated literals."""
    return Marginal(bits([-x for x in clause if x < 0]), bits([x for x in clause if x > 0]))


WRONG_MARGINALS: dict[str, AsMarginal] = {
    "literals not negated": lambda c: Marginal(
        bits([x for x in c if x > 0]), bits([-x for x in c if x < 0])
    ),
    "all attributes wanted": lambda c: Marginal(bits([abs(x) for x in c]), 0),
    "the last literal left out": lambda c: failing(c[:-1]),
    "negative literals left out": lambda c: failing(tuple(x for x in c if x > 0)),
}

Choose = Callable[[Formula, Sequence[Bits], Sequence[Bits]], Bits]
"""From the clauses, the synthetic rows and the encoded ones: a row to decode."""


def of_synthetic(read: Callable[[Formula, Sequence[Bits]], Bits]) -> Choose:
    """A reader that does not look at the database."""
    return lambda formula, synthetic, _: read(formula, synthetic)


WRONG_ROWS: dict[str, Choose] = {
    "the first row": of_synthetic(lambda _, rows: rows[0]),
    "the last row": of_synthetic(lambda _, rows: rows[-1]),
    "the row with the fewest clauses": of_synthetic(
        lambda formula, rows: min(rows, key=lambda z: satisfied(formula, z))
    ),
    "a row of the database": lambda _formula, _synthetic, encoded: encoded[0],
    "the majority of each bit": of_synthetic(
        lambda _, rows: tuple(2 * sum(column) > len(rows) for column in zip(*rows, strict=True))
    ),
}

Query = Callable[[int], int]
Family = Callable[[int, int], Sequence[Query]]


@dataclass(frozen=True)
class AllOf:
    """A conjunction of literals, which may be the same, or opposite."""

    literals: Sequence[Query]

    def __call__(self, row: int, /) -> int:
        return int(all(literal(row) for literal in self.literals))


def with_repetitions(attributes: int, ways: int) -> Sequence[Query]:
    """A literal of any attribute is chosen t times: (2d)^t sequences."""
    return [*map(AllOf, product(marginals(attributes, 1), repeat=ways))]


WRONG_FAMILIES: dict[str, Family] = {
    "an attribute may be repeated": with_repetitions,
    "at most t literals": lambda d, t: [m for s in range(t + 1) for m in marginals(d, s)],
    "monotone ones only": lambda d, t: [m for m in marginals(d, t) if not m.unwanted],
    "without the last attribute": lambda d, t: marginals(d - 1, t) if t < d else (),
    "t + 1 literals": lambda d, t: marginals(d, min(t + 1, d)),
    "each one twice": lambda d, t: marginals(d, t) * 2,
}
