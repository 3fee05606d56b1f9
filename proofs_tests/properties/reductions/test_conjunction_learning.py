"""From conjunctions to one axis."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from operator import ne
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import databases, samples
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.scattered import anywhere
from reference.data.adjacency import replace_one
from reference.data.concept import all_functions, labelled_examples
from reference.data.database import Database
from reference.data.product_concept import Conjunction, Disjunction, on_axis
from reference.probability.dist import Dist
from reference.reductions.conjunction_learning import LearnerOnOneAxis

EXAMPLES = labelled_examples(2)

Build = Callable[..., Any]
Case = tuple[Any, ...]
"""A learner of joined concepts, a distribution P, the number of axes and the neutral point."""


def placed(parts: Sequence[Database[Any]], neutral: int) -> Database[Any]:
    """One database on each axis."""
    rows = ((x, axis, y) for axis, part in enumerate(parts) for x, y in part)
    return tuple((on_axis(x, axis, len(parts), neutral), y) for x, axis, y in rows)


def share(h: Callable[[Any], int], rows: Database[Any]) -> Fraction:
    """That is labelled otherwise."""
    return Fraction(sum(h(x) != y for x, y in rows), len(rows))


@st.composite
def cases(draw: st.DrawFn, *sizes: tuple[int, int]) -> Case:
    """On so many axes, with so many rows on each; the learner is accurate or arbitrary."""
    axes, rows = draw(st.sampled_from(sizes))
    joined, neutral = draw(st.sampled_from([Conjunction, Disjunction])), draw(st.integers(0, 1))
    concepts = [h for h in all_functions(2) if h(neutral) == (joined is Conjunction)]
    every: list[Any] = [joined(parts) for parts in product(concepts, repeat=axes)]
    values = list(product(product((0, 1), repeat=axes), (0, 1)))
    fitting = st.just(lambda rows, _: min(every, key=lambda h: share(h, rows)))
    fresh = st.lists(databases(EXAMPLES, rows), min_size=1, max_size=2, unique=True)
    learner = draw(fitting | anywhere(values, every))
    return learner, draw(fresh.flatmap(distributions)), axes, neutral


@property_of(
    LearnerOnOneAxis,
    {
        "what is found for the first axis": "parts[rho] => parts[0]",
        "the database on every axis": "axis == rho else => axis <= rho else",
        "another neutral point": "dimensions, neutral) => dimensions, 1)",
    },
    case=cases((1, 1), (2, 1), (3, 1), (1, 2), (2, 2)),
    alpha=st.just(Fraction(0)) | PROBABILITIES,
    beta=PROBABILITIES.filter(bool),
)
def test_no_axis_differs_from_another(
    made: Build, case: Case, alpha: Fraction, beta: Fraction
) -> Fraction:
    """On a database of P: what the learner finds for a random one of l databases of P.

    If the learner is wrong on a share above alpha with probability f, this one is on a share above
    alpha/beta with f + (1 - f) b/l at most, for the greatest b < beta l.
    """
    learner, fresh, axes, neutral = case
    found: Dist[Any, Fraction] = fresh.bind(
        lambda own: law_of(made(*case), own).map(lambda h: (h, own))
    )
    chances = tuple((own, fresh.probability(own)) for own in fresh)
    joined: Dist[Any, Fraction] = Dist.weighted(samples(chances, axes)).bind(
        lambda parts: law_of(learner, placed(parts, neutral)).map(lambda h: (h, parts))
    )
    assert found == joined.bind(lambda x: Dist.uniform(zip(x[0].parts, x[1], strict=True)))
    fails = joined.probability_that(lambda x: share(x[0], placed(x[1], neutral)) > alpha)
    bad = Fraction(ceil(beta * axes) - 1, axes)
    return fails + (1 - fails) * bad - found.probability_that(lambda x: share(*x) > alpha / beta)


@property_of(
    LearnerOnOneAxis,
    {"the database on every axis": "axis == rho else => axis >= 0 else"},
    case=cases((2, 1)),
)
def test_it_is_as_private_as_the_learner(made: Build, case: Case) -> Fraction:
    """The privacy curve is at most that of A on databases that lie on the axes."""
    seen = [placed(parts, case[-1]) for parts in product(product(EXAMPLES), repeat=2)]
    pairs = [(a, b) for a, b in combinations(seen, 2) if sum(map(ne, a, b)) == 1]
    built = curve_of(made(*case), replace_one(EXAMPLES, 1))
    return slack(built, curve_between(case[0], pairs))
