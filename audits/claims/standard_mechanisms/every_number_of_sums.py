"""Sums of every number of real answers of which one moves, at every eps."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import about
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.impostors.every_number import (
    LastOfBlockTwice,
    NoisyPrefixes,
    fresh_prefixes,
    half_noise,
    one_noise,
)
from audits.ledger import stream_loses, stream_private
from reference.exact.integers import floor_log2
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)


@claim(
    "CORE.partial-sum-every-n",
    **about(
        ContinuousPartialSum,
        half_the_noise=half_noise(ContinuousPartialSum),
        a_sum_for_each_answer=NoisyPrefixes,
    ),
)
def partial_sum(build: Build) -> Check:
    """The noisy total of every number of real answers loses eps if one of them moves by one, and
    no less; with geometric noise on integers at most that.

    Fair: Every number of answers, all real answers, answers move by one in total; every eps.
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 1, adjacency="one", integers=True)
    yield stream_loses(stream, 1, adjacency="one")


@claim(
    "CORE.smart-sum-every-n",
    over(block=(2, 3, 5)),
    **about(
        ContinuousSmartSum,
        half_the_noise=half_noise(ContinuousSmartSum),
        the_last_answer_twice=LastOfBlockTwice,
        fresh_noise_on_every_prefix=fresh_prefixes,
        one_noise_for_all=one_noise,
    ),
)
def smart_sum(build: Build, block: int) -> Check:
    """Smart sum, with blocks of two answers or more, loses 2 eps if one answer moves by one, and
    no less, for every number of answers; with geometric noise on integers at most that.

    Fair: Blocks of 2, 3 and 5 answers; every number of answers, all real answers, answers move by
    one in total; every eps.
    """
    stream = build(block, every_unit(4))
    yield stream_private(stream, 2, adjacency="one", integers=True)
    yield stream_loses(stream, 2, adjacency="one")


@claim(
    "CORE.binary-tree-counter-every-n",
    over(horizon=(1, 2, 3, 4, 7, 8)),
    **about(
        ContinuousTreeCounter,
        half_the_noise=half_noise(ContinuousTreeCounter),
        fresh_noise_on_every_prefix=fresh_prefixes,
        one_noise_for_all=one_noise,
    ),
)
def tree_counter(build: Build, horizon: int) -> Check:
    """The tree counter loses floor(log2 n) + 1 times eps, n its horizon, if one real answer moves
    by one, and no less; with geometric noise on integers at most that.

    Fair: Horizons 1, 2, 3, 4, 7 and 8, on both sides of powers of two; every number of answers up
    to them, all real answers, answers move by one in total; every eps.
    """
    stream, levels = build(horizon, every_unit(4)), floor_log2(horizon) + 1
    yield stream_private(stream, levels, adjacency="one", integers=True)
    yield stream_loses(stream, levels, adjacency="one")
