"""Section 2: the exponential mechanism and the choosing mechanism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Distances,
    add_universe,
    databases,
    eps_at,
    plus,
    replace_universe,
    up_to,
)
from audits.claims.klmns20.laws.paths import choosing_delta
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    low,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import Form, Size, claim
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.exact.interval import exp, ln
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.privacy.epsilon import Epsilon
from reference.probability.families import exponential_weights
from reference.probability.law import law


@claim("KLMNS20.L2.2")
def exponential_mechanism_is_private(size: Size) -> Verdict:
    """The exponential mechanism for q(S, y) = min(#{x <= y}, #{x >= y}), weights e^(eps q/2), is
    (eps, 0)-private for replaced rows, for every eps.

    Fair: All neighbours; the quality changes by 1 for most of them.
    """
    points, rows = size.pick((4, 3), (4, 4), (6, 6))
    mechanism = ExponentialInteriorPoint(Domain.of_size(points), Epsilon.indeterminate(2))
    return audit_privacy(mechanism, replace_universe(points, rows), mechanism.guarantee)


@claim("KLMNS20.L2.2", Form.CONCRETE)
def exponential_mechanism_is_accurate(size: Size) -> Verdict:
    """With F solutions and b = e^(eps/2): Pr[q <= OPT - A] <= (F-1) b^-A / (1 + (F-1) b^-A) <= F
    b^-A for every integer A; for an added row the ratio is at most b.

    Fair: All databases and all A >= 1; all pairs that differ by an added row.
    """
    points, rows = size.pick((4, 3), (4, 4), (8, 4))
    b = Fraction(4)
    mechanism = ExponentialInteriorPoint(Domain.of_size(points), eps_at(2))

    def items() -> Iterator[Comparison]:
        for db in databases(points, rows):
            dist = law(mechanism, db)
            best = max(score(db, y) for y in range(points))
            for a in range(1, best + 1):
                bad = sum(
                    (dist.probability(y) for y in dist if score(db, y) <= best - a), Fraction(0)
                )
                odds = (points - 1) * b**-a
                yield le(f"S={db}, A={a}", bad, odds / (1 + odds))
                yield le(f"A={a}", odds / (1 + odds), points * b**-a)
        worst = Distances(mechanism, add_universe(points, rows - 1)).ratio()
        yield le("added row", Fraction(0) if worst is None else worst, b)
        yield lt("added row, finite", 0, Fraction(0) if worst is None else worst)

    return decide("exponential mechanism", f"|X| = {points}, n = {rows}, b = 4", items())


@claim("KLMNS20.TXT.EXPLOG")
def loss_grows(size: Size) -> Verdict:
    """The exponential mechanism's loss grows with log F: with one solution of quality A and F - 1
    of quality 0, the failure probability grows with F.

    Fair: A and b fixed, F doubled.
    """
    sizes = [2**k for k in range(1, size.pick(6, 10, 14))]

    def failure(f: int) -> Fraction:
        scores = [(0, 3), *((i, 0) for i in range(1, f))]
        return 1 - exponential_weights(scores, Fraction(2)).probability(0)

    return decide(
        "growth of the loss",
        f"A = 3, b = 2, F = 2 to {sizes[-1]}",
        (lt(f"F={f}", failure(f), failure(2 * f)) for f in sizes),
    )


@claim("KLMNS20.TXT.EXPLOG", Form.CONCRETE)
def loss_is_attained(size: Size) -> Verdict:
    """On that instance Pr[q <= OPT - A] = (F-1) b^-A / (1 + (F-1) b^-A): 3/11, 32/113 and 7/23 for
    (F, A, b) = (4, 3, 2), (4, 5, 3/2), (8, 4, 2).

    Fair: Equality: the bound of the concrete form of Lemma 2.2 is attained.
    """
    del size
    cases = {
        (4, 3, Fraction(2)): Fraction(3, 11),
        (4, 5, Fraction(3, 2)): Fraction(32, 113),
        (8, 4, Fraction(2)): Fraction(7, 23),
    }

    def items() -> Iterator[Comparison]:
        for (f, a, b), value in cases.items():
            scores = [(0, a), *((i, 0) for i in range(1, f))]
            failure = 1 - exponential_weights(scores, b).probability(0)
            yield eq(f"F={f}, A={a}, b={b}", failure, value)
            yield eq(f"F={f}, A={a}, b={b}, formula", (f - 1) / (b**a + f - 1), value)

    return decide("attained loss", "three instances", items())


@claim("KLMNS20.EX2.3")
def multiplicity_is_of_bounded_growth(size: Size) -> Verdict:
    """Multiplicity is 0 on the empty database, and an added row raises one multiplicity, by 1:
    1-bounded growth.

    Fair: All databases and rows of the scope.
    """
    most = size.pick(3, 4, 6)

    def items() -> Iterator[Comparison]:
        for db in up_to(5, most):
            for x in range(5):
                steps = [plus(db, x).count(y) - db.count(y) for y in range(5)]
                yield eq(f"S={db}, x={x}, sum", sum(steps), 1)
                yield eq(f"S={db}, x={x}, most", max(steps), 1)
                yield eq(f"S={db}, x={x}, least", min(steps), 0)

    return decide("growth of multiplicities", f"|X| = 5, n <= {most}", items())


@claim("KLMNS20.L2.4", uses=("KLMNS20.DER.CHOOSE",))
def choosing_mechanism_is_private(size: Size) -> Verdict:
    """With the threshold (8/eps) ln(4k / (beta eps delta)), eps <= 2 and k = 1, the choosing
    mechanism is (eps, delta)-private, for replaced and for added rows.

    Fair: e^(eps/4) = 3/2, so eps < 2; the threshold rounded down to 14 for delta = 9/10 and beta =
    9/10 is passed with positive probability on all databases but the empty one; a lower threshold
    is the harder case.
    """
    root, delta = Fraction(3, 2), Fraction(9, 10)
    eps = 4 * ln(root)
    threshold = (8 / eps * ln(4 / (delta * delta * eps))).floor()
    rows = size.pick(5, 7, 9)
    mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, eps_at(root))

    def items() -> Iterator[Comparison]:
        yield le("eps <= 2", root**4, low(exp(2)))
        for n in range(1, rows + 1):
            replaced = Distances(mechanism, replace_universe(3, n)).hockey(root**4)
            added = Distances(mechanism, add_universe(3, n - 1)).hockey(root**4)
            yield le(f"n={n}, replaced", replaced, delta)
            yield le(f"n={n}, added or removed", added, delta)

    return decide("choosing mechanism", f"|X| = 3, n <= {rows}, threshold {threshold}", items())


@claim("KLMNS20.DER.CHOOSE", Form.CONCRETE)
def choosing_mechanism_exactly(size: Size) -> Verdict:
    """With an integer threshold T and s = e^(eps/4): at e^eps = s^4, delta is delta_c(s, T) = max
    over M >= 1 of Pr[not bottom | best M] s / (s + s^M) for databases of two or more rows,
    s^(1-T)/2 for one; an added row costs at most a ratio of 2; Pr[bottom] <= s^-(OPT-T)/2; Pr[q <=
    OPT - A] <= (G-1) s^-A, G the number of candidates.

    Fair: The maximum is attained on the scope where the database is large enough, as delta_c(2, 2)
    = 1/6 and delta_c(3/2, 2) = 8/39 show.
    """
    most = size.pick(5, 7, 9)

    def items(s: Fraction, threshold: int) -> Iterator[Comparison]:
        mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, eps_at(s))
        name = f"s={s}, T={threshold}"
        bound = choosing_delta(s, threshold)
        for n in range(2, most + 1):
            replaced = Distances(mechanism, replace_universe(3, n))
            yield le(f"{name}, n={n}, replaced", replaced.hockey(s**4), bound)
            added = Distances(mechanism, add_universe(3, n))
            back = added.hockey(s**4, forward=False)
            yield le(f"{name}, n={n}, removed", back, bound)
            there = added.hockey(max(s**4, Fraction(2)), backward=False)
            yield eq(f"{name}, n={n}, added", there, 0)
        one = Distances(mechanism, replace_universe(3, 1)).hockey(s**4)
        yield eq(f"{name}, one row", one, s ** (1 - threshold) / 2)
        for db in databases(3, most):
            dist = law(mechanism, db)
            counts = Counter(db)
            best = max(counts.values())
            if best >= threshold:
                yield le(f"{name}, S={db}", dist.probability(BOTTOM), s ** (threshold - best) / 2)
            for a in range(1, best):
                bad = sum(
                    (dist.probability(x) for x, w in counts.items() if w <= best - a), Fraction(0)
                )
                yield le(f"{name}, S={db}, A={a}", bad, (len(counts) - 1) * s**-a)

    return decide(
        "choosing mechanism, exactly",
        f"|X| = 3, n <= {most}",
        [
            eq("delta_c(2, 2)", choosing_delta(Fraction(2), 2), Fraction(1, 6)),
            eq("delta_c(3/2, 2)", choosing_delta(Fraction(3, 2), 2), Fraction(8, 39)),
            eq("delta_c(3/2, 8)", choosing_delta(Fraction(3, 2), 8), Fraction(64, 2315)),
            *(
                item
                for s in (Fraction(2), Fraction(3, 2))
                for threshold in (2, 4)
                for item in items(s, threshold)
            ),
        ],
    )
