"""Databases of copies, against sanitisers for point functions."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, laws_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import listed, multisets, private
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.learning_packing import packing_bound
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.probability.coins import Mechanism

Answers = tuple[Fraction, ...]
Build = Callable[[int, int, int], Database[int]]
Useful = Callable[[Answers, Database[int], Fraction], bool]
Printed = Callable[[Answers, int, Fraction], bool]
Sanitiser = Mechanism[Database[int], Answers, Fraction]

POINTS = range(3)
GRID = st.integers(0, 12).map(lambda k: Fraction(k, 12))
VECTORS = st.tuples(GRID, GRID, GRID)
OUTCOMES: tuple[Answers, ...] = tuple(
    tuple(Fraction(k, 4) for k in found) for found in ((4, 0, 0), (2, 2, 0), (1, 0, 3), (0, 4, 0))
)


@property_of(
    (packing_database, is_useful_answer),
    {
        "a copy too few": (
            wrong(packing_database, "(point,) * copies if => (point,) * (copies - 1) if"),
            is_useful_answer,
        ),
        "within 2 alpha": (packing_database, wrong(is_useful_answer, "< alpha => < 2 * alpha")),
        "some answer is close": (packing_database, wrong(is_useful_answer, "all( => any(")),
    },
    rows=st.integers(1, 2),
    sanitiser=private(POINTS, OUTCOMES) | listed(multisets(POINTS, 2), OUTCOMES, everywhere=True),
    alpha=st.sampled_from([Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)]),
)
def test_no_sanitiser_is_useful_for_all(
    parts: tuple[Build, Useful], rows: int, sanitiser: Sanitiser, alpha: Fraction
) -> Fraction:
    """With k >= 2 alpha m copies: with probability r^k/(r^k + T - 1) at most on the worst."""
    build, useful = parts
    copies = -(-2 * alpha * rows // 1)
    named = [build(i, rows, int(copies)) for i in POINTS]
    laws = laws_of(sanitiser, named)
    successes = []
    for i, (database, law) in enumerate(zip(named, laws, strict=True)):
        assert sorted(database) == sorted(database)
        away = [Fraction(int(x == 0)) for x in POINTS]
        if i:
            away[0], away[i] = 1 - Fraction(copies, rows), Fraction(copies, rows)
        good = [a for a in law if useful(a, database, alpha)]
        for a in OUTCOMES:
            close = max(abs(p - q) for p, q in zip(a, away, strict=True)) < alpha
            assert useful(a, database, alpha) == close
        successes.append(sum((law.probability(a) for a in good), Fraction(0)))
    ratio = curve_of(sanitiser, replace_one(POINTS, rows)).max_ratio
    assert isinstance(ratio, Fraction)
    return packing_bound(ratio, int(copies), len(POINTS)) - min(successes)
