"""Any tracer against any release with public rows: its hits, and its false positives."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, followed_once, law_of, samples
from proofs_tests.properties.sides import at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Stated, mechanisms, paired
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds import tracing_experiment as tracing
from reference.privacy.curve import upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

NONE, ONE, VALUES = Fraction(0), Fraction(1), range(2)
OUTPUTS: list[tracing.Answers] = [(NONE,), (ONE,), (-ONE,)]
Release = Mechanism[Database[int], tracing.Answers, Fraction]
Sized = tuple[tuple[int, int], Mapping[Database[int], Release]]


@dataclass(frozen=True, slots=True, eq=False)
class Tracer:
    """It accuses the row of some pairs of answers and a row."""

    accused: Mapping[tuple[tracing.Answers, int], bool]

    def __call__(self, answers: tracing.Answers, row: int, /) -> bool:
        """Whether it does."""
        return self.accused[answers, row]


TRACERS = st.builds(
    Tracer, st.fixed_dictionaries(dict.fromkeys(product(OUTPUTS, VALUES), st.booleans()))
)


def releases(private: int, public: int) -> st.SearchStrategy[Mapping[Database[int], Release]]:
    """One for each public database."""
    keys = product(VALUES, repeat=public)
    return st.fixed_dictionaries(dict.fromkeys(keys, mechanisms(VALUES, private, OUTPUTS)))


@property_of(
    (tracing.Experiment, tracing.Distinguisher, tracing.excess),
    {
        "hits of all": "sum(accused[:-1]) => sum(accused)",
        "another row is fresh": "self.public, place) => self.public, 0)",
        "the first row": ", self.row) => , database[0])",
        "without delta": "+ guarantee.delta => + 0",
    },
    sized=paired(st.sampled_from([(1, 1), (2, 1), (2, 0), (1, 0)]), lambda size: releases(*size)),
    tracer=TRACERS,
    row=distributions(VALUES, most=3),
)
def test_a_private_release_has_few_hits(
    made: tuple[Any, ...], sized: Sized, tracer: tracing.Accuser, row: Dist[int, Fraction]
) -> Fraction:
    """E[K] <= m + n (e^eps a + delta), at each e^eps of the measured curve.

    The law of who is accused is compared with that by definition, rows used or replaced, and
    accusations as events.  No other row is replaced.
    """
    ((n, m), release), (built, event, above) = sized, made

    def accused(rows: Database[int]) -> Dist[tuple[bool, ...], Fraction]:
        law = law_of(release[rows[n:-1]], rows[:n])
        return law.map(lambda q: tuple(tracer(q, x) for x in rows))

    drawn = samples([(x, row.probability(x)) for x in row], n + m + 1)
    expected = Dist.weighted(drawn).bind(accused)

    def hit(row: int) -> Fraction:
        return expected.probability_that(itemgetter(row))

    used, a = [*map(hit, range(n))], hit(-1)
    experiment = built(release.__getitem__, row, n, m, tracer)
    for private, public in ((-1, m), (n, -1)):
        assert refused(built, release.__getitem__, row, private, public, tracer)
    with followed_once():
        assert experiment.accused() == expected
        hits = experiment.expected_hits
        assert experiment.false_positive == a
        assert [experiment.row_accused(i) for i in range(n)] == used
        assert {experiment.row_accused(i, replaced=True) for i in range(n)} == {a}
        assert all(refused(experiment.row_accused, i) for i in (-1, n))
    universe = replace_one(VALUES, n, ordered=True)
    kept = upper_envelope(curve_of(inner, universe) for inner in release.values())
    slacks, equal = list[Fraction](), [hits == sum(map(hit, range(n + m)))]
    for point in kept.breakpoints:
        promise = Guarantee(*point)
        over = above(hits, a, promise, n, m)
        equal.append(over == hits - m - n * (promise.exp_eps * a + promise.delta))
        what = f"by {promise.delta} at {promise.exp_eps} what is beyond the bound"
        slacks.append(at_most(over, 0, f"of the hits {what}"))
        slacks += [
            at_most(above(chance, a, promise, 1, 0), 0, f"of row {i} {what}")
            for i, chance in enumerate(used)
        ]
        for inner in release.values():
            told = event(Stated(inner, promise), tracer, 1)
            assert told.guarantee == promise
            for x in universe.databases():
                assert law_of(told, x) == law_of(inner, x).map(lambda q: tracer(q, 1))
    return exactly(min(slacks), *equal)
