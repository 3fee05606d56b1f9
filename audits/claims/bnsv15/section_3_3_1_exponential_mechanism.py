"""Section 3.3.1: the exponential mechanism."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R
from audits.claims.standard_mechanisms.quality_vectors import AsWritten, Vector, close_vectors
from reference.mechanisms.selection.exponential import ExponentialMechanism


@claim(
    "BNSV15.ALG.ExpMech",
    over(
        q=sized(*([*product(range(most + 1), repeat=3)] for most in (3, 4, 5))),
        sensitivity=(1, 2, 4),
    ),
    about=ExponentialMechanism,
)
def exponential_mechanism(build: Build, q: Vector, sensitivity: int) -> Check:
    """The exponential mechanism outputs f with probability e^(eps q(S, f) / (2D)) / sum_h e^(eps
    q(S, h) / (2D)), D the sensitivity of q.

    Cases: All vectors of three qualities, equal ones and zeros too, every eps.
    """
    dist = law(build(AsWritten(), Epsilon.indeterminate(8), sensitivity), q)
    weights = [R ** (4 // sensitivity * quality) for quality in q]
    for f, weight in enumerate(weights):
        yield eq(f"f = {f}", dist.probability(f) * sum(weights, NOTHING), weight)


def _loses_less(loss: int) -> Callable[[Vector, int], bool]:
    return lambda q, f: q[f] > max(q) - loss


@claim(
    "BNSV15.P3.5",
    over(sensitivity=(1, 2), solutions=(2, 3), most=sized((3,), (4,), (5,))),
    about=ExponentialMechanism,
)
def exponential_mechanism_is_private_and_accurate(
    build: Build, sensitivity: int, solutions: int, most: int
) -> Check:
    """(1) The exponential mechanism is (eps, 0)-private. (2) If q has sensitivity at most 1, then
    for every t > 0 it outputs f with q(S, f) <= OPT - t with probability at most |F| e^(-eps
    t/2).

    Cases: All quality functions of this sensitivity with values up to `most` at once, for every
    eps. Qualities are integers, so that t = 1, 2, ... says all; the bound is attained but for its
    factor |F|, with (|F| - 1) / (1 + (|F| - 1) e^(-eps t/2)) in its place.
    """
    universe = close_vectors(most, solutions, sensitivity)
    mechanism = build(AsWritten(), Epsilon.indeterminate(4), sensitivity)
    yield private(mechanism, universe, Guarantee(R**4, NOTHING))
    for t in range(1, most + 1) if sensitivity == 1 else ():
        bound = solutions * R ** (-2 * t)
        yield accurate(mechanism, universe, _loses_less(t), bound, name=f"t = {t}")
