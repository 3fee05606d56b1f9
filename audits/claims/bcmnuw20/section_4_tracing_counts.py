"""Section 4: how many rows a tracing attack finds, at least and exactly."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.tracing import NONE, Vector, convolved, vectors
from reference.lower_bounds.tracing_attacks import MeanTracer, Threshold, least_hits
from reference.lower_bounds.tracing_scores import hits, parts, sums

REST = "max(total - rows * tau, Fraction(0))"
WRONG[least_hits] = {
    "rows that are not accused add nothing": f"{REST} => max(total, Fraction(0))",
    "they add tau together": f"{REST} => max(total - tau, Fraction(0))",
    "the ratio is not squared": f"{REST} ** 2 => {REST}",
    "a negative rest counts": f"{REST} => (total - rows * tau)",
}


@claim(
    "BCMNUW20.T14.accounting",
    over(
        rows=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
        means=((NONE, NONE), (HALF, -QUARTER)),
        tau=(NONE, QUARTER, ONE),
    ),
    form=Form.CONCRETE,
    about=least_hits,
)
def many_rows_are_accused(
    least: Callable[..., Fraction], rows: int, means: Vector, tau: Fraction
) -> Check:
    """With Z the rows z_i - mu and v the clipped errors, the number of rows with
    <z_i - mu, v> > tau is at least ((the sum of all of them - s tau)_+ / (|Z| |v|))^2.

    Cases: All multisets of up to three rows of two coordinates, errors on a grid; |Z|^2 is the
    greater eigenvalue of a matrix of two rows, (t + sqrt(t^2 - 4d))/2, enclosed from above.
    """
    known = [signs for _, signs in vectors(2)]
    for drawn in product(range(4), repeat=rows):
        if list(drawn) != sorted(drawn):
            continue
        z = [[a - mu for a, mu in zip(known[i], means, strict=True)] for i in drawn]
        a, b, d = (sum((r[i] * r[j] for r in z), NONE) for i, j in ((0, 0), (0, 1), (1, 1)))
        stretch = high((a + d + sqrt((a - d) ** 2 + 4 * b * b)) / 2)
        for v in product((-ONE, NONE, HALF), repeat=2):
            length = v[0] ** 2 + v[1] ** 2
            if stretch * length > 0:
                scores = [row[0] * v[0] + row[1] * v[1] for row in z]
                found = least(sum(scores, NONE), rows, tau, stretch, length)
                yield le(f"{drawn}, v = {v}", found, sum(x > tau for x in scores))


TOYS = sized(
    ((2, NONE, 8, Fraction(4)), (2, HALF, 6, Fraction(2)), (3, NONE, 3, Fraction(2))),
    ((2, NONE, 16, Fraction(6)), (2, HALF, 8, Fraction(3)), (3, NONE, 5, Fraction(3))),
    ((2, NONE, 24, Fraction(8)), (3, NONE, 9, Fraction(3))),
)


@claim("BCMNUW20.T14.toy", over(toy=TOYS), form=Form.CONCRETE, about=MeanTracer)
def hits_on_empirical_means(
    build: Callable[..., MeanTracer], toy: tuple[int, Fraction, int, Fraction]
) -> Check:
    """The exact joint law of the number of hits and of the outsider's fate, for the means of s
    rows of p coordinates of mean mu, without clip.

    Cases: One polynomial to the power p, against coordinates added one by one, with sums that
    equal tau; (s, mu, p, tau) = (2, 0, 8, 4), (2, 1/2, 6, 2), (3, 0, 3, 2).
    """
    s, mu, p, tau = toy
    tracer = build((mu,), Fraction(2), Threshold.exactly(tau))
    one = parts(
        mu,
        s,
        lambda z: Dist.point(Fraction(sum(z), len(z))),
        tracer.centre[0],
        lambda q: tracer.weight(0, q),
    )
    found = hits(sums(one, p), tracer.threshold)
    expected: dict[tuple[int, bool], Fraction] = {}
    law_of_sums = convolved(
        mu, s, p, lambda z: Fraction(sum(z), s), lambda y, q: (y - mu) * (q - mu)
    )
    for total, weight in law_of_sums.items():
        kind = (sum(x > tau for x in total[:-1]), total[-1] > tau)
        expected[kind] = expected.get(kind, NONE) + weight
    for kind, weight in expected.items():
        yield eq(f"{kind}", found.probability(kind), weight)
