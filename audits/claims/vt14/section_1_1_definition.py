"""Sections 1.1 and 1.2: the definition of differential privacy and its variants."""

from audits.claims.prelude import *
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence

Law = Dist[int, Fraction]
OUTCOMES = (0, 1, 2)
EVENTS = [t for size in range(4) for t in combinations(OUTCOMES, size)]
LEVELS = (ONE, Fraction(3, 2), TWO, Fraction(3))


def pointwise(p: Law, q: Law, exp_eps: Fraction) -> bool:
    """The least x with Pr[y] <= x Pr'[y] for every outcome is at most e^eps, both ways."""
    both = max_divergence(p, q), max_divergence(q, p)
    return all(not isinstance(x, Infinity) and x <= exp_eps for x in both)


def at_outcome(p: Law, q: Law, x: Fraction, y: int) -> bool:
    """Pr[y] <= x Pr'[y], both ways."""
    return p.probability(y) <= x * q.probability(y) and q.probability(y) <= x * p.probability(y)


WRONG[pointwise] = {
    "one way only": "in both => in both[:1]",
    "where both are positive": lambda p, q, x: all(
        at_outcome(p, q, x, y) for y in OUTCOMES if p.probability(y) and q.probability(y)
    ),
    "some outcome": lambda p, q, x: any(at_outcome(p, q, x, y) for y in OUTCOMES),
    "strictly": "x <= exp_eps => x < exp_eps",
    "distance below e^eps - 1": lambda p, q, x: p.total_variation(q) <= x - 1,
    "e^(2 eps)": given(pointwise, exp_eps=lambda x: x * x),
    "ratios on average": lambda p, q, x: (
        hockey_stick(p, q, x) + hockey_stick(q, p, x) <= x - 1 and p.support == q.support
    ),
}


def by_hockey_sticks(p: Law, q: Law, exp_eps: Fraction, delta: Fraction) -> bool:
    """The sum of max(Pr[y] - e^eps Pr'[y], 0) is at most delta, both ways."""
    both = hockey_stick(p, q, exp_eps), hockey_stick(q, p, exp_eps)
    return max(both) <= delta


def excesses(p: Law, q: Law, x: Fraction) -> list[Fraction]:
    """Pr[y] - x Pr'[y], negative ones too."""
    return [p.probability(y) - x * q.probability(y) for y in OUTCOMES]


WRONG[by_hockey_sticks] = {
    "one way only": "max(both) => both[0]",
    "every outcome by itself": wrong(
        by_hockey_sticks, hockey_stick=lambda p, q, x: max(excesses(p, q, x))
    ),
    "strictly": "<= => <",
    "delta on the other side, times e^eps": "<= delta => <= exp_eps * delta",
    "the statistical distance": "max(both) => p.total_variation(q)",
    "all excesses, negative ones too": wrong(
        by_hockey_sticks, hockey_stick=lambda p, q, x: sum(excesses(p, q, x))
    ),
    "both together": "max(both) => sum(both)",
}


def laws(parts: int, outcomes: int = 3) -> list[Law]:
    """The laws on so many outcomes with probabilities in so many parts."""
    return [
        Dist.weighted((y, Fraction(k, parts)) for y, k in enumerate(masses))
        for masses in product(range(parts + 1), repeat=outcomes)
        if sum(masses) == parts
    ]


def of_event(law: Law, event: Iterable[int]) -> Fraction:
    """Pr[y in T]."""
    return sum(map(law.probability, event), Fraction(0))


def keep(p: Law, q: Law, x: Fraction, delta: Fraction = Fraction(0)) -> bool:
    """Pr[T] <= e^eps Pr'[T] + delta for all events, both ways."""
    both = ((of_event(p, event), of_event(q, event)) for event in EVENTS)
    return all(a <= x * b + delta and b <= x * a + delta for a, b in both)


PARTS = over(parts=sized((2, 4), (3, 4), (4, 5, 6)))


@claim("VT14.D1.1.1", PARTS, about=pointwise)
def differential_privacy(private: Build, parts: int) -> Check:
    """M is differentially private if Pr[M(x) in T] <= (1 + eps) Pr[M(x') in T] for all neighbours
    x, x' and all T; with e^eps for 1 + eps in what follows; the same for every outcome alone.

    Cases: All pairs of laws on three outcomes with masses in so many parts, both ways; all events;
    e^eps, or 1 + eps, is 1, 3/2, 2, 3.
    """
    for p, q, x in product(laws(parts), laws(parts), LEVELS):
        yield eq(f"{p}, {q}, {x}", private(p, q, x), keep(p, q, x))


@claim("VT14.D1.EPSDELTA", PARTS, about=by_hockey_sticks)
def approximate_privacy(private: Build, parts: int) -> Check:
    """M is (eps, delta)-private if Pr[M(x) in T] <= e^eps Pr[M(x') in T] + delta for all
    neighbours and all T: if the sum over y of max(Pr[M(x) = y] - e^eps Pr[M(x') = y], 0) is at
    most delta.

    Cases: All pairs of laws on three outcomes with masses in so many parts, both ways; all events;
    e^eps = 1, 3/2, 2, 3, delta = 0, 1/8, 1/4, 1/2.
    """
    levels = product(LEVELS, (Fraction(0), Fraction(1, 8), QUARTER, HALF))
    for (p, q), (x, delta) in product(product(laws(parts), repeat=2), levels):
        yield eq(f"{p}, {q}, {x}, {delta}", private(p, q, x, delta), keep(p, q, x, delta))


def total_variation(p: Law, q: Law) -> Fraction:
    """Half the l_1 distance."""
    return p.total_variation(q)


WRONG[total_variation] = {
    "the l_1 distance": "p. => 2 * p.",
    "of one outcome": lambda p, q: max(abs(p.probability(y) - q.probability(y)) for y in {*p, *q}),
    "half of it": "(q) => (q) / 2",
    "the squares": lambda p, q: sum(
        ((p.probability(y) - q.probability(y)) ** 2 for y in {*p, *q}), Fraction(0)
    ),
    "of the supports": "p.total_variation(q) => Fraction(int(p.support != q.support))",
}


@claim("VT14.D1.SD", over(parts=sized((2, 3), (3, 4), (4, 5))), about=total_variation)
def statistical_distance(distance: Build, parts: int) -> Check:
    """SD(P, Q) is the largest |P(T) - Q(T)| over all events T.

    Cases: All pairs of laws on four outcomes with masses in so many parts; the sum over outcomes
    against all events.
    """
    events = [t for size in range(5) for t in combinations(range(4), size)]
    for p, q in product(laws(parts, 4), repeat=2):
        worst = max(abs(of_event(p, t) - of_event(q, t)) for t in events)
        yield eq(f"{p}, {q}", distance(p, q), worst)


def beyond_one(exp_eps: Fraction) -> Fraction:
    """Eps' = e^eps - 1."""
    return exp_eps - 1


WRONG[beyond_one] = {
    "e^eps": "exp_eps - 1 => exp_eps",
    "(e^eps - 1)/2": "exp_eps - 1 => (exp_eps - 1) / 2",
    "1 - e^-eps": "exp_eps - 1 => 1 - 1 / exp_eps",
    "e^(2 eps) - 1": "exp_eps - 1 => exp_eps**2 - 1",
    "e^eps - e^-eps": "exp_eps - 1 => exp_eps - 1 / exp_eps",
}


@claim("VT14.TXT.def-variants", over(eps=(TENTH, HALF, ONE)), about=beyond_one)
def variants_compared(convert: Build, eps: Fraction) -> Check:
    """It is convenient to have e^eps rather than 1 + eps: what is eps-private with e^eps is so
    with 1 + eps' for eps' = e^eps - 1, and for no smaller eps'; eps <= eps' <= (e - 1) eps for eps
    <= 1; and two steps lose e^(2 eps), while (1 + eps)^2 is more than 1 + 2 eps.

    Cases: Pairs of laws that keep 1 + eps', by all events, are those that keep e^eps = 3/2, 2, 3.
    """
    for x in LEVELS[1:]:
        bound = 1 + convert(x)
        for p, q in product(laws(4), repeat=2):
            kept = all(of_event(p, t) <= bound * of_event(q, t) for t in EVENTS)
            exact = all(p.probability(y) <= x * q.probability(y) for y in OUTCOMES)
            yield eq(f"{p}, {q}, {x}", kept, exact)
        yield eq(f"1 + eps', {x}", bound, x)
        yield eq(f"two steps, {x}", bound * bound, x**2)
        yield lt(f"squared, {x}", 1 + 2 * convert(x), bound * bound)
    near = convert(exp_low(eps)), convert(exp_high(eps))
    yield le("eps", eps, near[1])
    yield le("(e - 1) eps", near[0], (exp_high(1) - 1) * eps)
