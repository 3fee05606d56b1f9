"""The law of an epoch as finitely many geometric series, and of private multiplicative weights.

For a threshold T = A + tau and gaps t_i = n h(q_i) - F_i, the i-th query leaves the epoch if its
noise is at least t_i + T or at most t_i - T.  For tau so large that T is above all |t_i|, each of
these probabilities is a constant times g^tau; the products are polynomials, and their sums
geometric series.  For T <= 0 the first query leaves the epoch.
"""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import (
    at_least,
    letters,
    noisy_count,
    times,
)
from reference.mechanisms.release.multiplicative_weights import Answer, Transcript
from reference.mechanisms.release.private_multiplicative_weights import Listed

Analyst = Callable[[Transcript], Any]

Left = tuple[int, int]
"""The query that leaves the epoch, from 0, and the side; (number of queries, 0) for none."""


def online(word: str, points: int, threshold: Fraction, epochs: int, eps: Any) -> tuple[Any, ...]:
    """What the mechanism is made of, for queries A (the point 0) and B (the point 1), rate 1/2."""
    start: PointWeights[Any] = PointWeights.uniform(range(points), HALF)
    return Listed(letters(word)), len(word), start, threshold, epochs, eps


def epoch(gaps: Sequence[Fraction], threshold: Fraction, g: Fraction) -> dict[Left, Fraction]:
    """The probability of each way in which an epoch ends.

    Args:
        gaps: t_i.
        threshold: A >= 0.
        g: the ratio of all noise.
    """
    found = {(t, side): Fraction(0) for t in range(len(gaps)) for side in (1, -1)}
    none = (len(gaps), 0)
    found[none] = Fraction(0)
    if not gaps:
        return {none: ONE}
    low = -threshold // 1
    high = max(0, *(-((threshold - abs(t)) // 1) for t in gaps)) + 1
    for tau in range(low + 1, high):
        mass = (1 - g) / (1 + g) * g ** abs(tau)
        for t, gap in enumerate(gaps):
            up, down = _sides(gap, threshold + tau, g)
            found[t, 1] += mass * up
            found[t, -1] += mass * down
            mass *= 1 - up - down
        found[none] += mass
    first, below = at_least(g, -(-gaps[0] // 1)), at_least(g, -low)
    found[0, 1] += below * first
    found[0, -1] += below * (1 - first)
    silent = [(1 - g) / (1 + g)]
    for t, gap in enumerate(gaps):
        up, down = (c / g**high for c in _sides(gap, threshold + high, g))
        found[t, 1] += _series(times(silent, [Fraction(0), up]), g, high)
        found[t, -1] += _series(times(silent, [Fraction(0), down]), g, high)
        silent = times(silent, [ONE, -up - down])
    found[none] += _series(silent, g, high)
    return found


def _sides(gap: Fraction, threshold: Fraction, g: Fraction) -> tuple[Fraction, Fraction]:
    """The probabilities that noise is at least gap + T, and at most gap - T, for T > 0."""
    return at_least(g, -((-gap - threshold) // 1)), at_least(g, -((gap - threshold) // 1))


def _series(polynomial: Sequence[Fraction], g: Fraction, start: int) -> Fraction:
    """The sum of g^m p(g^m) over m >= start."""
    ratios = [g ** (k + 1) for k in range(len(polynomial))]
    parts = (c * q**start / (1 - q) for c, q in zip(polynomial, ratios, strict=True))
    return sum(parts, Fraction(0))


Setting = tuple[int, Fraction, Fraction, int]
"""Points M, rate, threshold A, epochs E."""


def transcripts(
    analyst: Analyst,
    rounds: int,
    setting: Setting,
    g: Fraction,
    rows: Rows,
    *,
    by_answer: bool = False,
) -> dict[Transcript, Fraction]:
    """The law of all answers, from dense weights and the series."""
    found: dict[Transcript, Fraction] = {}
    start = [ONE] * setting[0]
    for told, chance in _from(analyst, rounds, setting, g, rows, start, (), by_answer=by_answer):
        found[told] = found.get(told, Fraction(0)) + chance
    return found


def _from(
    analyst: Analyst,
    rounds: int,
    setting: Setting,
    g: Fraction,
    rows: Rows,
    weights: list[Fraction],
    before: Transcript,
    *,
    by_answer: bool,
) -> Iterator[tuple[Transcript, Fraction]]:
    points, rate, threshold, left = setting
    n, silent, asked = len(rows), before, []
    if not left:
        yield before, ONE
        return
    while len(silent) < rounds:
        query = analyst(silent)
        mean = sum((w for x, w in enumerate(weights) if query(x)), Fraction(0)) / sum(weights)
        asked.append((query, mean, sum(map(query, rows))))
        silent = (*silent, Answer(mean, asked=False))
    fires = epoch([n * u - f for _, u, f in asked], threshold, g)
    yield silent, fires[len(asked), 0]
    for (t, side), y in product(fires, range(n + 1)):
        if not side:
            continue
        query, mean, count = asked[t]
        answer = Fraction(y, n)
        above = answer >= mean if by_answer else side > 0
        after = [w * (ONE if query(x) == above else rate) for x, w in enumerate(weights)]
        told = (*silent[: len(before) + t], Answer(answer, asked=True))
        chance = fires[t, side] * noisy_count(count, n, g)[y]
        rest = (points, rate, threshold, left - 1)
        for more, then in _from(analyst, rounds, rest, g, rows, after, told, by_answer=by_answer):
            yield more, chance * then


def two_parts(transcript: Transcript) -> tuple[tuple[bool, ...], tuple[Fraction, ...]]:
    """The indicators of updates, and the answers that updates gave."""
    return (
        tuple(each.asked for each in transcript),
        tuple(each.value for each in transcript if each.asked),
    )


def functions(points: int) -> tuple[Values, ...]:
    """Every function on the points that is not constant."""
    kept = product((0, 1), repeat=points)
    return tuple(Values(v) for v in kept if 0 < sum(v) < points)
