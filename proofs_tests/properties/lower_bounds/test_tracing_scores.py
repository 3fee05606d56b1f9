"""Laws of the sums of tracing attacks, for any answers and any parts: one case after the other."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import samples
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, listed
from reference.lower_bounds.tracing_attacks import Threshold
from reference.lower_bounds.tracing_scores import Parts, hits, parts, sums
from reference.probability.dist import Dist

NONE, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
NUMBERS = st.fractions(-2, 2, max_denominator=3)
MEANS = st.sampled_from([NONE, HALF, -Fraction(1, 3), ONE])


@property_of(
    parts,
    {
        "the mean turned": "1 + each * mean => 1 - each * mean",
        "rows turned": "answer(signs[:-1]) => answer(signs[-2::-1])",
        "not centred": "(each - centre) => each",
    },
    answers=st.integers(0, 2).flatmap(
        lambda rows: listed(product((-1, 1), repeat=rows), (NONE, ONE, -HALF))
    ),
    mean=MEANS,
    centre=MEANS,
    shift=MEANS,
)
def test_each_part_is_an_answer_times_a_deviation(
    made: Callable[..., Dist[Parts, Fraction]],
    answers: Listed[Any, Fraction],
    mean: Fraction,
    centre: Fraction,
    shift: Fraction,
) -> None:
    """They are (z_i - c) v(q), z the rows and a further one, q the answers: by all z and q."""
    found = []
    for signs, law in answers.laws.items():
        for further, q in product((-1, 1), law):
            z = (*signs, further)
            chance = prod((HALF + s * mean / 2 for s in z), start=ONE) * law.probability(q)
            found.append((tuple((s - centre) * (2 * q + shift) for s in z), chance))
    rows = len(next(iter(answers.laws)))
    given = made(mean, rows, answers.laws.__getitem__, centre, lambda q: 2 * q + shift)
    assert given == Dist.weighted(found)


@property_of(
    (sums, hits),
    {
        "narrow sides": "copies * (high - low) + 1 for => copies * (high - low) or 1 for",
        "turned": "tuple(reversed(vector_sum)) => tuple(vector_sum)",
        "all are counted": "map(above, v[:-1]) => map(above, v)",
    },
    one=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=3, unique=True).flatmap(
        lambda vectors: distributions(vectors, everywhere=True, most=3)
    ),
    copies=st.integers(0, 3),
    tau=st.sampled_from([NONE, ONE, HALF, Fraction(1, 3)]),
)
def test_sums_and_hits_are_those_of_independent_copies(
    made: tuple[Any, Any], one: Dist[Parts, Fraction], copies: int, tau: Fraction
) -> None:
    """Added one by one; rows strictly above tau, and whether the last is."""
    drawn = samples([(v, one.probability(v)) for v in one], copies)
    law = Dist.weighted(
        (tuple(sum((v[i] for v in vs), NONE) for i in range(2)), p) for vs, p in drawn
    )
    assert made[0](one, copies) == law
    assert refused(made[0], one, -1)
    expected = law.map(lambda v: (sum(x > tau for x in v[:-1]), v[-1] > tau))
    assert made[1](law, Threshold.exactly(tau)) == expected
