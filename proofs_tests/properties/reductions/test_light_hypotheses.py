"""From light hypotheses to a point."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import at_most, named, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.blocks import SIZE, Blocks, Learner, blocks
from proofs_tests.strategies.concepts import functions
from proofs_tests.strategies.laws import distributions
from reference.data.bottom import Bottom
from reference.data.concept import PointFunction, Values
from reference.data.domain import Domain
from reference.exact.interval import exp, ln
from reference.mechanisms.learning.confident_learner import ConfidentPointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.reductions.light_hypotheses import (
    LightHypothesesReduction,
    LightPointLearner,
    candidates,
)

Build = Callable[..., Any]

ZERO = Values((0,) * SIZE)


def reduced(
    made: Callable[..., Learner], case: Blocks, weight: int, padding: int | None
) -> Learner:
    """With so many pads, or without any, so that it fails if nothing is kept."""
    how = ("fail", 2) if padding is None else ("pad", padding)
    return made(case.learner, case.runs, case.length, weight, SIZE, case.eps, *how)


@property_of(
    LightHypothesesReduction,
    {
        "weight z is kept": "h.weight < => h.weight <=",
        "padding if nothing is kept": "if not kept: => if False:",
    },
    case=blocks(ZERO, Bottom.BOTTOM),
    weight=st.sampled_from((3, 2)),
    padding=st.sampled_from((2, 0, None, 5)),
)
def test_a_point_of_what_is_kept_is_chosen(
    made: Build, case: Blocks, weight: int, padding: int | None
) -> None:
    """Or one of the pads, if anything is kept."""

    def points(found: Sequence[Values | Bottom]) -> list[PointFunction]:
        kept = [h.values for h in found if isinstance(h, Values) and h.values.count(1) < weight]
        pads = range(padding or 0) if kept else ()
        ones = (any(values[j] for values in kept) for j in range(SIZE))
        return [PointFunction(j) for j, one in enumerate(ones) if one or j in pads]

    built = reduced(made, case, weight, padding)
    assert law_of(built, case.database) == case.chosen(points)


@property_of(
    LightHypothesesReduction,
    {"an example counts four times in the choice": "self.block :] => self.block :] * 4"},
    case=blocks(ZERO, Bottom.BOTTOM),
    weight=st.sampled_from((3, 2)),
    padding=st.sampled_from((2, 0, None, 5)),
)
def test_an_example_costs_what_its_block_or_the_choice_does(
    made: Build, case: Blocks, weight: int, padding: int | None
) -> Fraction:
    """The curve of A' on its block, or eps."""
    built = reduced(made, case, weight, padding)
    places = range(len(case.database))
    return min(named(case.unspent(built, place), f"in row {place}") for place in places)


@property_of(
    candidates,
    {
        "zeros for ones": "if value} => if not value}",
        "a pad less": "range(padding) => range(padding - 1)",
    },
    kept=st.lists(functions(SIZE), min_size=1, max_size=2) | st.just([ZERO]),
    target=st.integers(0, SIZE - 1),
    source=distributions(range(SIZE)),
    padding=st.integers(0, 2),
)
def test_some_candidate_errs_little(
    made: Build, kept: list[Values], target: int, source: Dist[int, Fraction], padding: int
) -> Fraction:
    """At most as much as any h that is kept; for h = 0, and m of the mass on k pads, m/k more."""

    def error(h: Callable[[int], int]) -> Fraction:
        return source.probability_that(lambda x: h(x) != (x == target))

    least = min((error(c) for c in made(kept, padding)), default=Fraction(1))
    bounds = [error(h) for h in kept if h.weight]
    if padding and len(bounds) < len(kept):
        pads = source.probability_that(lambda x: x < padding)
        bounds.append(source.probability(target) + pads / padding)
    return at_most(least, min(bounds, default=least), "the error of the best candidate")


@property_of(
    LightPointLearner,
    {
        "weight z": "(self.weight - 1) => self.weight",
        "a pad less": "-int(-4 // alpha) => -int(-4 // alpha) - 1",
        "halves": "left * Fraction(3, 4) => left * Fraction(1, 2)",
    },
    examples=20,
    size=st.sampled_from((2, 64)),
    weight=st.integers(2, 3),
    alpha=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 7)]),
    beta=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 7), Fraction(27, 32)]),
    root=st.sampled_from([Fraction(3, 2), Fraction(21, 20)]),
)
def test_the_learner_takes_as_little_as_serves(
    made: Build, size: int, weight: int, alpha: Fraction, beta: Fraction, root: Fraction
) -> None:
    """Runs, pads, and examples for the choice; Claim 4.5's learner for alpha/4 and 1/4 as A'."""
    eps, domain = Epsilon(root, 2), Domain.of_size(size)
    base = ConfidentPointLearner(domain, alpha / 4, Fraction(1, 4), eps)
    found, n = made(domain, weight, alpha, beta, eps), base.sizes.rows
    assert all(refused(made, domain, weight, alpha, share, eps) for share in (0, 1 + beta))
    assert all(refused(made, domain, weight, share, beta, eps) for share in (0, 1 + alpha))
    k, pads = found.reduction.runs, found.reduction.padding

    def serve(runs: int, added: int, choice: int) -> tuple[bool, ...]:
        most = min(k * (weight - 1) + pads, size)
        empirical, true = exp(-alpha * choice / 96), exp(-alpha * choice / 32)
        rare = empirical + (true + exp(ln(root**2) * -alpha * choice / 16)) * most
        few = Fraction(3, 4) ** runs <= beta / 2
        return few, added * alpha >= 4, rare.certainly_at_most(beta / 2)

    assert found.reduction == LightHypothesesReduction(base, k, n, weight, size, eps, "pad", pads)
    assert all(serve(k, pads, found.choice))
    assert not any(serve(k - 1, pads - 1, found.choice - 1))
    assert found.rows == k * n + found.choice
    assert found.universe(1).database_count == 2 * size
