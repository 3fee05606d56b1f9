"""What private and public rows can do at most, in closed form, and optima found another way.

The success of releasing one mean, of -1, 0 or 1, exactly: on n private rows that are all +1 and m
public ones a mechanism says +1 with probability t or more; with k rows changed it does so with
t r^(-k) - delta (1/r + ... + r^(-k)) or more, and so for -1; what is left is for the mean 0.
"""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.public_data import Means, SignData, mean_squared_error
from reference.data.public_rows import multiset_chance, private_row_replaced
from reference.exact.field import R

Sizes = tuple[int, int]
"""Private and public rows."""


def release_bound(exp_eps: R, private: int, public: int) -> R:
    """1/(1 + 2^(1-m) ((1 + 1/r)/2)^n): no eps-private mechanism finds a mean more often."""
    power = exp_eps**private
    return power / (power + (exp_eps + 1) ** private * Fraction(2, 2 ** (private + public)))


def release_bound_with_delta(
    exp_eps: Fraction, private: int, public: int, delta: Fraction
) -> Fraction:
    """The same for delta: the least bound from at most K changes, K = 0, ..., n."""
    bounds: list[Fraction] = []
    share, paid, kept, lost = ONE, ONE, ONE, Fraction(0)
    for k in range(private + 1):
        weight = 2 * comb(private, k) * HALF ** (public + private)
        share, paid = share + weight * kept, paid + weight * lost
        bounds.append(paid / share)
        kept, lost = kept / exp_eps, (lost + delta) / exp_eps
    return min(bounds)


def thresholds_bound(exp_eps: R, private: int, public: int, rare: Fraction, delta: R) -> R:
    """No learner tells the label of a rare example more often: 1 - (1-a)^m w.

    Where all public examples are the common one, w is the chance of the wrong label: with s rare
    private examples the two labels are s steps apart.
    """
    wrong = exp_eps - exp_eps
    for s in range(private + 1):
        weight = comb(private, s) * rare**s * (1 - rare) ** (private - s)
        wrong = wrong + wrong_label(exp_eps, s, delta) * weight
    return 1 - wrong * (1 - rare) ** public


def wrong_label(exp_eps: R, steps: int, delta: R) -> R:
    """The chance, at least and the same on both, of confusing databases so many steps apart.

    With s even they are equally likely in the middle; for s odd there are two middles.  Each step
    takes delta and divides by r.  Where that is negative, it is below the truth, which is 0.
    """
    wrong = (1 - delta) / (exp_eps + 1) if steps % 2 else exp_eps / (2 * exp_eps)
    for _ in range(steps // 2):
        wrong = (wrong - delta) / exp_eps
    return wrong


def squared_error_bound(
    exp_eps: Fraction, private: int, public: int, delta: Fraction, columns: int
) -> Fraction:
    """A rational that is at least the bound on the squared error, and close to it.

    The bound is L^2 with L (2/sqrt 3 + n (r-1)/sqrt p + sqrt(2m/3)) = 2/3 - 8 n delta, and 0 if
    that is negative; the square of the bracket is multiplied out, each root rounded down.
    """
    gain = Fraction(2, 3) - 8 * private * delta
    own = (private * (exp_eps - 1)) ** 2 / columns
    return max(gain, Fraction(0)) ** 2 / squared_sum(Fraction(4, 3), own, Fraction(2 * public, 3))


def squared_sum(*squares: Fraction) -> Fraction:
    """(sqrt a + sqrt b + ...)^2, rounded down; exact if at most one is not 0."""
    crossed = Fraction(0)
    for i, a in enumerate(squares):
        for b in squares[:i]:
            crossed += 2 * low(sqrt(a * b)) if a * b else 0
    return sum(squares, Fraction(0)) + crossed


@cache
def composed_delta(columns: int, root: Fraction, exp_eps: Fraction) -> Fraction:
    """The delta, exactly, of geometric noise of ratio 1/root on the counts of so many columns.

    A row changes each count by at most 1, and then the loss is ln(root) or its negative, the
    first with probability root/(1 + root): together (P[B = k] - e^eps P[B = columns - k])_+ summed
    over k, B binomial.
    """
    up, down = root.numerator, root.denominator
    weights = [comb(columns, k) * up**k * down ** (columns - k) for k in range(columns + 1)]
    r = exp_eps
    gains = (r.denominator * w - r.numerator * weights[columns - k] for k, w in enumerate(weights))
    return Fraction(sum(g for g in gains if g > 0), r.denominator * (up + down) ** columns)


def noisy_error(private: int, root: Fraction) -> Fraction:
    """The squared error of the best multiple of a sum of signs with such noise on its count."""
    ratio = 1 / root
    noise = 8 * ratio / (1 - ratio) ** 2
    correlated, square = Fraction(private, 3), private + Fraction(private * (private - 1), 3)
    return Fraction(1, 3) - correlated**2 / (square + noise)


@cache
def negative_error(
    private: int, public: int, answers: int, columns: int = 1
) -> Problem[SignData, Means]:
    """Minus the squared error, as a score to be large."""
    return replace(mean_squared_error(private, public, answers, columns), loss=False)


Multiplier = Callable[[Fraction, int, Fraction], Fraction]
"""Of a link: from the chance of the database, the copies of the row that goes, and the mass of the
row that comes."""


def resampled(chance: Fraction, copies: int, mass: Fraction) -> Fraction:
    """One of the rows is replaced by a fresh one: the hybrid argument."""
    return chance * copies * mass


@dataclass(frozen=True, slots=True)
class Duals:
    """What multipliers of the privacy of single events prove, for every r."""

    total: Fraction
    """Delta counts so often."""

    left: tuple[tuple[Fraction, Fraction], ...]
    """Of every probability: u + v r, which has to be 0 or more."""


def hybrid(masses: Sequence[Fraction], private: int, public: int, multiplier: Multiplier) -> Duals:
    """E[accused private rows] - n r Pr[fresh row accused] <= total * delta, if nothing is < 0.

    For each link, on which a row x goes and a row z comes: the event that x is accused has a
    probability of at most r times the other one, and delta.
    """
    universe = private_row_replaced(range(len(masses)), private, public)
    data = list(universe.databases())
    size = len(masses)
    subsets = range(2**size)
    chances = [
        multiset_chance(x, masses.__getitem__) * multiset_chance(w, masses.__getitem__)
        for x, w in data
    ]
    left: dict[tuple[int, int], list[Fraction]] = {}
    for i, (secret, _) in enumerate(data):
        for s in subsets:
            accused = sum(s >> x & 1 for x in secret)
            fresh = sum((masses[x] for x in range(size) if s >> x & 1), Fraction(0))
            left[i, s] = [-accused * chances[i], private * fresh * chances[i]]
    total = Fraction(0)
    for i, j in _both_ways(universe):
        gone, come = _exchanged(data[i][0], data[j][0])
        weight = multiplier(chances[i], data[i][0].count(gone), masses[come])
        total += weight
        for s in subsets:
            if s >> gone & 1:
                left[i, s][0] += weight
                left[j, s][1] -= weight
    return Duals(total, tuple((u, v) for u, v in left.values()))


def _both_ways(
    universe: ListedAdjacency[tuple[Database[int], Database[int]]],
) -> Iterator[tuple[int, int]]:
    for i, j in universe.index_pairs():
        yield i, j
        yield j, i


def _exchanged(here: Database[int], there: Database[int]) -> tuple[int, int]:
    """The row that goes, and the one that comes."""
    (gone,) = [x for x in set(here) if here.count(x) > there.count(x)]
    (come,) = [x for x in set(there) if there.count(x) > here.count(x)]
    return gone, come


@dataclass(frozen=True, slots=True)
class MeanOfSubset:
    """-1 or 1 if all rows of a random subset say so, with the best probability t; else 0."""

    subset: Mechanism[Database[int], Database[int], Fraction]
    """Of the rows -1 and 1."""

    says: Fraction
    """The t."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        rows = coins.run(self.subset, database)
        if len(set(rows)) > 1:
            return 0
        said = coins.draw(bernoulli(self.says))
        return rows[0] if said and rows else 0


RELEASES: dict[Sizes, Fraction] = {
    (3, 1): Fraction(51, 74),
    (4, 1): Fraction(193, 266),
    (5, 1): Fraction(723, 950),
    (1, 2): Fraction(5, 7),
    (2, 2): Fraction(3, 4),
    (3, 2): Fraction(83, 106),
    (5, 0): Fraction(467, 694),
    (6, 0): Fraction(1689, 2386),
    (7, 0): Fraction(6155, 8278),
}
"""Optima at r = 2, delta = 0, of one mean within 1/4, where the bound above is not attained: from
the programme over sequences of rows, with every constraint stated, in floating point."""

WITHIN_HALF: dict[tuple[int, Fraction], Fraction] = {
    (1, Fraction(0)): Fraction(2, 3),
    (2, Fraction(0)): Fraction(3, 4),
    (3, Fraction(0)): Fraction(5, 6),
    (1, Fraction(1, 4)): Fraction(3, 4),
    (2, Fraction(1, 4)): Fraction(7, 8),
}
"""By private rows and delta: optima at r = 2 of one mean within 1/2, found in the same way."""

TWO_COLUMNS: dict[Sizes, Fraction] = {
    (0, 0): Fraction(1, 9),
    (1, 0): Fraction(2, 13),
    (2, 0): Fraction(20, 97),
    (0, 1): Fraction(1, 4),
    (1, 1): Fraction(4, 13),
    (3, 0): Fraction(1816, 6819),
}
"""Optima at r = 2 of two means within 1/4, answers -1, 0 and 1, found in the same way."""

ERRORS: dict[tuple[int, int, int, Fraction], Fraction] = {
    (2, 0, 2, Fraction(0)): Fraction(43, 144),
    (3, 0, 2, Fraction(0)): Fraction(177, 640),
    (4, 0, 2, Fraction(0)): Fraction(239, 960),
    (0, 1, 2, Fraction(0)): Fraction(11, 48),
    (2, 1, 2, Fraction(0)): Fraction(67, 320),
    (2, 2, 2, Fraction(0)): Fraction(239, 1440),
    (1, 0, 3, Fraction(0)): Fraction(5, 16),
    (3, 1, 3, Fraction(0)): Fraction(127, 720),
    (2, 1, 2, Fraction(1, 20)): Fraction(389, 1920),
    (3, 0, 2, Fraction(1, 20)): Fraction(4961, 19200),
}
"""By n, m, r and delta: the least squared errors with answers in quarters, found in the same way,
with integrals over the mean by Beta functions."""

TWO_ERRORS: dict[tuple[int, int, int, Fraction], Fraction] = {
    (0, 2, 2, Fraction(0)): Fraction(1, 6),
    (1, 1, 2, Fraction(0)): Fraction(1, 4),
    (1, 1, 4, Fraction(1, 20)): Fraction(217, 960),
    (2, 0, 8, Fraction(0)): Fraction(1715, 7002),
    (2, 0, 4, Fraction(1, 20)): Fraction(677, 2400),
}
"""The same for the average over two columns with answers in halves."""
