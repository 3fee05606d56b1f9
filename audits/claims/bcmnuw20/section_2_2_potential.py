"""Section 2.2: each update lowers the potential, so that there are few of them."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import all_queries
from audits.claims.bcmnuw20.laws.potential import databases, drop, most_updates
from audits.claims.bcmnuw20.laws.weights import dense
from reference.data.concept import grid_distributions
from reference.mechanisms.release.weights import PointWeights, corrected

Update = Callable[[Any, Any, Fraction], Any]


@claim(
    "BCMNUW20.MON.L4.12",
    over(
        exponents=sized(
            ((0, 0, 0), (0, 2, 5)),
            ((0, 0, 0), (0, 2, 5), (1, 0, 9)),
            ((0, 0, 0), (0, 2, 5), (1, 0, 9), (0, 0, 30)),
        ),
        rate=(Fraction(2, 5), Fraction(9, 16), Fraction(49, 64)),
    ),
    about=PointWeights,
)
def one_update_lowers_the_potential(
    build: Callable[..., Any], exponents: Rows, rate: Fraction
) -> Check:
    """With Psi_t = KL(x, u_t) and an update by r in [0, 1]^M at the rate eta in (0, 1]: Psi_t -
    Psi_(t+1) >= eta (<r, u_t> - <r, x>) - eta^2.

    Cases: eta = -ln(rho), 0.92 at most; three points, x on the grid of halves, u of several
    shapes; every query that is not constant, on both sides; r with values 0, 1/2 and 1 where rho
    is a square.
    """
    eta, before = -ln(rate), build(tuple(enumerate(exponents)), rate)
    u = dense(before)
    for x in grid_distributions(3, 2):
        for phi in all_queries(3):
            r = tuple(map(Fraction, phi.values))
            after = dense(before.penalised(phi, 1))
            yield _lemma(f"x = {x}, r = {phi}", x, u, after, r, eta)
        root = {Fraction(9, 16): Fraction(3, 4), Fraction(49, 64): Fraction(7, 8)}.get(rate)
        for halves in product(range(3), repeat=3):
            if root is not None and 1 in halves:
                moved = [w * root**h for w, h in zip(u, halves, strict=True)]
                after = [w / sum(moved) for w in moved]
                r = tuple(Fraction(h, 2) for h in halves)
                yield _lemma(f"x = {x}, r = {r}", x, u, after, r, eta)


def _lemma(
    name: str,
    x: tuple[Fraction, ...],
    u: list[Fraction],
    after: list[Fraction],
    r: tuple[Fraction, ...],
    eta: Interval,
) -> Comparison:
    gain = sum((y * (a - b) for y, a, b in zip(r, u, x, strict=True)), Fraction(0))
    return le(name, high(eta * gain - eta * eta), low(drop(x, u, after)))


@claim(
    "BCMNUW20.MON.T4.10",
    over(
        case=sized(
            ((2, 4, Fraction(4, 5)), (3, 2, Fraction(7, 9)), (3, 3, Fraction(4, 5))),
            ((2, 8, Fraction(7, 8)), (3, 4, Fraction(7, 8)), (3, 3, Fraction(4, 5))),
            ((2, 8, Fraction(15, 16)), (3, 6, Fraction(9, 10)), (4, 4, Fraction(7, 8))),
        )
    ),
    about=corrected,
)
def few_updates(update: Update, case: tuple[int, int, Fraction]) -> Check:
    """If every update has |phi(x) - u(phi)| >= a and |v - phi(x)| < a, and eta = a/2, then there
    are at most 4 ln(M)/a^2 updates.

    Cases: (M, n, rho) = case, a = 2 ln(1/rho); every database, every order of queries, answers
    exact and off by nearly a to both sides.
    """
    points, rows, rate = case
    a = -2 * ln(rate)
    near, bound = low(a), exact(4) * ln(points) / (a * a)

    def answers(truth: Fraction, mean: Fraction) -> Iterator[Fraction]:
        if a.certainly_at_most(abs(truth - mean)):
            yield from {truth, max(truth - near, Fraction(0)), min(truth + near, Fraction(1))}

    limit = bound.floor() + 1
    for x in databases(points, rows):
        yield le(f"x = {x}", most_updates(update, x, rate, answers, limit), low(bound))


@claim(
    "BCMNUW20.MON.T4.10",
    over(
        case=sized(
            ((2, 4, 1, Fraction(7, 8)), (3, 4, 1, Fraction(4, 5)), (3, 3, 1, Fraction(3, 4))),
            ((2, 4, 1, Fraction(7, 8)), (3, 4, 1, Fraction(7, 8)), (2, 8, 1, Fraction(15, 16))),
            ((3, 4, 1, Fraction(7, 8)), (2, 8, 1, Fraction(15, 16)), (3, 8, 2, Fraction(4, 5))),
        )
    ),
    form=Form.CONCRETE,
    about=corrected,
)
def few_updates_at_a_rational_rate(update: Update, case: tuple[int, int, int, Fraction]) -> Check:
    """If every update has |n phi(x) - n u(phi)| >= A and an answer that is off by at most A - 1
    rows, there are at most ln(M) / ((1-rho) g - (1-rho)^2/(2 rho)) updates, g = A/n; that is 2
    (1 + g) ln(M)/g^2 for rho = 1/(1+g).

    Cases: (M, n, A, rho) = case; every database, every order of queries, every answer, moved into
    [0, n].
    """
    points, rows, radius, rate = case
    g, x = Fraction(radius, rows), 1 - rate
    bound = ln(points) / (x * g - x * x / (2 * rate))
    if rate == 1 / (1 + g):
        yield eq("closed form", x * g - x * x / (2 * rate), g * g / (2 * (1 + g)))

    def answers(truth: Fraction, mean: Fraction) -> Iterator[Fraction]:
        if abs(truth - mean) >= g:
            counts = range(1 - radius, radius)
            yield from {min(max(truth + Fraction(z, rows), 0 * g), 1 + 0 * g) for z in counts}

    limit = bound.floor() + 1
    for masses in databases(points, rows):
        longest = most_updates(update, masses, rate, answers, limit)
        yield le(f"x = {masses}", longest, low(bound))
