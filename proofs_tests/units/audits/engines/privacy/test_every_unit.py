"""The audit for every u > 0: what holds is proved by the kernel, what does not is refuted."""

from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from audits.engines.accuracy import audit_accuracy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.privacy.audit import audit_real_epsilon, audit_table
from audits.engines.signs.shifts import Shift, bounded, decide, exceeds
from audits.evidence.certificates import Range
from audits.evidence.labels import label
from audits.evidence.verdict import (
    Evidence,
    Holds,
    Refuted,
    Scope,
    Undecided,
    Verdict,
    confirmed,
    proved,
)
from audits.ledger.deciding import grade
from proofs_tests.units.audits.engines.privacy.tables import (
    BIT,
    EPS,
    ON_GRID,
    Answers,
    Continuous,
    pure,
    tabled,
)
from reference.data.adjacency import ListedAdjacency, all_answers
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.continuous import Laplace, cell

E = ExponentialFunction
U, R = E.u(), E.r()
NOTHING = E.of(0)


def sparse(
    answers: Answers, coins: Continuous, threshold: int | None = 2, noise: int = 4
) -> Answers:
    """The sparse vector technique that stops at the first positive, or a wrong one."""
    limit = 0 if threshold is None else coins.draw_real(Laplace(threshold / EPS))
    bits: Answers = ()
    for answer in answers:
        bits += (int(answer + coins.draw_real(Laplace(noise / EPS)) >= limit),)
        if bits[-1]:
            break
    return bits


def test_the_sparse_vector_is_private_for_every_eps() -> None:
    """The kernel says so of all pairs; for half the loss it is refuted, and not by rounding."""
    verdict, words = proved(audit_table(tabled(sparse, ON_GRID), pure(1), ""))
    assert isinstance(verdict, Holds)
    assert "P(E) <= r^4 P'(E) + 0 for all events" in words
    assert "for all u > 0" in words
    assert grade(verdict.certificate) is verdict.evidence is Evidence.ALL_EPSILON
    assert (verdict.scope.databases, verdict.scope.pairs) == (9, 40)
    half = confirmed(audit_table(tabled(sparse, ON_GRID), pure(Fraction(1, 4)), ""))
    assert isinstance(half, Refuted)


@pytest.mark.parametrize(("threshold", "noise"), [(None, 2), (1, 2), (2, 1)])
def test_wrong_ones_are_refuted_at_a_rational_u(threshold: int | None, noise: int) -> None:
    """By two neighbours and an event, whose probabilities at that u are recomputed."""
    wrong = partial(sparse, threshold=threshold, noise=noise)
    table = tabled(wrong, all_answers((-1, 0, 1), 3))
    found = confirmed(audit_table(table, pure(1), ""))
    assert isinstance(found, Refuted)
    u = Fraction(str(found.witness["u"]))
    names, event = found.witness["databases"], found.witness["event"]
    assert isinstance(names, list)
    assert isinstance(event, list)
    i, j = ([*map(label, table.databases)].index(str(name)) for name in names)
    one, other = table.databases[i], table.databases[j]
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) == 1
    outcomes = [y for y, x in enumerate(table.outcomes) if label(x) in event]
    p, q = (table.probability(k, outcomes) for k in (i, j))
    more, least = (p - R**4 * q).polynomials
    assert (more * least).sign_at(u) > 0


def one_bit(rows: Answers, coins: Continuous) -> bool:
    """A bit with Laplace noise of the scale 4/eps, above 0 or not."""
    return rows[0] + coins.draw_real(Laplace(4 / EPS)) > 0


def cells(rows: Answers, coins: Continuous) -> int:
    """The same noisy bit through cuts: by hand, Pr[0] = 1/2, then 1/(2 r), ... at 0."""
    return cell(rows[0] + coins.draw_real(Laplace(4 / EPS)), (0, 1, 2))


LOSSLESS = (R - 1) / (2 * R)
"""Pr[x > 0] is 1 - 1/(2 r) for the bit 1, and 1/2 for 0: the least delta for e^eps = 1."""


@pytest.mark.parametrize("mechanism", [one_bit, cells])
@pytest.mark.parametrize(
    ("delta", "kind"),
    [
        (LOSSLESS, Holds),
        (E.of(Fraction(1, 2)), Holds),
        (LOSSLESS * Fraction(999, 1000), Refuted),
        (LOSSLESS / (1 + U / 1000), Refuted),
        (E.of(Fraction(499, 1000)), Refuted),
        (NOTHING, Refuted),
    ],
)
def test_delta_is_a_function(
    mechanism: Mechanism[Answers, int, ExponentialFunction],
    delta: ExponentialFunction,
    kind: type[Verdict],
) -> None:
    """The least delta is the total variation distance, in closed form; less is refuted."""
    found = confirmed(audit_table(tabled(mechanism, BIT), Guarantee(E.of(1), delta), ""))
    assert isinstance(found, kind)


def test_several_outcomes_together_exceed_delta() -> None:
    """Two cells gain (r-1)/(2 r) in all; neither of them gains that."""
    law = tabled(cells, BIT)
    gains = [law.probability(1, [y]) - law.probability(0, [y]) for y in range(4)]
    positive = [g for g in gains if g.polynomials[0].sign_at(Fraction(1)) > 0]
    assert len(positive) == 2
    assert sum(positive, NOTHING) == LOSSLESS
    most = max(positive, key=lambda g: g.at(Fraction(1)).at(Fraction(272, 100)))
    found = confirmed(audit_table(tabled(cells, BIT), Guarantee(E.of(1), most), ""))
    assert isinstance(found, Refuted)


def test_one_eps_is_the_table_at_one_u() -> None:
    """Private at eps = 2 with e^(eps), refuted with e^(eps/4); laws at u are those at u."""
    table = tabled(sparse, ON_GRID)
    there = table.at_unit(Fraction(1, 2))
    for i, y in product(range(9), range(len(table.outcomes))):
        assert there.probability(i, [y]) == table.probability(i, [y]).at(Fraction(1, 2))
    for power, kind in ((4, Holds), (1, Refuted)):
        loss = Guarantee(RationalFunction.r(power), RationalFunction.of(0))
        found = confirmed(audit_real_epsilon(there, loss, Fraction(1, 2), "sparse"))
        assert isinstance(found, kind)
    with pytest.raises(ValueError, match="audited for every eps"):
        audit_table(table, pure(1), "", Range(Fraction(2), Fraction(3)))


def test_a_guarantee_that_is_negative_somewhere() -> None:
    """It is refused."""
    for guarantee in (Guarantee(R, 1 - U), Guarantee(2 - R, NOTHING)):
        with pytest.raises(ValueError, match="is negative at u"):
            audit_table(tabled(one_bit, BIT), guarantee, "")


def test_what_touches_the_bound_is_undecided() -> None:
    """The least delta plus (u - 1)^2 k is more than it but at u = 1: no test shows that."""
    touching = LOSSLESS + (U - 1) ** 2 / (100 * R**2)
    found = audit_table(tabled(one_bit, BIT), Guarantee(E.of(1), touching), "")
    assert isinstance(found, Undecided)


def test_decided_functions() -> None:
    """Small shifts, a negative value, a large shift, or neither."""
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    assert decide(r - 1 - u) == Shift(0, 4)
    below = decide(u - r + 2)
    assert isinstance(below, Fraction)
    assert (u - r + 2).sign_at(below) < 0
    large = decide((r - 10) ** 2 + 1)
    assert isinstance(large, Shift)
    assert large.s >= 32
    assert decide((u - 1) ** 2) is None


def test_sums_of_positive_parts() -> None:
    """U - 1 and 1 - u are nowhere positive together: |u - 1| is at most r, not at most u."""
    u, r = ExponentialPolynomial.u(), ExponentialPolynomial.r()
    gains = [(u - 1) * r, (1 - u) * r]
    assert bounded(gains, r * r) is not None
    assert bounded(gains, u * r) is None
    assert exceeds(gains, u * r, Fraction(1, 4))
    assert not exceeds(gains, u * r, Fraction(3, 4))
    assert bounded([u * r, r], u * r + r - 1) is None
    assert bounded([u * r, r - 3], u * r + r) is not None


@pytest.mark.parametrize(
    ("comparison", "kind"),
    [
        (Comparison("series", U + 1, "<", R), Holds),
        (Comparison("in r alone", RationalFunction.r() * 2, "<=", R * R + 1), Holds),
        (Comparison("the same", (R * R - U * U) / (R - U), "=", R + U), Holds),
        (Comparison("too much", R, "<=", 1 + U), Refuted),
        (Comparison("not the same", R, "=", 1 + U), Refuted),
        (Comparison("not strictly", R, "<", R + 0), Refuted),
        (Comparison("the same at u = 1", U * R, "=", R), Refuted),
        (Comparison("not at u = 1", 1 / (U - 1), "<", 1 / (U - 1)), Refuted),
        (Comparison("far out", R, "<=", U**9 + 5), Refuted),
    ],
)
def test_comparisons(comparison: Comparison, kind: type[Verdict]) -> None:
    """They are proved for every u > 0, or false at one."""
    found = confirmed(audit_comparisons([comparison], "test", Scope("")))
    assert isinstance(found, kind)


def failures(bound: ExponentialFunction) -> Verdict:
    """Whether the sparse vector technique is wrong with at most this probability."""

    def good(answers: Answers, bits: Answers) -> bool:
        return all(bit == (answer >= 0) for answer, bit in zip(answers, bits, strict=False))

    return confirmed(audit_accuracy(tabled(sparse, ON_GRID), good, bound, "sparse"))


def test_accuracy() -> None:
    """On (-1, -1), the worst database, it fails with 1 - Pr[00], (32 r - 6 u - 15) / (24 r^2)."""
    worst = (32 * R - 6 * U - 15) / (24 * R**2)
    assert isinstance(failures(E.of(Fraction(4, 5))), Holds)
    on_one = tabled(sparse, ListedAdjacency(((-1, -1),), ()))
    exact = audit_accuracy(on_one, lambda _, bits: bits == (0, 0), worst, "")
    assert isinstance(confirmed(exact), Holds)
    less = audit_accuracy(on_one, lambda _, bits: bits == (0, 0), worst * Fraction(99, 100), "")
    assert isinstance(confirmed(less), Refuted)
    assert isinstance(failures(E.of(Fraction(1, 4))), Refuted)


def apart(_: Answers, coins: Continuous) -> int:
    """The difference of two draws through cuts: it is from 0 to 1 with (2 r - u - 2) / (4 r)."""
    first, second = (coins.draw_real(Laplace(4 / EPS)) for _ in range(2))
    return cell(first - second, (0, 1))


def test_what_fails_near_zero_only_is_refuted_there() -> None:
    """For small u a probability is about u/4: below 0 at the ends of wide ranges around e^u."""
    table = tabled(apart, ListedAdjacency(((0,),), ()))
    chance = table.probability(0, [table.outcomes.index(1)])
    assert chance == (2 * R - U - 2) / (4 * R)
    found = confirmed(audit_accuracy(table, lambda _, y: y == 1, E.of(Fraction(995, 1000)), ""))
    assert isinstance(found, Refuted)
    assert Fraction(str(found.witness["u"])) < Fraction(1, 40)
    least = Comparison("least", E.of(Fraction(1, 200)), "<=", chance)
    assert isinstance(confirmed(audit_comparisons([least], "", Scope(""))), Refuted)
    inverse = Comparison("inverse", 1 / chance, "<=", E.of(200))
    assert isinstance(confirmed(audit_comparisons([inverse], "", Scope(""))), Refuted)
