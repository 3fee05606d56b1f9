"""Any tracer against any release with public rows: its hits, and its false positives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, followed_once, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import mechanisms
from proofs_tests.strategies.scattered import Stated
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.tracing_experiment import (
    Answers,
    Distinguisher,
    Experiment,
    excess,
    hybrid,
)
from reference.privacy.curve import upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

NONE, ONE, VALUES = Fraction(0), Fraction(1), range(2)
OUTPUTS: list[Answers] = [(NONE,), (ONE,), (-ONE,)]
Release = Mechanism[Database[int], Answers, Fraction]
Sized = tuple[tuple[int, int], Mapping[Database[int], Release]]


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A tracer given by whom it accuses."""

    accused: Mapping[tuple[Answers, int], bool]

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        return self.accused[tuple(answers), row]


TRACERS = st.fixed_dictionaries(dict.fromkeys(product(OUTPUTS, VALUES), st.booleans())).map(
    Listing
)
ROWS = distributions(VALUES, everywhere=True, most=3)


def releases(private: int, public: int) -> st.SearchStrategy[Mapping[Database[int], Release]]:
    """One for each public database."""
    keys = product(VALUES, repeat=public)
    return st.fixed_dictionaries(dict.fromkeys(keys, mechanisms(VALUES, private, OUTPUTS)))


@property_of(
    (Experiment, excess),
    {
        "the last rows are private": (
            wrong(Experiment, "rows[: self.private] => rows[self.public :]"),
            excess,
        ),
        "hits of all": "sum(accused[:-1]) => sum(accused)",
        "without delta": "+ guarantee.delta => + 0",
        "one private row": "private * each => each",
    },
    sized=st.sampled_from([(1, 1), (2, 1), (2, 0), (1, 0)]).flatmap(
        lambda size: st.tuples(st.just(size), releases(*size))
    ),
    tracer=TRACERS,
    row=ROWS,
)
def test_a_private_release_has_few_hits(
    made: tuple[Any, Callable[..., Fraction]],
    sized: Sized,
    tracer: Listing,
    row: Dist[int, Fraction],
) -> Fraction:
    """E[K] <= m + n (e^eps a + delta), at each e^eps of the measured curve.

    And who is accused, hits, false positives, and a private row that is used or replaced.
    """
    ((n, m), release), (built, above) = sized, made
    found, used = [], [NONE] * n
    for *z, y in product(VALUES, repeat=n + m + 1):
        law = law_of(release[tuple(z[n:])], tuple(z[:n]))
        for q in law:
            chance = prod(map(row.probability, (*z, y)), start=law.probability(q))
            found.append((tuple(tracer(q, x) for x in (*z, y)), chance))
            used = [u + chance * a for u, a in zip(used, found[-1][0], strict=False)]
    expected = Dist.weighted(found)
    hits = sum((sum(a[:-1]) * expected.probability(a) for a in expected), NONE)
    a = expected.probability_that(lambda accused: accused[-1])
    experiment = built(release.__getitem__, row, n, m, tracer)
    with followed_once():
        assert experiment.accused() == expected
        assert (experiment.expected_hits, experiment.false_positive) == (hits, a)
        assert [experiment.row_accused(i) for i in range(n)] == used
        assert {experiment.row_accused(i, replaced=True) for i in range(n)} == {a}
    universe = replace_one(VALUES, n, ordered=True)
    kept = upper_envelope(curve_of(inner, universe) for inner in release.values())
    slacks = []
    for point in kept.breakpoints:
        promise = Guarantee(*point)
        rows = [above(each, a, promise, 1, 0) for each in used]
        assert above(hits, a, promise, n, m) == sum(rows) + hits - sum(used) - m
        slacks.append(-max(rows))
    return min(slacks)


@property_of(
    hybrid,
    {
        "nothing is fresh": "fresh, *kept => kept[replaced], *kept",
        "the first": "(*kept[:replaced], fresh, *kept[replaced + 1 :]) => (fresh, *kept[1:])",
        "no public rows": "private + public + 1) => private + 1)",
    },
    row=ROWS,
    sizes=st.sampled_from([(2, 1, 0), (2, 1, 1), (1, 2, 0), (1, 0, 0), (3, 0, 1)]),
)
def test_hybrids(
    made: Callable[..., Any], row: Dist[int, Fraction], sizes: tuple[int, int, int]
) -> None:
    """The rows, and the rows with a fresh one in place of one private one: by their chances."""
    n, m, i = sizes
    found = []
    for *z, y in product(VALUES, repeat=n + m + 1):
        other = (*z[:i], y, *z[i + 1 :])
        found.append(((tuple(z), other), prod(map(row.probability, (*z, y)), start=ONE)))
    assert made(row, n, m, i) == Dist.weighted(found)


@property_of(
    Distinguisher,
    {
        "the first row": ", self.row) => , database[0])",
        "OUT": "return self.tracer( => return not self.tracer(",
    },
    release=mechanisms(VALUES, 2, OUTPUTS),
    tracer=TRACERS,
    row=st.sampled_from(VALUES),
    promise=st.builds(Guarantee, ROWS.map(lambda law: 1 + law.probability(0)), st.just(NONE)),
)
def test_an_accusation_is_an_event(
    made: Callable[..., Any],
    release: Release,
    tracer: Listing,
    row: int,
    promise: Guarantee[Fraction],
) -> None:
    """Of the answers, with the promise of the release."""
    built = made(Stated(release, promise), tracer, row)
    assert built.guarantee == promise
    for rows in product(VALUES, repeat=2):
        assert law_of(built, rows) == law_of(release, rows).map(lambda q: tracer(q, row))
