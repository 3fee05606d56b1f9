"""Subsampling: how much less is lost on a secret sample, and how tight that is."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.combinators import BITS, RESPONSE, count
from audits.claims.standard_mechanisms.every_eps import R, attained, bits, every, exceeded
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.privacy.subsampling import IndependentRows, WithoutReplacement, WithReplacement

SAMPLE = "coins.run({}(self.size), database)".format
PLACES = (
    "start = coins.draw(Dist.uniform(range(self.rows)))\n"
    "        sample = (database * 2)[start : start + self.size]"
)
TOLD = "coins.delegate(self.mechanism, sample) => start, coins.run(self.mechanism, sample)"

WRONG[WithoutReplacement] = {
    "the first rows": f"{SAMPLE('_Subset')} => database[: self.size]",
    "the places are published": (f"sample = {SAMPLE('_Subset')} => {PLACES}", TOLD),
}
WRONG[WithReplacement] = {
    "the first rows": f"{SAMPLE('_Draws')} => database[: self.size]",
    "the places are published": (f"sample = {SAMPLE('_Draws')} => {PLACES}", TOLD),
    "one draw": given(WithReplacement, size=1),
}
WRONG[IndependentRows] = {
    "one coin for all rows": "coins.run(_KeptRows(self.rate), database) => "
    "database if coins.draw(bernoulli(min(2 * self.rate, Fraction(1)))) else ()",
    "all rows": given(IndependentRows, rate=Fraction(1)),
    "a lower rate": given(IndependentRows, rate=lambda rate: rate / 2),
}


@claim(
    "CORE.subsampling-without-replacement",
    over(rows=sized((3,), (4,), (5,)), size=(1, 2)),
    about=WithoutReplacement,
)
def subsampling_without_replacement(build: Build, rows: int, size: int) -> Check:
    """On m of n rows the loss becomes ln(1 + (m/n)(e^eps - 1)), for replaced rows.

    Cases: 0 < m < n, every sample.
    """
    loss = 1 + Fraction(size, rows) * (R - 1)
    yield private(build(count(size), rows, size), bits(rows), pure(loss))


@claim(
    "CORE.subsampling-with-replacement",
    over(rows=sized((3,), (4,), (5,)), size=(2,)),
    about=WithReplacement,
)
def subsampling_with_replacement(build: Build, rows: int, size: int) -> Check:
    """On m independent rows of n the loss is at most m ln(1 + (e^eps - 1)/n).

    Cases: m = 2 < n: a row may be drawn twice.
    """
    loss = (1 + Fraction(1, rows) * (R - 1)) ** size
    yield private(build(RESPONSE, rows, size), bits(rows), pure(loss))
    yield private(build(count(size), rows, size), bits(rows), pure(loss), name="count")


@claim(
    "CORE.subsampling-independent",
    over(rows=sized((3,), (4,), (5,)), rate=(Fraction(1, 3),)),
    about=IndependentRows,
)
def subsampling_independent(build: Build, rows: int, rate: Fraction) -> Check:
    """With rows kept at rate q the loss is ln(1 + q (e^eps - 1)), added or removed rows.

    Cases: 0 < q < 1, databases of 0 to n rows.
    """
    universe = add_remove_one(BITS, rows)
    yield private(build(count(rows), rate), universe, pure(1 + rate * (R - 1)))


@claim(
    "CORE.subsampling-is-tight",
    over(rows=sized((2, 3), (4,), (5,)), m=(1,)),
    about=WithoutReplacement,
)
@claim(
    "CORE.subsampling-with-replacement-is-tight",
    over(rows=sized((2, 3), (4,), (5,)), m=(2,)),
    about=WithReplacement,
)
def subsampling_is_tight(build: Build, rows: int, m: int) -> Check:
    """(1 + (e^eps - 1)/n)^m is attained by responses on m of n rows, m = 1 without replacement.

    Cases: A row that differs, n >= 2; all answers tell the other value.
    """
    sampled = build(RESPONSE, rows, m)
    yield attained(sampled, (1,) + (0,) * (rows - 1), (0,) * rows, all, (1 + (R - 1) / rows) ** m)


@claim(
    "CORE.subsampling-has-a-price",
    over(rows=sized((1,), (2,), (3,)), rate=(HALF,)),
    about=IndependentRows,
)
def subsampling_is_not_linear(build: Build, rows: int, rate: Fraction) -> Check:
    """At rate q the loss is more than q eps, at every eps > 0.

    Cases: q = 1/2, where e^(q eps) is exact with two parts; the empty database against one row.
    """
    sampled = build(GeometricCount(-1, rows + 1, every(2)), rate)
    yield from exceeded(sampled, (1,), (), lambda y: y >= 1, R, order=2)
