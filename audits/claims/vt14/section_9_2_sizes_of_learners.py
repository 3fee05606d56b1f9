"""Section 9.2: how many examples a private learner from a one-way protocol needs."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.protocols import best_coin, skewed, tosses, weights
from audits.claims.vt14.section_9_2_learners_and_protocols import THREE
from reference.data.concept import error, labelled
from reference.data.named_classes import upper_thresholds
from reference.mechanisms.learning.sample_sizes import rows_by_uniform_convergence
from reference.reductions.learner_from_protocol import LearnerFromProtocol, coins_needed

SIZED = (
    (1, 3, HALF),
    (1, 4, TENTH),
    (3, 2, TENTH),
    (10, 8, Fraction(1, 100)),
    (2, Fraction(11, 10), TENTH),
)
"""l, e^eps of the exponential weights, b."""


def _rows(hypotheses: int, exp_eps: Fraction, tau: Fraction, beta: Fraction) -> int:
    """Enough examples: the tosses take half of the failure probability."""
    return rows_by_uniform_convergence(hypotheses, exp_eps, tau, beta / 2)


SIZES = Parts(rows=_rows, learner=LearnerFromProtocol)
WRONG[SIZES] = {
    "ln(4 H/b) for ln(8 H/b)": SIZES.but(rows="beta / 2 => beta"),
    "one row fewer": SIZES.but(rows="beta / 2) => beta / 2) - 1"),
    "one row more": SIZES.but(rows="beta / 2) => beta / 2) + 1"),
    "for one hypothesis": SIZES.but(rows=given(_rows, hypotheses=1)),
    **{
        name: SIZES.but(learner=WRONG[LearnerFromProtocol][name])
        for name in (
            "no example counts",
            "only examples with label 1 count",
            "e^(-eps errors/4)",
            "uniform tosses",
            "the first message only",
        )
    },
}


@claim(
    "VT14.TXT.fx-lower",
    over(part=sized((1, *SIZED), (1, 2, 3, *SIZED), (1, 2, 3, 4, *SIZED))),
    form=Form.CONCRETE,
    about=SIZES,
)
def sizes_of_learners_from_protocols(parts: Parts, part: object) -> Check:
    """With k = log2(2/b) tosses, rounded up, H = k 2^l, and n >= max(ln(8 H/b)/(2 t^2), ln(4 H/b)
    /(eps t)), the learner with weights e^(-eps errors) has an error of at most 2 g + 3 t with
    probability 1 - b: 2^-k <= b/2 for the tosses, 2 H e^(-2 t^2 n) <= b/4 for the sample, H
    e^(-eps t n) <= b/4 for the choice.

    Cases: (l, e^eps, b) = part, t = 1/10: the sum is at most b, and with one row fewer one of the
    last two is too large. part = n: the exact failure for thresholds on two points, k = 1, an
    unequal coin, weights 9^(-errors): errors above 1/2 on n examples of a concept, every concept
    and distribution on a grid, from sums over samples and tosses.
    """
    if isinstance(part, tuple):
        bits, base, beta = part
        tau, k = TENTH, coins_needed(beta)
        size = k << bits
        n = parts.rows(size, Fraction(base), tau, beta)
        yield le("tosses", Fraction(1, 2**k), beta / 2)
        yield lt("no toss more", beta / 2, Fraction(2, 2**k))
        fits = [
            (exp(-2 * tau**2 * m) * (2 * size)).certainly_at_most(beta / 4)
            and (exp(-tau * m * ln(Fraction(base))) * size).certainly_at_most(beta / 4)
            for m in (n, n - 1)
        ]
        yield true("enough", fits[0])
        yield true("needed", not fits[1])
        return
    n = int(str(part))
    coin, concepts = skewed(best_coin(2, 2)), upper_thresholds(2)
    made = parts.learner(coin, 2, 1, Epsilon(THREE, 4))
    later = []
    for c, masses in product(concepts, grid_distributions(2, 2)):
        missed, found = Fraction(0), Fraction(0)
        for sample in product(range(2), repeat=n):
            weight = prod((masses[x] for x in sample), start=ONE)
            if not weight:
                continue
            rows_here = labelled(sample, c)
            here = Fraction(0)
            for functions, q in tosses(coin, 1):
                chances = weights(functions, THREE**2, rows_here)
                off = [p for p, h in zip(chances, functions, strict=True) if _beyond(c, masses)(h)]
                here += q * sum(off, Fraction(0))
            if n == 1 and 0 < here < 1:
                one = these([rows_here])
                said = f"{c}, {masses}, {rows_here}"
                yield accurate(made, one, _within(c, masses), here, name=said)
            missed += here * weight
            found += law(made, rows_here).probability_that(_beyond(c, masses)) * weight
        later.append(eq(f"{c}, {masses}", found, missed))
    yield from later


def _within(c: Any, masses: tuple[Fraction, ...]) -> Callable[[object, Any], bool]:
    return lambda _, h: error(c, h, masses) <= HALF


def _beyond(c: Any, masses: tuple[Fraction, ...]) -> Callable[[Any], bool]:
    return lambda h: error(c, h, masses) > HALF
