"""Wrong rules of Bayes."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.privacy.posterior import posterior


def over_one_likelihood(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior divided by the likelihood of one row, not by the mixture."""
    one = likelihood[next(iter(prior))]
    return {v: prior[v] * likelihood[v] / one for v in prior}


def prior_forgotten(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior from the uniform prior."""
    total = sum(likelihood[v] for v in prior)
    return {v: likelihood[v] / total for v in prior}


def likelihood_alone(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The likelihood in place of the posterior."""
    return {v: likelihood[v] for v in prior}


def not_moved(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The prior, whatever is seen."""
    del likelihood
    return prior


def likelihoods_exchanged(prior: Mapping[int, R], likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """Each value has the likelihood of the one before."""
    values: list[int] = list(prior)
    moved = {v: likelihood[values[i - 1]] for i, v in enumerate(values)}
    return posterior(prior, moved)
