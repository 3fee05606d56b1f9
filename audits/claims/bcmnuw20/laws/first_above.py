"""Which noisy answer is the first above a noisy threshold: exact laws, summed by hand.

Geometric noise: far from the answers every test is a power of b^|z|, z the noise of the threshold,
and a product of tests is a polynomial in it, which is summed as geometric series.

Laplace noise, s = e^(eps/4): between two integers a product of tests is a sum of powers of s^z,
whose integrals are rational in s, but for that of s^0, which is ln s.
"""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.probability.geometric import TwoSidedGeometric

Released = tuple[int | Bottom, ...]


def first_above(gaps: Sequence[int], a: R, b: R) -> list[R]:
    """The probability of each position, and of none: gap_i <= nu_i - rho for the first time.

    Args:
        gaps: the threshold minus each answer.
        a: ratio of the noise of the threshold, a number or a function of r.
        b: ratio of the noise of each answer.
    """
    one = a / a
    high = max(0, -min(gaps, default=0))
    low = min(-1, 1 - max(gaps, default=0))
    above = [(one - one, b**gap / (1 + b)) for gap in gaps]
    below = [(one, -(b ** (1 - gap)) / (1 + b)) for gap in gaps]
    found = [one - one] * (len(gaps) + 1)
    for z in range(low + 1, high):
        chance = (1 - a) / (1 + a) * a ** abs(z)
        tests = [_at_least(b, gap + z) for gap in gaps]
        for i, here in enumerate(_firsts([(t,) for t in tests], one)):
            found[i] = found[i] + chance * here[0]
    for tests_there, start in ((above, high), (below, -low)):
        for i, polynomial in enumerate(_firsts(tests_there, one)):
            for k, coefficient in enumerate(polynomial):
                x = a * b**k
                found[i] = found[i] + coefficient * (1 - a) / (1 + a) * x**start / (1 - x)
    return found


def _at_least(b: R, value: int) -> R:
    """Pr[nu >= value]."""
    return b**value / (1 + b) if value >= 0 else 1 - b ** (1 - value) / (1 + b)


def _firsts(tests: Sequence[Sequence[R]], one: R) -> Iterator[list[R]]:
    """For each test the chance that it is the first to pass, and that none is, as polynomials."""
    silent: list[R] = [one]
    for test in tests:
        yield _times(silent, test)
        missed: list[R] = [one - test[0]]
        missed.extend(-each for each in test[1:])
        silent = _times(silent, missed)
    yield silent


def _times(first: Sequence[R], second: Sequence[R]) -> list[R]:
    zero = first[0] - first[0]
    product = [zero] * (len(first) + len(second) - 1)
    for i, x in enumerate(first):
        for j, y in enumerate(second):
            product[i + j] = product[i + j] + x * y
    return product


def released_by_sparse(answers: Rows, threshold: int, count: int, ratio: R) -> dict[Released, R]:
    """The law of Sparse with tests of noise `ratio`, a positive written as its exact answer."""
    found: dict[Released, R] = {}
    chances = first_above([threshold - f for f in answers], ratio**2, ratio)
    nothing: Released = (Bottom.BOTTOM,) * len(answers)
    found[nothing] = chances[-1]
    for i, chance in enumerate(chances[:-1]):
        rest = answers[i + 1 :]
        one: dict[Released, R] = {(): chance / chance}
        after = released_by_sparse(rest, threshold, count - 1, ratio) if count > 1 else one
        before: Released = (Bottom.BOTTOM,) * i
        here: Released = (*before, answers[i])
        for more in after:
            mass = chance * after[more]
            found[here + more] = found[here + more] + mass if here + more in found else mass
    return found


def with_noise(found: dict[Released, R], ratio: R, low: int, high: int) -> dict[Released, R]:
    """The same, noise added to each value and what is outside of an interval moved to its end."""
    shown: dict[Released, R] = {}
    for released, chance in found.items():
        spread: list[tuple[Released, R]] = [((), chance)]
        for value in released:
            longer: list[tuple[Released, R]] = []
            for each in spread:
                before: Released = each[0]
                if isinstance(value, Bottom):
                    longer.append(((*before, value), each[1]))
                    continue
                dist = TwoSidedGeometric(ratio).clamped(low - value, high - value)
                for z in dist:
                    after: Released = (*before, value + z)
                    longer.append((after, each[1] * dist.probability(z)))
            spread = longer
        for seen, mass in spread:
            shown[seen] = shown[seen] + mass if seen in shown else mass
    return shown


def two_pairs(grid: int = 1) -> ListedAdjacency[Rows]:
    """Five queries of which four move up by so much and the last moves down, from two places."""
    up, down = (-grid,) * 4, (0,) * 4
    vectors = ((*up, 0), (*down, -grid), (*up, grid), (*down, 0))
    return ListedAdjacency(vectors, ((0, 1), (2, 3)))


@dataclass(frozen=True, slots=True)
class LogLinear:
    """rational + logs ln s."""

    rational: Fraction
    logs: Fraction

    def value(self, s: Fraction) -> Interval:
        """The number."""
        return self.rational + self.logs * ln(s)


Powers = dict[int, Fraction]
"""A sum of c s^(j z), c for each j."""


def first_above_with_laplace_noise(
    gaps: Sequence[int], s: Fraction, of_threshold: int = 2, of_answers: int = 1
) -> list[LogLinear]:
    """The same for Laplace noise, of rates in units of eps/4 = ln s: none is 1/4 or 1/2 of eps.

    Args:
        gaps: the threshold minus each answer, integers.
        s: e^(eps/4).
        of_threshold: 2 stands for the scale 2/eps.
        of_answers: 1 stands for the scale 4/eps.
    """
    low, high = min([0, *(-g for g in gaps)]), max([0, *(-g for g in gaps)])
    found = [LogLinear(Fraction(0), Fraction(0))] * (len(gaps) + 1)
    pieces = [(None, low), *((m, m + 1) for m in range(low, high)), (high, None)]
    for start, end in pieces:
        within = start if start is not None else low - 1
        tests = [_test(gap, within, s, of_answers) for gap in gaps]
        for i, powers in enumerate(_first_powers(tests)):
            sign = -1 if within >= 0 else 1
            integral = _integral(powers, s, sign * of_threshold, start, end)
            half = Fraction(of_threshold, 2)
            found[i] = LogLinear(
                found[i].rational + half * integral.rational, found[i].logs + half * integral.logs
            )
    return found


def _test(gap: int, start: int, s: Fraction, rate: int) -> Powers:
    """Pr[nu >= gap + z] for z in (start, start + 1), nu of the rate."""
    if gap + start >= 0:
        return {-rate: s ** (-rate * gap) / 2}
    return {0: Fraction(1), rate: -(s ** (rate * gap)) / 2}


def _first_powers(tests: Sequence[Powers]) -> Iterator[Powers]:
    silent: Powers = {0: Fraction(1)}
    for test in tests:
        yield _product(silent, test)
        not_here = {j: -c for j, c in test.items()}
        not_here[0] = 1 + not_here.get(0, Fraction(0))
        silent = _product(silent, not_here)
    yield silent


def _product(first: Powers, second: Powers) -> Powers:
    found: Powers = {}
    for i, x in first.items():
        for j, y in second.items():
            found[i + j] = found.get(i + j, Fraction(0)) + x * y
    return found


def _integral(
    powers: Powers, s: Fraction, shift: int, start: int | None, end: int | None
) -> LogLinear:
    """The integral of sum c s^((j + shift) z) ln s over z from start to end."""
    rational, logs = Fraction(0), Fraction(0)
    for j, c in powers.items():
        e = j + shift
        if e == 0:
            if start is None or end is None:
                assert c == 0, "a tail that does not converge"
                continue
            logs += c * (end - start)
            continue
        upper = Fraction(0) if end is None else s ** (e * end)
        lower = Fraction(0) if start is None else s ** (e * start)
        rational += c * (upper - lower) / e
    return LogLinear(rational, logs)
