"""Noisy maxima for every number of real answers and every eps.

They are streams with foresight: the greatest noisy answer is foretold, so that a run is known
before its winner is met (`reference.mechanisms.selection.foreseen_max`).
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_unit import every_unit, loses_just
from audits.ledger import stream_loses, stream_private
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.probability.continuous import Exponential, Laplace

MET = "coins.require(holds=state[1])"
VALUE_TOLD = wrong(ForeseenMax, f"{MET} => {MET}\n        return state[0]")
LEAST_WINS = wrong(ForeseenMax, "y <= greatest if met else y < greatest => y >= greatest")

WRONG[ForeseenMax] = {
    "half the noise": given(ForeseenMax, size=1),
    "the greatest value too": VALUE_TOLD,
    "nobody has to win": f"{MET} => pass",
}
WRONG[ForeseenGap] = {
    "half the noise": given(ForeseenGap, size=1),
    "its value too": "return first - second => return first - second, second",
    "the value for the lead": "return first - second => return first",
}


def maximum(size: int, noise: Build = Laplace) -> Build:
    """Noisy max with noise of another scale, or of another kind."""
    build = partial(ForeseenMax, size=size, noise=noise)
    mistakes = {"the greatest value too": VALUE_TOLD, "the least wins": LEAST_WINS}
    if noise is Laplace:  # which the least may have, too
        del mistakes["the least wins"]
    WRONG[build] = {"half the noise": partial(build, size=Fraction(size, 2))} | {
        name: partial(kind, size=size, noise=noise) for name, kind in mistakes.items()
    }
    return build


@claim("CORE.continuous-noisy-max-1-every-n", over(adjacency=("all",)), about=ForeseenMax)
@claim(
    "CORE.continuous-noisy-max-2-every-n", over(adjacency=("all",)), about=maximum(2, Exponential)
)
@claim("CORE.monotone-noisy-max-1-every-n", over(adjacency=("monotone",)), about=maximum(1))
@claim(
    "CORE.monotone-noisy-max-2-every-n",
    over(adjacency=("monotone",)),
    about=maximum(1, Exponential),
)
def noisy_max(build: Build, adjacency: str) -> Check:
    """Noisy max, as named, loses eps on every number of real answers, and no less at any eps: with
    Laplace or exponential noise of scale 2/eps, or 1/eps if no answer moves against another one;
    and at most that with geometric noise on integers.

    Cases: Every number of answers, all real answers, each moves by at most one, if monotone none
    against another; every eps.  Which of equal noisy answers wins on the integers is not asked
    here: that it is the first, is for the tests of the laws (`test_integer_noise`).
    """
    yield from loses_just(build(every_unit(4)), 1, adjacency=adjacency)


@claim("CORE.gap-noisy-max-every-n", form=Form.CONCRETE, about=ForeseenGap)
def gap_and_runner_up(build: Build) -> Check:
    """Noisy max with gap, Laplace noise of scale 2/eps, that also tells who is second loses 2 eps
    on every number of real answers, and no less at any eps: so without that at most 2 eps.

    Cases: Every number of answers, all real answers, each moves by at most one; every eps.  It is
    not what is published, eps if the second is not told: that is decided for few answers
    (CORE.gap-noisy-max).
    """
    stream = build(every_unit(4))
    yield stream_private(stream, 2)
    yield stream_loses(stream, 2)
