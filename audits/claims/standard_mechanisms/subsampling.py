"""Subsampling: how much less is lost on a secret sample, and how tight that is."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import (
    R,
    about,
    attained,
    bits,
    every,
    exceeded,
    pure,
)
from audits.claims.standard_mechanisms.impostors.combinators import (
    AllOrNothing,
    FirstRows,
    PlacesTold,
)
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.subsampling import IndependentRows, WithoutReplacement, WithReplacement

BITS = Domain.of_size(2)
RESPONSE = RandomizedResponse(BITS, every(1))


def count(rows: int) -> GeometricCount[RationalFunction]:
    """A noisy count of bits."""
    return GeometricCount(-1, rows + 1, every(1))


@claim(
    "CORE.subsampling-without-replacement",
    over(rows=sized((3,), (4,), (5,)), size=(1, 2)),
    **about(WithoutReplacement, the_first_rows=FirstRows, the_places_are_published=PlacesTold),
)
def subsampling_without_replacement(build: Build, rows: int, size: int) -> Check:
    """On m of n rows the loss becomes ln(1 + (m/n)(e^eps - 1)), for replaced rows.

    Fair: 0 < m < n, every sample.
    """
    loss = 1 + Fraction(size, rows) * (R - 1)
    yield private(build(count(size), rows, size), bits(rows), pure(loss))


@claim(
    "CORE.subsampling-with-replacement",
    over(rows=sized((3,), (4,), (5,)), size=(2,)),
    **about(WithReplacement, the_first_rows=FirstRows, the_places_are_published=PlacesTold),
)
def subsampling_with_replacement(build: Build, rows: int, size: int) -> Check:
    """On m independent rows of n the loss is at most m ln(1 + (e^eps - 1)/n).

    Fair: m = 2 < n: a row may be drawn twice.
    """
    loss = (1 + Fraction(1, rows) * (R - 1)) ** size
    yield private(build(RESPONSE, rows, size), bits(rows), pure(loss))
    yield private(build(count(size), rows, size), bits(rows), pure(loss), name="count")


@claim(
    "CORE.subsampling-independent",
    over(rows=sized((3,), (4,), (5,)), rate=(Fraction(1, 3),)),
    **about(
        IndependentRows,
        one_coin_for_all_rows=AllOrNothing,
        all_rows=lambda mechanism, _: IndependentRows(mechanism, Fraction(1)),
    ),
)
def subsampling_independent(build: Build, rows: int, rate: Fraction) -> Check:
    """With rows kept at rate q the loss is ln(1 + q (e^eps - 1)), added or removed rows.

    Fair: 0 < q < 1, databases of 0 to n rows.
    """
    universe = add_remove_one(BITS, rows)
    yield private(build(count(rows), rate), universe, pure(1 + rate * (R - 1)))


@claim(
    "CORE.subsampling-is-tight",
    over(rows=sized((2, 3), (4,), (5,)), m=(1,)),
    **about(
        lambda n: WithoutReplacement(RESPONSE, n, 1),
        the_places_are_published=lambda n: PlacesTold(RESPONSE, n, 1),
    ),
)
@claim(
    "CORE.subsampling-with-replacement-is-tight",
    over(rows=sized((2, 3), (4,), (5,)), m=(2,)),
    **about(
        lambda n: WithReplacement(RESPONSE, n, 2),
        one_draw=lambda n: WithReplacement(RESPONSE, n, 1),
    ),
)
def subsampling_is_tight(build: Build, rows: int, m: int) -> Check:
    """(1 + (e^eps - 1)/n)^m is attained by responses on m of n rows, m = 1 without replacement.

    Fair: A row that differs, n >= 2; all answers tell the other value.
    """
    sampled = build(rows)
    yield attained(sampled, (1,) + (0,) * (rows - 1), (0,) * rows, all, (1 + (R - 1) / rows) ** m)


@claim(
    "CORE.subsampling-has-a-price",
    over(rows=sized((1,), (2,), (3,)), rate=(HALF,)),
    **about(
        IndependentRows, a_lower_rate=lambda mechanism, rate: IndependentRows(mechanism, rate / 2)
    ),
)
def subsampling_is_not_linear(build: Build, rows: int, rate: Fraction) -> Check:
    """At rate q the loss is more than q eps, at every eps > 0.

    Fair: q = 1/2, where e^(q eps) is exact with two parts; the empty database against one row.
    """
    sampled = build(GeometricCount(-1, rows + 1, every(2)), rate)
    yield from exceeded(sampled, (1,), (), lambda y: y >= 1, R, order=2)
