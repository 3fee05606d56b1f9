"""What an output tells of one row: the posterior by the rule of Bayes.

An observer has a prior belief about one row, and knows the others.  Given the output y the belief
in the value v becomes

    posterior(v) = prior(v) Pr[M(v, others) = y] / sum over u of prior(u) Pr[M(u, others) = y]

If M is eps-private this is within e^-eps and e^eps times the prior, for every prior and every y.

>>> from fractions import Fraction
>>> posterior({0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(3, 4), 1: Fraction(1, 4)})
{0: Fraction(3, 4), 1: Fraction(1, 4)}
"""

from __future__ import annotations

from collections.abc import Mapping

from reference.exact.field import R


def posterior(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior of a row.

    Args:
        prior: the belief in each value, adding up to 1.
        likelihood: Pr[y | v] for each of these values.

    Raises:
        ZeroDivisionError: for an output that has the probability 0.
    """
    weights = {v: prior[v] * likelihood[v] for v in prior}
    first, *others = weights.values()
    total = sum(others, start=first)
    return {v: weight / total for v, weight in weights.items()}
