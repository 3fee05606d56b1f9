"""Noisy maxima for every number of real answers and every eps.

They are streams with foresight: the greatest noisy answer is foretold, so that a run is known
before its winner is met (`reference.mechanisms.selection.foreseen_max`).
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import About, about
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.impostors.every_number import (
    LeastWins,
    RunnerUpToo,
    half_noise,
    value_told,
)
from audits.ledger import stream_loses, stream_private
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.probability.continuous import Exponential

OF_ONE = partial(ForeseenMax, size=1)
EXPONENTIAL = partial(ForeseenMax, noise=Exponential)
EXPONENTIAL_OF_ONE = partial(ForeseenMax, size=1, noise=Exponential)


def about_max(build: Build, **mistakes: Build) -> About:
    """Noisy max, with the mistakes that can be made with any noise."""
    wrong = {"half the noise": half_noise(build), "the greatest value too": value_told(build)}
    return about(build, wrong, **mistakes)


@claim("CORE.continuous-noisy-max-1-every-n", over(adjacency=("all",)), **about_max(ForeseenMax))
@claim(
    "CORE.continuous-noisy-max-2-every-n",
    over(adjacency=("all",)),
    **about_max(EXPONENTIAL, the_least_wins=LeastWins),
)
@claim("CORE.monotone-noisy-max-1-every-n", over(adjacency=("monotone",)), **about_max(OF_ONE))
@claim(
    "CORE.monotone-noisy-max-2-every-n",
    over(adjacency=("monotone",)),
    **about_max(EXPONENTIAL_OF_ONE),
)
def noisy_max(build: Build, adjacency: str) -> Check:
    """Noisy max, as named, loses eps on every number of real answers, and no less at any eps: with
    Laplace or exponential noise of scale 2/eps, or 1/eps if no answer moves against another one;
    and at most that with geometric noise on integers.

    Fair: Every number of answers, all real answers, each moves by at most one, if monotone none
    against another; every eps.  Which of equal noisy answers wins on the integers is not asked
    here: that it is the first, is for the tests of the laws (`test_integer_noise`).
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 1, adjacency=adjacency, integers=True)
    yield stream_loses(stream, 1, adjacency=adjacency)


@claim(
    "CORE.gap-noisy-max-every-n",
    form=Form.CONCRETE,
    **about(ForeseenGap, half_the_noise=half_noise(ForeseenGap), its_value_too=RunnerUpToo),
)
def gap_and_runner_up(build: Build) -> Check:
    """Noisy max with gap, Laplace noise of scale 2/eps, that also tells who is second loses 2 eps
    on every number of real answers, and no less at any eps: so without that at most 2 eps.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.  It is
    not what is published, eps if the second is not told: that is decided for few answers
    (CORE.gap-noisy-max).
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 2)
    yield stream_loses(stream, 2)
