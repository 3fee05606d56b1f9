"""Section 2.2: what private means, for two laws."""

from itertools import chain

from audits.claims.prelude import *
from reference.privacy.divergence import hockey_stick

LAWS: tuple[dict[str, Fraction], ...] = (
    {"a": HALF, "b": QUARTER, "c": QUARTER},
    {"a": QUARTER, "b": QUARTER, "d": HALF},
    {"a": Fraction(1, 6), "b": HALF, "c": Fraction(1, 3)},
    {"b": Fraction(1, 8), "c": Fraction(3, 8), "d": HALF},
)

POSITIVE = "sum(max(b * p - a * q, 0) for _, p, q in outcomes), b"
WRONG[hockey_stick] = {
    "the distance": f"{POSITIVE} => sum(abs(b * p - a * q) for _, p, q in outcomes), 2 * b"
}


@claim(
    "BCMNUW20.D6",
    over(first=range(4), second=range(4), x=(Fraction(1), Fraction(3, 2), Fraction(2))),
    about=hockey_stick,
)
def least_delta(build: Build, first: int, second: int, x: Fraction) -> Check:
    """A is (eps, delta)-private if Pr[A(x) in Z] <= e^eps Pr[A(x') in Z] + delta for all
    neighbours and all events Z: the least delta for two laws is the sum of the positive parts of
    p - e^eps q.

    Cases: Four laws on subsets of four outcomes, in all pairs, at three e^eps; all sixteen events.
    """
    p, q = LAWS[first], LAWS[second]
    events = chain.from_iterable(combinations("abcd", k) for k in range(5))
    none = Fraction(0)
    worst = max(sum((p.get(y, none) - x * q.get(y, none) for y in z), none) for z in events)
    yield eq("delta", build(Dist.weighted(p.items()), Dist.weighted(q.items()), x), worst)
