"""Wrong rules of Bayes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from reference.exact.field import R

Beliefs = Mapping[int, Fraction]


def over_the_mode(prior: Beliefs, likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior divided by the likelihood of the likeliest row, not by the mixture."""
    mode = likelihood[max(prior, key=lambda v: prior[v])]
    return {v: prior[v] * likelihood[v] / mode for v in prior}


def prior_forgotten(prior: Beliefs, likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior from the uniform prior."""
    total = sum(likelihood[v] for v in prior)
    return {v: likelihood[v] / total for v in prior}
