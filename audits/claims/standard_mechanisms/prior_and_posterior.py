"""What an output tells of one row: prior and posterior."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, every
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
from reference.privacy.posterior import posterior


@dataclass(frozen=True, slots=True)
class RowAndOutput:
    """A row drawn from the prior, and the output on it and on the rest."""

    ones: Fraction
    mechanism: ClampedGeometricCount[RationalFunction]

    def __call__(self, rest: Rows, coins: Coins[RationalFunction], /) -> tuple[int, int]:
        row = coins.draw(Dist.weighted([(0, 1 - self.ones), (1, self.ones)]))
        return row, coins.run(self.mechanism, (row, *rest))


def ends_with(y: int, row_and_output: tuple[int, int]) -> bool:
    """Whether the output is y."""
    return row_and_output[1] == y


@claim(
    "VT14.D1.POST",
    over(rest=((), (0,), (0, 1)), ones=(HALF, QUARTER, Fraction(1, 1000))),
    form=Form.CONCRETE,
    about=posterior,
)
def prior_and_posterior(rule: Build, rest: Rows, ones: Fraction) -> Check:
    """The posterior of row X_i given y is its law under the condition M(X_i, x_-i) = y: with the
    rule of Bayes Pr[y | v] prior(v) / Pr[y], and between e^(-eps) and e^eps times the prior if M
    is eps-private.  The factor e^eps is approached as prior(v) tends to 0: on the greatest output
    of a count a one of prior p has the posterior e^eps p / (1 + p (e^eps - 1)).

    Cases: A clamped noisy count, whose outputs are not alike; priors that are and are not uniform,
    one of 1/1000, every output and every eps.
    """
    count = ClampedGeometricCount(0, len(rest) + 1, every(1))
    prior = {v: p + NOTHING for v, p in ((0, 1 - ones), (1, ones))}
    joint = law(RowAndOutput(ones, count), rest)
    for y in range(len(rest) + 2):
        given = joint.condition(partial(ends_with, y))
        found = rule(prior, {v: law(count, (v, *rest)).probability(y) for v in prior})
        for v, chance in prior.items():
            yield eq(f"{v} given {y}", found[v], given.probability((v, y)))
            yield le(f"{v} given {y}, above", found[v], R * chance)
            yield le(f"{v} given {y}, below", chance + NOTHING, R * found[v])
        if y == len(rest) + 1:
            yield eq("nearly e^eps", found[1] * (1 + ones * (R - 1)), R * ones)
