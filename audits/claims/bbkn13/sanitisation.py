"""Section 7: sanitising databases for the point functions."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.exactly import (
    hamming,
)
from audits.claims.bbkn13.programmes import at_most, sanitising
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import points, vc_dimension
from reference.data.domain import Domain
from reference.exact.interval import ln
from reference.lower_bounds.learning_packing import packing_bound
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    is_useful,
    largest_error,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

not_finitely_checkable(
    "BBKN13.T7.1",
    statement="Every class of finite VC dimension can be sanitised with "
    "O(log|X| VCDIM log(1/alpha)/(alpha^3 eps) + log(1/beta)/(eps alpha)) rows.",
    reason="asymptotic and cited; the concrete form is the instance for POINT",
)


@claim("BBKN13.T7.1", Form.CONCRETE)
def sanitiser_is_private(size: Size) -> Verdict:
    """The exponential mechanism over synthetic databases is eps-private, for all eps (its
    accuracy: BBKN13.TXT.s7-tight).

    Fair: All databases, k = m synthetic rows.
    """
    t, m = size.pick((2, 3), (3, 3), (3, 4))
    sanitiser = ExponentialSanitiser(Domain.of_size(t), m, Epsilon.indeterminate(2))
    return audit_privacy(
        sanitiser, sanitiser.universe(m), sanitiser.guarantee, f"sanitiser, T={t}, m={m}"
    )


not_finitely_checkable(
    "BBKN13.T7.2",
    statement="Sanitising for POINT needs Omega((d + log(1/beta))/(eps alpha)) rows.",
    reason="asymptotic; the concrete form is the packing inequality of its proof",
)


@claim("BBKN13.T7.2", Form.CONCRETE)
def sanitising_needs_rows(size: Size) -> Verdict:
    """Useful with probability at most r^k/(r^k + T - 1), k = ceil(2 alpha m).

    Fair: All private mechanisms with synthetic output, strict usefulness.
    """
    t, m, alpha = size.pick((2, 3, Fraction(1, 3)), (4, 3, Fraction(1, 3)), (4, 4, Fraction(1, 4)))
    k = -int(-2 * alpha * m // 1)
    return at_most(sanitising(t, m, m, alpha), Fraction(2), packing_bound(Fraction(2), k, t))


def _overlaps(size: Size, *, printed: bool) -> list[Comparison]:
    """How many packing databases each vector of answers is useful for; which ones occur."""
    items: list[Comparison] = []
    t, m = 3, 12
    steps = size.pick(8, 12, 24)
    for alpha in (Fraction(1, 6), Fraction(1, 4), Fraction(1, 3)):
        databases = [packing_database(i, m, int(3 * alpha * m)) for i in range(t)]
        useful = [0] * t
        for vector in product(range(steps + 1), repeat=t):
            answers = [Fraction(a, steps) for a in vector]
            good = [
                is_useful_as_printed(answers, i, alpha)
                if printed and sum(answers) != 1
                else is_useful_answer(answers, d, alpha)
                for i, d in enumerate(databases)
            ]
            useful = [u + g for u, g in zip(useful, good, strict=True)]
            items.append(le(f"answers {vector}/{steps}, alpha={alpha}", sum(good), 1))
            if sum(answers) == 1:
                two = sum(is_useful_as_printed(answers, i, alpha) for i in range(t))
                items.append(le(f"synthetic {vector}/{steps}, alpha={alpha}", two, 1))
        items += [lt(f"useful for D_{i}, alpha={alpha}", 0, u) for i, u in enumerate(useful)]
    return items


@claim("BBKN13.T7.2.disj", refuted=UNGRADED)
def printed_useful_outputs_are_disjoint(size: Size) -> Verdict:
    """No answers, from a synthetic database or any other data structure, satisfy the proof's
    conditions for two of the packing databases (alpha <= 1/3).

    Fair: All answers of a grid: an arbitrary data structure need not give frequencies.
    """
    return decide("disjoint useful outputs, printed", "T=3, m=12", _overlaps(size, printed=True))


@claim("BBKN13.T7.2.disj", Form.CORRECTED)
def useful_outputs_are_disjoint(size: Size) -> Verdict:
    """No answers are useful for two packing databases; the proof's two conditions suffice if the
    answers are the frequencies of a synthetic database.

    Fair: All answers of a grid, alpha <= 1/3; useful answers occur for every database.
    """
    return decide("disjoint useful outputs", "T=3, m=12", _overlaps(size, printed=False))


@claim("BBKN13.T7.2.dist")
def packing_databases_are_close(size: Size) -> Verdict:
    """D_1 and D_i differ in 3 alpha m entries.

    Fair: 3 alpha m an integer, alpha <= 1/3.
    """
    items = []
    for m in range(1, size.pick(13, 25, 49)):
        for k in range(1, m + 1):
            alpha = Fraction(k, 3 * m)
            far = hamming(packing_database(0, m, k), packing_database(2, m, k))
            items.append(eq(f"m={m}, alpha={alpha}", far, 3 * alpha * m))
    return decide("distance", "3 alpha m = k", items)


@claim("BBKN13.TXT.s7-vc", uses=("BBKN13.T7.2",))
def constant_vc_dimension_is_not_enough(size: Size) -> Verdict:
    """A class of VC dimension 1 needs a number of rows that grows with log |X|.

    Fair: VC dimension of POINT; with k fixed the success bound tends to 0 as T grows.
    """
    items = [eq(f"T={t}", vc_dimension(points(t), t), 1) for t in range(2, size.pick(9, 17, 33))]
    for d in range(16, size.pick(24, 48, 96)):
        bound = packing_bound(Fraction(2), d - 8, 2**d)
        items.append(lt(f"d={d}, k={d - 8}", bound, Fraction(1, 100)))
    return decide("VC dimension and rows", "POINT", items)


@claim("BBKN13.TXT.s7-tight", uses=("BBKN13.T7.1", "BBKN13.T7.2"))
def sanitiser_is_accurate(size: Size) -> Verdict:
    """For POINT, m >= (4/(eps alpha)) (ceil(2/alpha) ln T + ln(1/beta)) rows suffice, linear in d
    as the lower bound is.

    Fair: Exact worst-case usefulness of the mechanism on small domains against T^k e^(-eps m
    alpha/4), and the rounding lemma for all histograms.
    """
    items: list[Comparison] = []
    t = 3
    for m in range(1, size.pick(5, 6, 8)):
        for k in range(1, size.pick(5, 6, 7)):
            outputs = list(replace_one(range(t), k).databases())
            for d in replace_one(range(t), m).databases():
                best = min(largest_error(d, e) for e in outputs)
                items.append(lt(f"{d}, k={k}", best, Fraction(1, k)))
    alpha, s = Fraction(2, 3), Fraction(3)
    for m in (6, 18, 24)[: size.pick(2, 3, 3)]:
        sanitiser = ExponentialSanitiser(Domain.of_size(t), 3, Epsilon(s, 2))
        for d in replace_one(range(t), m).databases():
            found = law(sanitiser, d)
            bad = sum(
                (found.probability(e) for e in found if not is_useful(d, e, alpha)), Fraction(0)
            )
            items.append(le(f"{d}", bad, t**3 * s ** -int(m * alpha / 2)))
    eps, beta = Fraction(1), Fraction(1, 10)
    for log_t in range(1, size.pick(9, 17, 33)):
        rows = (4 / (eps * alpha) * (3 * log_t * ln(2) + ln(1 / beta))).ceil()
        items.append(le(f"d={log_t}, m={rows}", 10 * 8**log_t, exp_low(eps * rows * alpha / 4)))
    return decide("accuracy of the sanitiser", "POINT", items)
