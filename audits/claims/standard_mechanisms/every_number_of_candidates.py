"""Noisy maxima for every number of real answers and every eps.

They are streams with foresight: the greatest noisy answer is foretold, so that a run is known
before its winner is met (`reference.mechanisms.selection.foreseen_max`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from audits.claims.standard_mechanisms.every_eps import Build, about
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.impostors.every_number import (
    LeastWins,
    RunnerUpToo,
    ValueTold,
    half_noise,
)
from audits.ledger import Form, claim, over, stream_loses, stream_private
from audits.ledger.forms import Item
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.probability.continuous import Exponential

OF_ONE = partial(ForeseenMax, size=1)
EXPONENTIAL = partial(ForeseenMax, noise=Exponential)
EXPONENTIAL_OF_ONE = partial(ForeseenMax, size=1, noise=Exponential)


@claim(
    "CORE.continuous-noisy-max-1-every-n",
    Form.PRINTED,
    over(adjacency=("all",)),
    **about(ForeseenMax, half_the_noise=half_noise(ForeseenMax), the_greatest_value_too=ValueTold),
)
@claim(
    "CORE.continuous-noisy-max-2-every-n",
    Form.PRINTED,
    over(adjacency=("all",)),
    **about(EXPONENTIAL, half_the_noise=half_noise(EXPONENTIAL), the_least_wins=LeastWins),
)
@claim(
    "CORE.monotone-noisy-max-1-every-n",
    Form.PRINTED,
    over(adjacency=("monotone",)),
    **about(OF_ONE, half_the_noise=half_noise(OF_ONE), the_greatest_value_too=ValueTold),
)
@claim(
    "CORE.monotone-noisy-max-2-every-n",
    Form.PRINTED,
    over(adjacency=("monotone",)),
    **about(EXPONENTIAL_OF_ONE, half_the_noise=half_noise(EXPONENTIAL_OF_ONE)),
)
def noisy_max(build: Build, adjacency: str) -> Iterator[Item]:
    """Noisy max, as named, loses eps on every number of real answers, and no less at any eps: with
    Laplace or exponential noise of scale 2/eps, or 1/eps if no answer moves against another one;
    and at most that with geometric noise on integers, the first of the greatest winning.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 1, adjacency=adjacency, integers=True)
    yield stream_loses(stream, 1, adjacency=adjacency)


@claim(
    "CORE.gap-noisy-max-every-n",
    Form.PRINTED,
    **about(ForeseenGap, half_the_noise=half_noise(ForeseenGap), its_value_too=RunnerUpToo),
)
def gap_and_runner_up(build: Build) -> Iterator[Item]:
    """Noisy max with gap, Laplace noise of scale 2/eps, that also tells who is second loses 2 eps
    on every number of real answers, and no less at any eps: so without that at most 2 eps.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps. That it
    loses eps if the second is not told is decided for few answers (CORE.gap-noisy-max).
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 2)
    yield stream_loses(stream, 2)
