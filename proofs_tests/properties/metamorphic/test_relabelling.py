"""Other names for the values of rows: what a mechanism puts out is renamed, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction

from audits.ledger.edits import wrong
from proofs_tests.properties.metamorphic.cases import CASES, Case, Cases, like
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import LOSSES
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
    PermuteAndFlipFrequentValue,
)


def renamed(case: Case, order: tuple[int, ...]) -> list[int]:
    """Where each database is found after values have been renamed by position."""
    rows = case.rows
    assert rows is not None
    places = {value: i for i, value in enumerate(rows.values)}
    found = {database: i for i, database in enumerate(case.databases)}

    def other(database: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        moved = [order[places[row]] for row in database]
        return tuple(rows.values[i] for i in (moved if rows.ordered else sorted(moved)))

    return [found[other(database)] for database in case.databases]


def is_symmetric(case: Case, order: tuple[int, ...], root: Fraction) -> bool:
    """Whether some renaming of the outcomes undoes that of the values.

    There is one if and only if the columns of the table of laws are the same ones, in any order.
    """
    laws, places = case.laws_at(root), renamed(case, order)
    outcomes = {y for law in laws for y in law}
    columns = [[law.probability(y) for law in laws] for y in outcomes]
    return Counter(map(tuple, columns)) == Counter(tuple(c[i] for i in places) for c in columns)


DIRECTED: Mapping[str, str] = {
    **dict.fromkeys(
        ("NoisyMaxFrequentValue", "OneSidedNoisyMaxFrequentValue", "ReportNoisyMax"),
        "of equal noisy qualities the first is released",
    ),
    **dict.fromkeys(
        ("NoisyMax1", "NoisyMax2", "NoisyMax3", "NoisyMax4"),
        "the greatest answer is not the least",
    ),
    **dict.fromkeys(
        (
            *("AboveThreshold", "Sparse", "NumericSparse"),
            *(f"SparseVector{i}" for i in (1, 3, 4, 5, 6)),
        ),
        "a threshold is reached from below",
    ),
    **dict.fromkeys(
        ("MixedInPlace", "MixedWithBase", "PAPRelease"), "some values are those of public rows"
    ),
    **dict.fromkeys(
        ("ParityLearner", "PrivateParityLearner", "FirstAnswer"), "every parity of zeros is 0"
    ),
    **dict.fromkeys(
        ("NoisyPointLearner", "SubsampledNoisyLearner", "StarSubsampling"), "a star is no point"
    ),
    **dict.fromkeys(
        ("AssistedTranscript", "LearnerFromAssistedRelease"), "one hypothesis or one set is given"
    ),
    "PrivateMultiplicativeWeights": "the queries ask for the values 0 and 1",
    "RecPrefix": "k greatest rows are left out",
}
"""Classes that the reversal of the values changes, and why."""

NOMINAL = {
    *("ExponentialFrequentValue", "ExponentialMechanism", "ExponentialSanitiser"),
    *("ExponentialNoisyMaxFrequentValue", "ExponentialNoisyMax"),
    *("PermuteAndFlipFrequentValue", "PermuteAndFlip"),
    *("ChoosingFrequentValue", "StableHistogram", "LaplaceHistogramCells"),
    *("RandomizedResponse", "RandomRow", "RandomSubset"),
}
"""Classes to which values are only names."""

INTERIOR, FREQUENT, FLIPPED = (
    CASES[name].mechanism
    for name in ("exponential interior point", "exponential mechanism", "permute-and-flip")
)
ONLY_BELOW = like(
    "exponential interior point",
    wrong(ExponentialInteriorPoint, "sum(x >= y for x in database) => len(database)")(
        INTERIOR.domain, INTERIOR.eps
    ),
)
FIRST_FIRST = like(
    "permute-and-flip",
    wrong(
        PermuteAndFlipFrequentValue,
        PermuteAndFlip=wrong(PermuteAndFlip, "Dist.uniform(range(len(left))) => Dist.point(0)"),
    )(FLIPPED.domain, FLIPPED.eps),
)


def orders(case: Case) -> list[tuple[int, ...]]:
    """The renamings that a class is to have: reversal; and where values are names, all swaps."""
    assert case.rows is not None
    same = tuple(range(len(case.rows.values)))
    swaps = [(*same[:i], i + 1, i, *same[i + 2 :]) for i in same[:-1]]
    return [same[::-1], *(swaps if type(case.mechanism).__name__ in NOMINAL else ())]


@property_of(
    CASES, {"only below": ONLY_BELOW, "first comes first": FIRST_FIRST}, examples=2, root=LOSSES
)
def test_renamed_rows_rename_outcomes(cases: Cases, root: Fraction) -> None:
    """Of ordered values if they are reversed, of names if any two are swapped."""
    changed, all_of = set(), set()
    for name, case in cases.items():
        if case.rows is not None:
            kind = type(case.mechanism).__name__
            all_of.add(kind)
            if not all(is_symmetric(case, order, root) for order in orders(case)):
                assert kind in DIRECTED, name
                changed.add(kind)
    assert changed == DIRECTED.keys() & all_of


@property_of(
    CASES,
    {
        "only below": ONLY_BELOW,
        "the next value": like(
            "exponential mechanism",
            wrong(
                ExponentialFrequentValue,
                "(database, coins) => (tuple((x + 1) % 3 for x in database), coins)",
            )(FREQUENT.domain, FREQUENT.eps),
        ),
    },
    examples=2,
    root=LOSSES,
)
def test_outcomes_that_are_values_are_renamed_as_rows(cases: Cases, root: Fraction) -> None:
    """If all of them are values of rows, each becomes what the rows become."""
    for name, case in cases.items():
        laws = case.laws_at(root)
        if case.rows is None or type(case.mechanism).__name__ in DIRECTED:
            continue
        values = case.rows.values
        outcomes = {(type(y), y) for law in laws for y in law}
        if outcomes == {(type(x), x) for x in values}:
            for order in orders(case):
                to = {x: values[i] for x, i in zip(values, order, strict=True)}
                for law, i in zip(laws, renamed(case, order), strict=True):
                    assert law.map(to.__getitem__) == laws[i], name
