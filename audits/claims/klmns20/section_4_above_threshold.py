"""Section 4: AboveThreshold (Theorem 4.2)."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *

NOTHING = R - R


RHO = "coins.draw_noise(TwoSidedGeometric(ratio**2), settled(gaps, ratio))"
FIRST = "coins.delegate(Fold(tests), (0, tuple(gap + rho for gap in gaps)))"
FROM_LAST = (
    f"found = {FIRST.replace('delegate', 'run')}\n        "
    "return found if isinstance(found, Bottom) else len(database) - 1 - found"
)
NOISELESS = f"{RHO} => 0"
WRONG[AboveThreshold] = {
    "noise e^-eps on the threshold": "ratio**2 => ratio**4",
    "noise e^(-eps/2) on the answers": ("(-1, 4) => (-1, 2)", "ratio**2 => ratio"),
    "from the last answer": (
        "for answer in database) => for answer in database[::-1])",
        f"return {FIRST} => {FROM_LAST}",
    ),
    "half of the eps": given(AboveThreshold, eps=lambda eps: eps / 2),
    "other answers": blind(AboveThreshold, lambda answers: (-9,) * len(answers)),
    "a threshold more by one": given(AboveThreshold, threshold=lambda c: c + 1),
    "a threshold less by one": given(AboveThreshold, threshold=lambda c: c - 1),
}


@claim(
    "KLMNS20.ALG.AT.D",
    over(
        answers=sized(*([*product(range(3), repeat=m)] for m in (2, 3, 3))),
        cutoff=(1, 2),
        root=(TWO, Fraction(3, 2)),
    ),
    form=Form.CONCRETE,
    about=AboveThreshold,
)
def above_threshold(build: Build, answers: Rows, cutoff: int, root: Fraction) -> Check:
    """With two-sided geometric noise of ratios s^-2 and s^-1, Pr[first above at i] is sum over z
    of Pr[rho = z] Pr[nu_i >= c + z - f_i] prod_(j<i) (1 - Pr[nu_j >= c + z - f_j]).

    Cases: The sum over |z| <= 40, and a bound on the rest, enclose each probability within 2^-45.
    """
    p, q, reach = root**-2, root**-1, 40

    def at_least(z: int) -> Fraction:
        return q**z / (1 + q) if z >= 1 else 1 - q ** (1 - z) / (1 + q)

    dist = law(build(cutoff, eps_at(root)), answers)
    for i, answer in enumerate(answers):
        part = sum(
            (1 - p)
            / (1 + p)
            * p ** abs(z)
            * at_least(cutoff + z - answer)
            * prod((1 - at_least(cutoff + z - f) for f in answers[:i]), start=ONE)
            for z in range(-reach, reach + 1)
        )
        yield le(f"i={i}, from below", part, dist.probability(i))
        yield le(f"i={i}, from above", dist.probability(i), part + 2 * p ** (reach + 1) / (1 + p))


def _vectors(queries: int) -> ListedAdjacency[Rows]:
    """Equal answers; all of them one more, and all but the last, which is one less."""
    one, more = (0,) * queries, (1,) * queries
    return ListedAdjacency((one, more, (*more[1:], -1)), ((0, 1), (0, 2)), "m equal answers")


def _keeps(cutoff: int, alpha: int) -> Callable[[Rows, int | Bottom], bool]:
    """Whether what was answered above is >= c - alpha, and what was not is <= c + alpha."""

    def good(answers: Rows, y: int | Bottom) -> bool:
        below = answers if isinstance(y, Bottom) else answers[:y]
        above = answers[y:][:1] if isinstance(y, int) else ()
        return all(f <= cutoff + alpha for f in below) and all(f >= cutoff - alpha for f in above)

    return good


def _hard(queries: int, alpha: int) -> ListedAdjacency[Rows]:
    """Answers just outside of alpha and just inside, the threshold at 0."""
    near = (-alpha - 1, -alpha, alpha, alpha + 1)
    few = product(near, repeat=min(queries, 2))
    vectors = {(*(-alpha - 1,) * (queries - len(last)), *last) for last in few}
    return ListedAdjacency(tuple(sorted(vectors)), (), f"answers about alpha = {alpha}")


QUERIES = over(queries=sized((1, 2, 3, 5, 8), (*range(1, 9), 12), range(1, 13)))


@claim("KLMNS20.T4.2", QUERIES, about=AboveThreshold)
def above_threshold_for_m_queries(build: Build, queries: int) -> Check:
    """AboveThreshold is (eps, 0)-private for any number m of queries of sensitivity 1; with
    probability 1 - beta, for alpha = (8/eps) ln(2m/beta), an answer above has f_i >= c - alpha
    and each before it f_j <= c + alpha.

    Read in: Noise is geometric, on integers, where print has Laplace noise; for that, and for
    every m, see KLMNS20.T4.2-every-n.

    Cases: beta = 2m e^(-eps alpha/8).  Up to two queries all vectors over -1, 0, 1; beyond, equal
    answers, on which the loss grows with m: to 0.998 of e^eps - 1 for 8 queries at e^eps = 16.  40
    queries at e^eps = (3/2)^4.
    """
    pure = Guarantee(EVERY.exp(), NOTHING)
    if queries <= 2:
        yield private(build(0, EVERY), all_answers((-1, 0, 1), queries), pure, name="all")
    if queries == 8:
        eps = eps_at(Fraction(3, 2))
        long = Guarantee(eps.exp(), Fraction(0))
        yield private(build(0, eps), _vectors(40), long, name="40 queries")
    yield private(build(0, EVERY), _vectors(queries), pure, name="equal")
    for alpha in (4, 8):
        beta = 2 * queries * R ** (-alpha // 2)
        yield accurate(build(0, EVERY), _hard(queries, alpha), _keeps(0, alpha), beta)


def _error(queries: int, alpha: int, root: Fraction) -> Fraction:
    """Pr[|nu_i| > alpha/2 for some i] + Pr[|rho| > alpha/2], at e^(eps/4) = root."""
    p, q, far = 1 / root, root**-2, alpha // 2 + 1
    return 2 * queries * p**far / (1 + p) + 2 * q**far / (1 + q)


@claim(
    "KLMNS20.T4.2",
    over(QUERIES.quantifiers[0], alpha=(4, 8, 12), s=(Fraction(25, 16),)),
    form=Form.CONCRETE,
    about=AboveThreshold,
    given=lambda queries, alpha, s: [lt("a bound below 1", _error(queries, alpha, s), 1)],
)
def error_of_above_threshold(build: Build, queries: int, alpha: int, s: Fraction) -> Check:
    """With probability 1 - (m 2 p^(alpha/2+1)/(1+p) + 2 q^(alpha/2+1)/(1+q)), p = 1/s, q = 1/s^2,
    s = e^(eps/4), alpha even, an answer above has f_i >= c - alpha and each before it
    f_j <= c + alpha.  With geometric noise.

    Cases: eps < 2; the bound is below 1.  Of the bound 1/5 is used: it counts noise of
    either sign, and noise on either side that is half of what is needed.
    """
    eps, bound = eps_at(s), _error(queries, alpha, s)
    yield accurate(build(0, eps), _hard(queries, alpha), _keeps(0, alpha), bound)


@claim(
    "KLMNS20.TXT.SVPURE",
    over(answers=sized(*([*product(range(-1, 2), repeat=m)] for m in (3, 4, 5)))),
    about=AboveThreshold,
)
def one_index(build: Build, answers: Rows) -> Check:
    """Only the index of the first answer above is released; what is asked after it is not used.

    Cases: Pr[index = i] on all the answers, against that on the first i + 1; every eps.
    """
    mechanism = build(0, EVERY)
    whole = law(mechanism, answers)
    for i in range(len(answers)):
        seen = law(mechanism, answers[: i + 1])
        yield eq(f"index {i}", whole.probability(i), seen.probability(i))
        none = sum((whole.probability(j) for j in range(i + 1, len(answers))), NOTHING)
        none = none + whole.probability(BOTTOM)
        yield eq(f"not up to {i}", none, seen.probability(BOTTOM))
