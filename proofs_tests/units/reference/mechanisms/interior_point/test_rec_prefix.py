"""RecPrefix against a second implementation: all orders of the rows, strings of digits."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, permutations
from math import factorial

import pytest

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.interior_point.rec_prefix import (
    PrefixToPoint,
    RecPrefix,
    check_majority,
    recursive_calls,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.indices import uniform_index
from reference.probability.law import law, laws

BOTTOM = Bottom.BOTTOM
Table = dict["int | Bottom", Fraction]


def digits(x: int, depth: int) -> str:
    """Binary digits, the most significant first."""
    return "".join(str(x // 2**i % 2) for i in reversed(range(depth)))


def shared(one: str, other: str) -> int:
    """On how many leading digits two strings agree."""
    return max(i for i in range(len(one) + 1) if one[:i] == other[:i])


def tail(u: Fraction, units: int) -> Fraction:
    """Pr[Lap >= units of something], u = e^(unit/scale)."""
    return u**-units / 2 if units > 0 else 1 - u**units / 2


def base_case(rows: tuple[int, ...], size: int, s: Fraction) -> Table:
    """The exponential mechanism, its qualities from the sorted rows."""
    odds = {
        y: s ** (2 * min(len([x for x in rows if x <= y]), len([x for x in rows if x >= y])))
        for y in range(size)
    }
    return {y: odd / sum(odds.values()) for y, odd in odds.items()}


def dense(
    rows: tuple[int, ...], size: int, k: int, threshold: int, s: Fraction, base: int
) -> Table:
    """The law of RecPrefix, order by order."""
    if size <= base:
        return base_case(rows, size, s)
    depth = next(d for d in range(99) if 2**d >= size)
    pool = sorted(rows)[: max(0, len(rows) - 2 * k)]
    words = [digits(x, depth) for x in pool]
    lengths: Table = {}
    for order in permutations(words):
        zs = tuple(shared(a, b) for a, b in zip(order[::2], order[1::2], strict=False))
        for z, p in dense(zs, depth + 1, k, threshold, s, base).items():
            lengths[z] = lengths.get(z, Fraction(0)) + p / factorial(len(words))
    found: Table = {BOTTOM: lengths.pop(BOTTOM, Fraction(0))}
    for z, mass in lengths.items():
        assert isinstance(z, int)
        counts = Counter(word[: z + 1] for word in words)
        best = max(counts.values(), default=0)
        enough = tail(s, threshold - best) if counts else Fraction(0)
        found[BOTTOM] += mass * (1 - enough)
        total = sum(s**q for q in counts.values())
        for prefix, q in counts.items():
            ends = [int(prefix.ljust(depth, sigma), 2) for sigma in "01"]
            above = len([x for x in rows if x >= ends[1]])
            big = tail(s**2, 3 * k - 2 * above)
            for y, p in zip(ends, (1 - big, big), strict=True):
                found[y] = found.get(y, Fraction(0)) + mass * enough * s**q / total * p
    return {y: p for y, p in found.items() if p}


@pytest.mark.parametrize(
    ("size", "n", "k", "threshold", "base", "root", "step"),
    [
        (4, 4, 1, 2, 3, Fraction(3, 2), 1),
        (4, 5, 0, 1, 3, Fraction(2), 5),
        (4, 7, 1, 2, 3, Fraction(3, 2), 23),
        (5, 6, 1, 1, 4, Fraction(2), 41),
        (8, 6, 1, 3, 4, Fraction(5, 4), 97),
        (8, 6, 1, 2, 3, Fraction(2), 97),
        (32, 7, 2, 1, 5, Fraction(2), 9973),
    ],
)
def test_law_is_that_of_all_orders(
    size: int, n: int, k: int, threshold: int, base: int, root: Fraction, step: int
) -> None:
    """Random pairs, merged, have the law of all permutations, and so has all that follows."""
    mechanism = RecPrefix(Domain.of_size(size), k, threshold, Epsilon(root, 4), base)
    for rows in islice(mechanism.universe(n).databases(), 0, None, step):
        dist = law(mechanism, rows)
        assert {y: dist.probability(y) for y in dist} == dense(
            rows, size, k, threshold, root, base
        )


def test_all_epsilon_law_at_one_epsilon() -> None:
    """Functions of r, evaluated, are the numbers; also when laws are shared."""
    symbolic = RecPrefix(Domain.of_size(8), 1, 2, Epsilon.indeterminate(4), 4)
    numeric = RecPrefix(Domain.of_size(8), 1, 2, Epsilon(Fraction(3, 2), 4), 4)
    databases = list(symbolic.universe(5).databases())[::67]
    for functions, rows in zip(laws(symbolic, databases), databases, strict=True):
        assert functions.at(Fraction(3, 2)) == law(numeric, rows)


@pytest.mark.parametrize(("k", "n"), [(1, 0), (1, 2), (2, 4)])
def test_small_databases_give_bottom(k: int, n: int) -> None:
    """2k rows or fewer leave no pool; on few points there is no bottom."""
    eps = Epsilon(Fraction(2), 4)
    rows = tuple(range(n))
    assert law(RecPrefix(Domain.of_size(64), k, 1, eps), rows).probability(BOTTOM) == 1
    few = law(RecPrefix(Domain.of_size(32), k, 1, eps), rows)
    assert few.probability(BOTTOM) == 0
    assert few == law(RecPrefix(Domain.of_size(32), 7, 9, eps), rows)


def test_all_digits_are_both_ends() -> None:
    """A prefix of all digits, from a length that is too large by one, is the point itself."""
    mechanism = PrefixToPoint(Domain.of_size(8), 1, 1, 3, Epsilon(Fraction(2), 4))
    dist = law(mechanism, (2, 2, 5, 7))
    assert dist.support == {2, BOTTOM}
    assert dist == law(PrefixToPoint(Domain.of_size(8), 1, 1, 2, mechanism.eps), (2, 2, 5, 7))


def test_pairs_of_an_odd_number_of_rows() -> None:
    """Any of the three rows may be the one that is left out."""
    dist = law(RandomPairs(CommonPrefix(2)), (0, 1, 3))
    third = Fraction(1, 3)
    assert (dist.probability((1,)), dist.probability((0,))) == (third, 2 * third)


@pytest.mark.parametrize("bound", [1, 2, 63, 64, 65, 129])
def test_an_index_is_uniform(bound: int) -> None:
    """Also where the last block is shorter, or of one integer."""
    dist = law(lambda rows, coins: uniform_index(len(rows), coins), (0,) * bound)
    assert [dist.probability(i) for i in range(bound)] == [Fraction(1, bound)] * bound


@pytest.mark.parametrize(
    ("size", "calls"), [(2, 1), (32, 1), (33, 2), (2**16, 2), (2**31, 2), (2**32, 3), (2**64, 3)]
)
def test_number_of_calls(size: int, calls: int) -> None:
    """One for each domain of the recursion; 2^32 points have 33 lengths."""
    assert recursive_calls(Domain.of_size(size)) == calls
    assert RecPrefix(Domain.of_size(size), 1, 1, Epsilon(Fraction(2), 4)).calls == calls


def test_what_it_promises() -> None:
    """Three eps and one delta for two calls, eps for one; never a delta above 1."""
    eps = Epsilon(Fraction(2), 4)
    two = RecPrefix(Domain.of_size(64), 1, 5, eps).guarantee
    assert two == Guarantee(Fraction(2**12), Fraction(1, 32))
    one = RecPrefix(Domain.of_size(8), 1, 5, eps).guarantee
    assert one == Guarantee(Fraction(2**4), Fraction(0))
    assert RecPrefix(Domain.of_size(64), 1, 0, eps).guarantee.delta == 1


def test_parameters_are_checked() -> None:
    """A base case that is never reached, among others."""
    eps, eight = Epsilon(Fraction(2), 4), Domain.of_size(8)
    with pytest.raises(ValueError, match="base 2"):
        RecPrefix(eight, 1, 1, eps, base=2)
    with pytest.raises(ValueError, match="trim -1"):
        RecPrefix(eight, -1, 1, eps)
    with pytest.raises(ValueError, match="majority 5/4"):
        RecPrefix(eight, 1, 1, eps, majority=Fraction(5, 4))
    check_majority(Fraction(1, 4), 2)
    with pytest.raises(ValueError, match="majority 1/4, trim 3"):
        check_majority(Fraction(1, 4), 3)
    with pytest.raises(ValueError, match="domain of a tree"):
        RecPrefix(Domain((0, 2, 4)), 1, 1, eps)
    with pytest.raises(ValueError, match="length -1"):
        PrefixToPoint(eight, 1, 1, -1, eps)
    with pytest.raises(ValueError, match="depth -1"):
        CommonPrefix(-1)
    with pytest.raises(ValueError, match="bound 0"):
        law(lambda _, coins: uniform_index(0, coins), ())


@pytest.mark.statistical
def test_samples_have_the_law() -> None:
    """4000 seeded samples; by Hoeffding, a right sampler fails with probability below 10^-4."""
    mechanism = RecPrefix(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), 4), 4)
    rows = (0, 0, 1, 5, 6, 7, 7)
    dist, source = law(mechanism, rows), SeededBits(20)
    drawn = [run(mechanism, rows, source) for _ in range(4000)]
    for y in dist:
        gap = Fraction(drawn.count(y), 4000) - dist.probability(y)
        assert abs(gap) < Fraction(4, 100)  # 9 outcomes, 2 exp(-2 4000 0.04^2) each


@pytest.mark.parametrize("heavy", [0, 5 * 10**4])
def test_a_large_database_over_a_huge_domain(heavy: int) -> None:
    """10^5 rows over 2^32 points, spread evenly, and half of them equal."""
    rest = 10**5 - heavy
    rows = (5,) * heavy + tuple(i * 2**32 // rest for i in range(rest))
    mechanism = RecPrefix(Domain.of_size(2**32), 2000, 200, Epsilon(Fraction(1025, 1024), 4))
    answer = run(mechanism, rows, SeededBits(3))
    assert is_interior_point(rows, answer)
