"""Laws of multiplicative weights from sums over the noise, and scopes on which the noise counts.

For tests with gaps t_1, t_2, ... (a test fires if its noise nu reaches t + tau) the probability
that the j-th is the first to fire is the sum over tau of P(tau) times a product of tails of nu.
Beyond the range in which all t + tau have both signs every factor is 1 - c y^|tau| or c y^|tau|,
y the ratio of nu; the product is multiplied out and the geometric sums are added.
"""

from audits.claims.prelude import *
from reference.data.concept import PointFunction, Values
from reference.mechanisms.release.multiplicative_weights import Answer, Transcript
from reference.mechanisms.release.weights import PointWeights

Analyst = Callable[[Transcript], Any]


def letters(word: str) -> tuple[PointFunction, ...]:
    """A is the indicator of the point 0, B of the point 1."""
    return tuple(PointFunction("AB".index(letter)) for letter in word)


def one_row_moved(rows: int) -> ListedAdjacency[Rows]:
    """Half of the rows at 0, half at 1; one is moved from 0 to 1."""
    half = rows // 2
    return pair((0,) * half + (1,) * half, (0,) * (half - 1) + (1,) * (half + 1))


def uniform(points: int, rate: Fraction = HALF) -> PointWeights[Any]:
    """The same weight for every point."""
    return PointWeights.uniform(range(points), rate)


def losses(root: Any) -> tuple[Epsilon[Any], Epsilon[Any]]:
    """Tests with noise of ratios 1/r^2 and 1/r, answers of 1/r: r^5 for one correction."""
    return Epsilon(root, 4), Epsilon(root, 1)


def all_queries(points: int) -> tuple[Values, ...]:
    """Every function on the points that is not constant."""
    masks = range(1, 2**points - 1)
    return tuple(Values(tuple(mask >> x & 1 for x in range(points))) for mask in masks)


def at_least(ratio: Fraction, z: int) -> Fraction:
    """Pr[nu >= z]."""
    return ratio**z / (1 + ratio) if z >= 0 else 1 - ratio ** (1 - z) / (1 + ratio)


def times(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    """The product of two polynomials."""
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            found[i + j] += a * b
    return found


def first_firing(gaps: Sequence[int], a: Fraction, b: Fraction) -> list[Fraction]:
    """The probability of each position, and at the end that no test fires.

    Args:
        gaps: t_j.
        a: the ratio of tau.
        b: the ratio of nu.
    """
    high = max([0, *(-t for t in gaps)]) + 1
    low = min([0, *(-t for t in gaps)]) - 1
    found = [Fraction(0)] * (len(gaps) + 1)
    for tau in range(low + 1, high):
        mass = (1 - a) / (1 + a) * a ** abs(tau)
        for j, t in enumerate(gaps):
            fires = at_least(b, t + tau)
            found[j] += mass * fires
            mass *= 1 - fires
        found[-1] += mass
    for sign, size in ((1, high), (-1, -low)):
        product = [(1 - a) / (1 + a)]
        for j, t in enumerate(gaps):
            reached = [Fraction(0), (b**t if sign > 0 else -(b ** (1 - t))) / (1 + b)]
            reached[0] += sign < 0
            found[j] += _summed(times(product, reached), a, b, size)
            product = times(product, [1 - reached[0], -reached[1]])
        found[-1] += _summed(product, a, b, size)
    return found


def _summed(polynomial: Sequence[Fraction], a: Fraction, b: Fraction, start: int) -> Fraction:
    """The sum of a^m p(b^m) over m >= start."""
    ratios = [a * b**k for k in range(len(polynomial))]
    parts = [c * q**start / (1 - q) for c, q in zip(polynomial, ratios, strict=True)]
    return sum(parts, Fraction(0))


def noisy_count(count: int, rows: int, g: Fraction) -> list[Fraction]:
    """The law of the count plus noise, moved into 0, ..., rows."""
    if not rows:
        return [ONE]
    inner = [(1 - g) / (1 + g) * g ** abs(y - count) for y in range(1, rows)]
    return [at_least(g, count), *inner, at_least(g, rows - count)]


def transcripts(
    analyst: Analyst,
    rounds: int,
    setting: tuple[int, Fraction, Fraction, int],
    noise: tuple[Fraction, Fraction, Fraction],
    rows: Rows,
) -> dict[Transcript, Fraction]:
    """The law of all answers, from dense weights and sums over the noise.

    Args:
        analyst: the next query, given the answers so far.
        rounds: the number of queries.
        setting: points M, rate, threshold T, count c.
        noise: the ratios a of tau, b of nu, g of answers.
        rows: the database.
    """
    points, rate, threshold, count = setting
    found: dict[Transcript, Fraction] = {}
    for answers, chance in _from(
        analyst, rounds, rate, threshold, noise, rows, [ONE] * points, count, ()
    ):
        found[answers] = found.get(answers, Fraction(0)) + chance
    return found


def _from(  # noqa: PLR0913, PLR0917 - the state of a recursion
    analyst: Analyst,
    rounds: int,
    rate: Fraction,
    threshold: Fraction,
    noise: tuple[Fraction, Fraction, Fraction],
    rows: Rows,
    weights: list[Fraction],
    left: int,
    before: Transcript,
) -> Iterator[tuple[Transcript, Fraction]]:
    n, silent, queries = len(rows), before, []
    while len(silent) < rounds:
        query = analyst(silent)
        inside = sum((w for x, w in enumerate(weights) if query(x)), Fraction(0))
        mean = inside / sum(weights, Fraction(0))
        queries.append((query, mean, sum(map(query, rows))))
        silent = (*silent, Answer(mean, asked=False))
    if not left or not n or not queries:
        yield silent, ONE
        return
    a, b, g = noise
    gaps = [-((s * (f - n * u) - threshold) // 1) for _, u, f in queries for s in (1, -1)]
    fires = first_firing(gaps, a, b)
    yield silent, fires[-1]
    for i, (query, mean, count) in enumerate(queries):
        for y, chance in enumerate(noisy_count(count, n, g)):
            answer = Fraction(y, n)
            lighter = 1 if answer < mean else 0
            after = [w * (rate if query(x) == lighter else 1) for x, w in enumerate(weights)]
            told = (*silent[: len(before) + i], Answer(answer, asked=True))
            for rest, more in _from(
                analyst, rounds, rate, threshold, noise, rows, after, left - 1, told
            ):
                yield rest, (fires[2 * i] + fires[2 * i + 1]) * chance * more
