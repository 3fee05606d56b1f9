"""The tree counter: some of its queries, and a run over a huge domain."""

from fractions import Fraction
from itertools import combinations_with_replacement

from reference.data.domain import Domain
from reference.mechanisms.release.tree_counter import TreeCounter, calibrate_tree_counter
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

TWO = Fraction(2)


def test_some_queries_have_the_marginal_law() -> None:
    """The answers to two queries have the law that they have among all answers."""
    domain, eps = Domain.of_size(5), Epsilon(TWO)
    for rows in combinations_with_replacement(range(5), 2):
        everything = law(TreeCounter(domain, eps), rows)
        some = law(TreeCounter(domain, eps, queries=(1, 3)), rows)
        assert some == everything.map(lambda counts: (counts[1], counts[3]))


def test_calibration_on_many_points() -> None:
    """Three answers among 2^32 points, on ten thousand rows, are as close as they should be."""
    alpha, domain = Fraction(1, 10), Domain.of_size(2**32)
    plan = calibrate_tree_counter(Fraction(1), alpha, Fraction(1, 20), domain)
    assert plan.rows_needed * alpha >= plan.error
    rows = tuple(7919 * i % 2**32 for i in range(10_000))
    asked = (0, 2**31, 2**32 - 1)
    counter = TreeCounter(domain, Epsilon(plan.root), 2**40, asked)
    counts = run(counter, rows, SeededBits(3))
    assert all(
        abs(c - sum(x <= t for x in rows)) <= plan.error
        for c, t in zip(counts, asked, strict=True)
    )


def test_one_point_and_two() -> None:
    """One point loses nothing; of two points the whole loss is that of one node."""
    assert TreeCounter(Domain.of_size(1), Epsilon(TWO)).guarantee.exp_eps == 1
    for size in (1, 2):
        plan = calibrate_tree_counter(Fraction(1), TWO, Fraction(1, 2), Domain.of_size(size))
        assert Fraction(271, 100) < plan.root < Fraction(272, 100)
